#pragma once

/// Programs that are wrong on purpose, one fault each: a test sees every one of them fail.
namespace breakeven::wrong {

enum class Fault {
  lost_tail,
  off_by_one,
  rare_race,
  replay,
  stale,
  changed_input,
  unwritten,
  out_of_bounds,
  not_a_number,
  other_stream,
  late,
  keeps_filled,
  wrong_when_filled,
};

struct Description {
  Fault fault;
  const char* id;
  const char* summary;
};

inline constexpr Description descriptions[] = {
    {Fault::lost_tail, "test-lost-tail", "Leaves out the last twentieth."},
    {Fault::off_by_one, "test-off-by-one", "Stops one too early."},
    {Fault::rare_race, "test-rare-race", "Wrong in one run of a hundred."},
    {Fault::replay, "test-replay", "Gives the first answer of this size again."},
    {Fault::stale, "test-stale", "Leaves what an earlier run has written."},
    {Fault::changed_input, "test-changed-input", "Right, and then changes its input."},
    {Fault::unwritten, "test-unwritten", "Never writes the last element."},
    {Fault::out_of_bounds, "test-out-of-bounds", "Right, and then writes one byte too many."},
    {Fault::not_a_number, "test-not-a-number",
     "All bits of the last element are set: not a number of floating point."},
    {Fault::other_stream, "test-other-stream",
     "Right, and then leaves work on a stream of its own."},
    {Fault::late, "test-late",
     "Returns before a thread of its own has written the last twentieth."},
    {Fault::keeps_filled, "test-keeps-filled", "Leaves an answer that is there."},
    {Fault::wrong_when_filled, "test-wrong-when-filled", "Wrong where the output holds an answer."},
};

constexpr Description describe(Fault fault) {
  for (const Description& one : descriptions) {
    if (one.fault == fault) return one;
  }
  return {};
}

inline constexpr const char* source = "Breakeven's wrong programs";

}  // namespace breakeven::wrong
