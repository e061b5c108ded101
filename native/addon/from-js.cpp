// What is asked for, out of JavaScript objects; anything else is refused with the field's name.

#include <charconv>
#include <map>
#include <string>
#include <variant>

#include "to-js.h"

namespace breakeven::js {
namespace {

Napi::Object object_of(const Napi::Value& value, const std::string& field) {
  if (value.IsObject()) return value.As<Napi::Object>();
  throw error(value.Env(), "bad-input", field + " is missing or not an object");
}

Policy policy_of(const Napi::Value& value) {
  const Napi::Object object = object_of(value, "policy");
  Policy policy;
  policy.criterion = text_of(object.Get("criterion"), "policy.criterion");
  policy.parameters = values_of(object.Get("parameters"), "policy.parameters");
  const Napi::Value limit = object.Get("timeLimitS");
  policy.time_limit_s.reset();
  if (limit.IsNumber()) policy.time_limit_s = limit.As<Napi::Number>().DoubleValue();
  const Napi::Value warm_up = object.Get("warmUpS");
  if (warm_up.IsNumber()) policy.warm_up_s = warm_up.As<Napi::Number>().DoubleValue();
  return policy;
}

/// Earlier versions chose batches of up to so many executions; a resumed run keeps them.
constexpr int max_given_batch = 100'000'000;

std::map<std::string, int> batch_of(const Napi::Value& value) {
  std::map<std::string, int> batch;
  const Values given = values_of(value, "batch");
  for (const auto& [scope, executions] : given.all()) {
    const auto* number = std::get_if<double>(&executions);
    if (number == nullptr || !(*number >= 1 && *number <= max_given_batch)) {
      throw error(value.Env(), "bad-input",
                  "batch." + scope + " is not a number of executions from 1 to " +
                      std::to_string(max_given_batch));
    }
    batch[scope] = static_cast<int>(*number);
  }
  return batch;
}

std::map<std::string, double> process_sd_of(const Napi::Value& value) {
  std::map<std::string, double> found;
  const Values given = values_of(value, "processSd");
  for (const auto& [scope, sd] : given.all()) {
    const auto* number = std::get_if<double>(&sd);
    if (number == nullptr || !(*number >= 0)) {
      throw error(value.Env(), "bad-input",
                  "processSd." + scope + " is not a standard deviation of at least 0");
    }
    found[scope] = *number;
  }
  return found;
}

std::map<int, double> own_issue_ratios_of(const Napi::Value& value) {
  std::map<int, double> found;
  const Values given = values_of(value, "ownIssueRatios");
  for (const auto& [threads, ratio] : given.all()) {
    const auto* number = std::get_if<double>(&ratio);
    int count = 0;
    const char* end = threads.data() + threads.size();
    const auto parsed = std::from_chars(threads.data(), end, count);
    if (number == nullptr || !(*number > 0) || parsed.ptr != end || count < 1) {
      throw error(value.Env(), "bad-input",
                  "ownIssueRatios." + threads + " is not a ratio above 0 of a number of threads");
    }
    found[count] = *number;
  }
  return found;
}

}  // namespace

std::string text_of(const Napi::Value& value, const std::string& field) {
  if (value.IsString()) return value.As<Napi::String>().Utf8Value();
  throw error(value.Env(), "bad-input", field + " is missing or not a text");
}

Values values_of(const Napi::Value& value, const std::string& field) {
  const Napi::Object object = object_of(value, field);
  Values values;
  const Napi::Array names = object.GetPropertyNames();
  for (std::uint32_t i = 0; i < names.Length(); ++i) {
    const std::string name = names.Get(i).ToString().Utf8Value();
    const Napi::Value item = object.Get(name);
    if (item.IsNumber()) {
      values.set(name, item.As<Napi::Number>().DoubleValue());
    } else if (item.IsString()) {
      values.set(name, item.As<Napi::String>().Utf8Value());
    } else if (item.IsBoolean()) {
      values.set(name, item.As<Napi::Boolean>().Value());
    } else {
      throw error(value.Env(), "bad-input",
                  field + "." + name + " is neither a number nor a text nor a flag");
    }
  }
  return values;
}

CaseRequest request_of(const Napi::Value& value) {
  const Napi::Object object = object_of(value, "the case");
  CaseRequest request;
  request.workload = text_of(object.Get("workload"), "workload");
  request.variant = text_of(object.Get("variant"), "variant");
  request.values = values_of(object.Get("values"), "values");
  if (object.Get("input").IsString()) request.input = text_of(object.Get("input"), "input");
  request.policy = policy_of(object.Get("policy"));
  if (object.Get("repetition").IsNumber()) {
    request.repetition = object.Get("repetition").As<Napi::Number>().Int32Value();
  }
  if (object.Get("batch").IsObject()) request.batch = batch_of(object.Get("batch"));
  if (object.Get("processSd").IsObject())
    request.process_sd = process_sd_of(object.Get("processSd"));
  if (object.Get("ownIssueRatios").IsObject())
    request.own_issue_ratios = own_issue_ratios_of(object.Get("ownIssueRatios"));
  request.answered = object.Get("answered").ToBoolean();
  return request;
}

}  // namespace breakeven::js
