#include "process-state.h"

#include <omp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <fstream>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace breakeven {
namespace {

/// The system refuses those that a C library keeps for itself.
struct sigaction handler_of(int signal) {
  struct sigaction handler{};
  sigaction(signal, nullptr, &handler);
  return handler;
}

/// Timers of POSIX that this process has, by the system's numbers.
std::vector<int> timers() {
  std::vector<int> ids;
  std::ifstream file("/proc/self/timers");
  std::string line;
  int id = 0;
  while (std::getline(file, line)) {
    if (std::sscanf(line.c_str(), "ID: %d", &id) == 1) ids.push_back(id);
  }
  return ids;
}

/// Denormal numbers as zero, and which way is rounded; 0 where it is not in one register.
unsigned vector_arithmetic() {
#if defined(__x86_64__)
  return _mm_getcsr() & 0xE040;
#else
  return 0;
#endif
}

void allow_writing(const DataArray& array) {
  if (array.bytes == 0 || !array.guarded) return;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(array.data) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(array.data) + array.bytes;
  mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE);
}

}  // namespace

ProcessState::ProcessState() {
  for (int signal = 1; signal < NSIG; ++signal) handlers_.push_back(handler_of(signal));
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked_);
  sched_getaffinity(0, sizeof cpus_, &cpus_);
  std::fegetenv(&arithmetic_);
  rounding_ = std::fegetround();
}

std::vector<std::string> ProcessState::restore(Data& input) const {
  std::vector<std::string> changed;
  for (int signal = 1; signal < NSIG; ++signal) {
    const struct sigaction& before = handlers_[static_cast<std::size_t>(signal - 1)];
    const struct sigaction now = handler_of(signal);
    if (now.sa_handler == before.sa_handler && now.sa_flags == before.sa_flags) continue;
    sigaction(signal, &before, nullptr);
    changed.push_back("a handler of signal " + std::to_string(signal));
  }
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, &blocked_, &blocked);
  for (int signal = 1; signal < NSIG; ++signal) {
    if (sigismember(&blocked, signal) == sigismember(&blocked_, signal)) continue;
    changed.push_back("a mask of signal " + std::to_string(signal));
  }
  for (const int clock : {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF}) {
    itimerval timer{};
    const itimerval none{};
    getitimer(clock, &timer);
    if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) continue;
    setitimer(clock, &none, nullptr);
    changed.emplace_back("a timer");
  }
  const std::vector<int> left = timers();
  for (const int timer : left) syscall(SYS_timer_delete, timer);
  if (!left.empty()) changed.emplace_back("a timer");
  cpu_set_t cpus;
  sched_getaffinity(0, sizeof cpus, &cpus);
  // OpenMP binds the thread itself where it is told to.
  if (omp_get_proc_bind() == omp_proc_bind_false && !CPU_EQUAL(&cpus, &cpus_)) {
    sched_setaffinity(0, sizeof cpus_, &cpus_);
    changed.emplace_back("the CPUs of its thread");
  }
  std::fenv_t now;
  std::fegetenv(&now);
  const bool rounds = std::fegetround() != rounding_;
  const unsigned vectors = vector_arithmetic();
  std::fesetenv(&arithmetic_);
  if (rounds || vectors != vector_arithmetic()) changed.emplace_back("how numbers are rounded");
  for (const DataArray& array : input.arrays()) allow_writing(array);
  return changed;
}

}  // namespace breakeven
