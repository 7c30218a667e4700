// A negative number became an unsigned 0 where its low bits were wanted, and only the upper ones of what it leads to are read.

// fpcheck: standing_mixer <<<2, 32>>> freq=uniform(-0.4,-0.1):2 y=empty:64
// expect: standing_mixer rule=saturated line=marked max_findings=1
__global__ void standing_mixer(const float* freq, float* y) {
  const unsigned step = static_cast<unsigned>(freq[blockIdx.x] * 4294967296.f); // expect-line
  const unsigned phase = step * threadIdx.x;
  y[blockIdx.x * 32 + threadIdx.x] = cospif(static_cast<float>(phase >> 8) * 0x1p-23f);
}

// fpcheck: mixer <<<2, 32>>> freq=uniform(-0.4,-0.1):2 y=empty:64
// expect: mixer clean
__global__ void mixer(const float* freq, float* y) {
  const unsigned step = static_cast<unsigned>(static_cast<long long>(freq[blockIdx.x] * 4294967296.f));
  const unsigned phase = step * threadIdx.x;
  y[blockIdx.x * 32 + threadIdx.x] = cospif(static_cast<float>(phase >> 8) * 0x1p-23f);
}

// fpcheck: top_byte <<<1, 64>>> x=uniform(-3,-1):64 y=empty:64
// expect: top_byte rule=saturated line=marked max_findings=1
__global__ void top_byte(const float* x, unsigned* y) {
  const unsigned code = static_cast<unsigned>(x[threadIdx.x] * 0x1p24f); // expect-line
  y[threadIdx.x] = code >> 24;
}

// fpcheck: top_byte_signed <<<1, 64>>> x=uniform(-3,-1):64 y=empty:64
// expect: top_byte_signed clean
__global__ void top_byte_signed(const float* x, unsigned* y) {
  const int code = static_cast<int>(x[threadIdx.x] * 0x1p24f);
  y[threadIdx.x] = static_cast<unsigned>(code) >> 24;
}
