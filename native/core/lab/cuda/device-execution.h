#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "../../cuda/buffer.h"
#include "../../cuda/launch.h"
#include "../lab-data.h"

namespace breakeven::lab {

/// The arrays of a lab on the device around a computation on them.
class DeviceExecution : public CudaExecution {
 public:
  explicit DeviceExecution(const Case& c);

  void run(DevicePhases& phases) final;
  /// Arrays that are inputs alone still hold what was copied to them.
  std::string fault() final;

 protected:
  virtual void compute(DevicePhases& phases) = 0;

  const LabData& input() const { return input_; }
  /// Of an array argument, as kernels use it.
  std::byte* device(std::size_t argument) const { return arrays_[argument].get(); }

 private:
  void allocate();
  void upload(cudaStream_t stream);
  void put_back(cudaStream_t stream);
  void download(cudaStream_t stream);
  std::size_t first_change(std::size_t argument) const;

  const LabData& input_;
  LabData& output_;
  Memory memory_;
  bool in_place_ = false;
  /// By argument; empty for scalars.
  std::vector<Buffer<std::byte>> arrays_;
  /// First contents of arrays that are changed in place.
  std::vector<Buffer<std::byte>> kept_;
  bool fresh_ = false;
};

}  // namespace breakeven::lab
