// Integers that stores of single bytes take apart: what one store drops another one must keep, and all of them together the whole number.

// Beyond full scale the sum of both channels wraps to the other end.
// fpcheck: pcm24_wraps <<<1, 8>>> x=[0.1,0.8,0.95,-0.3,-0.8,-0.99,0.43,-0.05] out=empty:24:u8
// expect: pcm24_wraps rule=saturated line=marked
__global__ void pcm24_wraps(const float* x, unsigned char* out) {
  const int i = threadIdx.x, s = __float2int_rn(x[i] * 1.25f * 8388608.0f);
  out[3 * i] = static_cast<unsigned char>(s); // expect-line
  out[3 * i + 1] = static_cast<unsigned char>(s >> 8);
  out[3 * i + 2] = static_cast<unsigned char>(s >> 16);
}

// The same where no sample is negative: as a number without a sign it would fit.
// fpcheck: pcm24_wraps_upwards <<<1, 8>>> x=[0.1,0.8,0.95,0.3,0.8,0.99,0.43,0.05] out=empty:24:u8
// expect: pcm24_wraps_upwards rule=saturated line=marked
__global__ void pcm24_wraps_upwards(const float* x, unsigned char* out) {
  const int i = threadIdx.x, s = __float2int_rn(x[i] * 1.25f * 8388608.0f);
  out[3 * i] = static_cast<unsigned char>(s); // expect-line
  out[3 * i + 1] = static_cast<unsigned char>(s >> 8);
  out[3 * i + 2] = static_cast<unsigned char>(s >> 16);
}

// fpcheck: pcm16_wraps <<<1, 64>>> x=uniform(-1.3,1.3):64 out=empty:128:u8
// expect: pcm16_wraps rule=saturated line=marked
__global__ void pcm16_wraps(const float* x, unsigned char* out) {
  const int i = threadIdx.x, s = __float2int_rn(x[i] * 32767.0f);
  out[2 * i] = static_cast<unsigned char>(s >> 8);
  out[2 * i + 1] = static_cast<unsigned char>(s); // expect-line
}

// White is 1.3 times too bright, and wraps to dark grey.
// fpcheck: grey16_wraps <<<1, 64>>> x=uniform(0,1.3):64 out=empty:128:u8
// expect: grey16_wraps rule=saturated line=marked
__global__ void grey16_wraps(const float* x, unsigned char* out) {
  const unsigned s = __float2uint_rn(x[threadIdx.x] * 65535.0f);
  out[2 * threadIdx.x] = static_cast<unsigned char>(s >> 8);
  out[2 * threadIdx.x + 1] = static_cast<unsigned char>(s); // expect-line
}

// Between the bytes a bit is lost.
// fpcheck: bit_between <<<1, 64>>> x=uniform(0,1):64 out=empty:192:u8
// expect: bit_between rule=saturated line=marked
__global__ void bit_between(const float* x, unsigned char* out) {
  const unsigned s = __float2uint_rn(__saturatef(x[threadIdx.x]) * 16777215.0f);
  out[3 * threadIdx.x] = static_cast<unsigned char>(s); // expect-line
  out[3 * threadIdx.x + 1] = static_cast<unsigned char>(s >> 9);
  out[3 * threadIdx.x + 2] = static_cast<unsigned char>(s >> 16);
}

// The uppermost of three bytes is not stored.
// fpcheck: two_of_three <<<1, 64>>> x=uniform(0,1):64 out=empty:128:u8
// expect: two_of_three rule=saturated line=marked
__global__ void two_of_three(const float* x, unsigned char* out) {
  const unsigned s = __float2uint_rn(__saturatef(x[threadIdx.x]) * 16777215.0f);
  out[2 * threadIdx.x] = static_cast<unsigned char>(s); // expect-line
  out[2 * threadIdx.x + 1] = static_cast<unsigned char>(s >> 8);
}

// The upper byte is another channel's.
// fpcheck: upper_of_another <<<1, 64>>> x=uniform(-1,1):64 y=uniform(-1,1):64 out=empty:128:u8
// expect: upper_of_another rule=saturated line=marked
__global__ void upper_of_another(const float* x, const float* y, unsigned char* out) {
  const int i = threadIdx.x, left = __float2int_rn(x[i] * 32767.0f), right = __float2int_rn(y[i] * 32767.0f);
  out[2 * i] = static_cast<unsigned char>(left); // expect-line
  out[2 * i + 1] = static_cast<unsigned char>(right >> 8);
}

// The bytes lie in the order 1, 0, 2: nobody reads so.
// fpcheck: middle_first <<<1, 64>>> x=uniform(-1,1):64 out=empty:192:u8
// expect: middle_first rule=saturated line=marked
__global__ void middle_first(const float* x, unsigned char* out) {
  const int i = threadIdx.x, s = __float2int_rn(x[i] * 8388607.0f);
  out[3 * i + 1] = static_cast<unsigned char>(s); // expect-line
  out[3 * i] = static_cast<unsigned char>(s >> 8);
  out[3 * i + 2] = static_cast<unsigned char>(s >> 16);
}

// The upper byte is stored by some lanes only.
// fpcheck: upper_of_some <<<1, 64>>> x=uniform(-1,1):64 out=inout:zeros:128:u8
// expect: upper_of_some rule=saturated line=marked
__global__ void upper_of_some(const float* x, unsigned char* out) {
  const int i = threadIdx.x, s = __float2int_rn(x[i] * 32767.0f);
  out[2 * i] = static_cast<unsigned char>(s); // expect-line
  if (i < 60) out[2 * i + 1] = static_cast<unsigned char>(s >> 8);
}
