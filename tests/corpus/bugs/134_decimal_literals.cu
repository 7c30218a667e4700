// Literals such as 0.01f are not the decimals that are written; a floor or a comparison shows it.

// fpcheck: cents <<<1, 128>>> price=arange:128 c=empty:128
// expect: cents rule=branch-flip line=marked
__global__ void cents(const float* price, int* c) {
  const int i = threadIdx.x;
  c[i] = (int)floorf(price[i] * 0.01f * 100.f); // expect-line
}

// fpcheck: cents_rounded <<<1, 128>>> price=arange:128 c=empty:128
// expect: cents_rounded clean
__global__ void cents_rounded(const float* price, int* c) {
  const int i = threadIdx.x;
  c[i] = (int)rintf(price[i] * 0.01f * 100.f);
}

// Three steps of 0.9 are not below 2.7.
// fpcheck: steps_below <<<1, 32>>> n=arange:32 y=empty:32
// expect: steps_below rule=branch-flip line=marked
__global__ void steps_below(const float* n, int* y) {
  const int i = threadIdx.x;
  const float t = n[i] * 0.9f;
  y[i] = t < 2.7f ? 1 : 0; // expect-line
}

// fpcheck: steps_below_in_integers <<<1, 32>>> n=arange:32 y=empty:32
// expect: steps_below_in_integers clean
__global__ void steps_below_in_integers(const float* n, int* y) {
  const int i = threadIdx.x;
  y[i] = n[i] * 9.f < 27.f ? 1 : 0;
}
