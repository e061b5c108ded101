// Who touched which part of the arrays of a case first, as functions of JavaScript.

#include <mutex>
#include <vector>

#include "../../native/core/first-touch.h"
#include "part.h"

namespace breakeven {

static void describe(js::Writer& field, const TouchedPart& part) {
  field("array", part.array, "begin", part.begin, "end", part.end, "thread", part.thread);
  field("team", part.team, "systemThread", part.system_thread, "moved", part.moved);
}

namespace {

std::mutex mutex;
std::vector<TouchedPart> parts;

/// Sees what is touched from now on, as on a machine with so many memory nodes.
void watch(int nodes) {
  const auto seen = [](const TouchedPart& part) {
    const std::lock_guard lock(mutex);
    parts.push_back(part);
  };
  watch_first_touch(seen, nodes);
}

void unwatch() { watch_first_touch({}, 0); }

/// The parts seen since the last call, in the order of threads.
std::vector<TouchedPart> take() {
  const std::lock_guard lock(mutex);
  return std::exchange(parts, {});
}

Napi::Object init(Napi::Env, Napi::Object exports) {
  js::Part{exports}.add("watch", watch).add("unwatch", unwatch).add("take", take);
  return exports;
}

NODE_API_MODULE(breakeven_first_touch, init)

}  // namespace
}  // namespace breakeven
