// Integers that stores of single bytes take apart, and keep whole.

// Samples of 24 bits, the lowest byte first; they saturate before.
// fpcheck: pcm24 <<<1, 64>>> x=uniform(-1.3,1.3):64 out=empty:192:u8
// expect: pcm24 clean
__global__ void pcm24(const float* x, unsigned char* out) {
  const int i = threadIdx.x, s = __float2int_rn(fminf(fmaxf(x[i] * 8388608.0f, -8388608.0f), 8388607.0f));
  out[3 * i] = static_cast<unsigned char>(s);
  out[3 * i + 1] = static_cast<unsigned char>(s >> 8);
  out[3 * i + 2] = static_cast<unsigned char>(s >> 16);
}

// Samples of 16 bits, the upper byte first.
// fpcheck: pcm16 <<<1, 64>>> x=uniform(-1.3,1.3):64 out=empty:128:u8
// expect: pcm16 clean
__global__ void pcm16(const float* x, unsigned char* out) {
  const int i = threadIdx.x, s = max(-32768, min(32767, __float2int_rn(x[i] * 32768.0f)));
  out[2 * i] = static_cast<unsigned char>(s >> 8);
  out[2 * i + 1] = static_cast<unsigned char>(s);
}

// Grey values of 16 bits without a sign, cut before and after the conversion.
// fpcheck: grey16 <<<1, 64>>> x=uniform(-0.3,1.3):64 out=empty:128:u8 cut=empty:128:u8
// expect: grey16 clean
__global__ void grey16(const float* x, unsigned char* out, unsigned char* cut) {
  const int i = threadIdx.x, s = static_cast<int>(__saturatef(x[i]) * 65535.0f + 0.5f), t = max(0, min(65535, __float2int_rn(x[i] * 65535.0f)));
  out[2 * i] = static_cast<unsigned char>(s >> 8);
  out[2 * i + 1] = static_cast<unsigned char>(s);
  cut[2 * i] = static_cast<unsigned char>(t);
  cut[2 * i + 1] = static_cast<unsigned char>(t >> 8);
}

// Depth in 24 bits, with a stencil in the byte beside.
// fpcheck: depth24 <<<1, 8>>> z=[0,0.25,0.5,0.625,0.75,1,1.5,-2] out=empty:32:u8
// expect: depth24 clean
__global__ void depth24(const float* z, unsigned char* out) {
  const int i = threadIdx.x;
  const unsigned d = __float2uint_rn(fminf(fmaxf(z[i], 0.0f), 1.0f) * 16777215.0f);
  out[4 * i] = static_cast<unsigned char>(d >> 16);
  out[4 * i + 1] = static_cast<unsigned char>(d >> 8);
  out[4 * i + 2] = static_cast<unsigned char>(d);
  out[4 * i + 3] = static_cast<unsigned char>(i);
}

// A count of milliseconds in a stream of bytes, all four.
// fpcheck: stamp <<<1, 64>>> seconds=randint(0,8000):64:f32 out=empty:256:u8
// expect: stamp clean
__global__ void stamp(const float* seconds, unsigned char* out) {
  const int i = threadIdx.x, ms = __float2int_rn(seconds[i] * 1000.0f);
  for (int k = 0; k < 4; ++k) out[4 * i + k] = static_cast<unsigned char>(ms >> 8 * k);
}
