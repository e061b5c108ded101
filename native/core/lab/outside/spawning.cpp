#include "spawning.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <stdexcept>

extern char** environ;

namespace breakeven::lab {
namespace {

std::vector<std::string> environment_with(const std::vector<std::string>& more) {
  std::vector<std::string> all = more;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string name(*one, std::strcspn(*one, "=") + 1);
    const bool given = std::any_of(more.begin(), more.end(), [&](const std::string& variable) {
      return variable.compare(0, name.size(), name) == 0;
    });
    if (!given) all.emplace_back(*one);
  }
  return all;
}

/// With a null behind them.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

Spawning::Spawning() {
  posix_spawn_file_actions_init(&actions_);
  posix_spawnattr_init(&attributes_);
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes_, &usual);
  posix_spawnattr_setpgroup(&attributes_, 0);
  posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
}

Spawning::~Spawning() {
  posix_spawn_file_actions_destroy(&actions_);
  posix_spawnattr_destroy(&attributes_);
}

void Spawning::give(int file, int as) { posix_spawn_file_actions_adddup2(&actions_, file, as); }

void Spawning::open(int as, const std::string& path, int flags) {
  posix_spawn_file_actions_addopen(&actions_, as, path.c_str(), flags, 0600);
}

void Spawning::change_folder(const std::string& path) {
  posix_spawn_file_actions_addchdir_np(&actions_, path.c_str());
}

pid_t Spawning::spawn(std::vector<std::string> words,
                      const std::vector<std::string>& environment) const {
  std::vector<std::string> variables = environment_with(environment);
  pid_t id = -1;
  const int status =
      posix_spawn(&id, words.front().c_str(), &actions_, &attributes_, pointers_to(words).data(),
                  environment.empty() ? environ : pointers_to(variables).data());
  if (status == 0) return id;
  throw std::runtime_error(words.front() + " cannot be started: " + std::strerror(status));
}

}  // namespace breakeven::lab
