#include "library.h"

#include <dlfcn.h>

#include <cfenv>
#include <filesystem>

#include "../errors.h"

namespace breakeven::lab {
namespace {

/// Libraries linked with -ffast-math change the rounding of subnormal numbers for the thread that
/// opens them, which is Node's.
class KeepFloatingPoint {
 public:
  KeepFloatingPoint() { std::fegetenv(&environment_); }
  KeepFloatingPoint(const KeepFloatingPoint&) = delete;
  KeepFloatingPoint& operator=(const KeepFloatingPoint&) = delete;
  ~KeepFloatingPoint() { std::fesetenv(&environment_); }

 private:
  std::fenv_t environment_;
};

}  // namespace

Library::Library(const std::string& owner, const std::string& path) : owner_(owner), path_(path) {
  const KeepFloatingPoint keep;
  // A bare name would be searched for in the system's folders.
  const std::string file = std::filesystem::absolute(path).string();
  handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ != nullptr) return;
  const char* reason = dlerror();
  throw BadInput(owner + " cannot be opened: " + (reason != nullptr ? reason : "no reason given"));
}

void* Library::symbol(const char* name) const { return dlsym(handle_, name); }

void* Library::required(const char* name) const {
  if (void* found = symbol(name)) return found;
  throw BadInput(owner_ + " has no function " + name + " in " + path_);
}

Call Library::call() const { return reinterpret_cast<Call>(required("breakeven_call")); }

Generate Library::generate() const {
  return reinterpret_cast<Generate>(required("breakeven_generate"));
}

Call Library::set_up() const { return reinterpret_cast<Call>(symbol("breakeven_setup")); }

void (*Library::tear_down() const)() {
  return reinterpret_cast<void (*)()>(symbol("breakeven_teardown"));
}

void (*Library::globals() const)(void**, std::size_t*) {
  return reinterpret_cast<void (*)(void**, std::size_t*)>(symbol("breakeven_globals"));
}

void (*Library::set_threads() const)(int) {
  return reinterpret_cast<void (*)(int)>(symbol("omp_set_num_threads"));
}

int (*Library::max_threads() const)() {
  return reinterpret_cast<int (*)()>(symbol("omp_get_max_threads"));
}

}  // namespace breakeven::lab
