#pragma once

#include <cstddef>

/// Which pages of the system the large arrays of a case lie in: the axis `pages`.
namespace breakeven {

struct CaseResult;
class Values;

enum class Pages { system, small, huge };

/// Arrays on the host that are made while it lives lie in the pages that the values of a case ask
/// for; those of a case without the axis in whichever the system gives. One at a time.
class PagesOfCase {
 public:
  explicit PagesOfCase(const Values& values);
  PagesOfCase(const PagesOfCase&) = delete;
  PagesOfCase& operator=(const PagesOfCase&) = delete;
  ~PagesOfCase();
};

/// What the case now asks for.
Pages pages_of_case();

/// Memory that is not touched: `before` bytes, then `behind` bytes from `data` on.
struct HostMemory {
  std::byte* data = nullptr;
  std::size_t before = 0;
  /// Bytes of its own mapping; 0 of memory of the allocator.
  std::size_t mapped = 0;
};

/// `data` lies on a boundary of `alignment`, of which `before` is a multiple. Where the case asks
/// for pages and one of the huge ones fits, `data` begins such a page. Throws std::bad_alloc.
HostMemory allocate_host(std::size_t before, std::size_t behind, std::size_t alignment);
void free_host(const HostMemory& memory);

/// Adds the part of the arrays in memory that lies in huge pages, as the system counts it, and says
/// where a case asked for them and got none. Nothing for a case that asks for nothing.
void report_pages(CaseResult& result);

}  // namespace breakeven
