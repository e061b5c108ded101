#include "../device-wrong.cuh"
#include "problem.h"

namespace breakeven::wrong {
namespace {

[[maybe_unused]] const bool added = add_all_on_device<row_ordering::WrongProblem>();

}  // namespace
}  // namespace breakeven::wrong
