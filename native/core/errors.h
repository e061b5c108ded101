#pragma once

#include <stdexcept>
#include <string>

namespace breakeven {

/// What a user gave cannot be done; the message is one sentence for them.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An unknown workload or variant.
struct NotFound : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The case was cancelled. Not derived from std::exception, so that nothing swallows it on the way.
struct Cancelled {};

}  // namespace breakeven
