// Clamps to the ends of a format's range that hide nothing: what left the range is as good as the end, or nothing comes of it.
#include <cfloat>

// A product that saturates: the largest number is the nearest one that there is.
// fpcheck: saturating_product <<<1, 8>>> a=[1e20,3,1e30,2,5,1e19,7,1e38] b=[1e20,2,1e10,4,1,1e19,3,10] y=empty:8
// expect: saturating_product clean
__global__ void saturating_product(const float* a, const float* b, float* y) { y[threadIdx.x] = fminf(a[threadIdx.x] * b[threadIdx.x], FLT_MAX); }

// The nearest of some points, of which the far ones are infinitely far.
// fpcheck: nearest_of_points <<<1, 8>>> x=randn:8 px=[1e25,0.5,-1,1e30,2,0.25] y=empty:8
// expect: nearest_of_points clean
__global__ void nearest_of_points(const float* x, const float* px, float* y) {
  float best = FLT_MAX;
#pragma unroll
  for (int k = 0; k < 6; ++k) best = fminf(best, (x[threadIdx.x] - px[k]) * (x[threadIdx.x] - px[k]));
  y[threadIdx.x] = best;
}

// Terms of an entropy: those of what underflowed are nothing either way.
// fpcheck: entropy <<<1, 4>>> z=[[0,-200,-1,-2],[-150,0,0.5,-120],[1,2,3,4],[-90,0,-110,-300]] h=empty:4
// expect: entropy clean
__global__ void entropy(const float* z, float* h) {
  const float* const row = z + 4 * threadIdx.x;
  float s = 0.0f, sum = 0.0f;
  for (int k = 0; k < 4; ++k) s += expf(row[k]);
  for (int k = 0; k < 4; ++k) {
    const float p = expf(row[k]) / s;
    sum -= p * logf(fmaxf(p, FLT_MIN));
  }
  h[threadIdx.x] = sum;
}

// Masks that are added twice leave the range, and are put back to its end: such a score weighs nothing either way.
// fpcheck: masked_weights <<<1, 4>>> z=randn:4x4 y=empty:4x4
// expect: masked_weights clean
__global__ void masked_weights(const float* z, float* y) {
  const int r = threadIdx.x;
  float score[4], top = -FLT_MAX, s = 0.0f;
  for (int k = 0; k < 4; ++k) {
    const float causal = k > r ? -FLT_MAX : 0.0f, padding = k == 3 ? -FLT_MAX : 0.0f;
    score[k] = fmaxf(z[4 * r + k] + causal + padding, -FLT_MAX);
    top = fmaxf(top, score[k]);
  }
  for (int k = 0; k < 4; ++k) s += expf(score[k] - top);
  for (int k = 0; k < 4; ++k) y[4 * r + k] = expf(score[k] - top) / s;
}

// Likelihoods so far off that they underflow, with a floor under their logarithms: they weigh nothing either way.
// fpcheck: particle_weights <<<1, 8>>> d=[0.5,1,30,2,0.1,25,3,1.5] w=empty:8
// expect: particle_weights clean
__global__ void particle_weights(const float* d, float* w) {
  const float mine = logf(fmaxf(expf(-0.5f * d[threadIdx.x] * d[threadIdx.x]), 1e-38f));
  float top = mine;
  for (int h = 4; h > 0; h /= 2) top = fmaxf(top, __shfl_xor_sync(0xffu, top, h));
  float s = expf(mine - top);
  const float own = s;
  for (int h = 4; h > 0; h /= 2) s += __shfl_xor_sync(0xffu, s, h);
  w[threadIdx.x] = own / s;
}

// The inverse of what is too large is next to nothing.
// fpcheck: damping <<<1, 8>>> x=[1,30,100,2,90,5,120,0.5] y=empty:8
// expect: damping clean
__global__ void damping(const float* x, float* y) { y[threadIdx.x] = 1.0f + 1.0f / fminf(expf(x[threadIdx.x]), FLT_MAX); }

// Probabilities that are zero as they are given.
// fpcheck: log_odds <<<1, 8>>> p=[0.5,0,0.25,1,0,0.125,0.75,0] y=empty:8
// expect: log_odds clean
__global__ void log_odds(const float* p, float* y) { y[threadIdx.x] = logf(fmaxf(p[threadIdx.x], FLT_MIN)); }
