#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace breakeven {

/// Physical cores that this process may use; logical CPUs if the topology is unknown.
int physical_cores();
/// Logical CPUs that this process may use.
int usable_cpus();
/// Their numbers in the system, ascending.
std::vector<int> usable_cpu_numbers();

/// Lets the calling thread run on every CPU of this process, whatever OpenMP bound it to.
void use_all_cpus();

std::string cpu_model();
std::size_t memory_total_bytes();
/// Memory available without swapping.
std::size_t memory_available_bytes();

/// Compiler, OpenMP and C library, by name.
std::map<std::string, std::string> native_versions();

}  // namespace breakeven
