#include "energy.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <thread>

#include "cancel.h"
#include "clock.h"

namespace breakeven {
namespace {

constexpr double max_limit_ns = 2e9;
constexpr double idle_ns = 1e9;
/// Counters of processors tick each millisecond: a stretch is longer than what happens in between.
constexpr double min_stretch_ns = 50e6;
/// Stretches from tick to tick: fewer say nothing of how they differ.
constexpr std::size_t min_stretches = 5;
constexpr std::size_t max_stretches = 10;
/// Student's quantile for 97.5 %, for 4 to 9 degrees of freedom.
constexpr std::array<double, 6> student = {2.776, 2.571, 2.447, 2.365, 2.306, 2.262};
constexpr double max_half_width = 0.25;

/// A value of the counter that was first seen at `at_ns`, and not yet `late_ns` before.
struct Tick {
  std::int64_t at_ns;
  double late_ns;
  double joules;
};

/// One counter while it is watched.
class Ticks {
 public:
  Ticks(const EnergyCounter& counter, std::int64_t start)
      : counter_(counter), start_(start), asked_at_(start), last_(counter.joules()) {
    ended_ = !last_;
  }

  /// @param limit_ns from the start; it ends where two ticks show that five stretches take longer
  void look(std::int64_t now, double limit_ns) {
    if (ended_) return;
    const std::optional<double> joules = counter_.joules();
    if (!joules) {
      ticks_.clear();
      ended_ = true;
      return;
    }
    const double late = ns_between(asked_at_, now);
    asked_at_ = now;
    if (*joules == *last_) return;
    last_ = joules;
    if (!ticks_.empty() && ns_between(ticks_.back().at_ns, now) < min_stretch_ns) return;
    ticks_.push_back({now, late, *joules});
    const double stretch = ns_between(ticks_.front().at_ns, now);
    const double needed = ns_between(start_, ticks_.front().at_ns) + min_stretches * stretch;
    ended_ = ticks_.size() > max_stretches || (ticks_.size() == 2 && needed > limit_ns);
  }

  bool ended() const { return ended_; }

  std::optional<double> watts() const {
    if (ticks_.size() < 2) return std::nullopt;
    return (ticks_.back().joules - ticks_.front().joules) / passed_ns() * 1e9;
  }

  /// Of one execution that takes so long.
  std::optional<Energy> energy(double execution_s, double executions) const {
    if (ticks_.size() <= min_stretches) return std::nullopt;
    // A tick is seen late by up to the time between two questions, and by no more than its period.
    const double period = passed_ns() / static_cast<double>(ticks_.size() - 1);
    const double ends =
        std::min(ticks_.front().late_ns, period) + std::min(ticks_.back().late_ns, period);
    const double half = half_width() + ends / passed_ns();
    const double power = *watts();
    if (!(power > 0) || !(half <= max_half_width)) return std::nullopt;
    const double joules = power * execution_s;
    return Energy{counter_.device, joules, joules * (1 - half), joules * (1 + half), executions};
  }

 private:
  double passed_ns() const { return ns_between(ticks_.front().at_ns, ticks_.back().at_ns); }

  /// Half-width of the 95 % interval of the mean power, relative.
  double half_width() const {
    const std::size_t stretches = ticks_.size() - 1;
    std::vector<double> watts;
    for (std::size_t i = 1; i < ticks_.size(); ++i) {
      watts.push_back((ticks_[i].joules - ticks_[i - 1].joules) /
                      ns_between(ticks_[i - 1].at_ns, ticks_[i].at_ns) * 1e9);
    }
    double mean = 0;
    for (const double each : watts) mean += each / static_cast<double>(stretches);
    double squares = 0;
    for (const double each : watts) squares += (each - mean) * (each - mean);
    const double sd = std::sqrt(squares / static_cast<double>(stretches - 1));
    const double error = sd / std::sqrt(static_cast<double>(stretches));
    return mean > 0 ? student[stretches - min_stretches] * error / mean : max_half_width * 2;
  }

