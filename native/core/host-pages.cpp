#include "host-pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <string>

#include "first-line.h"
#include "harness-memory.h"
#include "result.h"
#include "values.h"

namespace breakeven {
namespace {

const char* const setting = "/sys/kernel/mm/transparent_hugepage/enabled";

Pages current = Pages::system;

/// The allocator has smaller pieces without asking the system.
constexpr std::size_t worth_keeping = std::size_t{1} << 20;

std::size_t up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// 2 MiB on x86-64, as much as 512 MiB on aarch64.
std::size_t huge_page_bytes() {
  static const std::size_t bytes = [] {
    const std::string line = first_line("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size");
    const std::size_t read = std::strtoull(line.c_str(), nullptr, 10);
    return read > page_bytes() ? read : std::size_t{2} << 20;
  }();
  return bytes;
}

/// Mappings of arrays that live, by address.
struct Mappings {
  std::mutex mutex;
  std::map<std::uintptr_t, std::size_t> bytes;
};
Mappings& mappings() {
  static Mappings all;
  return all;
}

struct Counted {
  double present = 0;
  double huge = 0;
};

/// Of the areas of this process that hold such arrays, in KiB.
Counted count_pages() {
  Counted counted;
  std::ifstream areas("/proc/self/smaps");
  bool is_array = false;
  const std::lock_guard lock(mappings().mutex);
  for (std::string line; std::getline(areas, line);) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    double kib = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2) {
      const auto next = mappings().bytes.lower_bound(end);
      is_array = next != mappings().bytes.begin() &&
                 std::prev(next)->first + std::prev(next)->second > begin;
    } else if (is_array && std::sscanf(line.c_str(), "Rss: %lf kB", &kib) == 1) {
      counted.present += kib;
    } else if (is_array && std::sscanf(line.c_str(), "AnonHugePages: %lf kB", &kib) == 1) {
      counted.huge += kib;
    }
  }
  return counted;
}

bool has_arrays() {
  const std::lock_guard lock(mappings().mutex);
  return !mappings().bytes.empty();
}

/// Mappings of the harness.
class Harness {
 public:
  /// Of HarnessMemory.
  std::atomic<int> depth = 0;

  std::byte* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto fitting = unused_.find(bytes);
    void* at = nullptr;
    if (fitting != unused_.end()) {
      at = fitting->second;
      unused_.erase(fitting);
    } else {
      at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (at == MAP_FAILED) throw std::bad_alloc();
    }
    taken_.insert(at);
    return static_cast<std::byte*>(at);
  }

  /// False of memory that is none of the harness.
  bool give_back(std::byte* at, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (taken_.erase(at) == 0) return false;
    unused_.emplace(bytes, at);
    return true;
  }

  void unmap_unused() {
    const std::lock_guard lock(mutex_);
    for (const auto& [bytes, at] : unused_) munmap(at, bytes);
    unused_.clear();
  }

 private:
  std::mutex mutex_;
  std::set<void*> taken_;
  std::multimap<std::size_t, void*> unused_;
};
Harness& harness() {
  static Harness one;
  return one;
}

/// Of a mapping of at least `before` bytes, then `behind` bytes that begin a huge page.
HostMemory map_aligned(std::size_t before, std::size_t behind) {
  const std::size_t huge = huge_page_bytes();
  const std::size_t front = up(before, page_bytes());
  const std::size_t back = up(behind, huge);
  const std::size_t whole = front + back + huge;
  void* const mapped =
      mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  const auto start = reinterpret_cast<std::uintptr_t>(mapped);
  const std::uintptr_t data = up(start + front, huge);
  const std::size_t unused = data - front - start;
  if (unused > 0) munmap(mapped, unused);
  munmap(reinterpret_cast<void*>(data + back), whole - unused - front - back);
  auto* const border = reinterpret_cast<std::byte*>(data);
  // A system that knows no huge pages refuses; report_pages() counts what there is.
  madvise(border, back, current == Pages::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  const std::lock_guard lock(mappings().mutex);
  mappings().bytes[data] = back;
  return {.data = border, .before = front, .mapped = front + back};
}

}  // namespace

PagesOfCase::PagesOfCase(const Values& values) {
  const std::string asked = values.has("pages") ? values.text("pages") : "system";
  current = asked == "huge" ? Pages::huge : asked == "small" ? Pages::small : Pages::system;
}
PagesOfCase::~PagesOfCase() {
  current = Pages::system;
  harness().unmap_unused();
}

HarnessMemory::HarnessMemory() { ++harness().depth; }
HarnessMemory::~HarnessMemory() { --harness().depth; }

Pages pages_of_case() { return current; }

HostMemory allocate_host(std::size_t before, std::size_t behind, std::size_t alignment) {
  if (current != Pages::system && behind >= huge_page_bytes()) return map_aligned(before, behind);
  if (harness().depth > 0 && behind >= worth_keeping) {
    const std::size_t whole = up(before + behind, page_bytes());
    return {.data = harness().take(whole) + before, .before = before, .mapped = whole};
  }
  auto* const room =
      static_cast<std::byte*>(std::aligned_alloc(alignment, up(before + behind, alignment)));
  if (room == nullptr) throw std::bad_alloc();
  return {.data = room + before, .before = before};
}

void free_host(const HostMemory& memory) {
  if (memory.mapped == 0) return std::free(memory.data - memory.before);
  if (harness().give_back(memory.data - memory.before, memory.mapped)) return;
  {
    const std::lock_guard lock(mappings().mutex);
    mappings().bytes.erase(reinterpret_cast<std::uintptr_t>(memory.data));
  }
  munmap(memory.data - memory.before, memory.mapped);
}

void report_pages(CaseResult& result) {
  if (current == Pages::system) return;
  if (!has_arrays()) {
    const std::size_t mib = huge_page_bytes() >> 20;
    result.warnings.push_back("pages has no effect: no array is as large as a huge page, " +
                              std::to_string(mib) + " MiB");
    return;
  }
  const auto [present, huge] = count_pages();
  // A system without such counts.
  if (present <= 0) return;
  const double share = huge / present;
  result.attributes["hugePages"] = share;
  if (current == Pages::small || share >= 0.5) return;
  const std::string percent = std::to_string(std::lround(100 * share));
  const bool never = first_line(setting).find("[never]") != std::string::npos;
  result.warnings.push_back("huge pages were asked for, and the system gave them to " + percent +
                            " % of the arrays" +
                            (never ? std::string(" (") + setting + " is never)" : std::string()));
}

}  // namespace breakeven
