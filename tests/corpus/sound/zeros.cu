// Zeros that exact arithmetic has too, by what the data are or whatever they are: no enclosure tells them from something, however narrow it is.

// Equal data: a difference of equal numbers.
// fpcheck: speed_gradient <<<1, 32>>> head=[0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3,0.3] gradient=empty:8 spacing=0.1
// expect: speed_gradient clean
__device__ double speed(double head) { return sqrt(2.0 * 9.81 * head); }
__global__ void speed_gradient(const double* head, double* gradient, double spacing) {
  const int i = threadIdx.x;
  if (i < 8) gradient[i] = (speed(head[i + 2]) - speed(head[i])) / (2.0 * spacing);
}

// The end of an interval, where a cubic through zero is zero.
// fpcheck: cubic_through_zero <<<1, 32>>> t=[0,0.3,0.7,1] p=[0,0.37,0] q=[0.7,1.3,2.1] value=empty:4
// expect: cubic_through_zero clean
__global__ void cubic_through_zero(const double* t, const double* p, const double* q, double* value) {
  const int i = threadIdx.x;
  if (i >= 4) return;
  const double width = q[2] - q[0], x = t[i] * width / width, m0 = p[1] / 3.0, m1 = -p[1] / 7.0;
  value[i] = (1.0 + 2.0 * x) * (1.0 - x) * (1.0 - x) * p[0] + x * (1.0 - x) * (1.0 - x) * m0 + x * x * (3.0 - 2.0 * x) * p[2] + x * x * (x - 1.0) * m1;
}

// A filter whose enclosures grow from step to step, and whose normalisers go through a logarithm that takes their bits: 256 digits do not tell, 512 do.
// fpcheck: regime_filter <<<1, 32>>> ret=randn:4x500 likelihood=empty:4 len=500
// expect: regime_filter clean
__global__ void regime_filter(const float* ret, float* likelihood, int len) {
  const int s = threadIdx.x;
  if (s >= 4) return;
  float calm = 0.5f, wild = 0.5f, total = 0;
  for (int t = 0; t < len; ++t) {
    const float r = ret[s * len + t];
    const float a = (0.95f * calm + 0.05f * wild) * expf(-0.5f * r * r) * 0.39894228f;
    const float b = (0.05f * calm + 0.95f * wild) * expf(-0.125f * r * r) * 0.19947114f;
    const float c = a + b;
    calm = a / c, wild = b / c;
    total += logf(c);
  }
  likelihood[s] = fmaxf(total, -1e4f);
}

// Codes of one byte that were rounded by integer code: in some lanes a number again, in others bits still, where the sign is put back.
// fpcheck: pack_e5m2 <<<1, 32>>> x=[-191,191,-100.5,100.5,3.3,-3.3,0.75,-0.8,239,-7.9,1.01,-1.01] y=empty:12
// expect: pack_e5m2 clean
__global__ void pack_e5m2(const float* x, float* y) {
  const int i = threadIdx.x;
  if (i >= 12) return;
  const float v = x[i] * 1.0f;
  unsigned bits = __float_as_uint(fabsf(v));
  bits += 0xfffffu + ((bits >> 21) & 1u);
  const unsigned code = (bits >> 21) - (112u << 2);
  const float back = __uint_as_float((code + (112u << 2)) << 21);
  y[i] = v < 0.0f ? -back : back;
}
