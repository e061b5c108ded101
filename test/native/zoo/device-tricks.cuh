#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "../../../native/core/axes.h"
#include "../../../native/core/cuda/buffer.h"
#include "../../../native/core/cuda/check.h"
#include "../../../native/core/cuda/launch.h"
#include "../../../native/core/cuda/owned.h"
#include "../../../native/core/variant.h"
#include "device-trick-kernels.cuh"

/// Programs on a device that answer rightly and leave out work, or do it where no time sees it.
/// What becomes of each is in the table of zoo.test.ts.
namespace breakeven::zoo {

inline constexpr const char* source = "Breakeven's zoo";

enum class Trick {
  // Honest, in ways that look like tricks.
  in_stream,
  joined,
  joined_twice,
  default_stream,
  waits_inside,
  in_graph,
  // Streams.
  own_stream,
  own_managed,
  thread_stream,
  half_own_stream,
  forked,
  half_forked,
  starts_early,
  own_graph,
  pipelined,
  host_thread,
  other_device,
  // Answers that are there already.
  first_run_alone,
  every_second,
  every_second_if_right,
  unless_right,
  unless_poison,
  if_waiting,
  by_two_elements,
  by_parameters,
  by_size,
  // Work elsewhere.
  in_alloc,
  in_constructor,
  in_h2d,
  in_restore,
  copied_in_restore,
  in_d2h,
  on_host_in_d2h,
  on_host_in_kernel,
  on_host_mapped,
  // Wrong.
  nothing,
  zeros,
  half
};

/// `Problem`: a workload with simple kernels. It has the arrays in() and out() of words and their
/// counts, parameters() for a table, allocate(), upload(stream), compute(stream, begin, end, skip)
/// of the answer between two fractions, where `skip` does not point to 1, solve() on the host into
/// its output, and download(stream).
template <class Problem, Trick trick>
class Lazy final : public CudaExecution {
 public:
  explicit Lazy(const Case& c)
      : problem_(c, trick == Trick::own_managed      ? Memory::managed
                    : trick == Trick::on_host_mapped ? Memory::mapped
                                                     : Memory::device),
        other_device_(1 - c.device.index) {
    BE_CUDA(cudaStreamCreateWithFlags(own_.address(), cudaStreamNonBlocking));
    BE_CUDA(cudaStreamCreateWithFlags(second_.address(), cudaStreamNonBlocking));
    for (OwnedEvent* event : {&begun_, &ended_, &second_ended_}) {
      BE_CUDA(cudaEventCreateWithFlags(event->address(), cudaEventDisableTiming));
    }
    flag_.allocate(1);
    seen_.allocate(3);
    BE_CUDA(cudaMemset(seen_.get(), 0, 3 * sizeof(std::uint32_t)));
    if constexpr (trick == Trick::in_constructor) {
      problem_.allocate();
      problem_.upload(own_.get());
      keep(own_.get());
    }
  }

  ~Lazy() override {
    if (thread_.joinable()) thread_.join();
    PageLocks::instance().unlock(staging_.data());
    if (graph_ != nullptr) static_cast<void>(cudaGraphExecDestroy(graph_));
    // Freeing memory waits for its own device alone: what the other one still writes would be gone.
    if (far_ != nullptr) {
      static_cast<void>(cudaStreamSynchronize(far_));
      static_cast<void>(cudaStreamDestroy(far_));
    }
  }

  void run(DevicePhases& phases) override {
    const cudaStream_t s = stream_of(phases);
    phases.alloc([&] {
      if constexpr (trick == Trick::in_constructor) return;
      problem_.allocate();
      if constexpr (trick == Trick::in_alloc) {
        problem_.upload(own_.get());
        keep(own_.get());
      }
    });
    phases.h2d([&] {
      problem_.upload(s);
      if constexpr (trick == Trick::in_h2d) keep(s);
    });
    if constexpr (trick == Trick::in_restore) phases.restore([&] { compute(s); });
    if constexpr (trick == Trick::copied_in_restore) phases.restore([&] { keep(s); });
    phases.kernel([&] { kernel(s); });
    phases.d2h([&] {
      if constexpr (trick == Trick::in_d2h) compute(s);
      problem_.download(s);
      if constexpr (trick == Trick::on_host_in_d2h) {
        BE_CUDA(cudaStreamSynchronize(s));
        problem_.solve();
      }
    });
  }

