#include "device-histogram.cuh"

namespace breakeven::histogram {
namespace {

constexpr unsigned row_block = 256;

/// Thread t owns column t of the bins x columns matrix, so that no two threads ever meet.
__global__ void count_in_columns(const std::int32_t* values, std::uint32_t n, std::uint32_t bins,
                                 std::uint32_t columns, std::uint32_t* matrix) {
  const std::uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  for (std::uint64_t i = column; i < n; i += columns) {
    const std::uint32_t bin = static_cast<std::uint32_t>(values[i]) % bins;
    ++matrix[static_cast<std::size_t>(bin) * columns + column];
  }
}

/// A block adds up one row.
__global__ void add_rows(const std::uint32_t* matrix, std::uint32_t columns,
                         std::uint32_t* counts) {
  __shared__ std::uint32_t partial[row_block];
  const std::uint32_t* const row = matrix + static_cast<std::size_t>(blockIdx.x) * columns;
  std::uint32_t sum = 0;
  for (std::uint32_t c = threadIdx.x; c < columns; c += row_block) sum += row[c];
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned half = row_block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) counts[blockIdx.x] = partial[0];
}

class PrivateColumns final : public DeviceExecution {
 public:
  explicit PrivateColumns(const Case& c)
      : DeviceExecution(c),
        block_(static_cast<unsigned>(c.values.integer("blockSize"))),
        columns_(static_cast<std::uint32_t>(c.values.integer("columns"))) {}

 protected:
  void compute(DevicePhases& phases) override {
    const std::size_t cells = std::size_t{bins()} * columns_;
    phases.scratch([&] { matrix_.allocate(cells); });
    phases.kernel([&] {
      BE_CUDA(cudaMemsetAsync(matrix_.get(), 0, 4 * cells, stream_of(phases)));
      launch(phases, count_in_columns, blocks_for(columns_, block_), block_, 0, values(), n(),
             bins(), columns_, matrix_.get());
      launch(phases, add_rows, bins(), row_block, 0, matrix_.get(), columns_, counts());
    });
    phases.scratch([&] { matrix_.reset(); });
  }

 private:
  unsigned block_;
  std::uint32_t columns_;
  Buffer<std::uint32_t> matrix_;
};

Axis columns() {
  return axes::variant_axis(axes::integer("columns", "Columns",
                                          "Columns of the matrix, one per counting thread.", 32,
                                          1 << 20, 8192, true));
}

double matrix_bytes(const Values& values) {
  return 4 * values.real("bins") * values.real("columns");
}

std::string refuse(const Values& values, const DeviceLimits& device) {
  const double free = static_cast<double>(device.free_bytes);
  if (matrix_bytes(values) <= free) return {};
  return "the matrix of bins x columns needs " +
         std::to_string(static_cast<long long>(matrix_bytes(values))) +
         " bytes of device memory, " + std::to_string(static_cast<long long>(free)) + " are free";
}

Need need(const Values& values) {
  Need need = device_need(values);
  need.device_bytes += matrix_bytes(values);
  return need;
}

BREAKEVEN_VARIANT({.id = "private-columns",
                   .title = "Private columns",
                   .summary = "Each thread counts into its own column of a matrix in global "
                              "memory, without collisions; then the rows are summed in parallel.",
                   .device = Device::cuda,
                   .kind = VariantKind::study,
                   .source = bsuir,
                   .parameters = {axes::gpu(), axes::block_size(), columns(), axes::memory()},
                   .scopes = device_scopes,
                   .launches = 3,
                   .refuse = refuse,
                   .need = need,
                   .make = make_execution<PrivateColumns>});

}  // namespace
}  // namespace breakeven::histogram
