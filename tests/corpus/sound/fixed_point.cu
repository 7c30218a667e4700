// Numbers that become integers in fixed point: a rounding to the unit, whose ties go one way or the other by half an ulp.

// fpcheck: forces_to_units <<<16, 256>>> N=4096 scale=1048576 x=randn:N y=randn:N units=empty:N
// expect: forces_to_units clean
__global__ void forces_to_units(int N, float scale, const float* x, const float* y, int* units) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float r2 = x[i] * x[i] + y[i] * y[i] + 0.25f;
  units[i] = __float2int_rn(x[i] / (r2 * sqrtf(r2)) * scale);
}

// fpcheck: waves_to_samples <<<16, 256>>> N=4096 f=uniform(0.01,0.02):1 samples=empty:N:i16
// expect: waves_to_samples clean
__global__ void waves_to_samples(int N, const float* f, short* samples) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  samples[i] = static_cast<short>(rintf(0.9f * 32767.f * sinpif(f[0] * i)));
}

// fpcheck: products_to_units <<<32, 256>>> n=64 x=randn:128x64 y=randn:64 sum=inout:zeros:128:i64
// expect: products_to_units clean
__global__ void products_to_units(int n, const float* x, const float* y, unsigned long long* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sum[i / n], static_cast<unsigned long long>(__float2ll_rn(expf(x[i]) * y[i % n] * 0x1p24f)));
}

// Among these products is one that is an integer in units of 2^-32, by chance: it was none before it was rounded.
// fpcheck: products_by_chance <<<1, 8>>> x=[1.000244140625,1.2345678,1.9,1.3,1.7654321,1.1,1.6,1.45] y=[1.00006103515625,2.7182817,-1.3,0.7,-2.2,1.7,3.1,-0.9] units=empty:8:i64
// expect: products_by_chance clean
__global__ void products_by_chance(const float* x, const float* y, long long* units) {
  const int i = threadIdx.x;
  units[i] = __float2ll_rn(x[i] * y[i] * 4294967296.f);
}

// Weights of walkers lose a share at every collision. In units of 2^-40 a weight is an integer before it is converted: what was rounded in binary32 is
// off by as much in them, and nothing is decided there.
// fpcheck: shares_to_units <<<2, 64>>> seed=20251101 absorption=0.3 scattering=1.7 bins=inout:zeros:8:i64
// expect: shares_to_units clean
// fpcheck: shares_to_units <<<32, 64>>> seed=7 absorption=0.7 scattering=2.1 bins=inout:zeros:8:i64
// expect: shares_to_units clean
__global__ void shares_to_units(unsigned seed, float absorption, float scattering, unsigned long long* bins) {
  unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 0x9e3779b9u ^ seed;
  const float share = absorption / (absorption + scattering);
  float weight = 1.f;
  for (int k = 0; k < 12; ++k) {
    state = (state ^ (state >> 15)) * 0x2c1b3c6du, state = (state ^ (state >> 12)) * 0x297a2d39u, state ^= state >> 15;
    const float lost = weight * share * (0.5f + (static_cast<float>(state >> 9) + 0.5f) * 0x1p-23f);
    atomicAdd(&bins[state % 8], static_cast<unsigned long long>(lost * 0x1p40f));
    weight -= lost;
  }
}
