#include "inputs.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <sstream>

#include "cancel.h"
#include "machine.h"
#include "sha256.h"

namespace breakeven {
namespace {

/// Arrays that are held in all. Each of a lab stands between pages of its own, and a process may
/// have 65,530 pieces of memory that differ in what is allowed there.
constexpr std::size_t max_arrays = 256;

std::size_t arrays_in(const Prepared& prepared) {
  // They are counted and not touched.
  auto& expected = const_cast<Data&>(*prepared.expected);
  return prepared.input->arrays().size() + expected.arrays().size();
}

std::string key_of(const Workload& workload, const Values& values, const std::string& path) {
  const WorkloadInfo info = workload.info();
  std::ostringstream key;
  key.precision(17);
  key << info.id;
  for (const Axis& axis : info.axes) {
    if (axis.role != AxisRole::input || !values.has(axis.id)) continue;
    // What a generator would decide is the file's own.
    const auto& generated = info.generated_axes;
    if (!path.empty() && std::find(generated.begin(), generated.end(), axis.id) != generated.end())
      continue;
    key << '|' << axis.id << '=';
    std::visit([&](const auto& value) { key << value; }, values.all().at(axis.id));
  }
  if (!path.empty()) {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(path, error).time_since_epoch().count();
    key << '|' << path << '|' << static_cast<std::int64_t>(time) << '|'
        << std::filesystem::file_size(path, error);
  }
  return key.str();
}

std::shared_ptr<Prepared> prepare(const Workload& workload, const Values& values,
                                  const std::string& path, const OnPhase& on_phase) {
  auto prepared = std::make_shared<Prepared>();
  on_phase("input");
  if (path.empty()) {
    prepared->input = workload.generate(values);
  } else {
    Values read = values;
    prepared->input = workload.read(path, read);
    for (const auto& [id, value] : read.all()) {
      if (!values.has(id) || values.all().at(id) != value) prepared->decided.set(id, value);
    }
  }
  check_cancelled();
  on_phase("reference");
  prepared->expected = workload.reference(*prepared->input);
  prepared->hashes = hash_arrays(*prepared->input);
  check_cancelled();
  return prepared;
}

}  // namespace

Inputs& Inputs::instance() {
  static Inputs inputs;
  return inputs;
}

std::shared_ptr<Prepared> Inputs::get(const Workload& workload, const Values& values,
                                      const std::string& path, const OnPhase& on_phase) {
  const std::string key = key_of(workload, values, path);
  const auto found =
      std::find_if(items_.begin(), items_.end(), [&](const Item& item) { return item.key == key; });
  if (found != items_.end()) {
    items_.splice(items_.begin(), items_, found);
    return items_.front().prepared;
  }
  const double bytes = workload.need(values).host_bytes;
  make_room(bytes);
  auto prepared = prepare(workload, values, path, on_phase);
  items_.push_front({key, bytes, prepared});
  return prepared;
}

std::shared_ptr<Prepared> Inputs::get_private(const Workload& workload, const Values& values,
                                              const std::string& path, const OnPhase& on_phase) {
  make_room(workload.need(values).host_bytes);
  return prepare(workload, values, path, on_phase);
}

bool Inputs::holds(const Workload& workload, const Values& values, const std::string& path) const {
  const std::string key = key_of(workload, values, path);
  return std::any_of(items_.begin(), items_.end(), [&](const Item& i) { return i.key == key; });
}

double Inputs::held_bytes() const {
  double sum = 0;
  for (const Item& item : items_) sum += item.bytes;
  return sum;
}

void Inputs::clear() { items_.clear(); }

void Inputs::drop(const Prepared& prepared) {
  items_.remove_if([&](const Item& item) { return item.prepared.get() == &prepared; });
}

void Inputs::make_room(double wanted) {
  const double budget = 0.25 * static_cast<double>(memory_total_bytes());
  const auto full = [&] {
    std::size_t arrays = 0;
    for (const Item& item : items_) arrays += arrays_in(*item.prepared);
    return arrays >= max_arrays || held_bytes() + wanted > budget ||
           wanted > 0.9 * static_cast<double>(memory_available_bytes());
  };
  while (!items_.empty() && full()) items_.pop_back();
}

void hash_expected(const Workload& workload, Prepared& prepared) {
  if (!prepared.sha256.empty()) return;
  const Answer answer = workload.answer(*prepared.input, *prepared.expected);
  prepared.sha256 = sha256_hex(answer.bytes);
  prepared.attributes = answer.attributes;
}

}  // namespace breakeven
