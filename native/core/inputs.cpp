#include "inputs.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <sstream>

#include "array-checks.h"
#include "cancel.h"
#include "first-touch.h"
#include "parallel.h"
#include "sha256.h"
#include "shared-input.h"

namespace breakeven {
namespace {

/// Fewer bytes are hashed before another thread has started.
constexpr std::size_t hashed_together = std::size_t{1} << 18;

std::string key_of(const CaseRequest& request, const Workload& workload, const Values& values) {
  const std::string& path = request.input;
  const WorkloadInfo info = workload.info();
  std::ostringstream key;
  key.precision(17);
  key << info.id << '|' << info.contract;
  for (const Axis& axis : info.axes) {
    if (axis.role != AxisRole::input || !values.has(axis.id)) continue;
    // What a generator would decide is the file's own.
    const auto& generated = info.generated_axes;
    if (!path.empty() && std::find(generated.begin(), generated.end(), axis.id) != generated.end())
      continue;
    key << '|' << axis.id << '=';
    std::visit([&](const auto& value) { key << value; }, values.all().at(axis.id));
  }
  // A memory is that of one file, which may be unpacked to another path in each process.
  if (!path.empty() && !request.memory) {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(path, error).time_since_epoch().count();
    key << '|' << path << '|' << static_cast<std::int64_t>(time) << '|'
        << std::filesystem::file_size(path, error);
  }
  return key.str();
}

}  // namespace

std::shared_ptr<Prepared> make_input(const CaseRequest& request, const Workload& workload,
                                     const Values& values, const OnPhase& on_phase) {
  const std::string& path = request.input;
  auto prepared = std::make_shared<Prepared>();
  prepared->key = key_of(request, workload, values);
  prepared->pages = pages_of_case();
  on_phase("input");
  if (path.empty()) {
    prepared->input = workload.generate(values);
  } else {
    Values read = values;
    prepared->input = workload.read(path, read);
    prepared->decided = changed_values(values, read);
  }
  check_cancelled();
  on_phase("reference");
  prepared->expected = workload.reference(*prepared->input);
  prepared->hashes = hash_arrays(*prepared->input);
  prepared->expected_hashes = hash_arrays(*prepared->expected);
  check_cancelled();
  return prepared;
}

Inputs& Inputs::instance() {
  static Inputs inputs;
  return inputs;
}

std::shared_ptr<Prepared> Inputs::get(const CaseRequest& request, const Workload& workload,
                                      const Values& values, int threads, const OnPhase& on_phase) {
  const std::string key = key_of(request, workload, values);
  if (request.memory) {
    clear();
    on_phase("input");
    return read_shared(*request.memory, workload, key, threads);
  }
  if (!held_ || held_->key != key || held_->pages != pages_of_case()) {
    clear();
    held_ = make_input(request, workload, values, on_phase);
    held_bytes_ = workload.need(values).host_bytes;
  }
  if (threads > 0 && held_->placed_for != threads) {
    place_by_threads(*held_->input, threads, Contents::kept);
    held_->placed_for = threads;
  }
  std::shared_ptr<Prepared> prepared = held_;
  // Its input changes with each sample.
  if (values.flag("freshInput")) clear();
  return prepared;
}

void identify(const Workload& workload, Prepared& prepared) {
  if (!prepared.sha256.empty()) return;
  const Answer answer = workload.answer(*prepared.input, *prepared.expected);
  const auto hash_answer = [&] { prepared.sha256 = sha256_hex(answer.bytes); };
  const auto hash_input = [&] {
    Sha256 hash;
    const auto parts = workload.input_parts(*prepared.input);
    for (const auto& part : parts) hash.add(part);
    if (!parts.empty()) prepared.input_sha256 = hex_of(hash.finish());
  };
  // Each is one chain from the first byte to the last.
  const bool is_short = answer.bytes.size() < hashed_together;
  parallel_for(2, is_short ? 2 : 1, [&](std::size_t begin, std::size_t end) {
    if (begin == 0) hash_answer();
    if (end == 2) hash_input();
  });
}

}  // namespace breakeven
