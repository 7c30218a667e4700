// The price of a put follows from that of a call: P = C - S + K exp(-rT). For an option that is far out of the money P is a millionth of S
// and what is left of its digits is what is left of a difference of large numbers; deep enough it is negative. Near the money, where
// everybody tries it, it is right. The formula of the put itself has only the tail of the normal distribution in it, and all digits.
// `paths` gives the price as the discounted mean over normal numbers z, by a plain sum and by a compensated one.

__device__ float normal(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

// fpcheck: by_parity <<<1, 32>>> N=32 S=uniform(90,110):N K=uniform(45,55):N P=empty:N r=0.03125 v=0.25 T=0.5 --ref 'P=let d=(log(S / K) + (r + v * v / 2) * T) / (v * sqrt(T)); K * exp(-r * T) * erfc((d - v * sqrt(T)) / sqrt(2)) / 2 - S * erfc(d / sqrt(2)) / 2' --expect cancellation,mismatch
__global__ void by_parity(const float* __restrict__ S, const float* __restrict__ K, float* __restrict__ P, float r, float v, float T) {
  const int i = threadIdx.x;
  const float root = v * sqrtf(T), d = (logf(S[i] / K[i]) + (r + v * v / 2) * T) / root, later = K[i] * expf(-r * T);
  const float call = S[i] * normal(d) - later * normal(d - root);
  P[i] = call - S[i] + later;
}

// fpcheck: by_itself <<<1, 32>>> N=32 S=uniform(90,110):N K=uniform(45,55):N P=empty:N r=0.03125 v=0.25 T=0.5 --ref 'P=let d=(log(S / K) + (r + v * v / 2) * T) / (v * sqrt(T)); K * exp(-r * T) * erfc((d - v * sqrt(T)) / sqrt(2)) / 2 - S * erfc(d / sqrt(2)) / 2' --expect clean
__global__ void by_itself(const float* __restrict__ S, const float* __restrict__ K, float* __restrict__ P, float r, float v, float T) {
  const int i = threadIdx.x;
  const float root = v * sqrtf(T), d = (logf(S[i] / K[i]) + (r + v * v / 2) * T) / root;
  P[i] = K[i] * expf(-r * T) * normal(root - d) - S[i] * normal(-d);
}

__device__ float payoff(float z, float S, float K, float r, float v, float T) { return fmaxf(S * expf((r - v * v / 2) * T + v * sqrtf(T) * z) - K, 0.0f); }

// fpcheck: paths <<<1, 1>>> n=8192 z=randn:n C=empty:1 S=100 K=90 r=0.03125 v=0.25 T=0.5 --ref 'C=[exp(-r * T) * mean(relu(S * exp((r - v * v / 2) * T + v * sqrt(T) * z) - K))]' --tol 2ulp --expect mismatch
__global__ void paths(const float* __restrict__ z, float* __restrict__ C, float S, float K, float r, float v, float T, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += payoff(z[i], S, K, r, v, T);
  *C = expf(-r * T) * (sum / n);
}

// fpcheck: compensated <<<1, 1>>> n=8192 z=randn:n C=empty:1 S=100 K=90 r=0.03125 v=0.25 T=0.5 --ref 'C=[exp(-r * T) * mean(relu(S * exp((r - v * v / 2) * T + v * sqrt(T) * z) - K))]' --tol 2ulp --expect clean
__global__ void compensated(const float* __restrict__ z, float* __restrict__ C, float S, float K, float r, float v, float T, int n) {
  float sum = 0, lost = 0;
  for (int i = 0; i < n; ++i) {
    const float addend = payoff(z[i], S, K, r, v, T) - lost, next = sum + addend;
    lost = (next - sum) - addend;
    sum = next;
  }
  *C = expf(-r * T) * (sum / n);
}
