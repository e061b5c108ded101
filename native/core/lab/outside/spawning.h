#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "shared-array.h"

namespace breakeven::lab {

/// What a program begins with. It is the first of a process group of its own, and a broken pipe
/// ends it as usual.
class Spawning {
 public:
  Spawning();
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;
  ~Spawning();

  /// The same number keeps a file open that would be closed.
  void give(int file, int as);
  void open(int as, const std::string& path, int flags);
  void change_folder(const std::string& path);
  /// `words`: the program with its full path, and what follows. `environment`: NAME=value, over the
  /// variables of this process. Throws std::runtime_error.
  pid_t spawn(std::vector<std::string> words, const std::vector<std::string>& environment) const;

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace breakeven::lab
