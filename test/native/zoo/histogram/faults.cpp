#include "../wrong.h"
#include "problem.h"

namespace breakeven::wrong {
namespace {

[[maybe_unused]] const bool added = add_all<histogram::WrongProblem, Fault::out_of_bounds>();

}  // namespace
}  // namespace breakeven::wrong
