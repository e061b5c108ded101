#pragma once

#include <string>

namespace breakeven::lab {

/// The path of a program on the PATH; empty where there is no executable one.
std::string program_on_path(const std::string& name);

/// The Node that runs this process, else the one that BREAKEVEN_NODE names, for a host that is
/// none, else one of version 24 or later on the PATH; empty where there is none.
std::string node_program();

}  // namespace breakeven::lab
