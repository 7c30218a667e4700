// Every binary32 point through the unary interval functions on the device, against bounds that share no code with them.
// CUDA's binary64 functions, taken to be right to 2^-49, tell between which two binary32 numbers a value lies unless one
// of them is that close to it. Such a point is decided exactly where the function is algebraic, by the sign of a series
// next to 0 and to a limit, and is otherwise written to a file for MPFR: tests/interval/hard_points_test.cpp.
// Usage: interval_tightness [FILE] [break: two bounds are made wrong, and must be found]
#include <fpcheck/interval/elementary.hpp>

#include "device.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace iv = fpcheck::interval;
using set = iv::interval<float>;

namespace {

constexpr double margin = 0x1p-49;
constexpr int unknown = 2; ///< a side that only more precision can tell

__device__ int sign(double x) {
  return x > 0 ? 1 : (x < 0 ? -1 : 0);
}
/// Past every binary32 number and no infinity, which stands for a pole.
__device__ double bounded(double x) {
  return fmin(fmax(x, -0x1p1000), 0x1p1000);
}
/// The same for a function that is never 0.
__device__ double positive(double x) {
  return fmin(fmax(x, 0x1p-1000), 0x1p1000);
}
/// The side of g = x beside a function of which the first term is x and the next has the sign `next` for x > 0.
__device__ int beside_argument(double x, double g, int next) {
  return g == x && std::fabs(x) < 0x1p-12 ? -next * sign(x) : unknown;
}
/// The side of g = 1 beside a function that grows or falls away from 1 at 0.
__device__ int beside_one(double g, int direction) {
  return g == 1 ? -direction : unknown;
}
__device__ bool is_integer(double x) {
  return std::floor(x) == x;
}
__device__ bool is_power_of_ten(double x) {
  double p = 1;
  for (int k = 0; k <= 10; ++k, p *= 10)
    if (p == x) return true;
  return false;
}
__device__ bool is_power_of_two(double x) {
  int e = 0;
  return std::frexp(x, &e) == 0.5;
}

__device__ set cube(set x) {
  return iv::pown(x, 3);
}
__device__ set inverse_square(set x) {
  return iv::pown(x, -2);
}
__device__ set cube_root(set x) {
  return iv::rootn(x, 3);
}

/// A function: its enclosure, its value to `margin`, and the sign of g - f(x) for a binary32 g that close to it.
#define CASE(name, enclosure, value_of_x, side_of_g)                                                                   \
  struct case_##name {                                                                                                 \
    static constexpr const char* text = #name;                                                                         \
    __device__ static set of(set x) { return enclosure(x); }                                                           \
    __device__ static double value([[maybe_unused]] double x) { return value_of_x; }                                   \
    __device__ static int side([[maybe_unused]] double x, [[maybe_unused]] double g) { return side_of_g; }             \
  }
CASE(exp, iv::exp, positive(::exp(x)), beside_one(g, sign(x)));
CASE(exp2, iv::exp2, positive(::exp2(x)), is_integer(x) ? 0 : beside_one(g, sign(x)));
CASE(exp10, iv::exp10, positive(::exp10(x)), is_integer(x) && x >= 0 && x <= 10 ? 0 : beside_one(g, sign(x)));
CASE(expm1, iv::expm1, bounded(::expm1(x)), g == -1 ? -1 : (g == x && std::fabs(x) < 0x1p-12 ? -1 : unknown));
CASE(log, iv::log, ::log(x), unknown);
CASE(log2, iv::log2, ::log2(x), is_power_of_two(x) ? 0 : unknown);
CASE(log10, iv::log10, ::log10(x), is_power_of_ten(x) ? 0 : unknown);
CASE(log1p, iv::log1p, ::log1p(x), g == x && std::fabs(x) < 0x1p-12 ? 1 : unknown);
CASE(sqrt, iv::sqrt, ::sqrt(x), sign(::fma(g, g, -x)));
CASE(rsqrt, iv::rsqrt, 1 / ::sqrt(x), sign(::fma(g * g, x, -1.0)));
CASE(sin, iv::sin, ::sin(x), beside_argument(x, g, -1));
CASE(cos, iv::cos, ::cos(x), x == 0 ? 0 : (std::fabs(x) < 1 ? beside_one(g, -1) : unknown));
CASE(tan, iv::tan, ::tan(x), beside_argument(x, g, 1));
CASE(asin, iv::asin, ::asin(x), beside_argument(x, g, 1));
CASE(acos, iv::acos, ::acos(x), unknown);
CASE(atan, iv::atan, ::atan(x), beside_argument(x, g, -1));
CASE(sinh, iv::sinh, bounded(::sinh(x)), beside_argument(x, g, 1));
CASE(cosh, iv::cosh, bounded(::cosh(x)), x == 0 ? 0 : beside_one(g, 1));
CASE(tanh, iv::tanh, ::tanh(x), std::fabs(g) == 1 ? sign(g) : beside_argument(x, g, -1));
CASE(asinh, iv::asinh, ::asinh(x), beside_argument(x, g, -1));
CASE(acosh, iv::acosh, ::acosh(x), unknown);
CASE(atanh, iv::atanh, ::atanh(x), beside_argument(x, g, 1));
CASE(recip, iv::recip, 1 / x, sign(::fma(g, x, -1.0)) * sign(x));
CASE(sqr, iv::sqr, x* x, sign(g - x * x));
CASE(cube, cube, x* x* x, sign((g - x * x * x) - ::fma(x * x, x, -(x * x * x))));
CASE(inverse_square, inverse_square, 1 / (x * x), sign(::fma(x * x, g, -1.0)));
CASE(cube_root, cube_root, ::cbrt(x), sign(::fma(g * g, g, -x)));
#undef CASE

