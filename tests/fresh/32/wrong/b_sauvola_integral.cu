// fpcheck: row_sums <<<1, 64>>> img=@b_sauvola_integral_x.npy s1=empty:64x64 s2=empty:64x64 n=64 --ref 'var=@b_sauvola_integral_ref.npy' --tol rtol=1e-3,atol=0.01
// fpcheck+ column_sums <<<1, 64>>>
// fpcheck+ local_variance <<<64, 64>>> var=empty:64x64
// expect: error accumulator too narrow (rounding / mismatch) at line 24
// why: integral images of squares in binary32 (known of local thresholding built on OpenCV's CV_32F integrals): past 2^24 the sums are rounded to 16, and their differences, variances near 0.7, are noise
// figure: var[3566] computed 2.203125, exact 0.681599975 (1830 of 4096 beyond the tolerance)
__global__ void row_sums(const unsigned char* img, float* s1, float* s2, int n) {
  int y = threadIdx.x;
  float a = 0.0f, b = 0.0f;
  for (int x = 0; x < n; ++x) {
    float p = img[y * n + x];
    a += p;
    b += p * p;
    s1[y * n + x] = a;
    s2[y * n + x] = b;
  }
}

__global__ void column_sums(float* s1, float* s2, int n) {
  int x = threadIdx.x;
  float a = 0.0f, b = 0.0f;
  for (int y = 0; y < n; ++y) {
    a += s1[y * n + x];
    b += s2[y * n + x];
    s1[y * n + x] = a;
    s2[y * n + x] = b;
  }
}

__device__ float box(const float* s, int n, int x0, int y0, int x1, int y1) {
  float r = s[y1 * n + x1];
  if (x0 > 0) r -= s[y1 * n + x0 - 1];
  if (y0 > 0) r -= s[(y0 - 1) * n + x1];
  if (x0 > 0 && y0 > 0) r += s[(y0 - 1) * n + x0 - 1];
  return r;
}

__global__ void local_variance(const float* s1, const float* s2, float* var, int n) {
  int x = threadIdx.x, y = blockIdx.x;
  int x0 = max(0, x - 2), x1 = min(n - 1, x + 2);
  int y0 = max(0, y - 2), y1 = min(n - 1, y + 2);
  float count = (x1 - x0 + 1) * (y1 - y0 + 1);
  float mean = box(s1, n, x0, y0, x1, y1) / count;
  var[y * n + x] = fmaxf(box(s2, n, x0, y0, x1, y1) / count - mean * mean, 0.0f);
}
