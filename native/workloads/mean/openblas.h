#pragma once

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "../../core/peers/unbound.h"

/// The few functions of OpenBLAS that are needed, from the library that the machine has: nothing is
/// linked against it. It starts its threads when it is loaded, so that is done for a case of its
/// own variant only; whether it is there is asked of the file system.
namespace breakeven::mean {

class OpenBlas {
 public:
  static const OpenBlas& instance() {
    static const OpenBlas library;
    return library;
  }

  static std::string unavailable() {
    if (!path().empty()) return {};
    return "libopenblas.so.0 was not found (Debian: apt-get install libopenblas0-pthread)";
  }

  /// Of absolute values, the sum that BLAS has, and OpenBLAS's own of values with their signs.
  double (*dasum)(int n, const double* x, int step) = nullptr;
  double (*dsum)(int n, const double* x, int step) = nullptr;
  void (*set_threads)(int threads) = nullptr;

 private:
  OpenBlas() {
    const Unbound unbound;
    void* const library = dlopen(path().c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    dasum = reinterpret_cast<decltype(dasum)>(dlsym(library, "cblas_dasum"));
    dsum = reinterpret_cast<decltype(dsum)>(dlsym(library, "cblas_dsum"));
    set_threads =
        reinterpret_cast<decltype(set_threads)>(dlsym(library, "openblas_set_num_threads"));
    if (dasum == nullptr || dsum == nullptr || set_threads == nullptr) {
      throw std::runtime_error(path() +
                               " lacks cblas_dasum, cblas_dsum or openblas_set_num_threads");
    }
  }

  /// In the folders where the loader looks; empty where it is not.
  static const std::string& path() {
    static const std::string found = find();
    return found;
  }

  static std::string find() {
    void* const program = dlopen(nullptr, RTLD_NOW);
    Dl_serinfo size{};
    if (program == nullptr || dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) return {};
    std::vector<std::byte> room(size.dls_size);
    auto* const folders = reinterpret_cast<Dl_serinfo*>(room.data());
    dlinfo(program, RTLD_DI_SERINFOSIZE, folders);
    if (dlinfo(program, RTLD_DI_SERINFO, folders) != 0) return {};
    for (unsigned i = 0; i < folders->dls_cnt; ++i) {
      const auto file =
          std::filesystem::path(folders->dls_serpath[i].dls_name) / "libopenblas.so.0";
      std::error_code error;
      if (std::filesystem::exists(file, error)) return file.string();
    }
    return {};
  }
};

/// It counts with int.
inline std::string refuse_beyond_openblas(double n) {
  if (n <= std::numeric_limits<int>::max()) return {};
  return "OpenBLAS takes at most 2147483647 values, these are " +
         std::to_string(static_cast<std::int64_t>(n));
}

}  // namespace breakeven::mean
