#include "python-variant.h"

#include <utility>

#include "../../axes.h"
#include "../../outside-sampler.h"
#include "outside-execution.h"
#include "python-arguments.h"
#include "worker-sampler.h"

namespace breakeven::lab {
namespace {

bool on_device(const LabVariant& variant) {
  return variant.description().form == VariantForm::python_cuda;
}

WorkerProgram program_at(const LabVariant& variant, const Values& values) {
  WorkerProgram program = python_program(variant.builds().at(*variant.build_for(values)));
  if (on_device(variant)) {
    program.package = variant.description().package;
    program.gpu = values.has("gpu") ? values.text("gpu") : "0";
  }
  if (values.has("threads")) {
    const std::string threads = std::to_string(values.integer("threads"));
    for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                             "NUMBA_NUM_THREADS", "NUMEXPR_NUM_THREADS"}) {
      program.environment.push_back(std::string(name) + "=" + threads);
    }
  }
  return program;
}

Worker start(const LabVariant& variant, const Case& c) {
  const auto& input = c.input<LabData>();
  auto& output = c.output<LabData>();
  Worker worker{.process = std::make_unique<WorkerProcess>(program_at(variant, c.values),
                                                           python_call_arguments(input))};
  for (std::size_t i = 0; i < input.arguments->size(); ++i) {
    const Argument& argument = (*input.arguments)[i];
    if (!argument.is_array || argument.workspace) continue;
    worker.arrays.push_back(
        {.parameter = i,
         .name = argument.name,
         .element_bytes = bytes_of(argument.type),
         .shape = input.shapes[i],
         .bytes = worker.process->array(i).size(),
         .input = argument.is_input() ? input.arrays_by_argument[i].data() : nullptr,
         .output = argument.out ? output.arrays_by_argument[i].data() : nullptr});
  }
  return worker;
}

/// The caches of the machine are flushed by threads of this process, between samples of its own.
std::string refuse_cold(const LabVariant& variant, const Values& values) {
  if (!values.has("cache") || values.text("cache") != "cold") return {};
  return "cache is cold, but " + variant.description().id +
         " runs in a process of its own: allowed is hot";
}

}  // namespace

Variant make_python_variant(std::shared_ptr<LabVariant> variant) {
  Variant described = describe(variant);
  described.called_from = "Python";
  if (on_device(*variant)) {
    described.device = Device::cuda;
    described.synchronises = true;
    described.parameters.insert(described.parameters.begin(), axes::gpu());
  }
  // What Python sees is a copy of the input and of the output.
  described.need = [variant](const Values& values) {
    const double bytes = variant->workload().array_bytes(values);
    return Need{.host_bytes = bytes, .device_bytes = on_device(*variant) ? bytes : 0};
  };
  described.refuse = [variant](const Values& values, const DeviceLimits& device) {
    std::string reason = variant->refuse(values, device);
    return reason.empty() ? refuse_cold(*variant, values) : reason;
  };
  described.make = make_execution<OutsideExecution>;
  set_outside_sampler(described.workload, described.id, [variant](const Values& values) {
    return make_worker_sampler({.start = [variant](const Case& c) { return start(*variant, c); },
                                .copies = on_device(*variant),
                                .on_device = on_device(*variant),
                                .fresh = values.flag("freshInput"),
                                .says_empty_call = true,
                                .how_to_write =
                                    [](const std::string& array) {
                                      return array + "[:] = ... writes into it, " + array +
                                             " = ... makes a new array";
                                    }});
  });
  return described;
}

}  // namespace breakeven::lab
