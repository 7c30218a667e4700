// fpcheck: sincos_large <<<1, 64>>> x=@b_payne_hanek_x.npy s=empty:64 c=empty:64 --ref 's=@b_payne_hanek_s.npy' --ref 'c=@b_payne_hanek_c.npy' --tol rtol=1e-6
// expect: ok
// why: Payne and Hanek: the float is taken apart by its bits, multiplied by 96 bits of 1/(2 pi) in integers that overflow on purpose (whole turns), and the fraction is right for every exponent
// figure: c[48] computed 0.250043809, exact 0.250043839; 0.119 of the tolerance
__constant__ unsigned inverse_two_pi[8] = {0u,          0x28be60dbu, 0x9391054au, 0x7f09d5f4u,
                                           0x7d4d3770u, 0x36d8a566u, 0x4f10e410u, 0x7f9458eau};

// For |a| >= 1: a - q pi/2, in -pi/4 .. pi/4.
__device__ float reduce(float a, int* quadrant) {
  unsigned bits = __float_as_uint(a);
  unsigned ia = ((bits & 0x007fffffu) << 8) | 0x80000000u;
  int e = (int)((bits >> 23) & 0xffu) - 126;
  int i = e >> 5;
  e &= 31;
  unsigned hi = inverse_two_pi[i];
  unsigned mid = inverse_two_pi[i + 1];
  unsigned lo = inverse_two_pi[i + 2];
  if (e != 0) {
    unsigned rest = inverse_two_pi[i + 3];
    hi = (hi << e) | (mid >> (32 - e));
    mid = (mid << e) | (lo >> (32 - e));
    lo = (lo << e) | (rest >> (32 - e));
  }
  unsigned long long p = (unsigned long long)ia * lo;
  p = (unsigned long long)ia * mid + (p >> 32);
  p += (unsigned long long)(ia * hi) << 32;

  int q = (int)(p >> 62);
  p &= 0x3fffffffffffffffull;
  if (p & 0x2000000000000000ull) {
    p -= 0x4000000000000000ull;
    ++q;
  }
  float r = (float)((double)(long long)p * 0x1.921fb54442d18p-62);
  if ((int)bits < 0) {
    r = -r;
    q = -q;
  }
  *quadrant = q;
  return r;
}

__global__ void sincos_large(const float* x, float* s, float* c) {
  int i = threadIdx.x;
  int q;
  float r = reduce(x[i], &q);
  float sr = sinf(r), cr = cosf(r);
  float a = (q & 1) ? cr : sr;
  float b = (q & 1) ? sr : cr;
  s[i] = (q & 2) ? -a : a;
  c[i] = ((q + 1) & 2) ? -b : b;
}
