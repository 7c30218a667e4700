// Quantisation to 8 and 4 bits and back, and dot products of what comes out.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__device__ float warp_largest(float v) {
  v = fabsf(v);
  for (int step = 16; step > 0; step /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, step));
  return v;
}

// fpcheck: int8_rows <<<64, 32>>> n=128 x=randn:64x128 q=empty:64x128:i8 scale=empty:64
// expect: int8_rows clean
__global__ void int8_rows(int n, const float* x, signed char* q, float* scale) {
  const float* row = x + blockIdx.x * n;
  float largest = 0.f;
  for (int i = threadIdx.x; i < n; i += 32) largest = fmaxf(largest, fabsf(row[i]));
  largest = warp_largest(largest);
  const float inverse = largest > 0.f ? 127.f / largest : 0.f;
  for (int i = threadIdx.x; i < n; i += 32) q[blockIdx.x * n + i] = static_cast<signed char>(__float2int_rn(row[i] * inverse));
  if (threadIdx.x == 0) scale[blockIdx.x] = largest / 127.f;
}

// fpcheck: int8_dequantise <<<4096, 256>>> q=randint(-127,128):1048576:i8 scale=uniform(0.01,0.1):4096 x=empty:1048576
// expect: int8_dequantise clean big
__global__ void int8_dequantise(const signed char* q, const float* scale, float* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = static_cast<float>(q[i]) * scale[blockIdx.x];
}

// fpcheck: int4_magic <<<8, 128>>> q=randint(0,256):512:u8 scale=uniform(0.01,0.1):8 x=empty:1024
// expect: int4_magic clean
__global__ void int4_magic(const unsigned char* q, const float* scale, float* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned nibble = q[i / 2] >> (i % 2 * 4) & 15u;
  x[i] = (__uint_as_float(0x4b000000u | nibble) - 8388616.f) * scale[blockIdx.x]; // 2^23 + 8
}

// fpcheck: int4_half_trick <<<8, 128>>> q=randint(0,256):1024:u8 scale=uniform(0.01,0.1):8 x=empty:2048:f16
// expect: int4_half_trick clean
__global__ void int4_half_trick(const unsigned char* q, const float* scale, __half2* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned code = q[i];
  const unsigned pair = (code & 15u) | (code >> 4) << 16 | 0x64006400u; // 1024 + nibble in each half
  __half2 v;
  *reinterpret_cast<unsigned*>(&v) = pair;
  x[i] = __hmul2(__hsub2(v, __float2half2_rn(1032.f)), __float2half2_rn(scale[blockIdx.x]));
}

// fpcheck: int4_pack <<<8, 64>>> scale=4 x=uniform(-2,2):1024 q=empty:512:u8
// expect: int4_pack clean
__global__ void int4_pack(float scale, const float* x, unsigned char* q) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int low = min(max(__float2int_rn(x[2 * i] * scale), -8), 7);
  const int high = min(max(__float2int_rn(x[2 * i + 1] * scale), -8), 7);
  q[i] = static_cast<unsigned char>((low & 15) | (high & 15) << 4);
}

// fpcheck: fp8_blocks <<<64, 32>>> x=randn:2048 scale=empty:64 back=empty:2048
// expect: fp8_blocks clean
__global__ void fp8_blocks(const float* x, float* scale, float* back) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  const float s = fmaxf(warp_largest(x[i]) / 448.f, 1e-12f);
  const __nv_fp8_storage_t c = __nv_cvt_float_to_fp8(x[i] / s, __NV_SATFINITE, __NV_E4M3);
  const __half code = __half(__nv_cvt_fp8_to_halfraw(c, __NV_E4M3));
  back[i] = __half2float(code) * s;
  if (threadIdx.x == 0) scale[blockIdx.x] = s;
}

// fpcheck: fp8_gradients <<<64, 32>>> x=randn:2048 code=empty:2048:u8
// expect: fp8_gradients clean
__global__ void fp8_gradients(const float* x, unsigned char* code) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  code[i] = __nv_cvt_float_to_fp8(x[i] * 1024.f, __NV_SATFINITE, __NV_E5M2);
}

// fpcheck: power_of_two_blocks <<<64, 32>>> x=randn:2048 exponent=empty:64:u8 code=empty:2048:u8
// expect: power_of_two_blocks clean
__global__ void power_of_two_blocks(const float* x, unsigned char* exponent, unsigned char* code) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  const int e = max(static_cast<int>(__float_as_uint(warp_largest(x[i])) >> 23) - 7, 1); // below 2^8, which e4m3 holds
  const float inverse = __uint_as_float(static_cast<unsigned>(254 - e) << 23);
  code[i] = __nv_cvt_float_to_fp8(x[i] * inverse, __NV_SATFINITE, __NV_E4M3);
  if (threadIdx.x == 0) exponent[blockIdx.x] = static_cast<unsigned char>(e);
}

// fpcheck: codebook_nearest <<<8, 128>>> x=uniform(-1,1):1024 book=uniform(-1,1):16 code=empty:1024:u8 error=empty:1024
// expect: codebook_nearest clean
__global__ void codebook_nearest(const float* x, const float* book, unsigned char* code, float* error) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int best = 0;
  float distance = fabsf(x[i] - book[0]);
  for (int k = 1; k < 16; ++k) {
    const float d = fabsf(x[i] - book[k]);
    if (d < distance) distance = d, best = k;
  }
  code[i] = static_cast<unsigned char>(best);
  error[i] = distance;
}

// fpcheck: dot_int8 <<<4, 64>>> n=32 a=randint(-128,128):256x32x4:i8 b=randint(-128,128):256x32x4:i8 s=uniform(0.01,0.1):256 out=empty:256
// expect: dot_int8 clean
__global__ void dot_int8(int n, const int* a, const int* b, const float* s, float* out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int i = 0; i < n; ++i) sum = __dp4a(a[t * n + i], b[t * n + i], sum);
  out[t] = static_cast<float>(sum) * s[t];
}

// fpcheck: error_feedback <<<8, 128>>> x=randn:1024 carry=inout:zeros:1024 q=empty:1024:bf16
// expect: error_feedback clean
__global__ void error_feedback(const float* x, float* carry, __nv_bfloat16* q) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float wanted = x[i] + carry[i];
  const __nv_bfloat16 sent = __float2bfloat16_rn(wanted);
  q[i] = sent;
  carry[i] = wanted - __bfloat162float(sent);
}

// fpcheck: stochastic_bf16 <<<4096, 256>>> seed=7 x=randn:1048576 y=empty:1048576:u16
// expect: stochastic_bf16 clean big
__global__ void stochastic_bf16(unsigned seed, const float* x, unsigned short* y) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned h = i * 0x9e3779b9u ^ seed;
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  y[i] = static_cast<unsigned short>((__float_as_uint(x[i]) + (h & 0xffffu)) >> 16);
}
