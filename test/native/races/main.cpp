// Every CPU variant of this project at small sizes on several threads, in a program of its own:
// ThreadSanitizer has to start with the process, and Node is not built for it. Scripts, which run
// in other processes, are left out, and those by libraries: oneTBB is not built for it either, and
// the parallel mode of libstdc++ steals work by counters that it reads without synchronisation.
// With
// `--seeded` it races on purpose.

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../../../native/core/case.h"
#include "../../../native/core/once.h"
#include "../../../native/core/outside-sampler.h"
#include "../../../native/core/registry.h"

extern "C" void __sanitizer_symbolize_pc(void* pc, const char* format, char* out, std::size_t size);

namespace breakeven {

void register_variant(const Variant& variant) { Registry::instance().add("cpu", variant); }

namespace {

constexpr double threads = 4;

using Case = std::vector<std::pair<const char*, Values::Scalar>>;

/// Sizes that are worth a team to every variant, and the axes that choose another algorithm.
std::vector<Case> cases_of(const std::string& workload) {
  if (workload == "histogram") {
    std::vector<Case> cases;
    for (const double bins : {8.0, 1000.0, 20000.0}) cases.push_back({{"n", 1e5}, {"bins", bins}});
    cases.push_back({{"n", 1e5}, {"bins", 100.0}, {"range", "wide"}});
    return cases;
  }
  if (workload == "exclusive-scan") {
    std::vector<Case> cases;
    for (const char* element : {"int32", "int64", "float32"}) {
      cases.push_back({{"n", 3e5}, {"element", element}});
    }
    return cases;
  }
  if (workload == "min3x3") {
    return {{{"n", 4e4}, {"layout", "soa"}}, {{"n", 4e4}, {"layout", "aos"}}};
  }
  if (workload == "row-ordering") {
    std::vector<Case> cases;
    for (const char* matrix : {"laplacian-2d", "random-sparse", "diagonal"}) {
      cases.push_back({{"n", 2e4}, {"matrix", matrix}});
    }
    cases.push_back({{"n", 300.0}, {"matrix", "chain"}});
    // The tuned variant has a team from 131,072 rows on.
    cases.push_back({{"n", 1.4e5}, {"matrix", "random-sparse"}});
    return cases;
  }
  if (workload == "mean" || workload == "binarize") {
    // More than 131,072 values, up to which the tuned variant of binarize is on one thread.
    return {{{"xres", 400.0}, {"yres", 400.0}, {"data", "uniform"}}};
  }
  return {{{"xres", 90.0}, {"yres", 70.0}, {"maxiter", 60.0}}};
}

std::string text_of(const Case& values) {
  std::string text;
  for (const auto& [axis, value] : values) {
    const auto* number = std::get_if<double>(&value);
    text += std::string(" ") + axis + "=" +
            (number != nullptr ? std::to_string(static_cast<long>(*number))
                               : std::get<std::string>(value));
  }
  return text;
}

/// Input and expected answer of some values, once for all variants, as in a run.
class SharedCase {
 public:
  SharedCase(const std::string& workload, const Case& values)
      : request_{.workload = workload, .variant = "sequential"},
        file_(memfd_create("races", MFD_CLOEXEC)) {
    struct stat status{};
    if (file_ < 0 || fstat(file_, &status) != 0) throw std::runtime_error("no memory to share");
    for (const auto& [axis, value] : values) request_.values.set(axis, value);
    request_.memory = {
        .path = "/proc/self/fd/" + std::to_string(file_),
        .identity = std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino)};
    share_input(request_, [](Event&&) {});
  }
  SharedCase(const SharedCase&) = delete;
  SharedCase& operator=(const SharedCase&) = delete;
  ~SharedCase() { close(file_); }

  CaseRequest of(const Variant& variant) const {
    CaseRequest request = request_;
    request.variant = variant.id;
    return request;
  }

 private:
  CaseRequest request_;
  int file_;
};

/// Whether it was right, or had a reason not to be done.
bool run(const SharedCase& shared, const Variant& variant, const Case& values) {
  CaseRequest request = shared.of(variant);
  const std::string& workload = request.workload;
  for (const Axis& axis : variant.parameters) {
    if (axis.id == "threads") request.values.set("threads", threads);
  }
  const CaseResult result = run_once(request, false, [](Event&&) {}).result;
  const char* state = result.outcome == Outcome::ok        ? "ok"
                      : result.outcome == Outcome::skipped ? "skipped"
                                                           : "FAILED";
  std::printf("%s: %s/%s%s%s%s\n", state, workload.c_str(), variant.id.c_str(),
              text_of(values).c_str(), result.reason.empty() ? "" : ": ", result.reason.c_str());
  std::fflush(stdout);
  return result.outcome != Outcome::failed;
}

/// Makes this thread the first that the OpenMP runtime knows: with a tool, clang's fails where that
/// one has ended, as the leader of the team that touches arrays first does. And starts the process
/// that names places in reports, which a case would be taken to have left behind.
void meet_tools() {
#pragma omp parallel num_threads(2)
  {
  }
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  char place[256];
  __sanitizer_symbolize_pc(reinterpret_cast<void*>(&meet_tools), "%f", place, sizeof place);
#endif
#endif
}

int run_all() {
  meet_tools();
  const Registry& registry = Registry::instance();
  int done = 0;
  int failed = 0;
  for (const Workload* workload : registry.workloads()) {
    const std::string id = workload->info().id;
    for (const Case& values : cases_of(id)) {
      const SharedCase shared(id, values);
      for (const Entry* entry : registry.variants(id)) {
        if (entry->variant.kind == VariantKind::library) continue;
        if (outside_sampler(id, entry->variant.id) != nullptr) continue;
        ++done;
        failed += run(shared, entry->variant, values) ? 0 : 1;
      }
    }
  }
  return failed == 0 && done > 0 ? 0 : 1;
}

/// What the sanitizer has to report, so that its silence means something.
int race() {
  int count = 0;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 1000; ++i) ++count;
  std::printf("counted %d\n", count);
  return 0;
}

}  // namespace
}  // namespace breakeven

int main(int count, char** words) {
  try {
    const bool seeded = count == 2 && std::strcmp(words[1], "--seeded") == 0;
    return seeded ? breakeven::race() : breakeven::run_all();
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
}
