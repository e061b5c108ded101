#pragma once

#include <napi.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "../core/gpu.h"
#include "../core/registry.h"
#include "../core/result.h"

/// Between the core's plain structures and JavaScript objects of the shapes in the contract.
namespace breakeven::js {

Napi::Object catalog(Napi::Env env, const std::string& provider);
Napi::Object machine(Napi::Env env);
Napi::Object estimate(Napi::Env env, const Estimate& estimate);
Napi::Object values(Napi::Env env, const Values& values);
/// Null for one without cells.
Napi::Value sketch(Napi::Env env, const Sketch& sketch);
Napi::Object result(Napi::Env env, const CaseResult& result, int repetition);
Napi::Object event(Napi::Env env, const Event& event);
/// A copy: external buffers are forbidden where Electron runs the engine.
Napi::Value bytes(Napi::Env env, const std::vector<std::byte>& bytes);
/// `{peaks, interference}`
Napi::Object peaks(Napi::Env env, const std::vector<MeasuredPeak>& peaks,
                   const std::map<std::string, Attribute>& interference);

/// An Error with `code`, one of the contract's failure codes.
Napi::Error error(Napi::Env env, const std::string& code, const std::string& message);

/// Throw Napi::Error with code bad-input, naming the field.
std::string text_of(const Napi::Value& value, const std::string& field);
Values values_of(const Napi::Value& value, const std::string& field);
CaseRequest request_of(const Napi::Value& value);

}  // namespace breakeven::js
