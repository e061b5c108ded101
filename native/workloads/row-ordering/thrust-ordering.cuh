#pragma once

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

#include "device-ordering.cuh"

namespace breakeven::row_ordering {

/// Counts the rows of each group.
struct CountRow {
  const std::int32_t* start;
  const std::int32_t* level;
  std::int32_t* counts;

  __device__ void operator()(std::int32_t row) const {
    atomicAdd(counts + device_group(start, level, row), 1);
  }
};

/// Puts each row at the next place of its group, whichever row comes first.
struct PlaceRow {
  const std::int32_t* start;
  const std::int32_t* level;
  std::int32_t* places;
  std::int32_t* order;
  std::int32_t* lanes;

  __device__ void operator()(std::int32_t row) const {
    const std::uint32_t group = device_group(start, level, row);
    const std::int32_t place = atomicAdd(places + group, 1);
    order[place] = row;
    lanes[place] = lanes_of(static_cast<int>(group % classes));
  }
};

/// The study's parallel form. Its function gets host arrays and returns host arrays, so the
/// device's arrays are made and filled inside the fragment, and the results copied back there.
class ThrustOrdering : public CudaExecution {
 public:
  explicit ThrustOrdering(const Case& c)
      : case_{c.input_data, c.output_data, c.values, c.device},
        input_(c.input<Input>()),
        output_(c.output<Output>()),
        memory_(memory_of(c.values)),
        on_cuda_(levels_on_cuda(c.values)) {}

  void run(DevicePhases& phases) final {
    if (on_cuda_) {
      phases.alloc([&] { matrix_.allocate(input_, memory_); });
      phases.h2d([&] { matrix_.upload(input_, stream_of(phases)); });
    }
    phases.part(Scope::levels);
    if (on_cuda_) {
      phases.kernel([&] { matrix_.compute(input_, phases); });
      phases.gather([&] { matrix_.download(output_.level.data(), input_.n, stream_of(phases)); });
    } else {
      phases.host([&] { compute_levels(input_, output_.level.data()); });
    }
    phases.part(Scope::fragment);
    if (input_.n == 0) {
      phases.kernel([] {});
      phases.host([&] { output_.warps = 0; });
      return;
    }
    fragment(phases);
  }

 protected:
  /// In a kernel phase, after the groups were counted. What it returns is used by count_on_host().
  virtual std::int64_t count_on_device(const std::int32_t* rows_of_group, std::int64_t groups,
                                       cudaStream_t stream) = 0;
  /// In a host phase, with order and lanes there. `on_device`: what count_on_device() returned.
  virtual std::int64_t count_on_host(const Input& input, const Output& output,
                                     std::int64_t on_device) = 0;

 private:
  void fragment(DevicePhases& phases) {
    const cudaStream_t stream = stream_of(phases);
    const auto policy = thrust::cuda::par.on(stream);
    const auto n = static_cast<std::size_t>(input_.n);
    std::int64_t groups = 0;
    std::int64_t warps = 0;
    phases.scratch([&] {
      start_.allocate(n + 1, memory_);
      level_.allocate(n, memory_);
      order_.allocate(n, memory_);
      lanes_.allocate(n, memory_);
      start_.upload(input_.start.data(), n + 1, stream);
      level_.upload(output_.level.data(), n, stream);
    });
    phases.kernel([&] {
      groups = std::int64_t{classes} * thrust::reduce(policy, level_.get(), level_.get() + n, 0,
                                                      thrust::maximum<std::int32_t>());
    });
    phases.scratch([&] {
      places_.allocate(static_cast<std::size_t>(groups));
      BE_CUDA(cudaMemsetAsync(places_.get(), 0,
                              static_cast<std::size_t>(groups) * sizeof(std::int32_t), stream));
    });
    phases.kernel([&] {
      std::int32_t* const places = places_.get();
      const thrust::counting_iterator<std::int32_t> first(0);
      const auto last = first + input_.n;
      thrust::for_each(policy, first, last, CountRow{start_.get(), level_.get(), places});
      warps = count_on_device(places, groups, stream);
      thrust::exclusive_scan(policy, places, places + groups, places);
      thrust::for_each(policy, first, last,
                       PlaceRow{start_.get(), level_.get(), places, order_.get(), lanes_.get()});
    });
    phases.scratch([&] {
      order_.download(output_.order.data(), n, stream);
      lanes_.download(output_.lanes.data(), n, stream);
    });
    phases.host([&] { output_.warps = count_on_host(input_, output_, warps); });
    phases.scratch([&] {
      start_.reset();
      level_.reset();
      order_.reset();
      lanes_.reset();
      places_.reset();
    });
  }

  const Case case_;
  const Input& input_;
  Output& output_;
  Memory memory_;
  bool on_cuda_;
  DeviceLevels matrix_;
  Buffer<std::int32_t> start_;
  Buffer<std::int32_t> level_;
  Buffer<std::int32_t> order_;
  Buffer<std::int32_t> lanes_;
  Buffer<std::int32_t> places_;
};

/// Both copies of start and levels, order and lanes, and counts of 7 groups a level.
inline Need need_of_thrust(const Values& values) { return need_arrays(values, 4 + 2 * classes); }

}  // namespace breakeven::row_ordering
