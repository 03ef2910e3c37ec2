// What several of the examples share.

#ifndef COMMON_H
#define COMMON_H

// The number of work-items that the host starts in each group.
#ifndef GROUP_SIZE
#define GROUP_SIZE 256
#endif

// Rounds `n` up to the next multiple of `m`.
#define ROUND_UP(n, m) (((n) + (m) - 1) / (m) * (m))

inline float square(float x) {
    return x * x;
}

#endif
