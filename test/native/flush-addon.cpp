// The order of flushes and phases in a sample, and what a flush leaves behind, as functions of
// JavaScript. Samplers are the engine's own; only the phases here do nothing but write their name
// down.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../../native/core/cache-flush.h"
#include "../../native/core/caches.h"
#include "../../native/core/cuda/cuda-execution.h"
#include "../../native/core/gpu.h"
#include "../../native/core/machine.h"
#include "../../native/core/sampler.h"
#include "part.h"

namespace breakeven {

static void describe(js::Writer& field, const FlushedPart& part) {
  field("cpu", part.cpu, "begin", part.begin, "end", part.end);
}

namespace {

std::vector<std::string> order;

struct Left {
  bool on_device = false;
  std::size_t bytes = 0;
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  std::vector<FlushedPart> parts;
};
void describe(js::Writer& field, const Left& left) {
  field("onDevice", left.on_device, "bytes", left.bytes, "parts", left.parts);
  field.object.Set("min", Napi::BigInt::New(field.env, left.min));
  field.object.Set("max", Napi::BigInt::New(field.env, left.max));
}
std::vector<Left> flushes;

/// Of the first word of each line; of a device each byte, which are all the same in a word.
void see(const Flush& flush) {
  order.push_back("flush");
  constexpr std::size_t line = 64;
  Left left{flush.on_device, flush.buffer.size(), ~std::uint64_t{0}, 0, flush.parts};
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= flush.buffer.size(); at += line) {
    std::uint64_t word = 0;
    std::memcpy(&word, flush.buffer.data() + at, sizeof word);
    left.min = std::min(left.min, word);
    left.max = std::max(left.max, word);
  }
  flushes.push_back(left);
}

/// Every kind of phase of the processor, the kernel twice: the second one in a named part.
class Named final : public Execution {
 public:
  Named() { order.push_back("make"); }

  void run(Phases& phases) override {
    phases.restore([] { order.push_back("restore"); });
    phases.scratch([] { order.push_back("scratch"); });
    phases.kernel([] { order.push_back("kernel"); });
    phases.part(Scope::fragment);
    phases.kernel([] { order.push_back("fragment"); });
  }
};

/// And of a device.
class NamedOnDevice final : public CudaExecution {
 public:
  using CudaExecution::run;

  NamedOnDevice() { order.push_back("make"); }

  void run(DevicePhases& phases) override {
    phases.alloc([] { order.push_back("alloc"); });
    phases.h2d([] { order.push_back("h2d"); });
    phases.restore([] { order.push_back("restore"); });
    phases.scratch([] { order.push_back("scratch"); });
    phases.kernel([] { order.push_back("kernel"); });
    phases.part(Scope::fragment);
    phases.kernel([] { order.push_back("fragment"); });
    phases.gather([] { order.push_back("gather"); });
    phases.host([] { order.push_back("host"); });
    phases.d2h([] { order.push_back("d2h"); });
  }
};

std::unique_ptr<Sampler> sampler_of(const std::string& kind, bool cold) {
  if (kind == "cpu") return make_cpu_sampler(cold);
  if (gpu_backend() == nullptr) throw std::runtime_error("the CUDA addon is not loaded");
  const DeviceLimits device = gpu_backend()->select("0");
  return gpu_backend()->make_sampler({.device = device,
                                      .kind = kind == "both" ? Device::cpu_cuda : Device::cuda,
                                      .cold = cold,
                                      .case_name = "flushes"});
}

/// Steps of a sample of each kind, in their order.
struct Orders {
  std::map<std::string, std::vector<std::string>> of_kind;
  bool batches = false;
};
void describe(js::Writer& field, const Orders& orders) {
  for (const auto& [kind, steps] : orders.of_kind) field(kind.c_str(), steps);
  field("batches", orders.batches);
}

/// A device `cpu`, `cuda` or `both`: what happens in a sample of each kind, by its name.
Orders sample(const std::string& device, bool cold) {
  Orders orders;
  const struct Unwatch {
    ~Unwatch() { watch_flushes({}); }
  } unwatch;
  const auto sampler = sampler_of(device, cold);
  flushes.clear();
  watch_flushes(see);
  const MakeExecution make = [&]() -> std::unique_ptr<Execution> {
    if (device == "cpu") return std::make_unique<Named>();
    return std::make_unique<NamedOnDevice>();
  };
  const auto execution = make();
  const auto note = [&](const char* name, const auto& take) {
    order.clear();
    take();
    orders.of_kind[name] = order;
  };
  const auto take = [&](const char* name, SampleKind kind) {
    note(name, [&] { static_cast<void>(sampler->take(*execution, kind, 1)); });
  };
  const auto take_new = [&](const char* name, SampleKind kind) {
    note(name, [&] { static_cast<void>(sampler->take_new(make, kind, 1)); });
  };
  take("whole", SampleKind::whole);
  sampler->after_first_run();
  take("kernel", SampleKind::kernel);
  take("call", SampleKind::call);
  take_new("total", SampleKind::total);
  take_new("phases", SampleKind::phases);
  orders.batches = sampler->takes_batches(SampleKind::kernel) ||
                   sampler->takes_batches(SampleKind::call) || sampler->batch_executions() > 0;
  return orders;
}

/// What each flush of the last `sample` left behind.
std::vector<Left> left() { return flushes; }

struct Caches {
  std::vector<int> cpus = usable_cpu_numbers();
  std::size_t last_level_bytes = last_level_cache_bytes();
  std::vector<std::size_t> bytes_of_one{};
  std::optional<double> l2_bytes{};
};
void describe(js::Writer& field, const Caches& found) {
  field("cpus", found.cpus, "lastLevelBytes", found.last_level_bytes);
  field("bytesOfOne", found.bytes_of_one);
  field.maybe("l2Bytes", found.l2_bytes);
}

/// The CPUs of this process, and bytes of each level of their caches together.
Caches caches() {
  Caches found;
  for (const auto& cache : data_caches()) found.bytes_of_one.push_back(cache.bytes);
  const auto gpus = gpu_backend() == nullptr ? std::vector<GpuInfo>() : gpu_backend()->gpus();
  if (!gpus.empty()) found.l2_bytes = static_cast<double>(gpus.front().l2_bytes);
  return found;
}

Napi::Object init(Napi::Env, Napi::Object exports) {
  js::Part{exports}.add("sample", sample).add("left", left).add("caches", caches);
  return exports;
}

NODE_API_MODULE(breakeven_flush, init)

}  // namespace
}  // namespace breakeven
