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
  /// What a file decided; empty for generated inputs.
  Values decided;
  /// Hash and named facts of the expected answer; computed once, on first use.
  std::string sha256;
  std::map<std::string, std::variant<double, std::string>> facts;
};

/// Called with `input` and `reference` when that work starts.
using OnPhase = std::function<void(const char* phase)>;

/// Keeps inputs by everything that decides them, least recently used ones dropped first.
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

 private:
  struct Item {
    std::string key;
    double bytes = 0;
    std::shared_ptr<Prepared> prepared;
  };

  void make_room(double wanted);

  std::list<Item> items_;
};

/// Fills in hash and facts of the expected answer unless they are there.
void hash_expected(const Workload& workload, Prepared& prepared);

}  // namespace breakeven
