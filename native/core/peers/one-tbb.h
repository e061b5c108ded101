#pragma once

#ifdef BREAKEVEN_WITH_TBB
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#endif

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "../variant.h"
#include "not-compiled.h"
#include "unbound.h"

/// What variants by oneTBB have in common, the parallel algorithms of libstdc++ among them, which
/// run on it.
namespace breakeven {

/// Why they cannot be used; empty when they were compiled.
inline std::string tbb_unavailable() {
#ifdef BREAKEVEN_WITH_TBB
  return {};
#else
  return "needs oneTBB when it is built from source (Debian: apt-get install libtbb-dev); packages "
         "come without it";
#endif
}

#ifdef BREAKEVEN_WITH_TBB
/// So many threads of oneTBB, the caller among them, more than the machine has cores if asked for.
class TbbThreads {
 public:
  explicit TbbThreads(int threads)
      : allowed_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)),
        arena_(threads) {}

  template <class F>
  void run(F&& work) {
    arena_.execute(std::forward<F>(work));
  }

 private:
  Unbound unbound_;
  tbb::global_control allowed_;
  tbb::task_arena arena_;
};

/// An Execution whose whole work is `function(input, output)` on threads of oneTBB.
template <auto function>
class TbbExecution final : public Execution {
  using Parameters = KernelParameters<decltype(function)>;

 public:
  explicit TbbExecution(const Case& c)
      : input_(c.input<typename Parameters::Input>()),
        output_(c.output<typename Parameters::Output>()),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.kernel([&] { threads_.run([&] { function(input_, output_); }); });
  }

 private:
  const typename Parameters::Input& input_;
  typename Parameters::Output& output_;
  TbbThreads threads_;
};

template <auto function>
std::unique_ptr<Execution> make_tbb(const Case& c) {
  return std::make_unique<TbbExecution<function>>(c);
}
#endif

}  // namespace breakeven
