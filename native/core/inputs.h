#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <variant>

#include "workload.h"

namespace breakeven {

/// An input with its reference answer, shared by the variants of a sweep point and by both addons.
struct Prepared {
  std::shared_ptr<Data> input;
  std::shared_ptr<const Data> expected;
  /// Values that the file determines; empty for generated inputs.
  Values decided;
  /// Hash and attributes of the expected answer; computed once, on first use.
  std::string sha256;
  std::map<std::string, std::variant<double, std::string>> attributes;
  /// Hash of the input's own bytes; computed once, on first use.
  std::string input_sha256;
  /// Of the input as it was made.
  ArrayHashes hashes;
  /// A wrong answer that the workload's rule accepts; looked for once, on first use.
  std::string accepted;
  bool is_controlled = false;
  /// Threads whose parts its pages were placed for; 0: for none.
  int placed_for = 0;
};

/// Called with `input` and `reference` when that work starts.
using OnPhase = std::function<void(const char* phase)>;

/// A cache of inputs by everything that determines them; drops the least recently used first.
class Inputs {
 public:
  static Inputs& instance();

  /// `values`: complete. With a `path` the input is read from it, and `decided` holds what the file
  /// says.
  std::shared_ptr<Prepared> get(const Workload& workload, const Values& values,
                                const std::string& path, const OnPhase& on_phase);
  /// The same without keeping it; for cases that change their input.
  std::shared_ptr<Prepared> get_private(const Workload& workload, const Values& values,
                                        const std::string& path, const OnPhase& on_phase);

  bool holds(const Workload& workload, const Values& values, const std::string& path) const;
  double held_bytes() const;
  void clear();
  /// For an input that is not what it was.
  void drop(const Prepared& prepared);

 private:
  struct Item {
    std::string key;
    double bytes = 0;
    std::shared_ptr<Prepared> prepared;
  };

  void make_room(double wanted);

  std::list<Item> items_;
};

/// Computes hash and attributes of the expected answer unless known.
void hash_expected(const Workload& workload, Prepared& prepared);

}  // namespace breakeven
