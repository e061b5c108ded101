// Where verification plants values, and what random bits over an output cost the samples, as
// functions of JavaScript.

#include <napi.h>

#include <memory>
#include <vector>

#include "../../native/core/case.h"
#include "../../native/core/measure.h"
#include "../../native/core/median.h"
#include "../../native/core/pattern.h"
#include "../../native/core/planting.h"

namespace breakeven {
namespace {

/// `positions(count, max, seed, threads)`.
Napi::Value positions(const Napi::CallbackInfo& info) {
  const auto count = static_cast<std::size_t>(info[0].ToNumber().Int64Value());
  const auto max_count = static_cast<std::size_t>(info[1].ToNumber().Int64Value());
  const auto seed = static_cast<std::uint64_t>(info[2].ToNumber().Int64Value());
  const auto chosen = planting_positions(count, max_count, seed, info[3].ToNumber().Int32Value());
  Napi::Array list = Napi::Array::New(info.Env(), chosen.size());
  for (std::uint32_t i = 0; i < chosen.size(); ++i) list.Set(i, static_cast<double>(chosen[i]));
  return list;
}

/// `position(count, seed)`.
Napi::Value position(const Napi::CallbackInfo& info) {
  const auto count = static_cast<std::size_t>(info[0].ToNumber().Int64Value());
  const auto seed = static_cast<std::uint64_t>(info[1].ToNumber().Int64Value());
  return Napi::Number::New(info.Env(), static_cast<double>(planting_position(count, seed)));
}

CaseRequest request_of(const Napi::CallbackInfo& info) {
  CaseRequest request{.workload = info[0].ToString().Utf8Value(),
                      .variant = info[1].ToString().Utf8Value()};
  const Napi::Object values = info[2].ToObject();
  const Napi::Array names = values.GetPropertyNames();
  for (std::uint32_t i = 0; i < names.Length(); ++i) {
    const std::string name = names.Get(i).ToString().Utf8Value();
    const Napi::Value value = values.Get(name);
    if (value.IsNumber()) {
      request.values.set(name, value.ToNumber().DoubleValue());
    } else {
      request.values.set(name, value.ToString().Utf8Value());
    }
  }
  return request;
}

/// `overwritten(workload, variant, values, samples, batch, runs)`: the median time of samples after
/// random bits were written over the output, as in a run, over that of others, in turns. `runs`:
/// that are no samples follow the bits, where a run has one.
Napi::Value overwritten(const Napi::CallbackInfo& info) {
  const int samples = info[3].ToNumber().Int32Value();
  const int batch = info[4].ToNumber().Int32Value();
  const int runs = info[5].IsNumber() ? info[5].ToNumber().Int32Value() : 1;
  std::vector<double> with;
  std::vector<double> without;
  const auto work = [&](Bench& bench, CaseResult&) {
    const std::unique_ptr<Data> output = make_placed_output(bench);
    const auto execution =
        bench.variant.make({*bench.prepared.input, *output, bench.values, bench.device});
    Pattern pattern(*output, nullptr, threads_of(bench.values));
    const auto take = [&] {
      return bench.sampler.take(*execution, SampleKind::kernel, batch)[Scope::kernel];
    };
    const auto take_one = [&] { bench.sampler.take(*execution, SampleKind::kernel, 1); };
    for (int i = 0; i < samples / 4; ++i) take();
    for (int i = 0; i < samples; ++i) {
      for (const bool written : {i % 2 == 0, i % 2 != 0}) {
        if (written) pattern.write();
        for (int run = 0; run < runs && written && pattern.moves_lines(); ++run) take_one();
        (written ? with : without).push_back(take());
      }
    }
  };
  const CaseResult result = run_with(request_of(info), [](Event&&) {}, work);
  if (with.empty()) throw Napi::Error::New(info.Env(), result.reason);
  return Napi::Number::New(info.Env(), median_of(with) / median_of(without));
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("positions", Napi::Function::New(env, positions));
  exports.Set("position", Napi::Function::New(env, position));
  exports.Set("overwritten", Napi::Function::New(env, overwritten));
  return exports;
}

NODE_API_MODULE(breakeven_planting, init)

}  // namespace
}  // namespace breakeven
