#pragma once

/// Compiles a function for several vector widths; the loader takes the widest that the processor
/// has. Other processors than x86-64 have one vector width in their baseline (aarch64: 128 bits).
#if defined(__x86_64__)
#define BREAKEVEN_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define BREAKEVEN_VECTOR_CLONES
#endif
