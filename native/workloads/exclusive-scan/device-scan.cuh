#pragma once

#include <vector>

#include "../../core/axes.h"
#include "../../core/cuda/buffer.h"
#include "../../core/cuda/launch.h"
#include "exclusive-scan.h"

namespace breakeven::exclusive_scan {

/// Universidad de la República, 2024, GPGPU, exercise 5.1.
inline constexpr const char* udelar = "Udelar 2024";
inline const std::vector<Scope> device_scopes = {Scope::alloc, Scope::h2d, Scope::d2h};

inline Need need_arrays(const Values& values, int arrays) {
  const double size = values.text("element") == "int64" ? 8 : 4;
  return {.device_bytes = arrays * size * values.real("n")};
}

/// Input and sums in two arrays on the device.
class DeviceScan : public CudaExecution {
 public:
  explicit DeviceScan(const Case& c)
      : input_(c.input<Input>()), output_(c.output<Output>()), memory_(memory_of(c.values)) {}

  void run(DevicePhases& phases) final {
    const std::size_t bytes = input_.bytes.size();
    phases.alloc([&] {
      in_.allocate(bytes, memory_);
      out_.allocate(bytes, memory_);
    });
    phases.h2d([&] { in_.upload(input_.bytes.data(), bytes, stream_of(phases)); });
    if (n() > 0) {
      with_element(input_.element, [&]<class T>(T) { this->scan(phases, T{}); });
    } else {
      phases.kernel([] {});
    }
    phases.d2h([&] { out_.download(output_.bytes.data(), bytes, stream_of(phases)); });
  }

 protected:
  /// From in<T>() to out<T>(), n() > 0 elements of the type of the second argument.
  virtual void scan(DevicePhases& phases, std::uint32_t) = 0;
  virtual void scan(DevicePhases& phases, std::uint64_t) = 0;
  virtual void scan(DevicePhases& phases, float) = 0;

  template <class T>
  const T* in() const {
    return reinterpret_cast<const T*>(in_.get());
  }
  template <class T>
  T* out() const {
    return reinterpret_cast<T*>(out_.get());
  }
  std::int64_t n() const { return input_.n; }

 private:
  const Input& input_;
  Output& output_;
  Memory memory_;
  Buffer<std::byte> in_;
  Buffer<std::byte> out_;
};

/// One array that is scanned in place, as the study does.
class DeviceScanInPlace : public CudaExecution {
 public:
  explicit DeviceScanInPlace(const Case& c)
      : input_(c.input<Input>()), output_(c.output<Output>()), memory_(memory_of(c.values)) {}

  void run(DevicePhases& phases) final {
    const std::size_t bytes = input_.bytes.size();
    phases.alloc([&] { data_.allocate(bytes, memory_); });
    phases.h2d([&] {
      data_.upload(input_.bytes.data(), bytes, stream_of(phases));
      fresh_ = true;
      kept_.reset();
    });
    phases.restore([&] { put_back(stream_of(phases)); });
    if (n() > 0) {
      with_element(input_.element, [&]<class T>(T) { this->scan(phases, T{}); });
    } else {
      phases.kernel([] {});
    }
    phases.d2h([&] { data_.download(output_.bytes.data(), bytes, stream_of(phases)); });
  }

 protected:
  /// Of data<T>(), n() > 0 elements of the type of the second argument.
  virtual void scan(DevicePhases& phases, std::uint32_t) = 0;
  virtual void scan(DevicePhases& phases, std::uint64_t) = 0;
  virtual void scan(DevicePhases& phases, float) = 0;

  template <class T>
  T* data() const {
    return reinterpret_cast<T*>(data_.get());
  }
  std::int64_t n() const { return input_.n; }

 private:
  /// What was copied in is scanned once; from then on a copy on the device brings the input back.
  void put_back(cudaStream_t stream) {
    const std::size_t bytes = input_.bytes.size();
    if (bytes == 0 || std::exchange(fresh_, false)) return;
    if (kept_.size() == 0) {
      kept_.allocate(bytes);
      kept_.upload(input_.bytes.data(), bytes, stream);
    }
    BE_CUDA(cudaMemcpyAsync(data_.get(), kept_.get(), bytes, cudaMemcpyDefault, stream));
  }

  const Input& input_;
  Output& output_;
  Memory memory_;
  Buffer<std::byte> data_;
  Buffer<std::byte> kept_;
  bool fresh_ = false;
};

}  // namespace breakeven::exclusive_scan
