// Particles in a periodic box [0, L): whoever leaves at one side comes in at the other. x + L for a particle just below zero rounds to L
// itself, which is outside, and one past the last cell of a cell list. The difference is a ten millionth, no comparison sees it, and it takes
// many steps until a particle lands there. The repaired kernel ends at the largest number below L.

// fpcheck: folded_once <<<1, 4>>> x=[-1e-9, -0.25, 3.5, 8.5] out=empty:4 L=8 --range 'out=[0,8)' --expect out-of-range
__global__ void folded_once(const float* __restrict__ x, float* __restrict__ out, float L) {
  float y = x[threadIdx.x];
  if (y < 0) y += L;
  if (y >= L && x[threadIdx.x] >= 0) y -= L;
  out[threadIdx.x] = y;
}

// fpcheck: kept_inside <<<1, 4>>> x=[-1e-9, -0.25, 3.5, 8.5] out=empty:4 L=8 --range 'out=[0,8)' --expect clean
__global__ void kept_inside(const float* __restrict__ x, float* __restrict__ out, float L) {
  float y = x[threadIdx.x];
  if (y < 0) y += L;
  if (y >= L && x[threadIdx.x] >= 0) y -= L;
  out[threadIdx.x] = fminf(y, __uint_as_float(__float_as_uint(L) - 1)); // L is positive: the next number below it
}