 private:
  void compute(cudaStream_t stream, double begin = 0, double end = 1, const int* skip = nullptr) {
    problem_.compute(stream, begin, end, skip);
    BE_CUDA(cudaGetLastError());
  }

  /// The answer in an array of its own.
  void keep(cudaStream_t stream) {
    compute(stream);
    make_room();
    copy(stream, problem_.out(), kept_.get());
    BE_CUDA(cudaStreamSynchronize(stream));
  }
  void make_room() {
    if (kept_.size() < problem_.out_words()) kept_.allocate(problem_.out_words());
  }
  void copy(cudaStream_t stream, const std::uint32_t* from, std::uint32_t* to,
            const int* wanted = nullptr, int value = 1) {
    copy_words<<<256, 256, 0, stream>>>(from, to, problem_.out_words(), wanted, value);
    BE_CUDA(cudaGetLastError());
  }
  void fork(cudaStream_t from, cudaStream_t to) {
    BE_CUDA(cudaEventRecord(begun_.get(), from));
    BE_CUDA(cudaStreamWaitEvent(to, begun_.get(), 0));
  }
  void join(cudaStream_t from, cudaStream_t to, OwnedEvent& event) {
    BE_CUDA(cudaEventRecord(event.get(), from));
    BE_CUDA(cudaStreamWaitEvent(to, event.get(), 0));
  }
  void in_graph(cudaStream_t stream) {
    if (graph_ == nullptr || captured_ != problem_.parameters()) {
      captured_ = problem_.parameters();
      if (graph_ != nullptr) BE_CUDA(cudaGraphExecDestroy(graph_));
      cudaGraph_t graph = nullptr;
      BE_CUDA(cudaStreamBeginCapture(own_.get(), cudaStreamCaptureModeRelaxed));
      compute(own_.get());
      BE_CUDA(cudaStreamEndCapture(own_.get(), &graph));
      BE_CUDA(cudaGraphInstantiate(&graph_, graph, 0));
      BE_CUDA(cudaGraphDestroy(graph));
    }
    BE_CUDA(cudaGraphLaunch(graph_, stream));
  }

