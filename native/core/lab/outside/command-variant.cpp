#include "command-variant.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../../axes.h"
#include "../../clock.h"
#include "../../median.h"
#include "../../outside-sampler.h"
#include "../expression.h"
#include "../lab-data.h"
#include "command-files.h"
#include "outside-execution.h"
#include "printed.h"
#include "run-command.h"

namespace breakeven::lab {
namespace {

std::string text_of(const Values::Scalar& value) {
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  return std::get<std::string>(value);
}

/// Of one number: more than any has, with blanks.
constexpr std::size_t printed_bytes = 64;

/// The words of a command at some values, and its files.
class CommandCase {
 public:
  /// `values`: of axes that its words may name. `program`: what {program} is.
  CommandCase(const CommandDescription& command, const std::string& program, const LabData& input,
              const Values& values)
      : command_(command),
        format_(file_format(command_.format)),
        answer_format_(file_format(command_.answer_format)),
        files_{.folder = command_.folder,
               .output = folder_.path() + "/stdout",
               .errors = folder_.path() + "/stderr"} {
    for (const auto& [name, value] : values.all()) names_.emplace_back(name, text_of(value));
    for (std::size_t i = 0; i < input.arguments->size(); ++i) {
      const Argument& argument = (*input.arguments)[i];
      const std::string text = argument.is_array
                                   ? path_of(argument)
                                   : element_text(argument.type, input.scalars[i].data());
      if (argument.out) {
        files_.max_bytes += printed_bytes * count_of(input.shapes[i]);
        files_.answers.emplace_back(argument.name, path_of(argument));
      }
      // Over an axis of the same name.
      names_.emplace(names_.begin(), argument.name, text);
    }
    names_.emplace(names_.begin(), "program", program);
    for (const auto& [scope, line] : command_.times) times_.push_back({scope, line});
    run_ = filled(command_.run);
    for (const PrintedTime& time : times_) {
      for (const std::string& word : words_for_times(time, times_file())) run_.push_back(word);
    }
    prepare_ = filled(command_.prepare);
    cleanup_ = filled(command_.cleanup);
  }

  /// The input as files.
  void feed(const LabData& input) {
    for (std::size_t i = 0; i < input.arguments->size(); ++i) {
      const Argument& argument = (*input.arguments)[i];
      if (!argument.is_input()) continue;
      write_array(path_of(argument), format_, argument, input.shapes[i],
                  input.arrays_by_argument[i].data());
    }
  }

  CommandRun run(const LabData& input) {
    put_back(input);
    if (!prepare_.empty()) run_command(prepare_, files_);
    return run_command(run_, files_);
  }

  /// What it said of the last run, in nanoseconds; NaN for what it does not say.
  double time_of(const std::string& scope) const {
    for (const PrintedTime& time : times_) {
      if (time.scope != scope) continue;
      const bool printed = words_for_times(time, {}).empty();
      return printed_ns(time, text_of_file(printed ? files_.output : times_file()));
    }
    return unknown;
  }

  void cleanup() {
    if (!cleanup_.empty()) run_command(cleanup_, files_);
  }

  /// What an earlier run left would pass for an answer.
  void remove_answers(const LabData& input) {
    for (const Argument& argument : *input.arguments) {
      if (argument.out && !argument.is_input()) std::filesystem::remove(path_of(argument));
    }
  }

  void read(const LabData& input, LabData& output) {
    for (std::size_t i = 0; i < input.arguments->size(); ++i) {
      const Argument& argument = (*input.arguments)[i];
      if (!argument.out) continue;
      if (const auto line = command_.printed.find(argument.name); line != command_.printed.end()) {
        read_lines(line->second, argument, input.shapes[i], output.arrays_by_argument[i].data());
        continue;
      }
      const bool printed = argument.name == command_.answer;
      if (printed && answer_format_ == FileFormat::text && !times_.empty()) {
        read_numbers("its standard output", without_times(times_, text_of_file(files_.output)),
                     argument, input.shapes[i], output.arrays_by_argument[i].data());
        continue;
      }
      const std::string what = printed ? "its standard output" : "its file of " + argument.name;
      read_array(what, printed ? files_.output : path_of(argument),
                 printed ? answer_format_ : format_, argument, input.shapes[i],
                 output.arrays_by_argument[i].data());
    }
  }

