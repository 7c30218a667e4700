// fpcheck: scan_rows <<<1, 64>>> img=@b_integral_wrap_x.npy s1=empty:64x64:u32 s2=empty:64x64:u32 --ref 'var=@b_integral_wrap_ref.npy' --tol rtol=1e-6
// fpcheck+ scan_columns <<<1, 64>>>
// fpcheck+ variance3x3 <<<62, 62>>> var=empty:62x62
// expect: ok
// why: integral images in 32 bits whose sums of squares wrap many times: differences modulo 2^32 are still exact, because each 3x3 sum fits; the variance is an integer until its last division
// figure: var[0] computed 86674.3984, exact 86674.3984; 0 of the tolerance
constexpr int kW = 64;

__global__ void scan_rows(const unsigned short* img, unsigned* s1, unsigned* s2) {
  int y = threadIdx.x;
  unsigned a = 0, b = 0;
  for (int x = 0; x < kW; ++x) {
    unsigned p = img[y * kW + x];
    s1[y * kW + x] = a += p;
    s2[y * kW + x] = b += p * p;
  }
}

__global__ void scan_columns(unsigned* s1, unsigned* s2) {
  int x = threadIdx.x;
  for (int y = 1; y < kW; ++y) {
    s1[y * kW + x] += s1[(y - 1) * kW + x];
    s2[y * kW + x] += s2[(y - 1) * kW + x];
  }
}

__device__ unsigned at(const unsigned* s, int y, int x) {
  return y < 0 || x < 0 ? 0u : s[y * kW + x];
}

__device__ unsigned box3(const unsigned* s, int y, int x) {
  return at(s, y + 2, x + 2) - at(s, y + 2, x - 1) - at(s, y - 1, x + 2) + at(s, y - 1, x - 1);
}

__global__ void variance3x3(const unsigned* s1, const unsigned* s2, float* var) {
  int x = threadIdx.x, y = blockIdx.x;
  unsigned a = box3(s1, y, x);
  unsigned b = box3(s2, y, x);
  unsigned n = 9u * b - a * a;
  var[y * 62 + x] = (float)n / 81.0f;
}
