#pragma once

#include <fstream>
#include <string>

namespace breakeven {

/// Of a file of the system that says one thing; empty where there is no such file.
inline std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

}  // namespace breakeven
