// A position beyond 2^24 that goes through a float before it is rounded down: two positions become one.

// fpcheck: floor_of_position <<<1, 64>>> first=33554432 bins=empty:64:i32
// expect: floor_of_position rule=int-to-float-loss line=marked max_findings=2
__global__ void floor_of_position(int first, int* bins) {
  const float position = static_cast<float>(first + static_cast<int>(threadIdx.x));
  bins[threadIdx.x] = static_cast<int>(floorf(position)); // expect-line
}

// fpcheck: floor_of_small_position <<<1, 64>>> first=1000000 bins=empty:64:i32
// expect: floor_of_small_position clean
__global__ void floor_of_small_position(int first, int* bins) {
  const float position = static_cast<float>(first + static_cast<int>(threadIdx.x));
  bins[threadIdx.x] = static_cast<int>(floorf(position));
}
