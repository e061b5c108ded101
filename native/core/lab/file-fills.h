#pragma once

#include "lab-data.h"

namespace breakeven::lab {

/// Writes the arrays whose fill reads a file: once, because a file says the same in every input.
/// Throws std::invalid_argument with one sentence.
void read_file_fills(LabData& input, const Values& values);

}  // namespace breakeven::lab
