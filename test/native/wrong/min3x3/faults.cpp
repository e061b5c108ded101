#include "../wrong.h"
#include "problem.h"

namespace breakeven::wrong {
namespace {

[[maybe_unused]] const bool added = add_all<min3x3::WrongProblem>();

}  // namespace
}  // namespace breakeven::wrong
