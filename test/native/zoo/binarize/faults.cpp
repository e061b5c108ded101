#include "../lazy.h"
#include "problem.h"

namespace breakeven::wrong {
namespace {

[[maybe_unused]] const bool added = add_all<binarize::WrongProblem, Fault::not_a_number>() &&
                                    zoo::add_lazy<binarize::WrongProblem>();

}  // namespace
}  // namespace breakeven::wrong
