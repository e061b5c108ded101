#include "../cancel.h"
#include "check.h"
#include "device-arrays.h"
#include "stream-watch.h"

namespace breakeven {
namespace {

/// In which work that nothing holds back has begun, and that of small cases has ended.
constexpr double other_work_s = 2e-3;

}  // namespace

/// Work of another stream that waits for the default stream would wait for the held one.
StreamWatch::StreamWatch(cudaStream_t stream) : stream_(stream) {
  BE_CUDA(cudaStreamCreateWithFlags(other_.address(), cudaStreamNonBlocking));
  begin();
}

void StreamWatch::begin() {
  spans_ = DeviceArrays::instance().spans();
  before_.take(spans_, other_.get());
  BE_CUDA(cudaStreamSynchronize(other_.get()));
}

void StreamWatch::look_while_held() {
  // What the calls have freed cannot be read.
  if (DeviceArrays::instance().spans() != spans_) spans_.clear();
  at_end_.take(spans_, stream_);
  sleep_seconds(other_work_s);
  held_.take(spans_, other_.get());
  BE_CUDA(cudaStreamSynchronize(other_.get()));
}

std::string StreamWatch::changed() {
  BE_CUDA(cudaDeviceSynchronize());
  if (DeviceArrays::instance().spans() != spans_) return {};
  idle_.take(spans_, other_.get());
  BE_CUDA(cudaStreamSynchronize(other_.get()));
  return idle_.changed_since(before_);
}

std::string StreamWatch::late() {
  BE_CUDA(cudaDeviceSynchronize());
  idle_.take(spans_, other_.get());
  BE_CUDA(cudaStreamSynchronize(other_.get()));
  return idle_.changed_since(at_end_);
}

}  // namespace breakeven
