#pragma once

#include <functional>
#include <memory>
#include <string>

#include "host-pages.h"
#include "result.h"
#include "workload.h"

namespace breakeven {

class Mapping;

/// The input of a case, which is its own, and its expected answer.
struct Prepared {
  /// What follows may lie in it.
  std::shared_ptr<Mapping> memory;
  std::shared_ptr<Data> input;
  std::shared_ptr<const Data> expected;
  /// The shared input, which nobody can change; null where this process made its own.
  std::shared_ptr<const Data> as_made;
  /// Everything that determines the input.
  std::string key;
  /// Values that the file determines; empty for generated inputs.
  Values decided;
  /// Of the expected answer, and of the input's own bytes in their order: the same values in
  /// another order are another input, unless the axes alone describe the problem. Empty until
  /// identify().
  std::string sha256;
  std::string input_sha256;
  /// Of input and expected answer as they were made.
  ArrayHashes hashes;
  ArrayHashes expected_hashes;
  /// A wrong answer that the workload's rule accepts; looked for once, on first use.
  std::string accepted;
  bool is_controlled = false;
  /// That its arrays lie in.
  Pages pages = Pages::system;
  /// Threads whose parts its pages were placed for; 0: for none.
  int placed_for = 0;
};

/// Called with `input` and `reference` when that work starts.
using OnPhase = std::function<void(const char* phase)>;

/// Makes an input or reads it from its file, and computes the expected answer. `values`: complete.
/// Throws std::invalid_argument with one sentence for a file that is not as it should be.
std::shared_ptr<Prepared> make_input(const CaseRequest& request, const Workload& workload,
                                     const Values& values, const OnPhase& on_phase);

/// The same from the memory of the case, and where it has none as this process made it: the input
/// of the case before is kept for the next.
class Inputs {
 public:
  static Inputs& instance();

  /// `threads`: of the case, where its pages are to be placed for them, else 0.
  std::shared_ptr<Prepared> get(const CaseRequest& request, const Workload& workload,
                                const Values& values, int threads, const OnPhase& on_phase);

  double held_bytes() const { return held_ ? held_bytes_ : 0; }
  /// For an input that is not what it was, or that is not needed any more.
  void clear() { held_.reset(); }

 private:
  std::shared_ptr<Prepared> held_;
  double held_bytes_ = 0;
};

/// Computes the hashes of the input and the answer unless they are known.
void identify(const Workload& workload, Prepared& prepared);

}  // namespace breakeven
