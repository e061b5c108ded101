#pragma once

#include <functional>

namespace breakeven {

/// Queues a job for the one thread of this process that does native work, whichever addon asks:
/// OpenMP keeps a pool of threads for each thread that calls it, and a CUDA device is a thread's
/// own choice.
void post_job(std::function<void()> job);

/// Runs a job there and waits for it. What it throws is thrown here.
void run_on_worker(const std::function<void()>& job);

/// Whether a job is under way.
bool worker_busy();

}  // namespace breakeven
