#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../../sampler.h"
#include "worker-process.h"

namespace breakeven::lab {

/// An array of a case, which a worker shares.
struct WorkerArray {
  /// Its place among the parameters of the worker.
  std::size_t parameter = 0;
  std::string name{};
  std::size_t element_bytes = 1;
  std::vector<std::size_t> shape{};
  std::size_t bytes = 0;
  /// Contents before a run; null where it is only written.
  const std::byte* input = nullptr;
  /// Where the answer belongs; null where it is only read.
  std::byte* output = nullptr;
};

/// A process that has begun, with the arrays of the case. They stay where they are.
struct Worker {
  std::unique_ptr<WorkerProcess> process{};
  std::vector<WorkerArray> arrays{};
};

struct WorkerForm {
  /// Throws std::runtime_error with one sentence.
  std::function<Worker(const Case& c)> start;
  /// Its function gets arrays of the worker's own memory, which it copies from and to shared ones.
  bool copies = false;
  bool on_device = false;
  /// Each sample has an input of its own.
  bool fresh = false;
  /// It can be asked how long a call takes that does nothing.
  bool says_empty_call = false;
  /// Completes "pixels": how its language writes into an array, and what does not.
  std::function<std::string(const std::string& array)> how_to_write;
};

/// Samples of a function in another process, timed by the clock of that process or the events of
/// its device; its start and the way to it are in no time. Executions are of OutsideExecution.
std::unique_ptr<Sampler> make_worker_sampler(WorkerForm form);

}  // namespace breakeven::lab
