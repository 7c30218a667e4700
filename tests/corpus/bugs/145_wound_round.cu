// What looks like a period that is taken off, and loses a number or decides about another.

// fpcheck: shifted_first <<<1, 64>>> x=uniform(1e-9,1e-7):64 y=empty:64
// expect: shifted_first rule=cancellation|absorption line=marked
__global__ void shifted_first(const float* x, float* y) {
  const int i = threadIdx.x;
  float p = x[i] + 1.f; // expect-line
  if (p >= 1.f) p -= 1.f; // expect-line
  y[i] = p;
}

// fpcheck: rejected_score <<<1, 64>>> x=uniform(-3e-8,-1e-9):64 y=empty:64
// expect: rejected_score rule=branch-flip line=marked
__global__ void rejected_score(const float* x, float* y) {
  const int i = threadIdx.x;
  float score = 1.f + x[i];
  if (score >= 1.f) score = 0.f; // expect-line
  y[i] = score;
}

// fpcheck: turns_counted <<<1, 64>>> x=uniform(-3e-8,-1e-9):64 y=empty:64 turns=empty:64:i32
// expect: turns_counted rule=branch-flip|cancellation line=marked
__global__ void turns_counted(const float* x, float* y, int* turns) {
  const int i = threadIdx.x;
  float p = x[i];
  int n = 0;
  if (p < 0.f) p += 1.f, n -= 1;
  if (p >= 1.f) p -= 1.f, n += 1; // expect-line
  y[i] = p * 1e-3f + 1.f;
  turns[i] = n;
}
