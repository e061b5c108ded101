#include "plugin.h"

#include <dlfcn.h>

#include <filesystem>

#include "errors.h"
#include "registry.h"

namespace breakeven {
namespace {

/// The table's function takes no context, so the provider of the library being opened waits here.
std::string current_provider;

void add_variant(const Variant& variant) { Registry::instance().add(current_provider, variant); }

}  // namespace

void open_plugin(const std::string& provider, const std::string& path) {
  // A bare name would be searched for in the system's folders.
  const std::string file = std::filesystem::absolute(path).string();
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    throw BadInput("plugin " + path +
                   " cannot be opened: " + (reason != nullptr ? reason : "no reason given"));
  }
  using Register = int (*)(const RegistrationTable*);
  const auto enter = reinterpret_cast<Register>(dlsym(library, "breakeven_register"));
  if (enter == nullptr) {
    dlclose(library);
    throw BadInput("plugin " + path + " has no entry point breakeven_register");
  }
  const RegistrationTable table{plugin_interface_version, add_variant};
  const std::size_t problems = Registry::instance().problems().size();
  current_provider = provider;
  const int status = enter(&table);
  if (status != 0) {
    dlclose(library);
    throw BadInput("plugin " + path + " was compiled for another version of the interface");
  }
  const std::vector<std::string> all = Registry::instance().problems();
  if (all.size() > problems) throw BadInput("plugin " + path + ": " + all.back());
}

}  // namespace breakeven
