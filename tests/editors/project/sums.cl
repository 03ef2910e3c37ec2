#include "sums.clh"

float weigh(float left, float right) {
    return fma(left, 2.0f, right);
}
