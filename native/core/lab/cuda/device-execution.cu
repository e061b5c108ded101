#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "device-execution.h"

namespace breakeven::lab {
namespace {

/// Compared at once, on the host.
constexpr std::size_t piece_bytes = std::size_t{16} << 20;
/// As poison_arrays() leaves it on the host.
constexpr int poison = 0xCD;

void copy(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  if (bytes > 0) BE_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream));
}

}  // namespace

DeviceExecution::DeviceExecution(const Case& c, std::vector<DeviceGlobal> globals)
    : input_(c.input<LabData>()),
      output_(c.output<LabData>()),
      globals_(std::move(globals)),
      memory_(memory_of(c.values)),
      arrays_(input_.arguments->size()),
      kept_(input_.arguments->size()) {
  for (const Argument& argument : *input_.arguments) in_place_ |= argument.in_place();
  for (const DeviceGlobal& global : globals_) {
    const Argument& argument = (*input_.arguments)[global.argument];
    const std::size_t needed =
        bytes_of(argument.type) * (argument.is_array ? input_.count(global.argument) : 1);
    if (needed <= global.bytes) continue;
    throw std::runtime_error("the variable " + global.symbol + " has " +
                             std::to_string(global.bytes) + " bytes, " + argument.name + " needs " +
                             std::to_string(needed) + " at these values");
  }
}

std::byte* DeviceExecution::device(std::size_t argument) const {
  const DeviceGlobal* const global = global_of(argument);
  return global == nullptr ? arrays_[argument].get() : global->address;
}

const DeviceGlobal* DeviceExecution::global_of(std::size_t argument) const {
  const auto found = std::find_if(globals_.begin(), globals_.end(), [&](const DeviceGlobal& one) {
    return one.argument == argument;
  });
  return found == globals_.end() ? nullptr : &*found;
}

void DeviceExecution::run(DevicePhases& phases) {
  phases.alloc([&] { allocate(); });
  phases.h2d([&] { upload(stream_of(phases)); });
  if (in_place_) phases.restore([&] { put_back(stream_of(phases)); });
  phases.kernel([&] { compute(phases); });
  phases.d2h([&] { download(stream_of(phases)); });
}

void DeviceExecution::allocate() {
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const Argument& argument = (*input_.arguments)[i];
    if (argument.is_array && global_of(i) == nullptr) {
      arrays_[i].allocate(input_.count(i) * bytes_of(argument.type), memory_);
    }
  }
}

void DeviceExecution::upload(cudaStream_t stream) {
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const GuardedArray& array = input_.arrays_by_argument[i];
    if ((*input_.arguments)[i].is_input() && global_of(i) == nullptr) {
      arrays_[i].upload(array.data(), array.size(), stream);
    }
    kept_[i].reset();
  }
  for (const DeviceGlobal& global : globals_) {
    const Argument& argument = (*input_.arguments)[global.argument];
    const GuardedArray& array = input_.arrays_by_argument[global.argument];
    if (argument.is_input()) {
      copy(global.address, array.data(), array.size(), stream);
    } else if (!argument.is_array) {
      copy(global.address, input_.scalars[global.argument].data(), bytes_of(argument.type), stream);
    }
  }
  fresh_ = true;
}

/// What was copied in is worked on once; from then on a copy on the device brings it back.
void DeviceExecution::put_back(cudaStream_t stream) {
  if (std::exchange(fresh_, false)) return;
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const GuardedArray& array = input_.arrays_by_argument[i];
    if (!(*input_.arguments)[i].in_place() || array.size() == 0) continue;
    if (kept_[i].size() == 0) {
      kept_[i].allocate(array.size());
      kept_[i].upload(array.data(), array.size(), stream);
    }
    copy(device(i), kept_[i].get(), array.size(), stream);
  }
}

void DeviceExecution::download(cudaStream_t stream) {
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const GuardedArray& array = output_.arrays_by_argument[i];
    if (!(*input_.arguments)[i].out) continue;
    if (const DeviceGlobal* const global = global_of(i)) {
      copy(array.data(), global->address, array.size(), stream);
    } else {
      arrays_[i].download(array.data(), array.size(), stream);
    }
  }
}

/// In bytes; the array's size where nothing was changed.
std::size_t DeviceExecution::first_change(std::size_t argument) const {
  const GuardedArray& array = input_.arrays_by_argument[argument];
  std::vector<std::byte> seen(std::min(piece_bytes, array.size()));
  for (std::size_t begin = 0; begin < array.size(); begin += seen.size()) {
    const std::size_t bytes = std::min(seen.size(), array.size() - begin);
    BE_CUDA(cudaMemcpy(seen.data(), device(argument) + begin, bytes, cudaMemcpyDefault));
    const auto end = seen.begin() + static_cast<std::ptrdiff_t>(bytes);
    const auto [mine, theirs] = std::mismatch(seen.begin(), end, array.data() + begin);
    static_cast<void>(theirs);
    if (mine != end) return begin + static_cast<std::size_t>(mine - seen.begin());
  }
  return array.size();
}

std::string DeviceExecution::fault() {
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const Argument& argument = (*input_.arguments)[i];
    if (!argument.is_input() || argument.out) continue;
    const std::size_t changed = first_change(i);
    if (changed == input_.arrays_by_argument[i].size()) continue;
    return "it changed its input " +
           place_of(argument.name, input_.shapes[i], changed / bytes_of(argument.type)) +
           " on the device";
  }
  // What a variable holds of this run must not pass for the answer of the next one.
  for (const DeviceGlobal& global : globals_) {
    const Argument& argument = (*input_.arguments)[global.argument];
    if (!argument.out || argument.is_input()) continue;
    BE_CUDA(cudaMemset(global.address, poison, global.bytes));
  }
  return {};
}

}  // namespace breakeven::lab
