#include "script-variant.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "../../outside-sampler.h"
#include "interpreters.h"
#include "outside-execution.h"
#include "worker-sampler.h"
#include "worker-source.h"

namespace breakeven {
namespace {

struct Interpreter {
  std::string (*find)();
  const char* absent;
  std::vector<std::string> (*words)(const std::string& program);
  std::vector<std::string> environment;
};

const Interpreter node{.find = lab::node_program,
                       .absent = "node 24 or later was not found on the PATH",
                       .words = lab::node_worker,
                       // Its options change what is measured.
                       .environment = {"NODE_OPTIONS="}};

const Interpreter python{.find = [] { return lab::program_on_path("python3"); },
                         .absent = "python3 was not found on the PATH",
                         .words = lab::python_worker,
                         .environment = {}};

const DataArray* find(const std::vector<DataArray>& arrays, const std::string& name) {
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const DataArray& array) { return array.name == name; });
  return found == arrays.end() ? nullptr : &*found;
}

lab::Worker start(const Interpreter& interpreter, const std::string& name, const Script& script,
                  const Case& c) {
  const std::vector<DataArray> inputs = const_cast<Data&>(c.input_data).arrays();
  const std::vector<DataArray> outputs = c.output_data.arrays();
  lab::Worker worker;
  std::vector<lab::WorkerArgument> arguments;
  for (const auto& [parameter, type_name] : script.parameters) {
    const DataArray* const output = find(outputs, parameter);
    const DataArray* const array = output != nullptr ? output : find(inputs, parameter);
    const auto type = lab::element_type(type_name);
    if (array == nullptr || !type || lab::bytes_of(*type) != array->element_bytes) {
      throw std::logic_error(name + " has a parameter " + parameter + " of " + type_name +
                             ", which is no array of its workload");
    }
    const std::size_t count = array->bytes / array->element_bytes;
    worker.arrays.push_back({.parameter = arguments.size(),
                             .name = parameter,
                             .element_bytes = array->element_bytes,
                             .shape = {count},
                             .bytes = array->bytes,
                             .input = output == nullptr ? array->data : nullptr,
                             .output = output == nullptr ? nullptr : array->data});
    arguments.push_back({.name = parameter,
                         .role = output == nullptr ? "in" : "out",
                         .type = *type,
                         .shape = {count}});
  }
  worker.process = std::make_unique<lab::WorkerProcess>(
      lab::WorkerProgram{.interpreter = interpreter.words(interpreter.find()),
                         .file = script.text,
                         .name = name,
                         .function = script.function,
                         .package = "lists",
                         .environment = interpreter.environment},
      arguments);
  return worker;
}

Variant make_script(const Interpreter& interpreter, Variant described, const Script& script) {
  described.openmp = false;
  described.unavailable = [&interpreter] {
    return interpreter.find().empty() ? interpreter.absent : std::string();
  };
  described.refuse = [id = described.id, own = described.refuse](
                         const Values& values, const DeviceLimits& device) -> std::string {
    if (values.has("cache") && values.text("cache") == "cold") {
      return "cache is cold, but " + id + " runs in a process of its own: allowed is hot";
    }
    return own == nullptr ? std::string() : own(values, device);
  };
  described.make = make_execution<lab::OutsideExecution>;
  const std::string name = described.workload + "/" + described.id;
  set_outside_sampler(
      described.workload, described.id, [&interpreter, name, script](const Values& values) {
        return lab::make_worker_sampler(
            {.start = [&interpreter, name,
                       script](const Case& c) { return start(interpreter, name, script, c); },
             .copies = true,
             .fresh = values.flag("freshInput"),
             .how_to_write =
                 [](const std::string& array) {
                   return array + "[i] = ... writes into it, " + array + " = ... makes a new array";
                 }});
      });
  return described;
}

}  // namespace

Variant node_script(Variant described, const Script& script) {
  return make_script(node, std::move(described), script);
}

Variant python_script(Variant described, const Script& script) {
  return make_script(python, std::move(described), script);
}

}  // namespace breakeven
