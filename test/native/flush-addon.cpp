// The order of flushes and phases in a sample, and what a flush leaves behind, as functions of
// JavaScript. Samplers are the engine's own; only the phases here do nothing but write their name
// down.

#include <napi.h>

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

namespace breakeven {
namespace {

std::vector<std::string> order;

struct Left {
  bool on_device = false;
  std::size_t bytes = 0;
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  std::vector<FlushedPart> parts;
};
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

/// What happened since the last call.
Napi::Array taken(Napi::Env env) {
  Napi::Array list = Napi::Array::New(env, order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) list.Set(i, order[i]);
  order.clear();
  return list;
}

/// `sample(device, cold)`, a device `cpu`, `cuda` or `both`: what happens in a sample of each kind,
/// by its name.
Napi::Value sample(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Napi::Object kinds = Napi::Object::New(env);
  try {
    const auto sampler = sampler_of(info[0].ToString().Utf8Value(), info[1].ToBoolean().Value());
    order.clear();
    flushes.clear();
    watch_flushes(see);
    const MakeExecution make = [&]() -> std::unique_ptr<Execution> {
      if (info[0].ToString().Utf8Value() == "cpu") return std::make_unique<Named>();
      return std::make_unique<NamedOnDevice>();
    };
    const auto execution = make();
    const auto take = [&](const char* name, SampleKind kind, int repeats) {
      static_cast<void>(taken(env));
      static_cast<void>(sampler->take(*execution, kind, repeats));
      kinds.Set(name, taken(env));
    };
    const auto take_new = [&](const char* name, SampleKind kind) {
      static_cast<void>(taken(env));
      static_cast<void>(sampler->take_new(make, kind, 1));
      kinds.Set(name, taken(env));
    };
    take("whole", SampleKind::whole, 1);
    sampler->after_first_run();
    take("kernel", SampleKind::kernel, 1);
    take("call", SampleKind::call, 1);
    take_new("total", SampleKind::total);
    take_new("phases", SampleKind::phases);
    kinds.Set("batches", sampler->takes_batches(SampleKind::kernel) ||
                             sampler->takes_batches(SampleKind::call) ||
                             sampler->batch_executions() > 0);
  } catch (const std::exception& error) {
    watch_flushes({});
    throw Napi::Error::New(env, error.what());
  }
  watch_flushes({});
  return kinds;
}

/// `left()`: what each flush of the last `sample` left behind.
Napi::Value left(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Napi::Array list = Napi::Array::New(env, flushes.size());
  for (std::uint32_t i = 0; i < flushes.size(); ++i) {
    const Left& one = flushes[i];
    Napi::Object object = Napi::Object::New(env);
    object.Set("onDevice", one.on_device);
    object.Set("bytes", static_cast<double>(one.bytes));
    object.Set("min", Napi::BigInt::New(env, one.min));
    object.Set("max", Napi::BigInt::New(env, one.max));
    Napi::Array parts = Napi::Array::New(env, one.parts.size());
    for (std::uint32_t part = 0; part < one.parts.size(); ++part) {
      Napi::Object range = Napi::Object::New(env);
      range.Set("cpu", one.parts[part].cpu);
      range.Set("begin", static_cast<double>(one.parts[part].begin));
      range.Set("end", static_cast<double>(one.parts[part].end));
      parts.Set(part, range);
    }
    object.Set("parts", parts);
    list.Set(i, object);
  }
  return list;
}

/// `caches()`: the CPUs of this process, and bytes of each level of their caches together.
Napi::Value caches(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Napi::Object object = Napi::Object::New(env);
  const std::vector<int> numbers = usable_cpu_numbers();
  Napi::Array cpus = Napi::Array::New(env, numbers.size());
  for (std::uint32_t i = 0; i < numbers.size(); ++i) cpus.Set(i, numbers[i]);
  object.Set("cpus", cpus);
  object.Set("lastLevelBytes", static_cast<double>(last_level_cache_bytes()));
  Napi::Array levels = Napi::Array::New(env, data_caches().size());
  for (std::uint32_t i = 0; i < data_caches().size(); ++i)
    levels.Set(i, static_cast<double>(data_caches()[i].bytes));
  object.Set("bytesOfOne", levels);
  const auto gpus = gpu_backend() == nullptr ? std::vector<GpuInfo>() : gpu_backend()->gpus();
  if (!gpus.empty()) object.Set("l2Bytes", gpus.front().l2_bytes);
  return object;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("sample", Napi::Function::New(env, sample));
  exports.Set("left", Napi::Function::New(env, left));
  exports.Set("caches", Napi::Function::New(env, caches));
  return exports;
}

NODE_API_MODULE(breakeven_flush, init)

}  // namespace
}  // namespace breakeven
