#include <fpcheck/interval/batch.hpp>
#include <fpcheck/interval/elementary.hpp>

#include "batch_table.hpp"

#include <immintrin.h>

#include <cmath>

namespace fpcheck::interval::batch {
namespace {

interval<double> at(input a, std::size_t i) {
  return {a.lower[i], a.upper[i]};
}
void put(output r, std::size_t i, interval<double> x) {
  r.lower[i] = x.lower(), r.upper[i] = x.upper();
}

/// Rounding to nearest and no flushing while a batch runs; the caller's state comes back.
class default_rounding {
public:
  default_rounding() : saved_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
  ~default_rounding() { _mm_setcsr(saved_); }
  default_rounding(const default_rounding&) = delete;
  default_rounding& operator=(const default_rounding&) = delete;

private:
  unsigned saved_;
};

const loops& loops_of(isa path) {
  switch (path) {
#if defined(FPCHECK_BATCH_X86)
  case isa::avx512:
    return isa_avx512::table;
  case isa::avx2:
    return isa_avx2::table;
#endif
  default:
    return isa_generic::table;
  }
}

} // namespace

void one::add(input a, input b, output r, std::size_t i) {
  put(r, i, at(a, i) + at(b, i));
}
void one::mul(input a, input b, output r, std::size_t i) {
  put(r, i, at(a, i) * at(b, i));
}
void one::div(input a, input b, output r, std::size_t i) {
  put(r, i, at(a, i) / at(b, i));
}
void one::sqrt(input a, output r, std::size_t i) {
  put(r, i, ::fpcheck::interval::sqrt(at(a, i)));
}
void one::exp(input a, output r, std::size_t i) {
  put(r, i, ::fpcheck::interval::exp(at(a, i)));
}
void one::log(input a, output r, std::size_t i) {
  put(r, i, ::fpcheck::interval::log(at(a, i)));
}
void one::sin(input a, output r, std::size_t i) {
  put(r, i, ::fpcheck::interval::sin(at(a, i)));
}

const kernel_tables& tables() noexcept {
  static const kernel_tables all = [] {
    kernel_tables t{};
    for (int i = 0; i < 64; ++i) {
      const exact::double_double v = exact::table::exp2_64(i);
      t.exp_high[i] = v.high, t.exp_low[i] = v.low;
    }
    for (int i = 0; i < 92; ++i) {
      const exact::double_double v = exact::table::log_table(i + 90);
      t.reciprocal[i] = exact::table::log_reciprocal(i + 90);
      t.log_high[i] = v.high, t.log_low[i] = v.low;
    }
    for (int i = -13; i <= 13; ++i) {
      const exact::double_double s = exact::table::sin_16(i < 0 ? -i : i), c = exact::table::cos_16(i < 0 ? -i : i);
      t.sin_high[i + 13] = i < 0 ? -s.high : s.high, t.sin_low[i + 13] = i < 0 ? -s.low : s.low;
      t.cos_high[i + 13] = c.high, t.cos_low[i + 13] = c.low;
    }
    return t;
  }();
  return all;
}

bool is_available(isa path) noexcept {
#if defined(FPCHECK_BATCH_X86)
  if (path == isa::avx512) return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (path == isa::avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  return path == isa::generic;
}

isa best_isa() noexcept {
  static const isa best =
      is_available(isa::avx512) ? isa::avx512 : (is_available(isa::avx2) ? isa::avx2 : isa::generic);
  return best;
}

void add(input a, input b, output r, std::size_t n, isa path) noexcept {
  const default_rounding guard;
  loops_of(path).add(a, b, r, n);
}
void sub(input a, input b, output r, std::size_t n, isa path) noexcept {
  // a - b = -(b - a) would need two passes; a block of negated bounds stays in the cache.
  const default_rounding guard;
  constexpr std::size_t block = 256;
  double lower[block], upper[block];
  for (std::size_t i = 0; i < n; i += block) {
    const std::size_t m = n - i < block ? n - i : block;
    for (std::size_t j = 0; j < m; ++j) {
      const bool empty = !(b.lower[i + j] <= b.upper[i + j]);
      lower[j] = empty ? infinity : -b.upper[i + j], upper[j] = empty ? -infinity : -b.lower[i + j];
    }
    loops_of(path).add({a.lower + i, a.upper + i}, {lower, upper}, {r.lower + i, r.upper + i}, m);
  }
}
void mul(input a, input b, output r, std::size_t n, isa path) noexcept {
  const default_rounding guard;
  loops_of(path).mul(a, b, r, n);
}
void div(input a, input b, output r, std::size_t n, isa path) noexcept {
  const default_rounding guard;
  loops_of(path).div(a, b, r, n);
}
void sqrt(input a, output r, std::size_t n, isa path) noexcept {
  const default_rounding guard;
  loops_of(path).sqrt(a, r, n);
}
void exp(input a, output r, std::size_t n, isa path) noexcept {
  const default_rounding guard;
  loops_of(path).exp(a, r, n);
}
void log(input a, output r, std::size_t n, isa path) noexcept {
  const default_rounding guard;
  loops_of(path).log(a, r, n);
}
void sin(input a, output r, std::size_t n, isa path) noexcept {
  const default_rounding guard;
  loops_of(path).sin(a, r, n);
}

namespace isa_generic {
namespace {

template <void (*F)(input, input, output, std::size_t)>
void each_pair(input a, input b, output r, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) F(a, b, r, i);
}
template <void (*F)(input, output, std::size_t)>
void each(input a, output r, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) F(a, r, i);
}

} // namespace

void sin_loop(input a, output r, std::size_t n) {
  each<one::sin>(a, r, n);
}

constinit const loops table{each_pair<one::add>,
                            each_pair<one::mul>,
                            each_pair<one::div>,
                            each<one::sqrt>,
                            each<one::exp>,
                            each<one::log>,
                            sin_loop};

} // namespace isa_generic
} // namespace fpcheck::interval::batch
