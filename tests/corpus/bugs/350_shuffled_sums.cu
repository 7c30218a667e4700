// Sums over lanes that take in too few: the segments of the shuffle are half a warp, or a reduction begins at distance 8.

// fpcheck: rows_by_half_warps <<<1, 32>>> x=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32] y=empty:1 want=[528] ref=y=want --tol rtol=1e-6,atol=0
// expect: rows_by_half_warps rule=mismatch line=marked max_findings=1
__global__ void rows_by_half_warps(const float* x, float* y) {
  float sum = x[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1)
    sum += __shfl_down_sync(0xffffffffu, sum, o, 16); // expect-line
  if (threadIdx.x == 0)
    y[0] = sum;
}

// fpcheck: begins_late <<<2, 32>>> x=[3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,3,8,4,6,2,6,4,3,3,8,3,2,7,9,5,0,2,8,8,4,1,9,7,1,6,9,3,9,9,3,7,5,1,0,5,8,2,0,9,7,4,9,4,4,5,9,2] y=empty:2 want=[155,160] ref=y=want --tol rtol=1e-6,atol=0
// expect: begins_late rule=mismatch line=marked max_findings=1
__device__ float sum_of_lanes(float v) {
  for (int o = 8; o > 0; o >>= 1)
    v += __shfl_xor_sync(0xffffffffu, v, o); // expect-line
  return v;
}
__global__ void begins_late(const float* x, float* y) {
  const float sum = sum_of_lanes(x[blockIdx.x * 32 + threadIdx.x]);
  if (threadIdx.x == 0)
    y[blockIdx.x] = sum;
}

// fpcheck: rows_by_warps <<<1, 32>>> x=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32] y=empty:1 want=[528] ref=y=want --tol rtol=1e-6,atol=0
// expect: rows_by_warps clean
__global__ void rows_by_warps(const float* x, float* y) {
  float sum = x[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1)
    sum += __shfl_down_sync(0xffffffffu, sum, o, 32);
  if (threadIdx.x == 0)
    y[0] = sum;
}
