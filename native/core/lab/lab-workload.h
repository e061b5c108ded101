#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../workload.h"
#include "description.h"
#include "lab-data.h"
#include "library.h"
#include "outside/python-function.h"

namespace breakeven::lab {

/// A workload that is data. Its generator and its reference are code of the user's own.
class LabWorkload final : public Workload {
 public:
  /// Throws BadInput with one sentence.
  LabWorkload(const Description& description, const Artifacts& artifacts);

  WorkloadInfo info() const override { return info_; }
  std::string refuse(const Values& values) const override;
  Need need(const Values& values) const override;
  double estimate_seconds(const Values& values) const override;
  std::unique_ptr<Data> empty_input() const override;
  std::unique_ptr<Data> empty_expected() const override { return empty_input(); }
  std::unique_ptr<Data> generate(const Values& values) const override;
  void refill(Data& input, const Values& values, std::uint64_t sample) const override;
  /// Exchanges some elements of each array with random contents, which keeps what holds for all of
  /// them: a range, a permutation. Where none is random, moves some of each sorted array.
  Planted plant(Data& input, const Data& expected, const Values& values,
                std::uint64_t seed) const override;
  std::unique_ptr<Data> reference(const Data& input) const override;
  std::unique_ptr<Data> make_output(const Data& input) const override;
  void forget_reset(Data& output) const override;
  void restore(const Data& input, Data& output) const override;
  Check check(const Data& input, const Data& expected, const Data& actual,
              bool exact) const override;
  Answer answer(const Data& input, const Data& output) const override;
  bool in_place() const override;
  void reset(const Data& input, Data& output) const override;

  const std::shared_ptr<const Arguments>& arguments() const { return arguments_; }
  const std::vector<std::string>& axis_names() const { return axis_names_; }
  bool exact() const { return check_.exact; }
  Cost cost(const Values& values) const;
  /// Of all arrays, those in place twice: what is read and written at least, and what a device
  /// needs.
  double array_bytes(const Values& values) const;

 private:
  void fill(LabData& input, const Values& values, std::uint64_t sample) const;
  Planted plant_sorted(LabData& input, const Data& before, std::uint64_t seed) const;
  bool same_answer(const Data& one, const Data& other) const;

  WorkloadInfo info_;
  std::vector<std::string> axis_names_;
  std::shared_ptr<const Arguments> arguments_;
  CheckDescription check_;
  std::optional<Expression> bytes_;
  std::optional<Expression> operations_;
  std::string unit_;
  /// Writes the arrays of the output, which hold what a computation in place begins with.
  std::function<void(const LabData& input, LabData& output)> reference_ = nullptr;
  std::function<void(LabData& input, std::uint64_t seed)> generate_ = nullptr;
  std::shared_ptr<PythonFunction> own_check_;
};

}  // namespace breakeven::lab
