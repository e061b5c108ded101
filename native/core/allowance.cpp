#include "allowance.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "first-line.h"

namespace breakeven {
namespace {

std::optional<std::size_t> number_in(const std::string& path) {
  const std::string text = first_line(path);
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(std::strtoull(text.c_str(), nullptr, 10));
}

std::size_t field_of(const std::string& path, const std::string& wanted) {
  std::ifstream file(path);
  std::string key;
  std::size_t value = 0;
  while (file >> key >> value) {
    if (key == wanted) return value;
  }
  return 0;
}

std::size_t left_in(const std::string& folder) {
  auto limit = number_in(folder + "/memory.max");
  auto used = number_in(folder + "/memory.current");
  std::string reclaimable = "inactive_file";
  if (!limit) {
    limit = number_in(folder + "/memory.limit_in_bytes");
    used = number_in(folder + "/memory.usage_in_bytes");
    reclaimable = "total_inactive_file";
  }
  // Unlimited groups of the first version state more than any machine has.
  if (!limit || !used) return SIZE_MAX;
  return (*limit > *used ? *limit - *used : 0) + field_of(folder + "/memory.stat", reclaimable);
}

}  // namespace

int allowed_cpus() {
  const char* given = std::getenv("BREAKEVEN_CPUS");
  const int cpus = given == nullptr ? 0 : std::atoi(given);
  return cpus > 0 ? cpus : INT_MAX;
}

std::size_t group_left_bytes() {
  const char* given = std::getenv("BREAKEVEN_MEMORY_GROUPS");
  if (given == nullptr) return left_in("/sys/fs/cgroup");
  std::istringstream folders(given);
  std::string folder;
  std::size_t left = SIZE_MAX;
  while (std::getline(folders, folder)) {
    if (!folder.empty()) left = std::min(left, left_in(folder));
  }
  return left;
}

}  // namespace breakeven
