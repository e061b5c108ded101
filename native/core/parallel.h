#pragma once

#include <cstddef>
#include <functional>

namespace breakeven {

/// Calls `body(begin, end)` for pieces of [0, count) on all cores that this process may use, and
/// waits. Pieces are at most `grain` long; between them a cancelled case stops. What a piece throws
/// is thrown here.
///
/// For making inputs and reference answers, never for what is measured: the threads are its own and
/// gone afterwards, so that OpenMP's pool, its spinning and its binding stay the measured variant's
/// alone.
void parallel_for(std::size_t count, std::size_t grain,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

}  // namespace breakeven
