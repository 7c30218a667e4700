// One formula a kernel, for which the exact value of every element is computed independently.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void sum_of_three(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i], c = zs[i];
  out[i] = (a + b) + c;
}

__global__ void fused_then_times(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i], c = zs[i];
  out[i] = fmaf(a, b, c) * a;
}

__global__ void product_sum(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i], c = zs[i];
  out[i] = __fadd_rn(__fmul_rn(a, b), c);
}

__global__ void quotient(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  out[i] = a / b;
}

__global__ void hypotenuse(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  out[i] = sqrtf(fmaf(a, a, b * b));
}

__global__ void horner(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i], c = zs[i];
  out[i] = fmaf(fmaf(fmaf(fmaf(0.1f, a, b), a, c), a, -b), a, 0.3f);
}

__global__ void determinant(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i], c = zs[i];
  out[i] = fmaf(a, b, -(__fmul_rn(c, a)));
}

__global__ void expanded_square(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  out[i] = __fmul_rn(a, a) + __fmul_rn(b, b) - 2.f * __fmul_rn(a, b);
}

__global__ void small_root(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  float r;
  const float p = fabsf(a) + 2.f;
  r = (sqrtf(fmaf(p, p, -1.f)) - p) * 0.5f;
  out[i] = r;
}

__global__ void stable_root(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  float r;
  const float p = fabsf(a) + 2.f;
  r = -0.5f / (sqrtf(fmaf(p, p, -1.f)) + p);
  out[i] = r;
}

__global__ void power_of_two(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  out[i] = exp2f(fminf(fmaxf(a, -140.f), 120.f));
}

__global__ void fast_exponential(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  out[i] = __expf(fminf(fmaxf(a, -80.f), 80.f));
}

__global__ void fast_logarithm(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  out[i] = __logf(fabsf(a));
}

__global__ void fast_sine(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  out[i] = __sinf(fminf(fmaxf(a, -3.f), 3.f));
}

__global__ void fast_cosine(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  out[i] = __cosf(fminf(fmaxf(a, -3.f), 3.f));
}

__global__ void reciprocal_root(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  out[i] = rsqrtf(fabsf(a)) * b;
}

__global__ void reciprocal(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], c = zs[i];
  out[i] = __frcp_rn(a) * c;
}

__global__ void fast_quotient(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  out[i] = __fdividef(a, fminf(fmaxf(fabsf(b), 0.001f), 1000.f));
}

__global__ void fast_tangent(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  float r;
  asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(a));
  out[i] = r;
}

__global__ void clamped(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i], c = zs[i];
  out[i] = fminf(fmaxf(a * b, -c), fabsf(c));
}

__global__ void chosen_by_sum(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i], c = zs[i];
  float r;
  const float d = (a + b) - c;
  r = d > 0.f ? 1.5f * a : b / 3.f;
  out[i] = r;
}

__global__ void fraction_of_product(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  float r;
  const float p = __fmul_rn(a, b);
  r = p - floorf(p);
  out[i] = r;
}

__global__ void nearest_by_magic(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  float r;
  const float v = fminf(fmaxf(a * 100.f, -1000.f), 1000.f);
  r = (v + 12582912.f) - 12582912.f;
  out[i] = r;
}

__global__ void newton_from_bits(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  float r;
  const float p = fabsf(a) + 0.5f;
  float y = __int_as_float(0x5f3759df - (__float_as_int(p) >> 1));
  for (int k = 0; k < 3; ++k) y = y * fmaf(-0.5f * p * y, y, 1.5f);
  r = y;
  out[i] = r;
}

__global__ void scaled_by_bits(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  float r;
  const float v = (fabsf(a) + 1.f) / 3.f;
  r = __int_as_float(__float_as_int(v) + (3 << 23)) + b;
  out[i] = r;
}

__global__ void from_integer(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  out[i] = static_cast<float>(__float_as_int(a) >> 3) * 0.1f;
}

__global__ void to_integer_and_back(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  out[i] = static_cast<float>(__float2int_rz(fminf(fmaxf(a * 50.f, -1e6f), 1e6f))) * 0.7f;
}

__global__ void flushed_product(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  float r;
  asm("mul.rn.ftz.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  out[i] = r;
}

__global__ void two_sum_whole(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  float r;
  const float s = a + b, z = s - a;
  r = s + ((a - (s - z)) + (b - z));
  out[i] = r;
}

__global__ void two_sum_error(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  float r;
  const float s = a + b, z = s - a;
  r = (a - (s - z)) + (b - z);
  out[i] = r;
}

__global__ void complex_real(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i], c = zs[i];
  out[i] = a * c - b * b;
}

__global__ void through_double(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i], c = zs[i];
  out[i] = static_cast<float>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c) / 3.0);
}

__global__ void rounded_to_bf16(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  out[i] = __bfloat162float(__float2bfloat16_rn(a * b)) + 0.f;
}

__global__ void half_chain(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i], c = zs[i];
  out[i] = __half2float(__hfma(__float2half(fminf(fmaxf(a, -8.f), 8.f)), __float2half(fminf(fmaxf(b, -8.f), 8.f)), __float2half(fminf(fmaxf(c, -8.f), 8.f))));
}

__global__ void sigmoid_base_two(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i];
  out[i] = 1.f / (1.f + exp2f(-fminf(fmaxf(a, -20.f), 20.f)));
}

__global__ void sign_and_magnitude(const float* xs, const float* ys, const float* zs, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float a = xs[i], b = ys[i];
  out[i] = copysignf(fabsf(a) / 7.f, b);
}
