// Every pair of bf16 and of f16 numbers through + - * / of point intervals on the device: each enclosure must be the
// tightest. The check shares nothing with the intervals: a bound is a number of the format, on its side of the exact
// result, and its neighbour is not, decided by exact binary64 arithmetic. A slice must equal the host's bits.
#include <fpcheck/interval/arithmetic.hpp>

#include "device.hpp"
#include "digest.hpp"

#include <cuda_fp16.h>

#include <cstdint>

namespace iv = fpcheck::interval;
using u64 = unsigned long long;

namespace {

/// A format by itself: values of codes, by the machine's own conversions.
struct bf16 {
  using number = fpcheck::bf16_t;
  static constexpr const char* name = "bf16";
  static constexpr unsigned infinity = 0x7f80;
  __host__ __device__ static double value(unsigned code) { return fpcheck::bit_cast<float>(code << 16); }
  __device__ static unsigned code(float x) { return __float_as_uint(x) >> 16; }
};
struct f16 {
  using number = fpcheck::f16_t;
  static constexpr const char* name = "f16";
  static constexpr unsigned infinity = 0x7c00;
  __host__ __device__ static double value(unsigned code) {
    return static_cast<double>(static_cast<float>(number::from_code(static_cast<std::uint16_t>(code))));
  }
  __device__ static unsigned code(float x) { return __half_as_ushort(__float2half_rz(x)); }
};

enum class operation { add, sub, mul, div };
constexpr const char* names[] = {"add", "sub", "mul", "div"};

template <class F>
__host__ __device__ iv::interval<typename F::number> apply(operation op, double x, double y) {
  using set = iv::interval<typename F::number>;
  const set a{static_cast<float>(x)}, b{static_cast<float>(y)};
  switch (op) {
  case operation::add:
    return a + b;
  case operation::sub:
    return a - b;
  case operation::mul:
    return a * b;
  default:
    return a / b;
  }
}

/// The sign of c - (x op y) for numbers of at most 11 bits: products are exact, sums are two numbers.
__device__ int against_exact(operation op, double c, double x, double y) {
  if (isinf(c)) return c > 0 ? 1 : -1;
  if (op == operation::div) {
    const double difference = c * y - x; // the product is exact, the difference has the right sign
    return (difference > 0) - (difference < 0) == 0 ? 0 : ((difference > 0) == (y > 0) ? 1 : -1);
  }
  if (op == operation::mul) return (c > x * y) - (c < x * y);
  const double z = op == operation::sub ? -y : y, s = x + z, t = s - x, lost = (x - (s - t)) + (z - t);
  if (c != s) return c > s ? 1 : -1;
  return (lost < 0) - (lost > 0);
}

/// The value after a number on its way to infinity of the same sign, or from zero to the least positive one.
template <class F>
__device__ double next_value(double bound, bool upward) {
  const unsigned magnitude = F::code(static_cast<float>(fabs(bound)));
  if (magnitude == 0) return upward ? F::value(1) : -F::value(1);
  const bool grows = (bound > 0) == upward;
  const double size = grows && magnitude + 1 == F::infinity ? static_cast<double>(INFINITY)
                                                            : F::value(grows ? magnitude + 1 : magnitude - 1);
  return bound > 0 ? size : -size;
}

/// Whether `bound` is the greatest number of the format that is not above the exact result, or the least not below it.
template <class F>
__device__ bool is_tight(operation op, double bound, bool lower, double x, double y) {
  const int side = lower ? -against_exact(op, bound, x, y) : against_exact(op, bound, x, y);
  if (side < 0) return false; // on the wrong side
  if (isinf(bound)) {
    const double top = F::value(F::infinity - 1);
    return lower ? bound < 0 && against_exact(op, -top, x, y) > 0 : bound > 0 && against_exact(op, top, x, y) < 0;
  }
  if (F::value(F::code(static_cast<float>(fabs(bound)))) != fabs(bound)) return false; // not a number of the format
  if (side == 0) return true;
  const double further = next_value<F>(bound, lower);
  return (lower ? against_exact(op, further, x, y) : -against_exact(op, further, x, y)) > 0;
}

template <class Set>
__host__ __device__ u64 digest_of(u64 pair, const Set& r) {
  // Zero bounds may differ in sign.
  const u64 l = fpcheck::bits_of(r.lower() + 0.0f), u = fpcheck::bits_of(r.upper() + 0.0f);
  return gpu::digest_term(pair, l << 32 | u);
}

struct tally {
  u64 checked, wrong, points, digest, first_wrong;
};

template <class F>
__global__ void sweep(operation op, tally* t, u64 first, u64 step) {
  tally mine{};
  for (u64 i = first + step * (blockIdx.x * u64{blockDim.x} + threadIdx.x); i < u64{1} << 32;
       i += step * gridDim.x * blockDim.x) {
    const auto a = static_cast<unsigned>(i >> 16), b = static_cast<unsigned>(i & 0xffff);
    const double x = F::value(a), y = F::value(b);
    const auto r = apply<F>(op, x, y);
    mine.digest += digest_of(i, r);
    const bool none = (a & 0x7fff) >= F::infinity || (b & 0x7fff) >= F::infinity || (op == operation::div && y == 0);
    const bool good = none ? r.lower() == INFINITY && r.upper() == -INFINITY
                           : is_tight<F>(op, r.lower(), true, x, y) && is_tight<F>(op, r.upper(), false, x, y);
    ++mine.checked;
    mine.points += r.lower() == r.upper() ? 1 : 0;
    if (!good) ++mine.wrong, t->first_wrong = i;
  }
  atomicAdd(&t->checked, mine.checked), atomicAdd(&t->wrong, mine.wrong);
  atomicAdd(&t->points, mine.points), atomicAdd(&t->digest, mine.digest);
}

template <class F>
tally run(operation op, u64 first, u64 step) {
  tally* t = nullptr;
  gpu::check(cudaMallocManaged(&t, sizeof(tally)), "allocation");
  *t = tally{};
  sweep<F><<<2048, 256>>>(op, t, first, step);
  gpu::check(cudaDeviceSynchronize(), "sweep");
  const tally out = *t;
  cudaFree(t);
  return out;
}

constexpr u64 slice_first = 77, slice_step = 65521;

template <class F>
u64 host_digest(operation op) {
  u64 d = 0;
  for (u64 i = slice_first; i < u64{1} << 32; i += slice_step)
    d += digest_of(i,
                   apply<F>(op, F::value(static_cast<unsigned>(i >> 16)), F::value(static_cast<unsigned>(i & 0xffff))));
  return d;
}

template <class F>
bool check_format() {
  bool good = true;
  for (const operation op : {operation::add, operation::sub, operation::mul, operation::div}) {
    const bool same = run<F>(op, slice_first, slice_step).digest == host_digest<F>(op);
    const tally t = run<F>(op, 0, 1);
    const bool right = same && t.wrong == 0 && t.checked == u64{1} << 32 && t.points > 1000000;
    good &= right;
    std::printf(
        "interval_pairs %-4s %s %s: %llu pairs, %llu not the tightest (last %08llx), %llu single numbers, digest "
        "%016llx, host slice %s\n",
        F::name, names[static_cast<int>(op)], right ? "ok" : "FAILED", t.checked, t.wrong, t.first_wrong, t.points,
        t.digest, same ? "equal" : "DIFFERS");
    std::fflush(stdout);
  }
  return good;
}

} // namespace

int main() {
  if (!gpu::present()) return gpu::skip("interval_pairs");
  std::printf("interval_pairs on %s\n", gpu::name().c_str());
  const bool narrow = check_format<bf16>(), half = check_format<f16>();
  return narrow && half ? 0 : 1;
}
