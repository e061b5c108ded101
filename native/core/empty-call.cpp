#include "empty-call.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "clock.h"
#include "median.h"

namespace breakeven {
namespace {

/// Does nothing, by a pointer that no compiler sees through.
void empty_call(void**) {}
void (*volatile called)(void**) = empty_call;

}  // namespace

double empty_call_ns() {
  static const double median = [] {
    constexpr int rounds = 21;
    constexpr int calls = 1000;
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
      const std::int64_t start = now_ns();
      for (int call = 0; call < calls; ++call) called(nullptr);
      times.push_back(ns_since(start) / calls);
    }
    return median_of(std::move(times));
  }();
  return median;
}

}  // namespace breakeven
