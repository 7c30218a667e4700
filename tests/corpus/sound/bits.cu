// Arithmetic on the bits of numbers: seeds, keys, exponents, and rounding by adding a large constant.

// fpcheck: inverse_square_root <<<4096, 256>>> x=uniform(0.1,100):1048576 y=empty:1048576
// expect: inverse_square_root clean big
__global__ void inverse_square_root(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float r = __int_as_float(0x5f3759df - (__float_as_int(x[i]) >> 1));
  for (int step = 0; step < 4; ++step) r = r * fmaf(-0.5f * x[i] * r, r, 1.5f);
  y[i] = r;
}

// fpcheck: reciprocal_newton <<<8, 128>>> x=uniform(0.1,100):1024 y=empty:1024
// expect: reciprocal_newton clean
__global__ void reciprocal_newton(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float r = __int_as_float(0x7ef311c7 - __float_as_int(x[i]));
  for (int step = 0; step < 4; ++step) r = fmaf(r, fmaf(-x[i], r, 1.f), r);
  y[i] = r;
}

// fpcheck: ordered_key <<<8, 128>>> x=randn:1024 key=empty:1024:u32 back=empty:1024
// expect: ordered_key clean
// fpcheck: ordered_key <<<8, 128>>> x=adversarial:1024 key=empty:1024:u32 back=empty:1024
// expect: ordered_key clean
__global__ void ordered_key(const float* x, unsigned* key, float* back) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned bits = __float_as_uint(x[i]);
  const unsigned k = bits ^ (static_cast<unsigned>(static_cast<int>(bits) >> 31) | 0x80000000u);
  key[i] = k;
  back[i] = __uint_as_float(k ^ (k & 0x80000000u ? 0x80000000u : 0xffffffffu));
}

// fpcheck: round_magic <<<4096, 256>>> x=uniform(-1000,1000):1048576 y=empty:1048576
// expect: round_magic clean big
__global__ void round_magic(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = (x[i] + 12582912.f) - 12582912.f;
}

// fpcheck: round_magic_int <<<8, 128>>> x=uniform(-1000,1000):1024 y=empty:1024:i32
// expect: round_magic_int clean
__global__ void round_magic_int(const float* x, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = __float_as_int(x[i] * 8.f + 12582912.f) - 0x4b400000;
}

// fpcheck: exponent_and_mantissa <<<8, 128>>> x=uniform(0.001,1000):1024 exponent=empty:1024:i32 mantissa=empty:1024
// expect: exponent_and_mantissa clean
__global__ void exponent_and_mantissa(const float* x, int* exponent, float* mantissa) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned bits = __float_as_uint(x[i] * 1.5f);
  exponent[i] = static_cast<int>(bits >> 23 & 0xffu) - 127;
  mantissa[i] = __uint_as_float((bits & 0x007fffffu) | 0x3f800000u);
}

// fpcheck: scale_by_exponent <<<8, 128>>> k=5 x=randn:1024 y=empty:1024
// expect: scale_by_exponent clean
__global__ void scale_by_exponent(int k, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = sqrtf(fabsf(x[i]) + 1.f);
  y[i] = __int_as_float(__float_as_int(v) + (k << 23)) + v * __int_as_float((127 + k) << 23);
}

// fpcheck: sign_by_bits <<<8, 128>>> x=randn:1024 s=randn:1024 y=empty:1024
// expect: sign_by_bits clean
__global__ void sign_by_bits(const float* x, const float* s, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned magnitude = __float_as_uint(x[i] / 3.f) & 0x7fffffffu;
  y[i] = __uint_as_float(magnitude | (__float_as_uint(s[i]) & 0x80000000u));
}

// fpcheck: bf16_by_bits <<<8, 128>>> x=randn:1024 y=empty:1024:u16 back=empty:1024
// expect: bf16_by_bits clean
__global__ void bf16_by_bits(const float* x, unsigned short* y, float* back) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned bits = __float_as_uint(x[i] * 1.1f);
  const unsigned rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
  y[i] = static_cast<unsigned short>(rounded);
  back[i] = __uint_as_float(rounded << 16);
}

// fpcheck: log2_table_free <<<8, 128>>> x=uniform(0.01,100):1024 y=empty:1024
// expect: log2_table_free clean
__global__ void log2_table_free(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int bits = __float_as_int(x[i]), shifted = bits - 0x3f3504f3; // mantissa in [sqrt(1/2), sqrt(2))
  const int e = shifted >> 23;
  const float m = __int_as_float(bits - (e << 23)), s = (m - 1.f) / (m + 1.f), z = s * s;
  const float p = fmaf(fmaf(fmaf(z, 0.41219858f, 0.57707802f), z, 0.96179669f), z, 2.88539008f);
  y[i] = fmaf(s, p, static_cast<float>(e));
}

// fpcheck: exp2_by_parts <<<8, 128>>> x=uniform(-20,20):1024 y=empty:1024
// expect: exp2_by_parts clean
__global__ void exp2_by_parts(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float whole = rintf(x[i]), f = x[i] - whole;
  float p = 1.5403530e-4f;
  p = fmaf(p, f, 1.3333558e-3f);
  p = fmaf(p, f, 9.6181291e-3f);
  p = fmaf(p, f, 5.5504109e-2f);
  p = fmaf(p, f, 2.4022651e-1f);
  p = fmaf(p, f, 6.9314718e-1f);
  p = fmaf(p, f, 1.f);
  y[i] = __int_as_float(__float_as_int(p) + (static_cast<int>(whole) << 23));
}

// fpcheck: swap_through_xor <<<8, 128>>> x=randn:1024 y=randn:1024 a=empty:1024 b=empty:1024
// expect: swap_through_xor clean
__global__ void swap_through_xor(const float* x, const float* y, float* a, float* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u = __float_as_uint(x[i]), v = __float_as_uint(y[i]);
  asm volatile("xor.b32 %0, %0, %1;\n\txor.b32 %1, %0, %1;\n\txor.b32 %0, %0, %1;" : "+r"(u), "+r"(v));
  a[i] = __uint_as_float(u);
  b[i] = __uint_as_float(v);
}
