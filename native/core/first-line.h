#pragma once

#include <fstream>
#include <string>

namespace breakeven {

/// First line of a system file; empty if there is no such file.
inline std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

}  // namespace breakeven
