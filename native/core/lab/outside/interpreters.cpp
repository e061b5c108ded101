#include "interpreters.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "child-process.h"

namespace breakeven::lab {
namespace {

constexpr int oldest_node = 24;

/// Of `node --version`, as v24.1.0; 0 where it says something else.
int major_version(const std::string& node) {
  try {
    const std::string line = ChildProcess({.words = {node, "--version"}}).next();
    return line.rfind('v', 0) == 0 ? std::atoi(line.c_str() + 1) : 0;
  } catch (const std::runtime_error&) {
    return 0;
  }
}

std::string find_node() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error && self.filename() == "node") return self;
  const char* const given = std::getenv("BREAKEVEN_NODE");
  if (given != nullptr && access(given, X_OK) == 0) return given;
  std::string node = program_on_path("node");
  return !node.empty() && major_version(node) >= oldest_node ? node : std::string();
}

}  // namespace

std::string program_on_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = folder + "/" + name;
    std::error_code error;
    if (!folder.empty() && std::filesystem::is_regular_file(file, error) &&
        access(file.c_str(), X_OK) == 0) {
      return file;
    }
  }
  return {};
}

std::string node_program() {
  static const std::string node = find_node();
  return node;
}

}  // namespace breakeven::lab
