// Quantised one after the other, each weight can be told what those before it lost (GPTQ's idea, here for inputs that move together): the error of
// a weight is added to the next one before that is rounded. A weight is up to a step off then instead of half of one, but their sum, which is
// what equal inputs see, stays within half a step; rounded each by itself, n of them are off by some sqrt(n / 12) steps. Weight by weight the
// kernel without feedback even looks the better one.

// fpcheck: each_alone <<<1, 32>>> n=256 s=0.125 w=uniform(-1,1):32xn y=empty:32 --ref 'sum(w, 1)' --tol rtol=0,atol=0.0626 --expect mismatch
__global__ void each_alone(const float* __restrict__ w, float* __restrict__ y, float s, int n) {
  int codes = 0;
  for (int i = 0; i < n; ++i) codes += __float2int_rn(w[threadIdx.x * n + i] / s);
  y[threadIdx.x] = s * codes;
}

// fpcheck: with_feedback <<<1, 32>>> n=256 s=0.125 w=uniform(-1,1):32xn y=empty:32 --ref 'sum(w, 1)' --tol rtol=0,atol=0.0626 --expect clean
__global__ void with_feedback(const float* __restrict__ w, float* __restrict__ y, float s, int n) {
  float lost = 0;
  int codes = 0;
  for (int i = 0; i < n; ++i) {
    const float wanted = w[threadIdx.x * n + i] / s + lost;
    const int q = __float2int_rn(wanted);
    lost = wanted - q;
    codes += q;
  }
  y[threadIdx.x] = s * codes;
}
