#pragma once

#include <string>

#include "workload.h"

namespace breakeven {

/// Answers that are wrong must not pass: zeros, the input, poison, and the right one shifted or
/// reversed, each where at least half of its elements differ from the right one. Names the first
/// that the workload's rule accepts: "an answer of zeros"; empty where it accepts none.
std::string accepted_wrong_answer(const Workload& workload, const Data& input,
                                  const Data& expected);

}  // namespace breakeven
