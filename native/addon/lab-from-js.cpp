#include "lab-from-js.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "../core/lab/expression.h"
#include "to-js.h"

namespace breakeven::js {
namespace {

constexpr double max_whole = 9007199254740991.0;

[[noreturn]] void refuse(const Napi::Value& value, const std::string& field, const char* what) {
  throw error(value.Env(), "bad-input", field + " is missing or not " + what);
}

/// An object with the path to it, for messages.
struct Record {
  Napi::Object object;
  std::string field;

  Record(const Napi::Value& value, std::string name) : field(std::move(name)) {
    if (!value.IsObject()) refuse(value, field, "an object");
    object = value.As<Napi::Object>();
  }

  Napi::Value get(const char* key) const { return object.Get(key); }
  bool has(const char* key) const { return !get(key).IsUndefined() && !get(key).IsNull(); }
  std::string path(const char* key) const { return field + "." + key; }

  std::string text(const char* key) const { return text_of(get(key), path(key)); }
  std::string text_or_empty(const char* key) const { return has(key) ? text(key) : std::string(); }

  double number(const char* key) const {
    if (!get(key).IsNumber()) refuse(object, path(key), "a number");
    return get(key).As<Napi::Number>().DoubleValue();
  }
  double number_or(const char* key, double otherwise) const {
    return has(key) ? number(key) : otherwise;
  }
  bool flag(const char* key) const {
    if (!get(key).IsBoolean()) refuse(object, path(key), "true or false");
    return get(key).As<Napi::Boolean>().Value();
  }
  Record record(const char* key) const { return {get(key), path(key)}; }
  /// One text or a list of them; empty without either.
  std::vector<std::string> texts(const char* key) const {
    if (!has(key)) return {};
    if (get(key).IsString()) return {text(key)};
    return texts_of(get(key), path(key));
  }
};

template <class F>
auto list_of(const Napi::Value& value, const std::string& field, F&& convert) {
  if (!value.IsArray()) refuse(value, field, "a list");
  const Napi::Array array = value.As<Napi::Array>();
  std::vector<decltype(convert(array.Get(std::uint32_t{0}), field))> list;
  for (std::uint32_t i = 0; i < array.Length(); ++i) {
    list.push_back(convert(array.Get(i), field + "[" + std::to_string(i) + "]"));
  }
  return list;
}

/// A number as the text that a choice has.
std::string choice_text(const Napi::Value& value, const std::string& field) {
  if (value.IsNumber()) return lab::number_text(value.As<Napi::Number>().DoubleValue());
  return text_of(value, field);
}

Axis axis_of(const Napi::Value& value, const std::string& field) {
  const Record record(value, field);
  Axis axis{.id = record.text("id"), .title = record.text("title"), .help = record.text("help")};
  axis.unit = record.text_or_empty("unit");
  axis.logarithmic = record.text_or_empty("scale") == "log";
  const std::string kind = record.text("kind");
  if (kind == "integer") {
    axis.min = record.number_or("min", 0);
    axis.max = record.number_or("max", max_whole);
    axis.default_number = record.number("default");
    return axis;
  }
  if (kind != "choice") refuse(value, record.path("kind"), "integer or choice");
  axis.type = AxisType::choice;
  axis.default_text = choice_text(record.get("default"), record.path("default"));
  for (const std::string& id : list_of(record.get("values"), record.path("values"), choice_text)) {
    axis.choices.push_back({.id = id, .help = ""});
  }
  return axis;
}

lab::ArgumentDescription argument_of(const Napi::Value& value, const std::string& field) {
  const Record record(value, field);
  lab::ArgumentDescription argument{.name = record.text("name"), .type = ""};
  argument.is_array = record.has("array");
  argument.type = record.text(argument.is_array ? "array" : "scalar");
  if (!argument.is_array) {
    argument.value = record.text("value");
    return argument;
  }
  argument.shape = texts_of(record.get("shape"), record.path("shape"));
  if (record.has("fill")) argument.fill = record.text("fill");
  argument.out = record.flag("out");
  return argument;
}

lab::CommandDescription command_of(const Record& record) {
  lab::CommandDescription command{.run = record.texts("run"),
                                  .prepare = record.texts("prepare"),
                                  .cleanup = record.texts("cleanup"),
                                  .folder = record.text("folder"),
                                  .answer = record.text_or_empty("answer"),
                                  .format = record.text("format"),
                                  .answer_format = record.text("answerFormat")};
  if (command.run.empty()) refuse(record.object, record.path("run"), "a list of words");
  return command;
}

/// None for forms that this version does not run.
std::optional<lab::VariantDescription> variant_of(const Napi::Value& value,
                                                  const std::string& field) {
  const Record record(value, field);
  const std::string kind = record.text("kind");
  lab::VariantDescription variant{
      .id = record.text("id"), .title = record.text("title"), .summary = record.text("summary")};
  if (kind == "host") {
    variant.form = lab::VariantForm::host;
  } else if (kind == "cuda-kernel") {
    variant.form = lab::VariantForm::cuda_kernel;
  } else if (kind == "cuda-host") {
    variant.form = lab::VariantForm::cuda_host;
  } else if (kind == "python") {
    variant.package = record.text_or_empty("package");
    variant.form =
        variant.package.empty() ? lab::VariantForm::python : lab::VariantForm::python_cuda;
  } else if (kind == "command") {
    variant.form = lab::VariantForm::command;
    variant.command = command_of(record.record("command"));
  } else {
    return std::nullopt;
  }
  variant.source = record.text_or_empty("source");
  variant.axes = list_of(record.get("axes"), record.path("axes"), axis_of);
  variant.where = record.text_or_empty("where");
  variant.block = record.texts("block");
  variant.grid = record.texts("grid");
  variant.shared = record.text_or_empty("shared");
  variant.symbol = record.text_or_empty("symbol");
  return variant;
}

/// A file without values of its own.
lab::Build file_of(const Record& record) {
  lab::Build build{.unavailable = record.text_or_empty("unavailable")};
  if (build.unavailable.empty()) build.path = record.text("path");
  build.symbol = record.text_or_empty("symbol");
  if (!record.has("python")) return build;
  const Record python = record.record("python");
  build.python = python.text("program");
  build.name = python.text("name");
  build.folder = python.text("folder");
  return build;
}

lab::Build build_of(const Napi::Value& value, const std::string& field) {
  const Record record(value, field);
  lab::Build build = file_of(record);
  const Record defines = record.record("defines");
  const Napi::Array names = defines.object.GetPropertyNames();
  for (std::uint32_t i = 0; i < names.Length(); ++i) {
    const std::string name = names.Get(i).ToString().Utf8Value();
    build.defines[name] = choice_text(defines.object.Get(name), defines.field + "." + name);
  }
  return build;
}

AskedExpression expression_of(const Napi::Value& value, const std::string& field) {
  const Record record(value, field);
  AskedExpression asked{.text = record.text("text"), .names = record.texts("names")};
  if (record.has("fills")) asked.fills = lab::element_type(record.text("fills"));
  return asked;
}

}  // namespace

std::vector<AskedExpression> expressions_of(const Napi::Value& value) {
  return list_of(value, "expressions", expression_of);
}

std::vector<std::string> texts_of(const Napi::Value& value, const std::string& field) {
  return list_of(value, field, text_of);
}

lab::Description lab_description_of(const Napi::Value& value) {
  const Record record(value, "the lab");
  lab::Description lab{.id = record.text("id"),
                       .title = record.text("title"),
                       .summary = record.text("summary"),
                       .contract = record.text("contract"),
                       .size_axis = record.text("size"),
                       .baseline = record.text("baseline")};
  lab.has_reference = record.has("reference");
  lab.axes = list_of(record.get("axes"), record.path("axes"), axis_of);
  lab.arguments = list_of(record.get("args"), record.path("args"), argument_of);
  const Record check = record.record("check");
  const std::string rule = check.text("rule");
  if (rule != "exact" && rule != "tolerance" && rule != "python")
    refuse(value, check.path("rule"), "exact, tolerance or python");
  lab.check = {.own = rule == "python",
               .exact = rule == "exact",
               .rtol = check.number("rtol"),
               .atol = check.number("atol")};
  const Record work = record.record("work");
  lab.work = {.bytes = work.text_or_empty("bytes"),
              .operations = work.text_or_empty("operations"),
              .unit = work.text_or_empty("unit")};
  for (auto& variant : list_of(record.get("variants"), record.path("variants"), variant_of)) {
    if (variant) lab.variants.push_back(std::move(*variant));
  }
  return lab;
}

lab::Artifacts lab_artifacts_of(const Napi::Value& value) {
  const Record record(value, "artifacts");
  lab::Artifacts artifacts;
  if (record.has("reference")) artifacts.reference = file_of(record.record("reference"));
  if (record.has("generate")) artifacts.generate = file_of(record.record("generate"));
  if (record.has("check")) artifacts.check = file_of(record.record("check"));
  const Record variants = record.record("variants");
  const Napi::Array ids = variants.object.GetPropertyNames();
  for (std::uint32_t i = 0; i < ids.Length(); ++i) {
    const std::string id = ids.Get(i).ToString().Utf8Value();
    artifacts.variants[id] = list_of(variants.object.Get(id), variants.field + "." + id, build_of);
  }
  return artifacts;
}

lab::NvrtcRequest nvrtc_request_of(const Napi::Value& value) {
  const Record record(value, "the source");
  return {.source = record.text("source"),
          .path = record.text("path"),
          .function = record.text_or_empty("function"),
          .options = record.texts("options"),
          .arch = record.text("arch")};
}

}  // namespace breakeven::js
