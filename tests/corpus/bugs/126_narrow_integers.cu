// Rounded numbers that a narrower integer cannot hold: it keeps the low bits.

// fpcheck: samples <<<1, 64>>> x=[1,0.5,-1,0.25]:4 pcm=empty:64
// expect: samples rule=saturated line=marked
__global__ void samples(const float* x, short* pcm) {
  const int i = threadIdx.x;
  pcm[i] = (short)__float2int_rn(x[i % 4] * 32768.f); // expect-line
}

// fpcheck: samples_clamped <<<1, 64>>> x=[1,0.5,-1,0.25]:4 pcm=empty:64
// expect: samples_clamped clean
__global__ void samples_clamped(const float* x, short* pcm) {
  const int i = threadIdx.x;
  pcm[i] = (short)min(max(__float2int_rn(x[i % 4] * 32768.f), -32768), 32767);
}

// A zero point is added to a code that fills the range already.
// fpcheck: shifted_code <<<1, 64>>> x=uniform(-1,1):64 zero=20 y=empty:64
// expect: shifted_code rule=saturated line=marked
__global__ void shifted_code(const float* x, int zero, float* y) {
  const int i = threadIdx.x;
  const signed char code = (signed char)(__float2int_rn(x[i] * 127.f) + zero); // expect-line
  y[i] = (float)(code - zero) * (1.f / 127.f); // expect-line
}

// fpcheck: shifted_code_clamped <<<1, 64>>> x=uniform(-0.8,0.8):64 zero=20 y=empty:64
// expect: shifted_code_clamped clean
__global__ void shifted_code_clamped(const float* x, int zero, float* y) {
  const int i = threadIdx.x;
  const signed char code = (signed char)max(-128, min(127, __float2int_rn(x[i] * 127.f) + zero));
  y[i] = (float)(code - zero) * (1.f / 127.f);
}

// fpcheck: grey_level <<<1, 64>>> x=uniform(0,2):64 o=empty:64
// expect: grey_level rule=saturated line=marked
__global__ void grey_level(const float* x, unsigned char* o) {
  const int i = threadIdx.x;
  o[i] = (unsigned char)(int)(x[i] * 255.f); // expect-line
}
