#pragma once

#include <napi.h>

#include <optional>
#include <string>
#include <vector>

#include "../core/lab/description.h"
#include "../core/lab/element-type.h"
#include "../core/lab/nvrtc.h"

/// Labs out of JavaScript objects. What is missing or of another type throws Napi::Error with code
/// bad-input and names the field.
namespace breakeven::js {

lab::Description lab_description_of(const Napi::Value& value);
lab::Artifacts lab_artifacts_of(const Napi::Value& value);
lab::NvrtcRequest nvrtc_request_of(const Napi::Value& value);
std::vector<std::string> texts_of(const Napi::Value& value, const std::string& field);

/// A formula, or the fill of an array of a type, over these names.
struct AskedExpression {
  std::string text;
  std::vector<std::string> names;
  std::optional<lab::ElementType> fills{};
};
std::vector<AskedExpression> expressions_of(const Napi::Value& value);

}  // namespace breakeven::js
