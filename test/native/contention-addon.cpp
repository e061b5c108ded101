// How samples are taken where cores may be shared, as functions of JavaScript: the watch, the clock
// and the samples are scripted, the rest is the engine's own.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "../../native/core/cancel.h"
#include "../../native/core/contention.h"
#include "../../native/core/issue-rate.h"
#include "../../native/core/own-ratio.h"
#include "part.h"

namespace breakeven {
namespace {

double scripted_ns = 0;
std::int64_t scripted_clock() { return std::llround(scripted_ns); }

/// What was seen in the looks of a scripted watch.
struct Looks {
  std::vector<double> ratios;
  std::size_t looked = 0;
  int learned = 0;
};

/// Shows these ratios one after the other, the last one for ever. A look takes 10 us.
class ScriptedWatch final : public CoreWatch {
 public:
  ScriptedWatch(Looks& looks, double of_one) : looks_(looks), of_one_(of_one) {}

  double look(bool learn) override {
    scripted_ns += 10e3;
    looks_.learned += learn ? 1 : 0;
    const double ratio = looks_.ratios[std::min(looks_.looked++, looks_.ratios.size() - 1)];
    lowest_ = std::min(lowest_, ratio);
    return ratio;
  }
  double own_ratio() const override { return lowest_; }
  double own_ratio_of_one() const override { return of_one_; }
  int threads() const override { return 2; }

 private:
  Looks& looks_;
  double of_one_;
  double lowest_ = 2.2;
};

struct Options {
  std::optional<double> time_limit_s;
  std::optional<double> known_own_ratio;
  std::optional<double> known_of_one;
  double of_one_thread = 2.2;
};
void describe(js::Reader& field, Options& options) {
  field.maybe("timeLimitS", options.time_limit_s, "knownOwnRatio", options.known_own_ratio);
  field.maybe("knownOfOne", options.known_of_one, "ofOneThread", options.of_one_thread);
}

struct Taken {
  std::vector<int> kept;
  /// `prepare`, `prepare after a wait`, and numbered samples, as they happened.
  std::vector<std::string> order;
  std::size_t looked = 0;
  int learned = 0;
  double paused_s = 0;
  std::map<std::string, Attribute> interference;
};
void describe(js::Writer& field, const Taken& taken) {
  field("kept", taken.kept, "order", taken.order, "looked", taken.looked);
  field("learned", taken.learned, "pausedS", taken.paused_s);
  for (const auto& [name, value] : taken.interference) field(name.c_str(), value);
}

/// Takes samples of so many seconds each while the watch shows these ratios; without any there is
/// no watch. The process has seen 2.2 of cores of its own, `ofOneThread` with one thread.
Taken take(const std::vector<double>& ratios, const std::vector<double>& samples,
           const std::optional<Options>& given) {
  const Options options = given.value_or(Options{});
  Looks looks{.ratios = ratios};
  scripted_ns = 0;
  clear_cancel();
  Contention contention(
      ratios.empty() ? nullptr : std::make_unique<ScriptedWatch>(looks, options.of_one_thread),
      {.time_limit_s = options.time_limit_s,
       .known_own_ratio = options.known_own_ratio,
       .known_ratio_of_one = options.known_of_one,
       .clock = scripted_clock});
  int executed = 0;
  Taken taken;
  for (const double seconds : samples) {
    const auto prepare = [&](bool waited) {
      taken.order.emplace_back(waited ? "prepare after a wait" : "prepare");
    };
    const Sample sample = contention.take(Scope::kernel, prepare, [&] {
      scripted_ns += seconds * second_ns;
      taken.order.push_back(std::to_string(executed));
      Sample numbered;
      numbered[Scope::kernel] = executed++;
      return numbered;
    });
    taken.kept.push_back(static_cast<int>(sample[Scope::kernel]));
  }
  CaseResult result;
  contention.report(result);
  taken.looked = looks.looked;
  taken.learned = looks.learned;
  taken.paused_s = contention.paused_ns() / second_ns;
  taken.interference = result.interference;
  return taken;
}

/// The ratio of cores of one's own after each of them.
std::vector<double> own_ratio(const std::vector<double>& ratios) {
  std::vector<double> values;
  OwnRatio own;
  for (const double ratio : ratios) {
    own.see(ratio);
    values.push_back(own.value());
  }
  return values;
}

Napi::Object init(Napi::Env, Napi::Object exports) {
  js::Part{exports}
      .add("take", take)
      .add("ownRatio", own_ratio)
      .add("issueRatio", +[](int threads) { return issue_ratio(threads); });
  return exports;
}

NODE_API_MODULE(breakeven_contention, init)

}  // namespace
}  // namespace breakeven
