// Counts in a wrong bin: what one bin lacks another has too much of, and yet bins are no places that whoever comes first takes.

__device__ float dot3(const float* a, const float* b) { return fmaf(a[2], b[2], fmaf(a[1], b[1], __fmul_rn(a[0], b[0]))); }
__device__ int bin_of(float cosine) { return min(max(static_cast<int>(acosf(cosine) * 57.29577951f * 0.1f), 0), 17); }

// Of opposite bonds the cosine is rounded to just below -1, and the bin of a NaN is the first one.
// fpcheck: bond_angles <<<1, 32>>> a=[-1.048,0.177,-0.52,1.0,0.0,0.0] b=[0.524,-0.0885,0.26,0.0,1.0,0.0] bins=inout:zeros:18:i32 n=2
// expect: bond_angles rule=nan-born|branch-flip|inaccurate
__global__ void bond_angles(const float* a, const float* b, int* bins, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float *x = a + 3 * i, *y = b + 3 * i;
  const float cosine = dot3(x, y) / __fmul_rn(sqrtf(dot3(x, x)), sqrtf(dot3(y, y)));
  atomicAdd(&bins[bin_of(cosine)], 1);
}

// fpcheck: bond_angles_clamped <<<1, 32>>> a=[-1.048,0.177,-0.52,1.0,0.0,0.0] b=[0.524,-0.0885,0.26,0.0,1.0,0.0] bins=inout:zeros:18:i32 n=2
// expect: bond_angles_clamped clean
__global__ void bond_angles_clamped(const float* a, const float* b, int* bins, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float *x = a + 3 * i, *y = b + 3 * i;
  const float cosine = dot3(x, y) / __fmul_rn(sqrtf(dot3(x, x)), sqrtf(dot3(y, y)));
  atomicAdd(&bins[bin_of(fminf(fmaxf(cosine, -1.0f), 1.0f))], 1);
}
