#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../values.h"

/// A lab as the TypeScript side describes it: a workload that is data, with variants that were
/// compiled from files of the user's own. The addon's openLab(description, artifacts) takes plain
/// objects of the same shape; addon/from-js.h names the properties. Expr is the text of an
/// expression (expression.h).
///
/// Opening. Both objects are given to every addon that is loaded: the CPU addon adds the variants
/// of kind `host`, the CUDA addon those of kind `cuda-kernel` and `cuda-host`; the workload is
/// shared and stands in the catalog with `lab: {contract}`. An id that is open is replaced, and
/// inputs that are held are dropped. No case may be running. Libraries stay open until the process
/// ends, so new content needs a new path.
///
/// A host artifact is a shared library with
///   extern "C" void breakeven_call(void** args)
/// where args are in the order of the arguments: of a scalar a pointer to its value, of an array
/// the pointer to its data. A `cuda-host` artifact has the same function; arrays are device
/// pointers, and one more entry at the end points to the cudaStream_t. A `host-to-host` artifact
/// takes arrays of the host, and its last entry points to a HostCall (cuda/host-call.h). A
/// generator has
///   extern "C" void breakeven_generate(void** args, uint64_t seed)
/// and writes the arrays whose fill is `generate`; the other arrays are filled before. A
/// `cuda-kernel` artifact is a cubin with a kernel `symbol` whose parameters are the arguments.
namespace breakeven::lab {

/// A scalar (`value`) or an array (`shape`, `fill`, `out`). Its expressions are over the workload's
/// axes, which always include `seed`.
struct ArgumentDescription {
  std::string name;
  /// int8 to int64, uint8 to uint64, float16, bfloat16, float32, float64, complex64, complex128;
  /// scalars are not complex.
  std::string type;
  bool is_array = false;
  std::string value{};
  std::vector<std::string> shape{};
  /// See fill.h. Without one an array is written only: nothing is put back before a run, and before
  /// a verified run it is poisoned.
  std::optional<std::string> fill{};
  /// With a fill as well, the computation is in place: the contents are put back, untimed, before
  /// each run.
  bool out = false;
  /// What the function returns: one element.
  bool returned = false;
  /// Neither input nor answer: memory that the function is given, of the device if `on_device`.
  bool workspace = false;
  bool on_device = false;
};

struct CheckDescription {
  /// By a Python function of the user's own; artifacts have it.
  bool own = false;
  /// Bit for bit; otherwise |got - want| <= atol + rtol |want| for every element, where NaN never
  /// passes and an infinity equals itself alone.
  bool exact = true;
  double rtol = 0;
  /// Absent: rtol times the root mean square of each expected array.
  std::optional<double> atol = 0;
};

/// What the algorithm must move and do; expressions over the workload's axes, empty if not given.
/// Without `bytes` every input is read once and every output written once.
struct WorkDescription {
  std::string bytes{};
  std::string operations{};
  std::string unit{};
};

/// Those of the second line run in processes of their own.
enum class VariantForm {
  host,
  cuda_kernel,
  cuda_host,
  host_to_host,  //
  python,
  python_cuda,
  command,
  command_cuda
};

/// Another program. In its words {x} is the file of an array, the value of a scalar or an axis, and
/// {program} what the artifact is.
struct CommandDescription {
  /// The program with its full path, and what follows it.
  std::vector<std::string> run{};
  /// Run before each run, and after the last one; untimed.
  std::vector<std::string> prepare{};
  std::vector<std::string> cleanup{};
  /// Where it runs.
  std::string folder{};
  /// `cuda` where it computes on a GPU.
  std::string device{};
  /// The array that standard output is; empty where its outputs are files.
  std::string answer{};
  /// Lines of standard output with the numbers of arrays, by the name of the array.
  std::map<std::string, std::string> printed{};
  /// Times that it prints of itself, by timing scope.
  std::map<std::string, std::string> times{};
  /// npy, raw or text.
  std::string format{};
  std::string answer_format{};
};

struct GlobalDescription {
  std::string symbol;
  std::string argument;
};

/// Expressions of a variant are over the workload's axes, its own, and `sms`, `shared_max` and
/// `threads`; in `grid` also `block`, the threads of a block.
struct VariantDescription {
  std::string id;
  std::string title;
  std::string summary;
  /// Stands where built-in variants have their citation.
  std::string source{};
  VariantForm form = VariantForm::host;
  /// Choices are texts, numbers too; in expressions they count as numbers. `threads` is the
  /// product's axis of OpenMP threads: the variant's OpenMP runtime is told before each run.
  std::vector<Axis> axes{};
  std::string where{};
  /// Up to three dimensions; a block of 256 and ceildiv(size, block) by default.
  std::vector<std::string> block{};
  std::vector<std::string> grid{};
  /// Bytes of dynamic shared memory.
  std::string shared{};
  /// Of a kernel that does not take all arguments: the names of those that it takes.
  std::optional<std::vector<std::string>> arguments{};
  /// Variables of the device that are arguments: an artifact of host code has their places by
  ///   extern "C" void breakeven_globals(void** addresses, size_t* bytes)
  std::vector<GlobalDescription> globals{};
  /// Of the kernel, in builds that name none of their own.
  std::string symbol{};
  /// Of Python on a device: cupy, torch or numba.
  std::string package{};
  CommandDescription command{};
};

struct Description {
  std::string id;
  std::string title;
  std::string summary;
  /// SHA-256 of what results depend on; part of the key of a series.
  std::string contract;
  std::string size_axis;
  std::string baseline;
  /// Whether a variant, also one of another engine, prepares something before its inputs exist.
  bool has_setup = false;
  /// Where the reference is another program.
  std::optional<CommandDescription> reference_command{};
  std::vector<Axis> axes{};
  std::vector<ArgumentDescription> arguments{};
  CheckDescription check{};
  WorkDescription work{};
  std::vector<VariantDescription> variants{};
};

/// A variant compiled with one choice of values.
struct Build {
  /// By axis, as texts. Cases with these values use it.
  std::map<std::string, std::string> defines{};
  std::string path{};
  std::string symbol{};
  /// Of a Python file: the program that runs it, its name in messages, and the folder of the lab.
  std::string python{};
  std::string name{};
  std::string folder{};
  /// Why there is none, in one sentence.
  std::string unavailable{};
};

/// A library, or a Python file where `python` is not empty.
struct Artifacts {
  Build reference{};
  Build generate{};
  Build check{};
  std::map<std::string, std::vector<Build>> variants{};
};

}  // namespace breakeven::lab
