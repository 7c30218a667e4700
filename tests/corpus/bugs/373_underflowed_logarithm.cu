// A logarithm of zero whose argument is none in exact arithmetic: it underflowed where the exponentials were made.

// Likelihoods of a mixture, their logarithms added without the largest taken out.
// fpcheck: mixture <<<1, 32>>> x=uniform(-150,-130):32x3 y=empty:32
// expect: mixture rule=inf-born line=marked
__global__ void mixture(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  float sum = 0.f;
  for (int k = 0; k < 3; ++k)
    sum += expf(row[k]); // expect-line

  const float share = sum * 0.5f;

  y[threadIdx.x] = logf(share);
}

// fpcheck: mixture_shifted <<<1, 32>>> x=uniform(-150,-130):32x3 y=empty:32
// expect: mixture_shifted clean
__global__ void mixture_shifted(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  const float top = fmaxf(row[0], fmaxf(row[1], row[2]));
  float sum = 0.f;
  for (int k = 0; k < 3; ++k)
    sum += expf(row[k] - top);
  y[threadIdx.x] = logf(sum * 0.5f) + top;
}