constexpr unsigned capacity = 1u << 16;

/// What a sweep leaves.
struct tally {
  unsigned long long wrong, empty, exact, beside; ///< beside: decided by the side of a near number
  unsigned hard;                                  ///< how many points are left to MPFR
  unsigned first_wrong;
  unsigned hard_codes[capacity];
};

/// The tightest enclosure, or false where that is not known.
template <class Case>
__device__ bool expected(double x, set& bounds, bool& beside) {
  const double y = Case::value(x);
  bounds = set{};
  if (!(std::fabs(y) <= 0x1p1001)) return true; // outside the domain, or a pole
  const double m = std::fabs(y) * margin;
  const float lower = __double2float_rd(y - m), upper = __double2float_ru(y + m);
  beside = lower != __double2float_rd(y + m) || upper != __double2float_ru(y - m);
  bounds = set{lower, upper};
  if (!beside) return true;
  const float g = __double2float_rn(y);
  const int s = Case::side(x, g);
  bounds = set{s > 0 ? nextafterf(g, -INFINITY) : g, s < 0 ? nextafterf(g, INFINITY) : g};
  return s != unknown;
}

template <class Case>
__global__ void sweep(tally* t, unsigned broken) {
  const std::uint64_t stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  for (std::uint64_t i = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x; i < (1ull << 32); i += stride) {
    const auto code = static_cast<unsigned>(i);
    if ((code & 0x7f800000u) == 0x7f800000u) continue;
    const float x = fpcheck::bit_cast<float>(code);
    set y = Case::of(set{x}), want;
    if (broken != 0 && (code == broken || code == 0x40000000u)) y = set{y.lower(), nextafterf(y.upper(), INFINITY)};
    bool beside = false;
    if (!expected<Case>(x, want, beside)) {
      const unsigned at = atomicAdd(&t->hard, 1u);
      if (at < capacity) t->hard_codes[at] = code;
      continue;
    }
    if (!(y == want)) atomicAdd(&t->wrong, 1ull), t->first_wrong = code;
    if (want.is_empty()) atomicAdd(&t->empty, 1ull);
    else if (want.lower() == want.upper()) atomicAdd(&t->exact, 1ull);
    if (beside) atomicAdd(&t->beside, 1ull);
  }
}

template <class Case>
bool check(std::FILE* file, unsigned broken) {
  tally* t = nullptr;
  gpu::check(cudaMallocManaged(&t, sizeof(tally)), "allocation");
  std::memset(t, 0, sizeof(tally));
  sweep<Case><<<4096, 256>>>(t, broken);
  gpu::check(cudaDeviceSynchronize(), "sweep");
  const bool good = t->wrong == 0 && t->hard <= capacity;
  std::printf("interval_tightness %-14s %s: %llu not the tightest (%08x), %llu empty, %llu exact, %llu beside a number, "
              "%u left to MPFR\n",
              Case::text, good ? "ok" : "FAILED", t->wrong, t->first_wrong, t->empty, t->exact, t->beside, t->hard);
  std::fflush(stdout);
  for (unsigned i = 0; file != nullptr && i < t->hard && i < capacity; ++i)
    std::fprintf(file, "%s %08x\n", Case::text, t->hard_codes[i]);
  cudaFree(t);
  return good;
}

template <class... Cases>
bool check_all(std::FILE* file, unsigned broken) {
  return (check<Cases>(file, broken) & ...);
}

} // namespace

int main(int count, char** arguments) {
  if (!gpu::present()) return gpu::skip("interval_tightness");
  std::printf("interval_tightness on %s\n", gpu::name().c_str());
  std::FILE* file = count > 1 ? std::fopen(arguments[1], "w") : nullptr;
  const bool broken = count > 2 && std::strcmp(arguments[2], "break") == 0;
  const bool good =
      check_all<case_exp, case_exp2, case_exp10, case_expm1, case_log, case_log2, case_log10, case_log1p, case_sqrt,
                case_rsqrt, case_sin, case_cos, case_tan, case_asin, case_acos, case_atan, case_sinh, case_cosh,
                case_tanh, case_asinh, case_acosh, case_atanh, case_recip, case_sqr, case_cube, case_inverse_square,
                case_cube_root>(file, broken ? 0x3f0ccccdu : 0u);
  if (file != nullptr) std::fclose(file);
  return good ? 0 : 1;
}
