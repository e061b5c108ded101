#include "worker-process.h"

#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace breakeven::lab {
namespace {

std::string handle_of(const SharedArray& array) { return std::to_string(array.file()); }

}  // namespace

std::string number_text(ElementType type, const ScalarValue& value) {
  return element_text(type, value.data());
}

WorkerProcess::WorkerProcess(const WorkerProgram& program,
                             const std::vector<WorkerArgument>& arguments)
    : name_(program.name), arrays_(arguments.size()), firsts_(arguments.size()) {
  ChildProcess::Start start{.words = program.interpreter, .environment = program.environment};
  for (const std::string& word :
       {program.file, program.name, program.function, program.folder, program.package, program.gpu,
        std::to_string(SharedArray::offset())}) {
    start.words.push_back(word);
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const WorkerArgument& argument = arguments[i];
    const bool is_array = argument.role != "scalar" && argument.role != "seed" &&
                          argument.role != "none" && argument.role != "omitted";
    std::string value = argument.value;
    if (is_array) {
      const std::size_t bytes = count_of(argument.shape) * bytes_of(argument.type);
      arrays_[i] = SharedArray(bytes);
      start.files.push_back(arrays_[i].file());
      if (argument.has_first) {
        firsts_[i] = SharedArray(bytes);
        start.files.push_back(firsts_[i].file());
      }
      for (const std::size_t size : argument.shape) value += std::to_string(size) + ",";
    }
    const std::string first = argument.has_first ? handle_of(firsts_[i]) : "-";
    for (const std::string& word :
         {argument.name, argument.role, std::string(name_of(argument.type)),
          is_array ? handle_of(arrays_[i]) : std::string("-"), value, first}) {
      start.words.push_back(word);
    }
  }
  child_ = std::make_unique<ChildProcess>(start);
  const std::string ready = words_of(child_->next());
  char* rest = nullptr;
  clock_step_ns_ = std::strtod(ready.c_str(), &rest);
  version_ = *rest == ' ' ? rest + 1 : rest;
}

std::string WorkerProcess::words_of(const std::string& line) const {
  if (line.rfind("error ", 0) == 0) throw std::runtime_error(line.substr(6));
  if (line.rfind("ok", 0) != 0) throw std::runtime_error(name_ + " answered \"" + line + "\"");
  return line.size() > 3 ? line.substr(3) : std::string();
}

std::string WorkerProcess::ask(const std::string& line) { return words_of(child_->ask(line)); }

}  // namespace breakeven::lab