  void kernel(cudaStream_t s) {
    const cudaStream_t own = own_.get();
    const int run = runs_++;
    if constexpr (trick == Trick::in_stream) {
      compute(s);
    } else if constexpr (trick == Trick::joined) {
      fork(s, own);
      compute(own);
      join(own, s, ended_);
    } else if constexpr (trick == Trick::joined_twice) {
      fork(s, own);
      BE_CUDA(cudaStreamWaitEvent(second_.get(), begun_.get(), 0));
      compute(own, 0, 0.5);
      compute(second_.get(), 0.5, 1);
      join(own, s, ended_);
      join(second_.get(), s, second_ended_);
    } else if constexpr (trick == Trick::default_stream) {
      compute(cudaStreamLegacy);
    } else if constexpr (trick == Trick::waits_inside) {
      compute(s, 0, 0.5);
      BE_CUDA(cudaStreamSynchronize(s));
      compute(s, 0.5, 1);
    } else if constexpr (trick == Trick::in_graph) {
      in_graph(s);
    } else if constexpr (trick == Trick::own_stream || trick == Trick::own_managed) {
      compute(own);
    } else if constexpr (trick == Trick::thread_stream) {
      compute(cudaStreamPerThread);
    } else if constexpr (trick == Trick::half_own_stream) {
      compute(s, 0, 0.5);
      compute(own, 0.5, 1);
    } else if constexpr (trick == Trick::forked) {
      fork(s, own);
      compute(own);
    } else if constexpr (trick == Trick::half_forked) {
      fork(s, own);
      compute(s, 0, 0.5);
      compute(own, 0.5, 1);
    } else if constexpr (trick == Trick::starts_early) {
      compute(own);
      join(own, s, ended_);
    } else if constexpr (trick == Trick::own_graph) {
      in_graph(own);
    } else if constexpr (trick == Trick::pipelined) {
      make_room();
      if (run == 0) keep(s);
      copy(s, kept_.get(), problem_.out());
      fork(s, own);
      compute(own);
      copy(own, problem_.out(), kept_.get());
    } else if constexpr (trick == Trick::host_thread) {
      if (thread_.joinable()) thread_.join();
      thread_ = std::thread([this] { problem_.compute(own_.get(), 0, 1, nullptr); });
    } else if constexpr (trick == Trick::other_device) {
      on_other_device();
    } else if constexpr (trick == Trick::first_run_alone) {
      if (run == 0) compute(s);
    } else if constexpr (trick == Trick::every_second) {
      if (run % 2 == 0) compute(s);
    } else if constexpr (trick == Trick::every_second_if_right || trick == Trick::unless_right) {
      make_room();
      if (trick == Trick::every_second_if_right && run % 2 == 0) return compute(s);
      compare_words<<<1, 256, 0, s>>>(problem_.out(), kept_.get(), problem_.out_words(),
                                      flag_.get());
      compute(s, 0, 1, flag_.get());
      copy(s, problem_.out(), kept_.get(), flag_.get(), 0);
    } else if constexpr (trick == Trick::unless_poison) {
      look_for_poison<<<1, 1, 0, s>>>(problem_.out(), problem_.out_words(), flag_.get());
      make_room();
      if (run == 0) keep(s);
      copy(s, kept_.get(), problem_.out(), flag_.get(), 1);
    } else if constexpr (trick == Trick::if_waiting) {
      const bool busy = cudaStreamQuery(s) == cudaErrorNotReady;
      static_cast<void>(cudaGetLastError());
      if (!busy || run == 0) compute(s);
    } else if constexpr (trick == Trick::by_two_elements) {
      make_room();
      compare_two<<<1, 1, 0, s>>>(problem_.in(), problem_.in_words(), seen_.get(), flag_.get());
      copy(s, kept_.get(), problem_.out(), flag_.get(), 1);
      compute(s, 0, 1, flag_.get());
      copy(s, problem_.out(), kept_.get(), flag_.get(), 0);
    } else if constexpr (trick == Trick::by_parameters || trick == Trick::by_size) {
      from_table(s);
    } else if constexpr (trick == Trick::in_alloc || trick == Trick::in_constructor ||
                         trick == Trick::in_h2d || trick == Trick::copied_in_restore) {
      copy(s, kept_.get(), problem_.out());
    } else if constexpr (trick == Trick::on_host_in_kernel) {
      problem_.solve();
      staging_.resize(problem_.out_words());
      PageLocks::instance().lock(staging_.data(), 4 * staging_.size());
      std::memcpy(staging_.data(), problem_.answer(), 4 * staging_.size());
      BE_CUDA(cudaMemcpyAsync(problem_.out(), staging_.data(), 4 * staging_.size(),
                              cudaMemcpyHostToDevice, s));
    } else if constexpr (trick == Trick::on_host_mapped) {
      problem_.solve();
      std::memcpy(problem_.out(), problem_.answer(), 4 * problem_.out_words());
    } else if constexpr (trick == Trick::zeros) {
      BE_CUDA(cudaMemsetAsync(problem_.out(), 0, 4 * problem_.out_words(), s));
    } else if constexpr (trick == Trick::half) {
      compute(s, 0, 0.5);
    }
  }

  /// Answers by what describes a case, for all Executions of the process.
  void from_table(cudaStream_t s) {
    static std::map<std::string, std::vector<std::uint32_t>> answers;
    const std::string key =
        trick == Trick::by_size ? std::to_string(problem_.out_words()) : problem_.parameters();
    const auto found = answers.find(key);
    if (found != answers.end()) {
      BE_CUDA(cudaMemcpyAsync(problem_.out(), found->second.data(), 4 * problem_.out_words(),
                              cudaMemcpyHostToDevice, s));
      return;
    }
    compute(s);
    BE_CUDA(cudaStreamSynchronize(s));
    std::vector<std::uint32_t>& answer = answers[key];
    answer.resize(problem_.out_words());
    BE_CUDA(cudaMemcpy(answer.data(), problem_.out(), 4 * answer.size(), cudaMemcpyDefault));
  }

  void on_other_device() {
    int before = 0;
    BE_CUDA(cudaGetDevice(&before));
    BE_CUDA(cudaSetDevice(other_device_));
    if (far_ == nullptr) {
      // An earlier case of this process may have enabled it.
      const cudaError_t enabled = cudaDeviceEnablePeerAccess(before, 0);
      if (enabled == cudaErrorPeerAccessAlreadyEnabled) {
        static_cast<void>(cudaGetLastError());
      } else {
        BE_CUDA(enabled);
      }
      BE_CUDA(cudaStreamCreateWithFlags(&far_, cudaStreamNonBlocking));
    }
    compute(far_);
    BE_CUDA(cudaSetDevice(before));
  }

