// fpcheck: count_values <<<8, 256>>> x=@b_hist_float_counts_x.npy count=inout:@b_hist_float_counts_h.npy n=2048
// expect: error absorbed additions at line 8
// why: a streaming histogram with float counters (known of several metrics libraries): at 2^24 adding 1 changes nothing, so 512 more pixels are not counted
// figure: count[0] computed 16777216, exact 16777728 (3 of 4 beyond the tolerance)
__global__ void count_values(const unsigned char* x, float* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&count[x[i]], 1.0f);
  }
}
