#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "shared-array.h"

namespace breakeven::lab {

/// A program that answers lines with lines. It ends with this object, with everything it started,
/// and where it can with this process, whatever it is doing then.
class ChildProcess {
 public:
  struct Start {
    /// The program with its full path, and what follows it.
    std::vector<std::string> words;
    /// NAME=value, over the variables of this process.
    std::vector<std::string> environment{};
    /// File handles that it inherits under their numbers.
    std::vector<int> files{};
  };

  /// Throws std::runtime_error.
  explicit ChildProcess(const Start& start);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// The next line of its answer. Throws std::runtime_error with the last line of its errors where
  /// it ends instead, and Cancelled.
  std::string next();
  /// Sends a line and waits for the next one.
  std::string ask(const std::string& line);

 private:
  void take_errors();
  [[noreturn]] void ended();

  std::string program_;
  pid_t id_ = -1;
  FileHandle requests_;
  FileHandle replies_;
  FileHandle errors_;
  std::string held_;
  std::string error_text_;
};

}  // namespace breakeven::lab
