// What ptxas makes of div.full and div.approx beside sums: the product of the numerator and the unit's reciprocal, both scaled, which fuses as any product
// does; by a constant the product with its reciprocal, rounded to nearest. Random operands of all sizes, and of one size.
#include <fpcheck/exec/mufu.hpp>

#include "device.hpp"

#include <cstdint>
#include <cstdio>

namespace mufu = fpcheck::exec::mufu;
namespace scaling = fpcheck::exec::mufu::detail;

namespace {

constexpr int forms = 12;
constexpr const char* names[forms] = {"div.full + y",     "div.full - y",           "y - div.full",       "div.full.ftz + y", "div.approx + y",        "div.approx.ftz + y",
                                      "y - div.approx.ftz", "-div.full + y",          "div.full +.rn y",    "div.full + x y",   "div.full stored too + y", "div.full by 1.0013273 + y"};

__device__ unsigned long long differ[forms];
__device__ float sink[1 << 16];

__device__ unsigned mix(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
__device__ float code(unsigned u) { return __uint_as_float(u); }
__device__ unsigned bits(float x) { return __float_as_uint(x); }
__device__ float fma_ftz(float a, float b, float c) {
  float d;
  asm volatile("fma.rn.ftz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
  return d;
}

#define FORM(name, text)                                                                          \
  __device__ float name(float x, float b, float y) {                                              \
    float d;                                                                                      \
    asm volatile("{ .reg .f32 t, u; " text " }" : "=f"(d) : "f"(x), "f"(b), "f"(y));               \
    return d;                                                                                     \
  }
FORM(full_sum, "div.full.f32 t, %1, %2; add.f32 %0, t, %3;")
FORM(full_less, "div.full.f32 t, %1, %2; sub.f32 %0, t, %3;")
FORM(less_full, "div.full.f32 t, %1, %2; sub.f32 %0, %3, t;")
FORM(full_flushed, "div.full.ftz.f32 t, %1, %2; add.ftz.f32 %0, t, %3;")
FORM(approx_sum, "div.approx.f32 t, %1, %2; add.f32 %0, t, %3;")
FORM(approx_flushed, "div.approx.ftz.f32 t, %1, %2; add.ftz.f32 %0, t, %3;")
FORM(less_approx, "div.approx.ftz.f32 t, %1, %2; sub.ftz.f32 %0, %3, t;")
FORM(negated, "div.full.f32 t, %1, %2; neg.f32 t, t; add.f32 %0, t, %3;")
FORM(rounded, "div.full.f32 t, %1, %2; add.rn.f32 %0, t, %3;")
FORM(two_products, "div.full.f32 t, %1, %2; mul.f32 u, %3, %1; add.f32 %0, t, u;")
FORM(by_constant, "div.full.f32 t, %1, 0f3F802B7E; add.f32 %0, t, %3;") // the unit's reciprocal of it is not the nearest

__device__ float stored_too(float x, float b, float y, float& q) {
  float d;
  asm volatile("{ div.full.f32 %1, %2, %3; add.f32 %0, %1, %4; }" : "=f"(d), "=f"(q) : "f"(x), "f"(b), "f"(y));
  return d;
}

__global__ void compare(unsigned n, bool of_one_size) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const auto operand = [&](unsigned seed) { return of_one_size ? 0.5f + (mix(seed) >> 8) * 0x1p-24f : code(mix(seed)); };
    const float x = operand(i), b = operand(3 * i + 1), y = operand(i ^ 0x55555555u);
    const unsigned s = scaling::scale_of(bits(b)), huge = scaling::choose(scaling::is_huge(bits(b)), scaling::quarter, scaling::one);
    const unsigned tiny = scaling::choose(scaling::is_tiny(bits(b)), scaling::two_pow_24, scaling::one);
    const float a1 = code(scaling::multiply(bits(x), s)), r1 = code(mufu::rcp(scaling::multiply(bits(b), s)));
    const float a2 = code(scaling::multiply_ftz(bits(x), huge)), r2 = code(mufu::rcp(scaling::multiply_ftz(bits(b), huge)));
    const float a3 = code(scaling::multiply(bits(x), tiny)), r3 = code(mufu::rcp(scaling::multiply(bits(b), tiny))), r4 = code(mufu::rcp(bits(b)));
    const float quotient = code(mufu::div_full(bits(x), bits(b)));
    float q;
    const float got[forms] = {full_sum(x, b, y), full_less(x, b, y), less_full(x, b, y), full_flushed(x, b, y), approx_sum(x, b, y), approx_flushed(x, b, y),
                              less_approx(x, b, y), negated(x, b, y), rounded(x, b, y), two_products(x, b, y), stored_too(x, b, y, q), by_constant(x, b, y)};
    const float want[forms] = {__fmaf_rn(a1, r1, y), __fmaf_rn(a1, r1, -y), __fmaf_rn(-a1, r1, y), fma_ftz(a2, r2, y), __fmaf_rn(a3, r3, y), fma_ftz(x, r4, y),
                               fma_ftz(-x, r4, y), __fmaf_rn(-a1, r1, y), __fadd_rn(quotient, y), __fmaf_rn(a1, r1, __fmul_rn(y, x)), __fadd_rn(quotient, y),
                               __fmaf_rn(x, __frcp_rn(code(0x3f802b7eu)), y)};
    if (q == 1.2345f) sink[i & 0xffffu] = q;
    for (int k = 0; k < forms; ++k)
      if (bits(got[k]) != bits(want[k]) && !(got[k] != got[k] && want[k] != want[k])) atomicAdd(&differ[k], 1ull);
  }
}

} // namespace

int main() {
  if (!gpu::present()) return gpu::skip("fused_divisions");
  constexpr unsigned n = 1u << 24;
  compare<<<1024, 256>>>(n, false);
  compare<<<1024, 256>>>(n, true);
  unsigned long long count[forms], all = 0;
  gpu::check(cudaMemcpyFromSymbol(count, differ, sizeof count), "fused_divisions");
  for (int k = 0; k < forms; ++k) std::printf("%-28s %llu of %u differ\n", names[k], count[k], 2 * n), all += count[k];
  return all != 0;
}
