#include "run-worker.h"

#include <exception>
#include <string>
#include <utility>

#include "../core/errors.h"
#include "../core/worker.h"

namespace breakeven {
namespace {

/// One call under way. Events and the end go through one queue to Node's thread, so they keep their
/// order.
struct Call {
  Napi::Promise::Deferred deferred;
  Napi::ThreadSafeFunction queue;
};

/// How a job ended: a value to make, or an error.
struct End {
  MakeValue value{};
  std::string code{};
  std::string message{};
};

End run_job(const std::function<MakeValue(const Emit&)>& job, const Emit& emit) {
  try {
    return {.value = job(emit)};
  } catch (const Cancelled&) {
    return {.code = "cancelled", .message = "the case was cancelled"};
  } catch (const BadInput& error) {
    return {.code = "bad-input", .message = error.what()};
  } catch (const NotFound& error) {
    return {.code = "not-found", .message = error.what()};
  } catch (const std::exception& error) {
    return {.code = "internal", .message = error.what()};
  }
}

void settle(Napi::Env env, const Napi::Promise::Deferred& deferred, const End& end) {
  if (end.value) {
    deferred.Resolve(end.value(env));
  } else {
    deferred.Reject(js::error(env, end.code, end.message).Value());
  }
}

}  // namespace

Napi::Promise run_promised(Napi::Env env, const Napi::Value& listener,
                           std::function<MakeValue(const Emit&)> job) {
  const Napi::Function target = listener.IsFunction()
                                    ? listener.As<Napi::Function>()
                                    : Napi::Function::New(env, [](const Napi::CallbackInfo&) {});
  auto call =
      std::make_shared<Call>(Call{Napi::Promise::Deferred::New(env),
                                  Napi::ThreadSafeFunction::New(env, target, "breakeven", 0, 1)});
  const Napi::Promise promise = call->deferred.Promise();
  post_job([call, job = std::move(job)] {
    const Emit emit = [&](MakeValue&& make) {
      call->queue.BlockingCall([make = std::move(make)](Napi::Env env, Napi::Function function) {
        function.Call({make(env)});
      });
    };
    End end = run_job(job, emit);
    call->queue.BlockingCall([call, end = std::move(end)](Napi::Env env, Napi::Function) {
      settle(env, call->deferred, end);
    });
    call->queue.Release();
  });
  return promise;
}

}  // namespace breakeven
