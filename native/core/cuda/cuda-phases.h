#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>

#include "../cache-flush.h"
#include "../gpu.h"
#include "../sampler.h"
#include "buffer.h"
#include "cuda-execution.h"
#include "held-stream.h"
#include "owned.h"
#include "scratch-pool.h"
#include "stream-watch.h"

namespace breakeven {

struct DestroyGraph {
  void operator()(cudaGraphExec_t graph) const { static_cast<void>(cudaGraphExecDestroy(graph)); }
};

struct Note {
  LaunchShape shape;
  int launches = 0;
};

/// Executes and times the steps of one run on a stream of its own.
class CudaPhases final : public DevicePhases {
 public:
  CudaPhases(const SamplerOptions& options, const GpuInfo& gpu);

  /// `repeats`: executions of each kernel phase, one after the other.
  void begin(SampleKind kind, int repeats = 1);
  /// Everything on the stream is complete and was without error.
  const Sample& end();
  void synchronise();
  /// Of a cold case: the caches that its work uses.
  void flush();

  /// Between two events with the launches held back, as a kernel sample is.
  double time_held(const Step& work, Sample& sample) { return held_.time(work, sample); }
  /// Loads the code of the helpers of a held sample.
  void load_helpers();

  void* stream() const override { return stream_.get(); }
  void note_launch(const void* kernel, const LaunchShape& shape) override;

  /// Known after a whole run: how often a batch executes the kernel phase, all of it queued while
  /// the stream is held; 0 where it cannot be repeated so.
  int batch_executions() const;

  /// Until the next call: before the first kernel phase of a run bytes that follow from this seed
  /// are written over the arrays that are copied out.
  void overwrite_outputs(std::optional<std::uint64_t> seed) { pattern_seed_ = seed; }
  /// Until the next call: runs are made with the stream held, and what they write outside of it is
  /// looked for.
  void watch(bool watching) { watching_ = watching && !host_clock_; }
  /// Until the next call: kernel phases are in the NVTX range `execution` of the domain
  /// `breakeven`.
  void mark_kernels(bool marking) { marking_ = marking; }
  /// What a watched run did outside the stream, or outside the kernel phases.
  const Misplaced& misplaced() const { return misplaced_; }
  /// Whether a restore could be judged by its time, beside other programs on the device.
  bool judged() const { return judged_; }
  /// After a verified run: arrays that the answer was copied from may be as they were before it.
  void look_for_unwritten();

  /// Times of executions in a row, without waiting between them.
  struct Row {
    /// Between two events of the stream, and by the host until the device is idle.
    double stream_ns = 0;
    double idle_ns = 0;
    /// They consist of kernel phases alone.
    bool kernel_alone = true;
    /// They wait for the stream.
    bool waits = false;
  };
  Row time_row(const Step& executions);
  bool copies_in() const { return copies_in_; }
  /// Known after a whole run: what a kernel sample executes has no reason to read the arrays of the
  /// host.
  bool reads_device_alone() const {
    return copies_in_ && !restores_ && !has_host_part_ && !host_clock_;
  }

  /// For what is launched between samples, to be waited for. On the stream of the case it would
  /// move what is timed within the launches that the device keeps: of every four, some are 0.5 us
  /// faster on an H100.
  cudaStream_t aside() const { return aside_.get(); }

  void hide_launches() { held_.hide_launches(); }
  bool gave_up() const { return held_.gave_up(); }
  /// Clocks of the device are read so far apart.
  void set_min_clock_interval(double ns) { held_.min_clock_interval_ns = ns; }
  /// A pool was asked for, and this device has none.
  bool lacks_pool() const { return pool_ != nullptr && !pool_->is_supported(); }
  const std::map<const void*, Note>& notes() const { return notes_; }
  /// Of one run, at least 1: those that were noted. Libraries note none: where they launch, as many
  /// as the variant declares, which may be more than there were.
  int launches() const;

 protected:
  void step(Kind kind, Step work) override;

 private:
  static bool needs_results(Kind kind);
  void in_order(Kind kind, const Step& work);
  void repeat(const Step& work) const;
  void run_kernel(const Step& work);
  void run_marked(const Step& work);
  void overwrite_once();
  void run_watched(const Step& work);
  void in_row(Kind kind, const Step& work);
  using Graph = std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, DestroyGraph>;
  Graph capture(const Step& work);
  void before_copies_out();
  void run_restore(const Step& work);
  void in_phases(Kind kind, const Step& work);
  /// Before each timed piece: caches as the case wants them, and pages before the first of a
  /// sample.
  void prepare();
  void time_kernel(const Step& work);
  void count(Kind kind);
  void add(Scope scope, double ns);
  /// No part of the L2 cache that a variant has set apart outlives the sample: neither a flush nor
  /// other variants would get it.
  void release_l2();

  int device_;
  int declared_launches_;
  int noted_launches_ = 0;
  /// A library launches: the variant is of one, or noted nothing in one of its kernel phases.
  bool library_launches_;
  bool host_clock_;
  /// Calls that a graph can hold, as far as is declared.
  bool capturable_;
  int watched_runs_ = 0;
  /// It waits for its stream, or may do so and was looked at in an earlier repetition.
  bool waits_;
  OwnedStream stream_;
  OwnedStream aside_;
  HeldStream held_;
  /// Null where temporary memory comes from cudaMalloc.
  std::unique_ptr<ScratchPool> pool_;
  /// Of a case that computes on the host as well; null for others.
  std::unique_ptr<CacheFlush> host_flush_;
  Buffer<unsigned char> flush_;
  std::size_t flush_bytes_ = 0;
  int flush_pattern_ = 0;
  std::map<const void*, Note> notes_;
  SampleKind kind_ = SampleKind::whole;
  int repeats_ = 1;
  /// Of a whole run.
  int kernel_phases_ = 0;
  bool restores_ = false;
  bool copies_in_ = false;
  bool has_host_part_ = false;
  std::optional<std::uint64_t> pattern_seed_;
  /// The outputs of this run are overwritten.
  bool overwritten_ = false;
  bool watching_ = false;
  bool marking_ = false;
  std::unique_ptr<StreamWatch> watch_;
  bool copies_out_ = false;
  bool judged_ = true;
  Misplaced misplaced_;
  Row* row_ = nullptr;
  Sample sample_;
  bool prepared_ = false;
  std::optional<std::int64_t> call_start_;
};

}  // namespace breakeven
