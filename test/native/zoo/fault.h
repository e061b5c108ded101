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
  const char* id;
  const char* summary;
};

constexpr Description describe(Fault fault) {
  switch (fault) {
    case Fault::lost_tail:
      return {"test-lost-tail", "Leaves out the last twentieth."};
    case Fault::off_by_one:
      return {"test-off-by-one", "Stops one too early."};
    case Fault::rare_race:
      return {"test-rare-race", "Wrong in one run of a hundred."};
    case Fault::replay:
      return {"test-replay", "Gives the first answer of this size again."};
    case Fault::stale:
      return {"test-stale", "Leaves what an earlier run has written."};
    case Fault::changed_input:
      return {"test-changed-input", "Right, and then changes its input."};
    case Fault::unwritten:
      return {"test-unwritten", "Never writes the last element."};
    case Fault::out_of_bounds:
      return {"test-out-of-bounds", "Right, and then writes one byte too many."};
    case Fault::not_a_number:
      return {"test-not-a-number",
              "All bits of the last element are set: not a number of floating point."};
    case Fault::other_stream:
      return {"test-other-stream", "Right, and then leaves work on a stream of its own."};
    case Fault::late:
      return {"test-late", "Returns before a thread of its own has written the last twentieth."};
    case Fault::keeps_filled:
      return {"test-keeps-filled", "Leaves an answer that is there."};
    case Fault::wrong_when_filled:
      return {"test-wrong-when-filled", "Wrong where the output holds an answer."};
  }
  return {};
}

inline constexpr const char* source = "Breakeven's wrong programs";

}  // namespace breakeven::wrong