  /// Throws std::runtime_error where a file of the input is not what it was.
  void check_inputs(const LabData& input) {
    for (std::size_t i = 0; i < input.arguments->size(); ++i) {
      const Argument& argument = (*input.arguments)[i];
      if (!argument.is_input() || argument.out) continue;
      GuardedArray seen(input.arrays_by_argument[i].size());
      const std::string what = "its input " + argument.name;
      read_array(what, path_of(argument), format_, argument, input.shapes[i], seen.data());
      const std::byte* const was = input.arrays_by_argument[i].data();
      const auto [at, other] = std::mismatch(was, was + seen.size(), seen.data());
      static_cast<void>(other);
      if (at == was + seen.size()) continue;
      const auto element = static_cast<std::size_t>(at - was) / bytes_of(argument.type);
      throw std::runtime_error("it changed its input " +
                               place_of(argument.name, input.shapes[i], element));
    }
  }

 private:
  std::string times_file() const { return folder_.path() + "/times.json"; }

  /// The numbers of lines of standard output.
  void read_lines(const std::string& line, const Argument& argument,
                  const std::vector<std::size_t>& shape, std::byte* data) const {
    std::string words;
    for (const auto& number :
         PrintedLine(line, argument.name).numbers(text_of_file(files_.output))) {
      words += number.word + "\n";
    }
    read_numbers("what it printed as \"" + line + "\"", words, argument, shape, data);
  }

  std::string path_of(const Argument& argument) const {
    return folder_.path() + "/" + argument.name + extension_of(format_);
  }

  /// Files that it changes in place.
  void put_back(const LabData& input) {
    for (std::size_t i = 0; i < input.arguments->size(); ++i) {
      const Argument& argument = (*input.arguments)[i];
      if (!argument.in_place()) continue;
      write_array(path_of(argument), format_, argument, input.shapes[i],
                  input.arrays_by_argument[i].data());
    }
  }

  std::vector<std::string> filled(std::vector<std::string> words) const {
    for (std::string& word : words) {
      for (std::size_t at = word.find('{'); at != std::string::npos; at = word.find('{', at)) {
        const std::size_t end = word.find('}', at);
        if (end == std::string::npos) break;
        const std::string name = word.substr(at + 1, end - at - 1);
        const auto known = std::find_if(names_.begin(), names_.end(),
                                        [&](const auto& one) { return one.first == name; });
        if (known == names_.end()) {
          at = end;
          continue;
        }
        word.replace(at, end + 1 - at, known->second);
        at += known->second.size();
      }
    }
    return words;
  }

  const CommandDescription& command_;
  FileFormat format_;
  FileFormat answer_format_;
  CommandFolder folder_;
  CommandFiles files_;
  std::vector<std::pair<std::string, std::string>> names_;
  std::vector<PrintedTime> times_;
  std::vector<std::string> run_;
  std::vector<std::string> prepare_;
  std::vector<std::string> cleanup_;
};

class CommandSampler final : public Sampler {
 public:
  explicit CommandSampler(std::shared_ptr<LabVariant> variant, bool fresh)
      : variant_(std::move(variant)), fresh_(fresh) {}
  CommandSampler(const CommandSampler&) = delete;
  CommandSampler& operator=(const CommandSampler&) = delete;

  Sample take(Execution& execution, SampleKind kind, int) override {
    const Case& c = outside(execution);
    if (kind == SampleKind::whole || kind == SampleKind::feed) case_for(c).feed(c.input<LabData>());
    if (kind == SampleKind::feed) return {};
    return run(c, kind == SampleKind::whole || kind == SampleKind::again);
  }

