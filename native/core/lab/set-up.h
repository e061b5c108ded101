#pragma once

#include <memory>
#include <vector>

#include "../variant.h"
#include "lab-variant.h"
#include "library.h"

namespace breakeven::lab {

/// What a build has to be called before and after its cases; both may be null.
struct SetUpCalls {
  Call set_up = nullptr;
  void (*tear_down)() = nullptr;

  static SetUpCalls of(const Library& library) { return {library.set_up(), library.tear_down()}; }
};

/// What the builds of a variant are called by; null of one that cannot be loaded.
struct LoadedBuilds {
  std::vector<Call> calls{};
  std::vector<SetUpCalls> around{};
  std::vector<void (*)(void** addresses, std::size_t* bytes)> globals{};
};

/// Loads each build of `variant`; one that cannot be is unavailable, with the reason.
LoadedBuilds load_builds(LabVariant& variant);

/// `calls`: by build. The setup gets the scalars of the case, each at the place of its argument.
void add_set_up(Variant& described, std::shared_ptr<const LabVariant> variant,
                std::vector<SetUpCalls> calls);

}  // namespace breakeven::lab
