// Integers computed from samples, and a store that keeps their low bits.

// fpcheck: sharpen <<<1, 32>>> in=randint(0,256):32 out=empty:32 n=32
// expect: sharpen rule=saturated line=marked
__global__ void sharpen(const unsigned char* in, unsigned char* out, int n) {
  const int i = threadIdx.x;
  const int l = in[i > 0 ? i - 1 : 0], c = in[i], r = in[i + 1 < n ? i + 1 : n - 1];
  out[i] = (unsigned char)(3 * c - l - r); // expect-line
}

// fpcheck: sharpen_clamped <<<1, 32>>> in=randint(0,256):32 out=empty:32 n=32
// expect: sharpen_clamped clean
__global__ void sharpen_clamped(const unsigned char* in, unsigned char* out, int n) {
  const int i = threadIdx.x;
  const int l = in[i > 0 ? i - 1 : 0], c = in[i], r = in[i + 1 < n ? i + 1 : n - 1];
  out[i] = (unsigned char)min(max(3 * c - l - r, 0), 255);
}

// A gain in fixed point: 16 bits of sound that are too loud.
// fpcheck: amplify <<<1, 64>>> in=randint(-30000,30000):64 out=empty:64 gain=400
// expect: amplify rule=saturated line=marked
__global__ void amplify(const short* in, short* out, int gain) {
  const int i = threadIdx.x;
  out[i] = (short)((in[i] * gain) >> 8); // expect-line
}

// fpcheck: amplify_clamped <<<1, 64>>> in=randint(-30000,30000):64 out=empty:64 gain=400
// expect: amplify_clamped clean
__global__ void amplify_clamped(const short* in, short* out, int gain) {
  const int i = threadIdx.x;
  out[i] = (short)min(max((in[i] * gain) >> 8, -32768), 32767);
}

// A gain below 1: what fits fits, though the compiler shifts zeros into what is not stored.
// fpcheck: soften <<<1, 64>>> in=randint(-30000,30000):64 out=empty:64 gain=200
// expect: soften clean
__global__ void soften(const short* in, short* out, int gain) {
  const int i = threadIdx.x;
  out[i] = (short)((in[i] * gain) >> 8);
}

// Differences of neighbours modulo 256, and the sums that undo them: what PNG's filters do.
// fpcheck: differences <<<1, 32>>> in=randint(0,256):32 d=empty:32
// expect: differences clean
__global__ void differences(const unsigned char* in, unsigned char* d) {
  const int i = threadIdx.x;
  d[i] = (unsigned char)(in[i] - (i > 0 ? in[i - 1] : 0));
}

// fpcheck: check_byte <<<1, 32>>> in=randint(0,256):32x16 c=empty:32
// expect: check_byte clean
__global__ void check_byte(const unsigned char* in, unsigned char* c) {
  unsigned sum = 0;
  for (int k = 0; k < 16; ++k) sum += in[16 * threadIdx.x + k];
  c[threadIdx.x] = (unsigned char)sum;
}

// The filter of PNG that predicts the average: taken modulo 256.
// fpcheck: average_filter <<<1, 32>>> in=randint(0,256):64 d=empty:32
// expect: average_filter clean
__global__ void average_filter(const unsigned char* in, unsigned char* d) {
  const int i = threadIdx.x;
  const int left = i > 0 ? in[32 + i - 1] : 0;
  d[i] = (unsigned char)(in[32 + i] - ((left + in[i]) >> 1));
}