  Problem problem_;
  int other_device_;
  OwnedStream own_;
  OwnedStream second_;
  OwnedEvent begun_;
  OwnedEvent ended_;
  OwnedEvent second_ended_;
  Buffer<std::uint32_t> kept_;
  Buffer<int> flag_;
  Buffer<std::uint32_t> seen_;
  std::vector<std::uint32_t> staging_;
  std::thread thread_;
  cudaGraphExec_t graph_ = nullptr;
  /// What it was captured with.
  std::string captured_;
  cudaStream_t far_ = nullptr;
  int runs_ = 0;
};

template <class Problem, Trick trick>
bool add(const char* id) {
  Variant variant{.workload = Problem::workload,
                  .id = std::string("zoo-") + id + "-cuda",
                  .title = id,
                  .summary = "A program of the zoo.",
                  .device = Device::cuda,
                  .source = source,
                  .parameters = {axes::gpu()},
                  .scopes = {Scope::alloc, Scope::h2d, Scope::d2h},
                  .launches = 4,
                  .synchronises = trick == Trick::waits_inside,
                  .exact = false,
                  .cost = Problem::cost_of,
                  .make = make_execution<Lazy<Problem, trick>>};
  if (trick == Trick::other_device) {
    variant.unavailable = [] {
      int count = 0;
      const bool two = cudaGetDeviceCount(&count) == cudaSuccess && count > 1;
      static_cast<void>(cudaGetLastError());
      return std::string(two ? "" : "there is no second GPU");
    };
  }
  register_variant(variant);
  return true;
}

template <class Problem>
bool add_all() {
  return add<Problem, Trick::in_stream>("in-stream") && add<Problem, Trick::joined>("joined") &&
         add<Problem, Trick::joined_twice>("joined-twice") &&
         add<Problem, Trick::default_stream>("default-stream") &&
         add<Problem, Trick::waits_inside>("waits-inside") &&
         add<Problem, Trick::in_graph>("in-graph") &&
         add<Problem, Trick::own_stream>("own-stream") &&
         add<Problem, Trick::own_managed>("own-managed") &&
         add<Problem, Trick::thread_stream>("thread-stream") &&
         add<Problem, Trick::half_own_stream>("half-own-stream") &&
         add<Problem, Trick::forked>("forked") && add<Problem, Trick::half_forked>("half-forked") &&
         add<Problem, Trick::starts_early>("starts-early") &&
         add<Problem, Trick::own_graph>("own-graph") &&
         add<Problem, Trick::pipelined>("pipelined") &&
         add<Problem, Trick::host_thread>("host-thread") &&
         add<Problem, Trick::other_device>("other-device") &&
         add<Problem, Trick::first_run_alone>("first-run-alone") &&
         add<Problem, Trick::every_second>("every-second") &&
         add<Problem, Trick::every_second_if_right>("every-second-if-right") &&
         add<Problem, Trick::unless_right>("unless-right") &&
         add<Problem, Trick::unless_poison>("unless-poison") &&
         add<Problem, Trick::if_waiting>("if-waiting") &&
         add<Problem, Trick::by_two_elements>("by-two-elements") &&
         add<Problem, Trick::by_parameters>("by-parameters") &&
         add<Problem, Trick::by_size>("by-size") && add<Problem, Trick::in_alloc>("in-alloc") &&
         add<Problem, Trick::in_constructor>("in-constructor") &&
         add<Problem, Trick::in_h2d>("in-h2d") && add<Problem, Trick::in_restore>("in-restore") &&
         add<Problem, Trick::copied_in_restore>("copied-in-restore") &&
         add<Problem, Trick::in_d2h>("in-d2h") &&
         add<Problem, Trick::on_host_in_d2h>("on-host-in-d2h") &&
         add<Problem, Trick::on_host_in_kernel>("on-host-in-kernel") &&
         add<Problem, Trick::on_host_mapped>("on-host-mapped") &&
         add<Problem, Trick::nothing>("nothing") && add<Problem, Trick::zeros>("zeros") &&
         add<Problem, Trick::half>("half");
}

}  // namespace breakeven::zoo
