// fpcheck: hog_cell <<<1, (16, 16)>>> img=@b_hog_bin_negative_x.npy hist=empty:9 w=16 --ref 'hist=@b_hog_bin_negative_ref.npy' --tol rtol=1e-4
// expect: error conversion of negative numbers to unsigned (mismatch) at line 15
// why: orientation bins of HOG: atan2f gives -pi..pi, and a negative angle converted to unsigned saturates to 0 on a GPU (wraps on many CPUs), so half of all gradients go into bin 0
// figure: hist[0] computed 52.7817726, exact 8.442173 (9 of 9 beyond the tolerance)
__global__ void hog_cell(const float* img, float* hist, int w) {
  __shared__ float bins[9];
  int x = threadIdx.x, y = threadIdx.y;
  int tid = y * w + x;
  if (tid < 9) bins[tid] = 0.0f;
  __syncthreads();
  if (x > 0 && x < w - 1 && y > 0 && y < w - 1) {
    float gx = img[y * w + x + 1] - img[y * w + x - 1];
    float gy = img[(y + 1) * w + x] - img[(y - 1) * w + x];
    float angle = atan2f(gy, gx);
    unsigned bin = __float2uint_rz(angle * (9.0f / 3.14159265f)) % 9u;
    atomicAdd(&bins[bin], sqrtf(gx * gx + gy * gy));
  }
  __syncthreads();
  if (tid < 9) hist[tid] = bins[tid];
}
