#pragma once

#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "../core/lab/description.h"
#include "../core/lab/element-type.h"
#include "../core/lab/expression.h"
#include "../core/lab/nvrtc.h"
#include "../core/result.h"
#include "values.h"

/// What an addon is asked, as the contract has it: cases, formulas and labs.
namespace breakeven {

/// A formula, or the fill of an array of a type, over these names.
struct AskedExpression {
  std::string text{};
  std::vector<std::string> names{};
  std::optional<lab::ElementType> fills{};
};

namespace js {

/// Earlier versions chose batches of up to so many executions; a resumed run keeps them.
inline constexpr int max_given_batch = 100'000'000;
inline constexpr double max_whole = 9007199254740991.0;

/// A choice is a text, a number too.
inline std::string word_of(const Values::Scalar& choice) {
  const auto* number = std::get_if<double>(&choice);
  return number != nullptr ? lab::number_text(*number) : std::get<std::string>(choice);
}

/// One text or a list of them.
inline void texts(Reader& field, const char* name, std::vector<std::string>& to) {
  if (field.object.Get(name).IsString()) {
    field(name, to.emplace_back());
  } else {
    field.maybe(name, to);
  }
}

inline void describe(Reader& field, CaseRequest& request) {
  field("workload", request.workload, "variant", request.variant, "values", request.values);
  field.maybe("input", request.input, "memory", request.memory);
  field("policy", request.policy);
  field.maybe("repetition", request.repetition, "batch", request.batch);
  for (const auto& [scope, executions] : request.batch) {
    field.need(executions >= 1 && executions <= max_given_batch, "batch." + scope,
               "not a number of executions from 1 to " + std::to_string(max_given_batch));
  }
  field.maybe("processSd", request.process_sd);
  for (const auto& [scope, sd] : request.process_sd) {
    field.need(sd >= 0, "processSd." + scope, "not a standard deviation of at least 0");
  }
  std::map<std::string, double> ratios;
  field.maybe("ownIssueRatios", ratios);
  for (const auto& [threads, ratio] : ratios) {
    int count = 0;
    const char* end = threads.data() + threads.size();
    const bool whole = std::from_chars(threads.data(), end, count).ptr == end;
    field.need(whole && count >= 1 && ratio > 0, "ownIssueRatios." + threads,
               "not a ratio above 0 of a number of threads");
    request.own_issue_ratios[count] = ratio;
  }
  field.maybe("answered", request.answered, "thorough", request.thorough);
}

inline void describe(Reader& field, MemoryName& memory) {
  field("path", memory.path, "identity", memory.identity);
}

inline void describe(Reader& field, Policy& policy) {
  field("criterion", policy.criterion, "parameters", policy.parameters, "timeLimitS",
        policy.time_limit_s);
  field("warmUpS", policy.warm_up_s, "energyS", policy.energy_s);
}

inline void describe(Reader& field, AskedExpression& asked) {
  field("text", asked.text, "names", asked.names);
  std::string type;
  field.maybe("fills", type);
  asked.fills = lab::element_type(type);
}

/// An axis of a lab.
inline void describe(Reader& field, Axis& axis) {
  field("id", axis.id, "title", axis.title, "help", axis.help);
  field.maybe("unit", axis.unit);
  std::string scale;
  field.maybe("scale", scale);
  axis.logarithmic = scale == "log";
  std::string kind;
  field("kind", kind);
  field.need(kind == "integer" || kind == "choice", "kind", "neither integer nor choice");
  if (kind == "integer") {
    axis.max = max_whole;
    field.maybe("min", axis.min);
    field.maybe("max", axis.max);
    field("default", axis.default_number);
    return;
  }
  axis.type = AxisType::choice;
  Values::Scalar usual;
  field("default", usual);
  axis.default_text = word_of(usual);
  std::vector<Values::Scalar> values;
  field("values", values);
  for (const Values::Scalar& value : values) axis.choices.push_back({word_of(value), ""});
}

inline void describe(Reader& field, lab::Description& lab) {
  field("id", lab.id, "title", lab.title, "summary", lab.summary, "contract", lab.contract);
  field("size", lab.size_axis, "baseline", lab.baseline);
  field.maybe("hasSetup", lab.has_setup);
  if (field.has("referenceCommand")) {
    field("referenceCommand", lab.reference_command.emplace());
  }
  field("axes", lab.axes, "args", lab.arguments, "check", lab.check, "work", lab.work);
  field("variants", lab.variants);
}

inline void describe(Reader& field, lab::ArgumentDescription& argument) {
  field("name", argument.name);
  argument.is_array = field.has("array");
  field(argument.is_array ? "array" : "scalar", argument.type);
  if (!argument.is_array) return field("value", argument.value);
  field("shape", argument.shape, "fill", argument.fill, "out", argument.out);
  field.maybe("workspace", argument.workspace, "returned", argument.returned);
  std::string place;
  field.maybe("place", place);
  argument.on_device = place == "device";
}

inline void describe(Reader& field, lab::CheckDescription& check) {
  std::string rule;
  field("rule", rule);
  check.own = rule == "python";
  check.exact = rule == "exact";
  field.need(check.own || check.exact || rule == "tolerance", "rule",
             "not exact, tolerance or python");
  field("rtol", check.rtol, "atol", check.atol);
}

inline void describe(Reader& field, lab::WorkDescription& work) {
  field.maybe("bytes", work.bytes, "operations", work.operations, "unit", work.unit);
}

inline void describe(Reader& field, lab::VariantDescription& variant) {
  field("id", variant.id, "title", variant.title, "summary", variant.summary);
  std::string kind;
  field("kind", kind);
  field.maybe("package", variant.package);
  using Form = lab::VariantForm;
  const std::map<std::string, Form> forms{
      {"host", Form::host},
      {"cuda-kernel", Form::cuda_kernel},
      {"cuda-host", Form::cuda_host},
      {"host-to-host", Form::host_to_host},
      {"python", variant.package.empty() ? Form::python : Form::python_cuda},
      {"command", Form::command}};
  field.need(forms.count(kind) != 0, "kind", "no form that is known");
  variant.form = forms.at(kind);
  if (variant.form == Form::command) {
    field("command", variant.command);
    if (variant.command.device == "cuda") variant.form = Form::command_cuda;
  }
  field.maybe("source", variant.source);
  field("axes", variant.axes);
  field.maybe("where", variant.where);
  texts(field, "block", variant.block);
  texts(field, "grid", variant.grid);
  field.maybe("shared", variant.shared, "symbol", variant.symbol, "globals", variant.globals);
  if (field.has("args")) field("args", variant.arguments.emplace());
}

inline void describe(Reader& field, lab::GlobalDescription& global) {
  field("symbol", global.symbol, "argument", global.argument);
}

inline void describe(Reader& field, lab::CommandDescription& command) {
  field("run", command.run);
  field.need(!command.run.empty(), "run", "empty");
  field.maybe("prepare", command.prepare, "cleanup", command.cleanup);
  field("folder", command.folder);
  field.maybe("answer", command.answer, "printed", command.printed, "times", command.times);
  field.maybe("device", command.device);
  field("format", command.format, "answerFormat", command.answer_format);
}

inline void describe(Reader& field, lab::Artifacts& artifacts) {
  field.maybe("reference", artifacts.reference, "generate", artifacts.generate);
  field.maybe("check", artifacts.check);
  field("variants", artifacts.variants);
}

inline void describe(Reader& field, lab::Build& build) {
  field.maybe("unavailable", build.unavailable);
  if (build.unavailable.empty()) field("path", build.path);
  field.maybe("symbol", build.symbol);
  std::map<std::string, std::string> python;
  if (field.has("python")) {
    field("python", python);
    build.python = python["program"];
    build.name = python["name"];
    build.folder = python["folder"];
  }
  std::map<std::string, Values::Scalar> defines;
  field.maybe("defines", defines);
  for (const auto& [name, value] : defines) build.defines[name] = word_of(value);
}

inline void describe(Reader& field, lab::NvrtcRequest& request) {
  field("source", request.source, "path", request.path);
  field.maybe("function", request.function);
  texts(field, "options", request.options);
  field("arch", request.arch);
}

}  // namespace js
}  // namespace breakeven
