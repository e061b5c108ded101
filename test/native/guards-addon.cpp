// What guards the harness from code in its process, as functions of JavaScript.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <type_traits>

#include "../../native/core/batch.h"
#include "../../native/core/clock.h"
#include "../../native/core/late-rows.h"
#include "../../native/core/process-state.h"
#include "../../native/core/two-clocks.h"
#include "part.h"

namespace breakeven {
namespace {

// A double holds neighbouring nanoseconds for 104 days of uptime.
static_assert(std::is_same_v<decltype(now_ns()), std::int64_t>);

constexpr double slow_ns = 0.3 * second_ns;

void spin(double ns) {
  const std::int64_t start = now_ns();
  while (ns_since(start) < ns) {
  }
}

/// After intervals that a clock shows so many times as long as they were; nothing where the
/// processor has no counter.
std::optional<bool> clocks_agree(double ratio) {
  if (clock_ticks() == 0) return std::nullopt;
  TwoClocks clocks;
  for (int interval = 0; interval < 100; ++interval) {
    const std::uint64_t before = clock_ticks();
    const std::int64_t start = now_ns();
    const std::uint64_t begin = clock_ticks();
    spin(1e5);
    const std::uint64_t ended = clock_ticks();
    const std::int64_t end = now_ns();
    clocks.see(ratio * ns_between(start, end), ended - begin, clock_ticks() - before);
  }
  return clocks.agree();
}

/// Of executions that take no time, and `slow` much time around it.
int chosen_batch(bool slow) {
  const auto time_batch = [&](int) {
    if (slow) spin(slow_ns);
    return 1.0;
  };
  return choose_batch(time_batch, 25);
}

struct Pages final : Data {
  explicit Pages(std::size_t size) : bytes(size) {}

  HostArray<std::uint8_t> bytes;
  void members(Members&) override {}
  std::vector<DataArray> arrays() override { return {array_of("bytes", bytes)}; }
};

/// Into an input whose pages a case has protected.
std::optional<bool> can_write_again() {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  Pages input(4 * page);
  const auto begin = (reinterpret_cast<std::uintptr_t>(input.bytes.data()) + page) / page * page;
  const ProcessState before;
  if (mprotect(reinterpret_cast<void*>(begin), page, PROT_READ) != 0) return std::nullopt;
  static_cast<void>(before.restore(input));
  // A call of the system says so where a write would end the process.
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  const bool sent = write(ends[1], "x", 1) == 1;
  const bool written = read(ends[0], reinterpret_cast<void*>(begin), 1) == 1;
  close(ends[0]);
  close(ends[1]);
  mprotect(reinterpret_cast<void*>(begin), page, PROT_READ | PROT_WRITE);
  return sent && written;
}

/// Of rows that are late or not, in their order, and of those of known work between them. Gives
/// "late", "not judged" or "right".
std::string judged_rows(Napi::Array late, Napi::Array known) {
  std::uint32_t row = 0;
  std::uint32_t next = 0;
  const LateRows judged = judge_rows(
      static_cast<int>(late.Length()),
      [&] { return std::string(late.Get(row++).ToBoolean() ? "late" : ""); },
      [&] { return known.Get(next++).ToBoolean().Value(); });
  if (!judged.judged) return "not judged";
  return judged.text.empty() ? "right" : judged.text;
}

Napi::Object init(Napi::Env, Napi::Object exports) {
  js::Part{exports}
      .add("clocksAgree", clocks_agree)
      .add("chooseBatch", chosen_batch)
      .add("judgeRows", judged_rows)
      .add("canWriteAgain", can_write_again);
  return exports;
}

NODE_API_MODULE(breakeven_guards, init)

}  // namespace
}  // namespace breakeven
