#include "nvrtc.h"

#include <dlfcn.h>
#include <glob.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "../errors.h"

namespace breakeven::lab {
namespace {

using Program = void*;

/// Declared here, so that nothing of CUDA is needed to build this.
struct Functions {
  int (*version)(int* major, int* minor) = nullptr;
  const char* (*error)(int status) = nullptr;
  int (*create)(Program*, const char* source, const char* name, int headers, const char* const*,
                const char* const*) = nullptr;
  int (*destroy)(Program*) = nullptr;
  int (*add_name)(Program, const char* expression) = nullptr;
  int (*compile)(Program, int options, const char* const*) = nullptr;
  int (*log_size)(Program, std::size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
  int (*lowered_name)(Program, const char* expression, const char** name) = nullptr;
  int (*cubin_size)(Program, std::size_t*) = nullptr;
  int (*cubin)(Program, char*) = nullptr;
  int (*ptx_size)(Program, std::size_t*) = nullptr;
  int (*ptx)(Program, char*) = nullptr;
};

std::vector<std::string> matches(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> paths;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    for (std::size_t i = found.gl_pathc; i-- > 0;) paths.emplace_back(found.gl_pathv[i]);
  }
  globfree(&found);
  return paths;
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// Of toolkits and of the packages that pip installs, in which order they are looked into.
std::vector<std::string> toolkits() {
  std::vector<std::string> folders;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const std::string home = variable(name); !home.empty()) folders.push_back(home);
  }
  folders.emplace_back("/usr/local/cuda");
  std::vector<std::string> roots = {"/usr/local", "/usr"};
  if (const std::string home = variable("HOME"); !home.empty()) roots.push_back(home + "/.local");
  if (const std::string own = variable("VIRTUAL_ENV"); !own.empty()) {
    roots.insert(roots.begin(), own);
  }
  for (const std::string& root : roots) {
    for (const char* packages : {"site-packages", "dist-packages"}) {
      for (auto& path : matches(root + "/lib/python3*/" + packages + "/nvidia/*")) {
        folders.push_back(std::move(path));
      }
    }
  }
  return folders;
}

/// Files that may be the library, best first; a bare name asks the loader.
std::vector<std::string> candidates() {
  std::vector<std::string> files;
  const auto add = [&](const std::string& folder) {
    for (auto& path : matches(folder + "/libnvrtc.so*")) files.push_back(std::move(path));
  };
  if (const std::string given = variable("BREAKEVEN_NVRTC"); !given.empty()) {
    if (std::filesystem::is_directory(given)) {
      add(given);
    } else {
      files.push_back(given);
    }
  }
  for (const std::string& folder : toolkits()) {
    add(folder + "/lib64");
    add(folder + "/lib");
  }
  for (const char* version : {"13", "12"}) {
    files.push_back(std::string("libnvrtc.so.") + version);
  }
  return files;
}

class Nvrtc {
 public:
  static const Nvrtc& instance() {
    static const Nvrtc library;
    return library;
  }

  const NvrtcInfo& info() const { return info_; }
  const Functions& functions() const { return functions_; }
  /// `-I` of the headers of the toolkit, such as those of half precision.
  const std::vector<std::string>& includes() const { return includes_; }

 private:
  Nvrtc() {
    for (const std::string& file : candidates()) {
      if (open(file)) break;
    }
    if (info_.path.empty()) {
      info_.reason =
          "NVRTC was not found: install the CUDA toolkit or nvidia-cuda-nvrtc, or set "
          "BREAKEVEN_NVRTC to its folder";
    }
    for (const std::string& folder : toolkits()) {
      const std::string include = folder + "/include";
      if (std::filesystem::exists(include + "/cuda_fp16.h")) includes_.push_back("-I" + include);
    }
  }

  bool open(const std::string& file) {
    // It looks for its builtins by their bare name, which the loader finds when they are open.
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    if (!folder.empty()) {
      for (const auto& builtins : matches((folder / "libnvrtc-builtins.so*").string())) {
        if (dlopen(builtins.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) break;
      }
    }
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr || !load(library)) return false;
    int major = 0;
    int minor = 0;
    if (functions_.version(&major, &minor) != 0) return false;
    info_.version = std::to_string(major) + "." + std::to_string(minor);
    info_.path = file;
    return true;
  }

