// Scans in segments of a warp whose first lanes add their own value again, widths that several lines share, sums that begin a step too far, and
// matrices read by columns.

// fpcheck: running_means <<<1, 32>>> x=[3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,3,8,4,6,2,6,4,3,3,8,3,2,7,9,5] y=empty:32 want=[3,4,8,9,14,23,25,31,5,8,13,21,30,37,46,49,2,5,13,17,23,25,31,35,3,6,14,17,19,26,35,40] ref=y=want --tol rtol=1e-6,atol=0
// expect: running_means rule=mismatch line=marked
__device__ float scan_of_eight(float v) {
  const int lane = threadIdx.x & 31;
  for (int o = 1; o < 8; o *= 2) {
    const float below = __shfl_up_sync(0xffffffffu, v, o, 8); // expect-line
    if (lane >= o) v += below;
  }
  return v;
}
__global__ void running_means(const float* x, float* y) {


  y[threadIdx.x] = scan_of_eight(x[threadIdx.x]);
}

// fpcheck: spread_of_rows <<<4, 32>>> x=uniform(0,1):4x32 lowest=empty:4 highest=empty:4 ref=highest=max(x,1) --tol bitwise
// expect: spread_of_rows rule=mismatch line=marked
__global__ void spread_of_rows(const float* x, float* lowest, float* highest) {
  float low = x[blockIdx.x * 32 + threadIdx.x], high = low, sum = low;
  for (int o = 16; o > 0; o /= 2) {
    const float least = __shfl_down_sync(0xffffffffu, low, o, 16), middle = __shfl_down_sync(0xffffffffu, sum, o, 16); // expect-line
    const float most = __shfl_down_sync(0xffffffffu, high, o, 16);
    low = fminf(low, least), high = fmaxf(high, most), sum += middle;
  }


  if (threadIdx.x == 0) lowest[blockIdx.x] = low, highest[blockIdx.x] = high;
}

// fpcheck: octet_sums <<<2, 32>>> x=uniform(0,1):8x8 y=empty:8 ref=y=sum(x,1) --tol rtol=1e-5,atol=0
// expect: octet_sums rule=mismatch line=marked
__global__ void octet_sums(const float* x, float* y) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  float v = x[i];
#pragma unroll
  for (int d = 8; d > 0; d /= 2)
    v += __shfl_xor_sync(0xffffffffu, v, d); // expect-line



  if (i % 8 == 0) y[i / 8] = v;
}

// fpcheck: turned_points <<<1, 32>>> m=[0.36,0.48,-0.8,-0.8,0.6,0,0.48,0.64,0.6] p=[1,2,4,-3,0.5,2,0,1,-1] q=empty:9 n=3 want=[-1.88,0.4,4.16,-2.44,2.7,0.08,1.28,0.6,0.04] ref=q=want --tol rtol=1e-5,atol=1e-5
// expect: turned_points rule=mismatch line=marked
__device__ float3 turned(const float* m, float3 p) {
  return make_float3(m[0] * p.x + m[3] * p.y + m[6] * p.z, // expect-line
                     m[1] * p.x + m[4] * p.y + m[7] * p.z, m[2] * p.x + m[5] * p.y + m[8] * p.z);
}
__global__ void turned_points(const float* m, const float* p, float* q, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float3 r = turned(m, make_float3(p[3 * i], p[3 * i + 1], p[3 * i + 2]));
  q[3 * i] = r.x;
  q[3 * i + 1] = r.y;
  q[3 * i + 2] = r.z;
}

// A mask that the compiler works out before the loop, where the table of lines has no line for it.
// fpcheck: free_seats <<<1, 32>>> words=[0xffffffff,0x0f0f0f0f,0x80000001,0xffff0000] count=empty:1 seats=128 want=[66] ref=count=want --tol bitwise
// expect: free_seats rule=mismatch line=marked
__device__ unsigned last_seats(int seats) {
  return (1u << (seats % 32)) - 1u; // expect-line
}
__global__ void free_seats(const unsigned* words, int* count, int seats) {
  const int all = (seats + 31) / 32;
  int mine = 0;
  for (int w = threadIdx.x; w < all; w += 32) {
    unsigned bits = words[w];
    if (w == all - 1) bits &= last_seats(seats);
    mine += __popc(bits);
  }
  mine = __reduce_add_sync(0xffffffffu, mine);
  if (threadIdx.x == 0) count[0] = mine;
}
