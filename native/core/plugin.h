#pragma once

#include <string>

namespace breakeven {

/// Opens a shared library that was compiled from one variant's file with BREAKEVEN_PLUGIN and adds
/// its variant. The library stays open. Throws BadInput with one sentence.
void open_plugin(const std::string& provider, const std::string& path);

}  // namespace breakeven
