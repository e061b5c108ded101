// How samples are taken where cores may be shared, as functions of JavaScript: the watch, the clock
// and the samples are scripted, the rest is the engine's own.

#include <napi.h>

#include <algorithm>
#include <cstdint>
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
double scripted_clock() { return scripted_ns; }

/// `take(states, samples, {all, timeLimitS})`: takes samples of so many seconds each while the
/// watch says these states, the last one for ever; without any there is no watch. A look takes 10
/// us. What happens comes back in its order: `look`, `prepare`, `prepare after a wait`, and
/// numbered samples.
Napi::Value take(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Napi::Array states = info[0].As<Napi::Array>();
  std::vector<bool> own;
  for (std::uint32_t i = 0; i < states.Length(); ++i) own.push_back(states.Get(i).ToBoolean());
  const Napi::Array samples = info[1].As<Napi::Array>();
  const Napi::Object options = info[2].As<Napi::Object>();
  std::optional<double> limit;
  if (options.Has("timeLimitS")) limit = options.Get("timeLimitS").ToNumber().DoubleValue();
  std::vector<std::string> order;
  std::size_t looked = 0;
  int learned = 0;
  scripted_ns = 0;
  const CoresAreOwn watch = [&](bool learn) {
    scripted_ns += 10e3;
    learned += learn ? 1 : 0;
    return bool{own[std::min(looked++, own.size() - 1)]};
  };
  clear_cancel();
  Contention contention(own.empty() ? nullptr : CoresAreOwn(watch), options.Get("all").ToBoolean(),
                        limit, scripted_clock);
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
  found.Set("looked", static_cast<double>(looked));
  found.Set("learned", learned);
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
