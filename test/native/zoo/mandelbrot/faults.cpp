#include "../wrong.h"
#include "problem.h"

namespace breakeven::wrong {
namespace {

[[maybe_unused]] const bool added = add_all<mandelbrot::WrongProblem, Fault::not_a_number>();

}  // namespace
}  // namespace breakeven::wrong
