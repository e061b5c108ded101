#pragma once

/// Compiles a function for several vector widths; the loader takes the widest that the processor
/// has. Other processors than x86-64 have one vector width in their baseline (aarch64: 128 bits).
/// The loader asks before ThreadSanitizer has started, which a program with it does not survive.
#if defined(__has_feature)
#define BREAKEVEN_FEATURE(name) __has_feature(name)
#else
#define BREAKEVEN_FEATURE(name) 0
#endif
#if defined(__x86_64__) && !BREAKEVEN_FEATURE(thread_sanitizer)
#define BREAKEVEN_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define BREAKEVEN_VECTOR_CLONES
#endif
