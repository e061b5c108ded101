#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "../../cuda/buffer.h"
#include "../../cuda/launch.h"
#include "../lab-data.h"

namespace breakeven::lab {

/// A variable of the device in which an argument is.
struct DeviceGlobal {
  std::size_t argument = 0;
  std::string symbol{};
  std::byte* address = nullptr;
  std::size_t bytes = 0;
};

/// The arrays of a lab on the device around a computation on them.
class DeviceExecution : public CudaExecution {
 public:
  /// Throws std::runtime_error where a variable of the device is too small for its argument.
  DeviceExecution(const Case& c, std::vector<DeviceGlobal> globals);

  void run(DevicePhases& phases) final;
  /// Arrays that are inputs alone still hold what was copied to them.
  std::string fault() final;

 protected:
  virtual void compute(DevicePhases& phases) = 0;

  const LabData& input() const { return input_; }
  /// Of an array argument, as kernels use it.
  std::byte* device(std::size_t argument) const;

 private:
  const DeviceGlobal* global_of(std::size_t argument) const;
  void allocate();
  void upload(cudaStream_t stream);
  void put_back(cudaStream_t stream);
  void download(cudaStream_t stream);
  std::size_t first_change(std::size_t argument) const;

  const LabData& input_;
  LabData& output_;
  std::vector<DeviceGlobal> globals_;
  Memory memory_;
  bool in_place_ = false;
  /// By argument; empty for scalars.
  std::vector<Buffer<std::byte>> arrays_;
  /// First contents of arrays that are changed in place.
  std::vector<Buffer<std::byte>> kept_;
  bool fresh_ = false;
};

}  // namespace breakeven::lab
