// Loops that end where rounding leaves nothing more to gain turn as often as the machine has it; one that takes steps to a bound does not.

// fpcheck: residual_of_step <<<1, 32>>> b=uniform(1,2):32 y=empty:32
// expect: residual_of_step clean
__global__ void residual_of_step(const float* b, float* y) {
  const float v = b[threadIdx.x];
  float x = 0.f, r = v;
  for (int k = 0; (r > 1e-6f || r < -1e-6f) && k < 1000; ++k) {
    x += 0.7f * r;
    r = v - 1.3f * x;
  }
  y[threadIdx.x] = x;
}

// fpcheck: unit_beside <<<1, 32>>> b=uniform(1,2):32 y=empty:32
// expect: unit_beside clean
__global__ void unit_beside(const float* b, float* y) {
  const float t = b[threadIdx.x];
  float h = 1.f;
  while (t + h > t) h *= 0.5f;
  y[threadIdx.x] = h;
}

// A step that is rounded each time: not the end of an iteration, and so many turns too few.
// fpcheck: steps_to_bound <<<1, 32>>> from=10000000 h=uniform(0.6,0.8):32 turns=empty:32:i32
// expect: steps_to_bound rule=branch-flip|absorption|inaccurate line=marked
__global__ void steps_to_bound(float from, const float* h, int* turns) {
  float t = from; // expect-line
  int n = 0;
  while (t < from + 300.f) { // expect-line
    t += h[threadIdx.x]; // expect-line
    ++n;
  }
  turns[threadIdx.x] = n;
}

// fpcheck: steps_from_zero <<<1, 32>>> from=10000000 h=uniform(0.6,0.8):32 turns=empty:32:i32
// expect: steps_from_zero clean
__global__ void steps_from_zero(float from, const float* h, int* turns) {
  turns[threadIdx.x] = (int)ceilf(300.f / h[threadIdx.x]);
}
