// Every binary32 point through every unary interval function on the device: the enclosure must be a single number or
// two neighbours (then it is the tightest, since it encloses), and a slice must equal the host's bits.
#include <fpcheck/interval/elementary.hpp>

#include "device.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace iv = fpcheck::interval;
using set = iv::interval<float>;
using function = set (*)(set);

namespace {

struct tally {
  unsigned long long loose;    ///< wider than one ulp
  unsigned long long inverted; ///< lower > upper in a set that is not empty
  unsigned long long empty;
  unsigned long long exact; ///< one number
  unsigned long long digest;
  unsigned first_loose;
};

__host__ __device__ std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

__host__ __device__ std::uint64_t digest_of(std::uint32_t code, set y) {
  // Zero bounds may differ in sign.
  const std::uint64_t l = fpcheck::bits_of(y.lower() + 0.0f), u = fpcheck::bits_of(y.upper() + 0.0f);
  return mix(code ^ mix(l << 32 | u));
}

__host__ __device__ bool is_finite(std::uint32_t code) {
  return (code & 0x7f800000u) != 0x7f800000u;
}

/// Whether two bounds are the same number or neighbours, an infinity next to the largest number included.
__device__ bool within_one_ulp(float l, float u) {
  const auto order = [](float x) {
    const std::int64_t b = fpcheck::bits_of(x) & 0x7fffffffu;
    return x < 0 ? -b : b;
  };
  return order(u) - order(l) <= 1;
}

template <function F>
__global__ void sweep(tally* t, std::uint64_t first, std::uint64_t step) {
  tally mine{};
  const std::uint64_t stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x * step;
  for (std::uint64_t code = first + step * (blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x);
       code < (std::uint64_t{1} << 32); code += stride) {
    const auto c = static_cast<std::uint32_t>(code);
    if (!is_finite(c)) continue;
    const set y = F(set{fpcheck::bit_cast<float>(c)});
    mine.digest += digest_of(c, y);
    if (y.is_empty()) {
      ++mine.empty;
      continue;
    }
    mine.exact += y.lower() == y.upper() ? 1 : 0;
    mine.inverted += y.lower() <= y.upper() ? 0 : 1;
    if (!within_one_ulp(y.lower(), y.upper())) ++mine.loose, t->first_loose = c;
  }
  atomicAdd(&t->loose, mine.loose), atomicAdd(&t->inverted, mine.inverted), atomicAdd(&t->empty, mine.empty);
  atomicAdd(&t->exact, mine.exact), atomicAdd(&t->digest, mine.digest);
}

constexpr std::uint64_t slice_first = 77, slice_step = 65521;

template <function F>
std::uint64_t host_digest() {
  std::uint64_t d = 0;
  for (std::uint64_t code = slice_first; code < (std::uint64_t{1} << 32); code += slice_step) {
    const auto c = static_cast<std::uint32_t>(code);
    if (is_finite(c)) d += digest_of(c, F(set{fpcheck::bit_cast<float>(c)}));
  }
  return d;
}

template <function F>
tally run(std::uint64_t first, std::uint64_t step) {
  tally* t = nullptr;
  gpu::check(cudaMallocManaged(&t, sizeof(tally)), "allocation");
  *t = tally{};
  sweep<F><<<2048, 256>>>(t, first, step);
  gpu::check(cudaDeviceSynchronize(), "sweep");
  const tally out = *t;
  cudaFree(t);
  return out;
}

template <function F>
bool check(const char* name) {
  const bool same = run<F>(slice_first, slice_step).digest == host_digest<F>();
  const tally t = run<F>(0, 1);
  const bool good = t.loose == 0 && t.inverted == 0 && same;
  std::printf(
      "interval_sweep %-6s %s: 2^32 codes, %llu wider than an ulp (last %08x), %llu inverted, %llu empty, %llu exact, "
      "digest %016llx, host slice %s\n",
      name, good ? "ok" : "FAILED", t.loose, t.first_loose, t.inverted, t.empty, t.exact, t.digest,
      same ? "equal" : "DIFFERS");
  std::fflush(stdout);
  return good;
}

} // namespace

int main() {
  if (!gpu::present()) return gpu::skip("interval_sweep");
  std::printf("interval_sweep on %s\n", gpu::name().c_str());
  bool good = true;
  good &= check<iv::exp<float>>("exp");
  good &= check<iv::exp2<float>>("exp2");
  good &= check<iv::exp10<float>>("exp10");
  good &= check<iv::expm1<float>>("expm1");
  good &= check<iv::log<float>>("log");
  good &= check<iv::log2<float>>("log2");
  good &= check<iv::log10<float>>("log10");
  good &= check<iv::log1p<float>>("log1p");
  good &= check<iv::sqrt<float>>("sqrt");
  good &= check<iv::rsqrt<float>>("rsqrt");
  good &= check<iv::sin<float>>("sin");
  good &= check<iv::cos<float>>("cos");
  good &= check<iv::tan<float>>("tan");
  good &= check<iv::asin<float>>("asin");
  good &= check<iv::acos<float>>("acos");
  good &= check<iv::atan<float>>("atan");
  good &= check<iv::sinh<float>>("sinh");
  good &= check<iv::cosh<float>>("cosh");
  good &= check<iv::tanh<float>>("tanh");
  good &= check<iv::asinh<float>>("asinh");
  good &= check<iv::acosh<float>>("acosh");
  good &= check<iv::atanh<float>>("atanh");
  return good ? 0 : 1;
}
