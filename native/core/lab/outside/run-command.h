#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace breakeven::lab {

/// One run of a program, from before it is spawned until it has ended and is waited for.
struct CommandRun {
  double ns = 0;
  double user_ns = 0;
  double system_ns = 0;
  /// Largest resident memory of it and of what it waited for.
  double peak_bytes = 0;
};

struct CommandFiles {
  std::string folder;
  /// Replaced by its standard output, and by its errors.
  std::string output;
  std::string errors;
  /// Files that it writes, by argument.
  std::vector<std::pair<std::string, std::string>> answers{};
  /// Of each. A program that writes more is ended: it would fill the disk until its time is over.
  std::size_t max_bytes = std::size_t{64} << 20;
};

/// Throws std::runtime_error where it cannot be started or does not end with code 0, and Cancelled.
CommandRun run_command(const std::vector<std::string>& words, const CommandFiles& files);

/// The median time of spawning a program that does nothing, in nanoseconds; measured once.
double spawn_ns();

}  // namespace breakeven::lab