  Sample take_new(const MakeExecution& make, SampleKind, int) override {
    const std::unique_ptr<Execution> execution = make();
    const Case& c = outside(*execution);
    if (verifying_ || fresh_) case_for(c).feed(c.input<LabData>());
    return run(c, verifying_);
  }

  void begin_verified() override { verifying_ = true; }
  std::string end_verified() override {
    verifying_ = false;
    return {};
  }

  void report(CaseResult& result) override {
    if (case_) case_->cleanup();
    result.attributes["userNs"] = median_of(user_ns_);
    result.attributes["systemNs"] = median_of(system_ns_);
    result.attributes["peakMemoryBytes"] = peak_bytes_;
    result.attributes["spawnNs"] = spawn_ns();
    if (!variant_->description().command.times.empty()) result.attributes["timedBy"] = "program";
  }

  double resolution_ns() const override { return 100; }
  bool takes_batches(SampleKind) const override { return false; }
  bool total_alone() const override { return true; }
  bool kernel_within() const override {
    return variant_->description().command.times.contains("kernel");
  }
  bool in_this_process() const override { return false; }

 private:
  CommandCase& case_for(const Case& c) {
    if (case_) return *case_;
    const Build& build = variant_->builds().at(*variant_->build_for(c.values));
    case_ = std::make_unique<CommandCase>(variant_->description().command, build.path,
                                          c.input<LabData>(), c.values);
    return *case_;
  }

  Sample run(const Case& c, bool verified) {
    const auto& input = c.input<LabData>();
    CommandCase& command = case_for(c);
    if (verified) command.remove_answers(input);
    const CommandRun found = command.run(input);
    if (verified) {
      command.read(input, c.output<LabData>());
      command.check_inputs(input);
    }
    user_ns_.push_back(found.user_ns);
    system_ns_.push_back(found.system_ns);
    peak_bytes_ = std::max(peak_bytes_, found.peak_bytes);
    Sample sample;
    const double total = command.time_of("total");
    const double kernel = command.time_of("kernel");
    sample[Scope::total] = std::isnan(total) ? found.ns : total;
    sample[Scope::call] = sample[Scope::total];
    sample[Scope::kernel] = std::isnan(kernel) ? sample[Scope::total] : kernel;
    sample.cpu_ns = found.user_ns + found.system_ns;
    sample.elapsed_ns = found.ns;
    return sample;
  }

  std::shared_ptr<LabVariant> variant_;
  std::unique_ptr<CommandCase> case_;
  std::vector<double> user_ns_;
  std::vector<double> system_ns_;
  double peak_bytes_ = 0;
  bool fresh_;
  bool verifying_ = false;
};

}  // namespace

void answer_by_command(const CommandDescription& description, const std::string& program,
                       const LabData& input, LabData& output) {
  CommandCase command(description, program, input, Values{});
  try {
    command.feed(input);
    static_cast<void>(command.run(input));
    command.read(input, output);
    command.cleanup();
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string("the reference: ") + error.what());
  }
}

Variant make_command_variant(std::shared_ptr<LabVariant> variant) {
  Variant described = describe(variant);
  described.called_from = "program";
  described.refuse = [variant](const Values& values, const DeviceLimits& device) {
    std::string reason = variant->refuse(values, device);
    if (!reason.empty() || !values.has("cache") || values.text("cache") != "cold") return reason;
    return "cache is cold, but " + variant->description().id +
           " is another program: allowed is hot";
  };
  if (variant->description().form == VariantForm::command_cuda) {
    described.device = Device::cuda;
    described.parameters.insert(described.parameters.begin(), axes::gpu());
  }
  described.make = make_execution<OutsideExecution>;
  set_outside_sampler(described.workload, described.id, [variant](const Values& values) {
    return std::make_unique<CommandSampler>(variant, values.flag("freshInput"));
  });
  return described;
}

}  // namespace breakeven::lab