  const EnergyCounter& counter_;
  std::int64_t start_;
  std::int64_t asked_at_;
  std::optional<double> last_;
  std::vector<Tick> ticks_;
  bool ended_ = false;
};

/// Watches all counters until each has ended, or the time is over. Returns what `step` counted.
double watch(const EnergyMeter& meter, std::vector<Ticks>& all, double limit_ns,
             const std::function<int()>& step) {
  const std::int64_t start = meter.now_ns();
  for (const EnergyCounter& counter : meter.counters) all.emplace_back(counter, start);
  double count = 0;
  std::int64_t now = start;
  while (ns_between(start, now) < limit_ns &&
         !std::all_of(all.begin(), all.end(), [](const Ticks& one) { return one.ended(); })) {
    count += step();
    now = meter.now_ns();
    for (Ticks& ticks : all) ticks.look(now, limit_ns);
  }
  return count;
}

/// A zone of the kernel's powercap folder: its file counts up to a maximum and begins again at 0.
class Zone {
 public:
  explicit Zone(const std::filesystem::path& folder)
      : file_(folder / "energy_uj"), range_uj_(number(folder / "max_energy_range_uj")) {}

  std::optional<double> joules() {
    const std::optional<double> now = number(file_);
    if (!now) return std::nullopt;
    if (last_ && *now < *last_) before_uj_ += range_uj_.value_or(*last_);
    last_ = now;
    return (before_uj_ + *now) / 1e6;
  }

 private:
  static std::optional<double> number(const std::filesystem::path& path) {
    std::ifstream file(path);
    double value = 0;
    return file >> value ? std::optional(value) : std::nullopt;
  }

  std::filesystem::path file_;
  std::optional<double> range_uj_;
  std::optional<double> last_;
  double before_uj_ = 0;
};

}  // namespace

std::vector<Energy> measure_energy(const EnergyMeter& meter) {
  std::vector<std::optional<double>> idle(meter.counters.size());
  if (meter.rest) {
    std::vector<Ticks> resting;
    watch(meter, resting, idle_ns, [&] {
      meter.rest();
      return 0;
    });
    for (std::size_t i = 0; i < idle.size(); ++i) idle[i] = resting[i].watts();
  }
  if (meter.begin) meter.begin();
  std::vector<Ticks> all;
  const std::int64_t start = meter.now_ns();
  const double executions =
      watch(meter, all, std::min(max_limit_ns, meter.limit_ns), meter.advance);
  if (executions < 1) return {};
  const double execution_s = ns_between(start, meter.now_ns()) / executions / 1e9;
  std::vector<Energy> found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (auto energy = all[i].energy(execution_s, executions)) {
      energy->idle_w = idle[i];
      found.push_back(std::move(*energy));
    }
  }
  return found;
}

void rest_for_energy() {
  check_cancelled();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

std::vector<EnergyCounter> host_energy(const std::string& folder) {
  // Zones of the first level are packages, those below them parts: the memory stands beside.
  std::map<std::string, std::vector<Zone>> zones;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().filename().string().rfind("intel-rapl:", 0) != 0) continue;
    std::ifstream file(entry.path() / "name");
    std::string name;
    file >> name;
    const std::string device = name.rfind("package", 0) == 0 ? "package" : name;
    if (device == "package" || device == "dram") zones[device].emplace_back(entry.path());
  }
  std::vector<EnergyCounter> counters;
  for (auto& [device, own] : zones) {
    const auto shared = std::make_shared<std::vector<Zone>>(std::move(own));
    const auto joules = [shared]() -> std::optional<double> {
      double sum = 0;
      for (Zone& zone : *shared) {
        const auto one = zone.joules();
        if (!one) return std::nullopt;
        sum += *one;
      }
      return sum;
    };
    if (joules()) counters.push_back({device, joules});
  }
  return counters;
}

}  // namespace breakeven
