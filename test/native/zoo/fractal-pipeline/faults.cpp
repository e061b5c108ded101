#include "../lazy.h"
#include "problem.h"

namespace breakeven::wrong {
namespace {

[[maybe_unused]] const bool added =
    add_all<fractal_pipeline::WrongProblem, Fault::not_a_number>() &&
    zoo::add_lazy<fractal_pipeline::WrongProblem>();

}  // namespace
}  // namespace breakeven::wrong
