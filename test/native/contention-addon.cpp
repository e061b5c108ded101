// How samples are taken where cores may be shared, as functions of JavaScript: the watch, the clock
// and the samples are scripted, the rest is the engine's own.

#include <napi.h>

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

/// `take(ratios, samples, {timeLimitS, knownOwnRatio, knownOfOne, ofOneThread})`: takes samples
/// of so many seconds each while the watch shows these ratios; without any there is no watch. The
/// process has seen 2.2 of cores of its own, `ofOneThread` or 2.2 with one thread. What happens
/// comes back in its order: `prepare`, `prepare after a wait`, and numbered samples.
Napi::Value take(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Napi::Array ratios = info[0].As<Napi::Array>();
  Looks looks;
  for (std::uint32_t i = 0; i < ratios.Length(); ++i)
    looks.ratios.push_back(ratios.Get(i).ToNumber());
  const Napi::Array samples = info[1].As<Napi::Array>();
  const Napi::Object options =
      info[2].IsObject() ? info[2].As<Napi::Object>() : Napi::Object::New(env);
  const auto number = [&](const char* name) {
    return options.Has(name) ? std::optional(options.Get(name).ToNumber().DoubleValue())
                             : std::nullopt;
  };
  std::vector<std::string> order;
  scripted_ns = 0;
  clear_cancel();
  const double of_one = number("ofOneThread").value_or(2.2);
  Contention contention(
      looks.ratios.empty() ? nullptr : std::make_unique<ScriptedWatch>(looks, of_one),
      {.time_limit_s = number("timeLimitS"),
       .known_own_ratio = number("knownOwnRatio"),
       .known_ratio_of_one = number("knownOfOne"),
       .clock = scripted_clock});
  int executed = 0;
  Napi::Array kept = Napi::Array::New(env);
  for (std::uint32_t i = 0; i < samples.Length(); ++i) {
    const double seconds = samples.Get(i).ToNumber();
    const auto prepare = [&](bool waited) {
      order.emplace_back(waited ? "prepare after a wait" : "prepare");
    };
    const Sample sample = contention.take(Scope::kernel, prepare, [&] {
      scripted_ns += seconds * second_ns;
      order.push_back(std::to_string(executed));
      Sample numbered;
      numbered[Scope::kernel] = executed++;
      return numbered;
    });
    kept.Set(i, sample[Scope::kernel]);
  }
  CaseResult result;
  contention.report(result);
  Napi::Object found = Napi::Object::New(env);
  found.Set("kept", kept);
  Napi::Array list = Napi::Array::New(env);
  for (std::uint32_t i = 0; i < order.size(); ++i) list.Set(i, order[i]);
  found.Set("order", list);
  found.Set("looked", static_cast<double>(looks.looked));
  found.Set("learned", looks.learned);
  found.Set("pausedS", contention.paused_ns() / second_ns);
  for (const auto& [name, value] : result.interference) {
    if (const auto* number = std::get_if<double>(&value)) found.Set(name, *number);
    if (const auto* flag = std::get_if<bool>(&value)) found.Set(name, *flag);
  }
  return found;
}

/// `ownRatio(ratios)`: the ratio of cores of one's own after each of them.
Napi::Value own_ratio(const Napi::CallbackInfo& info) {
  const Napi::Array ratios = info[0].As<Napi::Array>();
  Napi::Array list = Napi::Array::New(info.Env(), ratios.Length());
  OwnRatio own;
  for (std::uint32_t i = 0; i < ratios.Length(); ++i) {
    own.see(ratios.Get(i).ToNumber());
    list.Set(i, own.value());
  }
  return list;
}

/// `issueRatio(threads)`.
Napi::Value issue_ratio_of(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), issue_ratio(info[0].ToNumber().Int32Value()));
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("take", Napi::Function::New(env, take));
  exports.Set("ownRatio", Napi::Function::New(env, own_ratio));
  exports.Set("issueRatio", Napi::Function::New(env, issue_ratio_of));
  return exports;
}

NODE_API_MODULE(breakeven_contention, init)

}  // namespace
}  // namespace breakeven
