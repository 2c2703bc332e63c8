// What compilers offer beyond standard C++: vectors, and versions of a function for each processor.
//
// Everything that uses them has a plain form beside it, with the same results to the last bit.
#pragma once

// Vectors of numbers, as GCC from 12 on and Clang have them. Others do the same number by number.
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
#define CORNERWISE_VECTORS
#endif

// ThreadSanitizer does not know that the parts of a vector are read one whole number at a time.
#if defined(__SANITIZE_THREAD__)
#define CORNERWISE_WATCHES_THREADS
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CORNERWISE_WATCHES_THREADS
#endif
#endif

// Hot functions are compiled once for each of these instruction sets. The best version for the
// machine is chosen when the library is loaded. All versions give the same result: hot functions
// work on integers, or on vectors whose numbers are rounded one by one. Multiply and add are never
// fused. CORNERWISE_PATH holds a build to one version, to compare it with the others.
#if defined(CORNERWISE_PATH)
#define CORNERWISE_HOT __attribute__((target(CORNERWISE_PATH)))
#elif defined(CORNERWISE_CLONES) && defined(__x86_64__) && defined(__gnu_linux__) && \
    !defined(__clang__)  // Clang wants to know at a function's first use that there are several
#if __GNUC__ >= 12
#define CORNERWISE_HOT \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "arch=x86-64-v2", "default")))
#else
#define CORNERWISE_HOT __attribute__((target_clones("avx2", "popcnt", "default")))
#endif
#else
#define CORNERWISE_HOT
#endif
