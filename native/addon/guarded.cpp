#include "guarded.h"

#include <exception>

#include "../core/errors.h"
#include "values.h"

namespace breakeven {

Napi::Value guarded(Napi::Env env, const std::function<Napi::Value()>& work) {
  try {
    return work();
  } catch (const Napi::Error&) {
    throw;
  } catch (const BadInput& error) {
    throw js::error(env, "bad-input", error.what());
  } catch (const NotFound& error) {
    throw js::error(env, "not-found", error.what());
  } catch (const std::exception& error) {
    throw js::error(env, "internal", error.what());
  }
}

}  // namespace breakeven
