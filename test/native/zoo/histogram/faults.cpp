#include "../wrong.h"
#include "problem.h"

namespace breakeven::wrong {
namespace {

[[maybe_unused]] const bool added = add_all<histogram::WrongProblem>();

}  // namespace
}  // namespace breakeven::wrong
