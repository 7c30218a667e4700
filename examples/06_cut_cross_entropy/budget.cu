// A filter of small probabilities whose loss is known beforehand: what is below budget / V is skipped, and V of them hold less than the
// budget, whatever the distribution is. The gradient is then off by the budget times the largest of c. Where the distribution is flat
// nothing is skipped, as it has to be; where it is peaked, as a trained model's is, nine of ten. `fpcheck run` prints how many are kept and
// what is dropped: by a fixed threshold of 2^-12 a third of the flat one. Short rows have no probability that small.
#include <cstdio>

__device__ void gradient(const float* logits, const float* c, float* dh, float* dropped, int V, int D, float least) {
  float m = logits[0], sum = 0.0f, skipped = 0.0f, gradient = 0.0f;
  for (int v = 1; v < V; ++v) m = fmaxf(m, logits[v]);
  for (int v = 0; v < V; ++v) sum += expf(logits[v] - m);
  int kept = 0;
  for (int v = 0; v < V; ++v) {
    const float p = expf(logits[v] - m) / sum;
    if (p >= least) {
      gradient += p * c[v * D + threadIdx.x];
      ++kept;
    } else {
      skipped += p;
    }
  }
  dh[threadIdx.x] = gradient;
  if (threadIdx.x == 0) *dropped = skipped, printf("%d of %d kept, %g dropped", kept, V, skipped);
}

// fpcheck: fixed <<<1, D>>> V=4096 D=8 logits=uniform(-1,1):1xV c=uniform(0,1):VxD dh=empty:1xD dropped=empty:1 least=0x1p-12 --ref 'dh=softmax(logits, 1) @ c' --range 'dropped=[0,0x1p-8]' --tol rtol=0,atol=0.004 --expect mismatch,out-of-range
__global__ void fixed(const float* __restrict__ logits, const float* __restrict__ c, float* __restrict__ dh, float* __restrict__ dropped, int V, int D, float least) {
  gradient(logits, c, dh, dropped, V, D, least);
}

// fpcheck: within_budget <<<1, D>>> V=4096 D=8 logits=uniform(-1,1):1xV c=uniform(0,1):VxD dh=empty:1xD dropped=empty:1 budget=0x1p-8 --ref 'dh=softmax(logits, 1) @ c' --range 'dropped=[0,0x1p-8]' --tol rtol=0,atol=0.004 --expect clean
// fpcheck: within_budget <<<1, D>>> V=4096 D=8 logits=uniform(-50,50):1xV c=uniform(0,1):VxD dh=empty:1xD dropped=empty:1 budget=0x1p-8 --ref 'dh=softmax(logits, 1) @ c' --range 'dropped=[0,0x1p-8]' --tol rtol=0,atol=0.004 --expect clean
__global__ void within_budget(const float* __restrict__ logits, const float* __restrict__ c, float* __restrict__ dh, float* __restrict__ dropped, int V, int D, float budget) {
  gradient(logits, c, dh, dropped, V, D, budget / V);
}
