// A watched run is held as a sample is, and nothing of it may be written meanwhile, nor after its
// end: work elsewhere would be in no time. Its arrays are looked at by another stream.

#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "../clock.h"
#include "check.h"
#include "cuda-phases.h"
#include "untimed-work.h"

namespace breakeven {

namespace {

constexpr int max_hidden_launches = 32;
/// Of a watched run: for each kernel phase of a variant that waits for its stream.
constexpr unsigned long long watch_limit_ns = 30'000'000;
constexpr const char* work_in_restore = "work in restore, which is for copies";
constexpr const char* outside_the_stream = "work outside the stream that is timed";

bool hiding_allowed() {
  const char* setting = std::getenv("BREAKEVEN_LAUNCH_HIDING");
  return setting == nullptr || std::string(setting) != "off";
}

}  // namespace

CudaPhases::CudaPhases(const SamplerOptions& options, const GpuInfo& gpu)
    : device_(options.device.index),
      declared_launches_(std::max(options.launches, 1)),
      library_launches_(options.library),
      host_clock_(options.kind == Device::cpu_cuda),
      capturable_(!options.synchronises && !options.library),
      waits_(!hiding_allowed() || (options.synchronises && options.repetition > 0)),
      held_(stream_, aside_,
            hiding_allowed() && !host_clock_ && !options.synchronises &&
                options.launches <= max_hidden_launches) {
  BE_CUDA(cudaStreamCreate(stream_.address()));
  BE_CUDA(cudaStreamCreateWithFlags(aside_.address(), cudaStreamNonBlocking));
  if (options.pooled) pool_ = std::make_unique<ScratchPool>(device_, stream_.get());
  if (options.cold) {
    flush_bytes_ = 2 * static_cast<std::size_t>(gpu.l2_bytes);
    flush_.allocate(flush_bytes_);
    DeviceArrays::instance().remove(flush_.get());
    if (host_clock_) host_flush_ = std::make_unique<CacheFlush>();
  }
}

void CudaPhases::begin(SampleKind kind, int repeats) {
  release_l2();
  part_ = Scope::total;
  kind_ = kind;
  repeats_ = repeats;
  if (kind == SampleKind::whole) {
    kernel_phases_ = 0;
    restores_ = false;
    copies_in_ = false;
    has_host_part_ = false;
  }
  overwritten_ = false;
  copies_out_ = false;
  if (watching_) ++watched_runs_;
  sample_ = Sample();
  prepared_ = false;
  call_start_.reset();
}

const Sample& CudaPhases::end() {
  synchronise();
  if (watching_ && copies_out_) {
    const std::string where = watch_->changed();
    if (!where.empty()) misplaced_ = {"work in d2h, which is for copies", where + " changed in it"};
  }
  if (kind_ == SampleKind::call)
    sample_[Scope::call] = call_start_ ? ns_since(*call_start_) : unknown;
  return sample_;
}

void CudaPhases::synchronise() { held_.synchronise(); }

/// Devices that cannot set apart any of it refuse, and have nothing to release.
void CudaPhases::release_l2() {
  cudaStreamAttrValue none{};
  none.accessPolicyWindow.hitProp = cudaAccessPropertyNormal;
  none.accessPolicyWindow.missProp = cudaAccessPropertyNormal;
  static_cast<void>(
      cudaStreamSetAttribute(stream_.get(), cudaStreamAttributeAccessPolicyWindow, &none));
  std::size_t kept = 0;
  if (cudaDeviceGetLimit(&kept, cudaLimitPersistingL2CacheSize) == cudaSuccess && kept > 0) {
    static_cast<void>(cudaCtxResetPersistingL2Cache());
    static_cast<void>(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
  }
  static_cast<void>(cudaGetLastError());
}

void CudaPhases::flush() {
  if (flush_bytes_ == 0) return;
  // First, since the device's clock falls while it waits.
  if (host_flush_) (*host_flush_)();
  static_cast<void>(cudaCtxResetPersistingL2Cache());
  static_cast<void>(cudaGetLastError());
  BE_CUDA(cudaMemsetAsync(flush_.get(), flush_pattern_ ^= 1, flush_bytes_, stream_.get()));
  synchronise();
  if (!flushes_are_watched()) return;
  std::vector<std::byte> seen(flush_bytes_);
  BE_CUDA(cudaMemcpy(seen.data(), flush_.get(), flush_bytes_, cudaMemcpyDeviceToHost));
  note_flush({.on_device = true, .buffer = seen});
}

void CudaPhases::load_helpers() {
  held_.load();
  load_pattern_code(stream_.get());
  synchronise();
}

void CudaPhases::note_launch(const void* kernel, const LaunchShape& shape) {
  if (kind_ != SampleKind::whole) return;
  Note& note = notes_[kernel];
  note.shape = shape;
  ++note.launches;
  ++noted_launches_;
}

int CudaPhases::launches() const {
  const int known = std::max(noted_launches_, 1);
  return library_launches_ ? std::max(known, declared_launches_) : known;
}

/// Not where something has to happen between two executions: a flush, a restore, a copy of pages.
int CudaPhases::batch_executions() const {
  const bool repeatable = kernel_phases_ == 1 && !restores_ && flush_bytes_ == 0;
  if (!held_.hides() || !repeatable || ManagedArrays::instance().any()) return 0;
  const int executions = max_hidden_launches / declared_launches_;
  return executions > 1 ? executions : 0;
}

void CudaPhases::count(Kind kind) {
  if (kind_ != SampleKind::whole) return;
  if (kind == Kind::kernel) ++kernel_phases_;
  if (kind == Kind::restore) restores_ = true;
  if (kind == Kind::h2d) copies_in_ = true;
  if (kind == Kind::gather || kind == Kind::host) has_host_part_ = true;
}

void CudaPhases::step(Kind kind, Step work) {
  count(kind);
  const bool pooled = kind == Kind::scratch && pool_ != nullptr && pool_->is_supported();
  const ScratchPool::Phase phase(pooled ? stream_.get() : nullptr);
  if (row_ != nullptr) return in_row(kind, work);
  switch (kind_) {
    case SampleKind::whole:
    case SampleKind::total:
      return in_order(kind, work);
    case SampleKind::again:
      if (kind != Kind::alloc && kind != Kind::h2d) in_order(kind, work);
      return;
    case SampleKind::feed:
      if (kind == Kind::h2d) work();
      return;
    case SampleKind::fetch:
      if (kind == Kind::d2h) in_order(kind, work);
      return;
    case SampleKind::phases:
      return in_phases(kind, work);
    case SampleKind::kernel:
    case SampleKind::batch:
      if (kind == Kind::alloc || kind == Kind::h2d || kind == Kind::d2h) return;
      if (kind == Kind::kernel) return time_kernel(work);
      return in_order(kind, work);
    case SampleKind::call:
      if (kind == Kind::alloc || kind == Kind::h2d || kind == Kind::d2h) return;
      if (kind == Kind::restore) return work();
      if (!call_start_) {
        prepare();
        call_start_ = now_ns();
      }
      return in_order(kind, work);
  }
}

bool CudaPhases::needs_results(Kind kind) {
  return kind == Kind::gather || kind == Kind::host || kind == Kind::d2h;
}

void CudaPhases::in_order(Kind kind, const Step& work) {
  if (needs_results(kind)) synchronise();
  if (watching_ && kind == Kind::restore) return run_restore(work);
  if (watching_ && kind == Kind::d2h && !copies_out_) before_copies_out();
  DeviceArrays::instance().copy_answer(kind == Kind::d2h);
  kind == Kind::kernel ? run_kernel(work) : work();
  if (kind == Kind::gather) synchronise();
}

void CudaPhases::run_kernel(const Step& work) {
  const int before = noted_launches_;
  overwrite_once();
  watching_ ? run_watched(work) : marking_ ? run_marked(work) : repeat(work);
  if (kind_ == SampleKind::whole && noted_launches_ == before) library_launches_ = true;
}

/// Complete within the range: in one replay mode the range is what a profiler repeats.
void CudaPhases::run_marked(const Step& work) {
  static const nvtxDomainHandle_t domain = nvtxDomainCreateA("breakeven");
  nvtxEventAttributes_t range{};
  range.version = NVTX_VERSION;
  range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  range.messageType = NVTX_MESSAGE_TYPE_ASCII;
  range.message.ascii = "execution";
  synchronise();
  nvtxDomainRangePushEx(domain, &range);
  repeat(work);
  synchronise();
  nvtxDomainRangePop(domain);
}

void CudaPhases::overwrite_once() {
  if (!pattern_seed_ || std::exchange(overwritten_, true)) return;
  DeviceArrays::instance().overwrite_outputs(*pattern_seed_, stream_.get());
  // The host writes its part of a managed array at once.
  if (host_clock_) synchronise();
}

void CudaPhases::run_restore(const Step& work) {
  const DeviceArrays& arrays = DeviceArrays::instance();
  const std::size_t bytes = arrays.output_bytes(true);
  if (bytes == 0) {
    work();
    if (arrays.output_bytes(false) > 0)
      misplaced_ = {work_in_restore, "nothing is changed in place"};
    return;
  }
  const LateRows late = late_restore(held_, work, bytes);
  judged_ = judged_ && late.judged;
  if (!late.text.empty()) misplaced_ = {work_in_restore, late.text};
}

/// The arrays are as the kernel phases have left them.
void CudaPhases::before_copies_out() {
  if (watch_ == nullptr) watch_ = std::make_unique<StreamWatch>(stream_.get());
  watch_->begin();
  copies_out_ = true;
}

void CudaPhases::look_for_unwritten() {
  const std::string missing = DeviceArrays::instance().unwritten(stream_.get());
  if (missing.empty() || !misplaced_.what.empty()) return;
  misplaced_ = {"an answer that no kernel has written", missing + " are as before the run"};
}

/// As a graph the calls show whether a stream that waits for that of the case is joined to it
/// again. Null where they cannot be one: some calls wait, or use the default stream.
CudaPhases::Graph CudaPhases::capture(const Step& work) {
  BE_CUDA(cudaStreamBeginCapture(stream_.get(), cudaStreamCaptureModeRelaxed));
  try {
    repeat(work);
  } catch (const std::exception&) {
    // The run that follows says what is wrong, where it is not the capture.
  }
  cudaGraph_t graph = nullptr;
  const cudaError_t status = cudaStreamEndCapture(stream_.get(), &graph);
  if (status == cudaErrorStreamCaptureUnjoined) {
    misplaced_ = {outside_the_stream, "a stream that waits for it is not joined to it again"};
  }
  cudaGraphExec_t executable = nullptr;
  if (graph != nullptr) {
    if (cudaGraphInstantiate(&executable, graph, 0) != cudaSuccess) executable = nullptr;
    static_cast<void>(cudaGraphDestroy(graph));
  }
  static_cast<void>(cudaGetLastError());
  return Graph(executable);
}

void CudaPhases::run_watched(const Step& work) {
  synchronise();
  const Graph graph = capturable_ && !waits_ && watched_runs_ > 1 ? capture(work) : Graph();
  if (watch_ == nullptr) watch_ = std::make_unique<StreamWatch>(stream_.get());
  watch_->begin();
  held_.hold(waits_ ? 0 : watch_limit_ns);
  try {
    graph == nullptr ? repeat(work) : BE_CUDA(cudaGraphLaunch(graph.get(), stream_.get()));
    watch_->look_while_held();
  } catch (...) {
    held_.release();
    static_cast<void>(cudaStreamSynchronize(stream_.get()));
    throw;
  }
  const bool held = cudaStreamQuery(stream_.get()) == cudaErrorNotReady;
  static_cast<void>(cudaGetLastError());
  held_.release();
  synchronise();
  const std::string late = watch_->late();
  waits_ = waits_ || !held || held_.timed_out();
  // Of one that waits for its stream nothing is known but what came late.
  const std::string outside = waits_ ? std::string() : watch_->outside();
  if (!outside.empty()) {
    misplaced_ = {outside_the_stream, outside + " were written while the stream was held"};
  } else if (!late.empty()) {
    misplaced_ = {outside_the_stream, late + " were written after the stream had ended"};
  }
}

CudaPhases::Row CudaPhases::time_row(const Step& executions) {
  begin(SampleKind::kernel);
  synchronise();
  Row row;
  row.waits = waits_;
  row_ = &row;
  const std::int64_t start = now_ns();
  try {
    held_.record_start();
    executions();
    held_.record_stop();
    BE_CUDA(cudaDeviceSynchronize());
  } catch (...) {
    row_ = nullptr;
    throw;
  }
  row_ = nullptr;
  row.idle_ns = ns_since(start);
  row.stream_ns = held_.between_events_ns();
  return row;
}

void CudaPhases::in_row(Kind kind, const Step& work) {
  if (kind == Kind::alloc || kind == Kind::h2d || kind == Kind::d2h) return;
  row_->kernel_alone = row_->kernel_alone && kind == Kind::kernel;
  if (needs_results(kind)) {
    row_->waits = true;
    synchronise();
  }
  work();
}

void CudaPhases::repeat(const Step& work) const {
  for (int execution = 0; execution < repeats_; ++execution) work();
}

void CudaPhases::in_phases(Kind kind, const Step& work) {
  const Scope scope = kind == Kind::alloc   ? Scope::alloc
                      : kind == Kind::h2d   ? Scope::h2d
                      : kind == Kind::host  ? Scope::host
                      : needs_results(kind) ? Scope::d2h
                                            : Scope::kernel;
  const bool part = in_part(kind);
  if (scope == Scope::kernel && !part) return work();
  synchronise();
  flush();
  const std::int64_t start = now_ns();
  work();
  synchronise();
  const double time = ns_since(start);
  if (scope != Scope::kernel) add(scope, time);
  if (part) sample_.add_part(part_, kind == Kind::scratch, time);
  sample_.launch_included = true;
}

void CudaPhases::prepare() {
  synchronise();
  if (!prepared_) ManagedArrays::instance().reset_residency(device_, stream_.get());
  prepared_ = true;
  flush();
}

void CudaPhases::time_kernel(const Step& work) {
  overwrite_once();
  prepare();
  if (!host_clock_) {
    auto executions = [&] { repeat(work); };
    const Scope scope = kind_ == SampleKind::batch ? Scope::batch : Scope::kernel;
    return add(scope, held_.time(Step(executions), sample_) / repeats_);
  }
  // Work of both devices at once: only the host's clock sees all of it.
  const std::int64_t start = now_ns();
  work();
  synchronise();
  add(Scope::kernel, ns_since(start));
  sample_.launch_included = true;
}

void CudaPhases::add(Scope scope, double ns) {
  double& sum = sample_[scope];
  sum = std::isnan(sum) ? ns : sum + ns;
}

}  // namespace breakeven