  bool load(void* library) {
    bool whole = true;
    const auto take = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      whole = whole && function != nullptr;
    };
    take(functions_.version, "nvrtcVersion");
    take(functions_.error, "nvrtcGetErrorString");
    take(functions_.create, "nvrtcCreateProgram");
    take(functions_.destroy, "nvrtcDestroyProgram");
    take(functions_.add_name, "nvrtcAddNameExpression");
    take(functions_.compile, "nvrtcCompileProgram");
    take(functions_.log_size, "nvrtcGetProgramLogSize");
    take(functions_.log, "nvrtcGetProgramLog");
    take(functions_.lowered_name, "nvrtcGetLoweredName");
    take(functions_.cubin_size, "nvrtcGetCUBINSize");
    take(functions_.cubin, "nvrtcGetCUBIN");
    take(functions_.ptx_size, "nvrtcGetPTXSize");
    take(functions_.ptx, "nvrtcGetPTX");
    return whole;
  }

  NvrtcInfo info_;
  Functions functions_;
  std::vector<std::string> includes_;
};

/// One program, destroyed whatever happens.
class Compilation {
 public:
  Compilation(const Functions& functions, const NvrtcRequest& request) : call_(functions) {
    check(
        call_.create(&program_, request.source.c_str(), request.path.c_str(), 0, nullptr, nullptr),
        "nvrtcCreateProgram");
  }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;
  ~Compilation() { static_cast<void>(call_.destroy(&program_)); }

  NvrtcResult run(const NvrtcRequest& request, const std::vector<std::string>& includes) {
    if (!request.function.empty()) {
      check(call_.add_name(program_, request.function.c_str()), "nvrtcAddNameExpression");
    }
    std::vector<std::string> options = request.options;
    options.insert(options.end(), includes.begin(), includes.end());
    options.push_back("-arch=" + request.arch);
    options.emplace_back("--ptxas-options=-v");
    std::vector<const char*> pointers;
    for (const std::string& option : options) pointers.push_back(option.c_str());
    const int status = call_.compile(program_, static_cast<int>(pointers.size()), pointers.data());
    NvrtcResult result;
    result.log = text(call_.log_size, call_.log);
    if (status != 0) {
      // A wrong option leaves no log.
      if (result.log.empty()) result.log = call_.error(status);
      return result;
    }
    result.compiled = true;
    result.ptx = text(call_.ptx_size, call_.ptx);
    std::size_t size = 0;
    check(call_.cubin_size(program_, &size), "nvrtcGetCUBINSize");
    result.cubin.resize(size);
    check(call_.cubin(program_, reinterpret_cast<char*>(result.cubin.data())), "nvrtcGetCUBIN");
    if (!request.function.empty()) {
      const char* name = nullptr;
      check(call_.lowered_name(program_, request.function.c_str(), &name), "nvrtcGetLoweredName");
      result.symbol = name;
    }
    return result;
  }

 private:
  void check(int status, const char* what) const {
    if (status == 0) return;
    throw std::runtime_error(std::string(what) + " failed: " + call_.error(status));
  }

  /// Without the zero at its end.
  std::string text(int (*size_of)(Program, std::size_t*), int (*get)(Program, char*)) const {
    std::size_t size = 0;
    if (size_of(program_, &size) != 0 || size == 0) return {};
    std::string text(size, '\0');
    if (get(program_, text.data()) != 0) return {};
    text.resize(size - 1);
    return text;
  }

  const Functions& call_;
  Program program_ = nullptr;
};

}  // namespace

const NvrtcInfo& nvrtc_info() { return Nvrtc::instance().info(); }

NvrtcResult nvrtc_compile(const NvrtcRequest& request) {
  const Nvrtc& library = Nvrtc::instance();
  if (!library.info().reason.empty()) throw BadInput(library.info().reason);
  return Compilation(library.functions(), request).run(request, library.includes());
}

}  // namespace breakeven::lab
