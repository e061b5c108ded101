#pragma once

#include <cuda_runtime.h>
#include <dlfcn.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

/// The few functions of cuBLAS that are needed, from the library that the machine has: it is opened
/// when it is first used, so that nothing is linked against it.
namespace breakeven {

class Cublas {
 public:
  using Handle = void*;

  static const Cublas& instance() {
    static const Cublas library;
    return library;
  }

  /// Why it cannot be used, in one sentence; empty when it can.
  const std::string& reason() const { return reason_; }

  int (*create)(Handle*) = nullptr;
  int (*destroy)(Handle) = nullptr;
  int (*set_stream)(Handle, cudaStream_t) = nullptr;
  int (*set_pointer_mode)(Handle, int) = nullptr;
  int (*dasum)(Handle, int n, const double* x, int step, double* result) = nullptr;

  /// Throws unless a call returned success.
  static void check(int status, const char* call) {
    if (status == 0) return;
    throw std::runtime_error("cuBLAS status " + std::to_string(status) + " from " + call);
  }

 private:
  Cublas() {
    void* const library = open();
    if (library == nullptr) {
      reason_ = "libcublas was not found (looked for libcublas.so.13, .12 and .11)";
      return;
    }
    load(library, create, "cublasCreate_v2");
    load(library, destroy, "cublasDestroy_v2");
    load(library, set_stream, "cublasSetStream_v2");
    load(library, set_pointer_mode, "cublasSetPointerMode_v2");
    load(library, dasum, "cublasDasum_v2");
  }

  /// Where the loader looks, then where the toolkit's packages put it. It stays open: its code may
  /// run until the process ends.
  static void* open() {
    for (const char* folder : {"", "/usr/local/cuda/lib64/"}) {
      for (const char* version : {"13", "12", "11"}) {
        const std::string path = std::string(folder) + "libcublas.so." + version;
        if (void* found = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return found;
      }
    }
    return nullptr;
  }

  template <class Function>
  void load(void* library, Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(dlsym(library, name));
    if (function == nullptr) reason_ = std::string("libcublas has no function ") + name;
  }

  std::string reason_;
};

inline std::string cublas_unavailable() { return Cublas::instance().reason(); }

/// cuBLAS counts with int.
inline std::string refuse_beyond_cublas(double n) {
  if (n <= std::numeric_limits<int>::max()) return {};
  return "cuBLAS takes at most 2147483647 values, these are " +
         std::to_string(static_cast<std::int64_t>(n));
}

/// A handle with the sum of absolute values on its stream; the result stays on the device, so that
/// nothing waits.
class Dasum {
 public:
  explicit Dasum(cudaStream_t stream) {
    const Cublas& cublas = Cublas::instance();
    constexpr int device_pointers = 1;
    Cublas::check(cublas.create(&handle_), "cublasCreate");
    Cublas::check(cublas.set_stream(handle_, stream), "cublasSetStream");
    Cublas::check(cublas.set_pointer_mode(handle_, device_pointers), "cublasSetPointerMode");
  }
  Dasum(const Dasum&) = delete;
  Dasum& operator=(const Dasum&) = delete;
  ~Dasum() { static_cast<void>(Cublas::instance().destroy(handle_)); }

  void operator()(const double* values, std::int64_t n, double* sum) const {
    Cublas::check(Cublas::instance().dasum(handle_, static_cast<int>(n), values, 1, sum),
                  "cublasDasum");
  }

 private:
  Cublas::Handle handle_ = nullptr;
};

}  // namespace breakeven
