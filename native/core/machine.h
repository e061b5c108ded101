#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace breakeven {

/// Physical cores that this process may use; logical ones where the system does not tell.
int physical_cores();
/// Logical CPUs that this process may use.
int usable_cpus();
/// Their numbers in the system, ascending.
std::vector<int> usable_cpu_numbers();

/// Lets the calling thread run on every CPU that this process was given, whatever OpenMP bound it
/// to.
void use_all_cpus();

std::string cpu_model();
std::size_t memory_total_bytes();
/// Memory that can be had without swapping.
std::size_t memory_available_bytes();

/// Compiler, OpenMP and C library, by name.
std::map<std::string, std::string> native_versions();

}  // namespace breakeven
