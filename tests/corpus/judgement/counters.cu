// Numbers that units are added to which they have no place for: a counter that got there by counting, and a sum that did not.

// fpcheck: count_in_float <<<1, 48>>> c=inout:full(16777200):1
// expect: count_in_float rule=absorption line=marked
// fpcheck: count_in_float <<<1, 48>>> c=inout:full(134217728):1
// expect: count_in_float clean
__global__ void count_in_float(float* c) {
  atomicAdd(c, 1.0f); // expect-line
}
