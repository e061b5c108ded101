#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "shared-array.h"

namespace breakeven::lab {

/// What a program begins with. It is the first of a process group of its own, a broken pipe ends it
/// as usual, and the system ends it with the thread that started it: posix_spawn cannot say that,
/// and a program that loops for ever would outlive an engine that was ended for it.
class Spawning {
 public:
  /// The same number keeps a file open that would be closed.
  void give(int file, int as);
  void open(int as, const std::string& path, int flags);
  void change_folder(const std::string& path);
  /// `words`: the program with its full path, and what follows. `environment`: NAME=value, over the
  /// variables of this process. Throws std::runtime_error.
  pid_t spawn(std::vector<std::string> words, const std::vector<std::string>& environment) const;

 private:
  /// One step of the new process before it becomes the program.
  struct Step {
    enum class Kind { give, open, change_folder };
    Kind kind;
    int file = -1;
    int as = -1;
    int flags = 0;
    std::string path{};
  };

  bool take(const Step& step) const;
  pid_t begin(char* const* words, char* const* environment, volatile int& error) const;
  /// The new process, in the memory of this one: nothing is allocated and nothing is undone.
  [[noreturn]] void become(char* const* words, char* const* environment, pid_t parent,
                           const void* signals, volatile int& error) const;

  std::vector<Step> steps_;
};

}  // namespace breakeven::lab
