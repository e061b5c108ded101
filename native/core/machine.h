#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace breakeven {

/// Physical cores that this process may use; logical ones where the system does not tell.
int physical_cores();
/// Logical CPUs that this process may use.
int usable_cpus();

/// Lets the calling thread run on every CPU that this process was given, whatever OpenMP bound it
/// to.
void use_all_cpus();

std::string cpu_model();
/// Bytes of the last-level caches of the CPUs that this process may use; 32 MiB where the system
/// does not tell.
std::size_t last_level_cache_bytes();
std::size_t memory_total_bytes();
/// Memory that can be had without swapping.
std::size_t memory_available_bytes();

/// Compiler, OpenMP and C library, by name.
std::map<std::string, std::string> native_versions();

}  // namespace breakeven
