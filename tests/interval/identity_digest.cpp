// Prints a digest of every interval operation on fixed pseudo-random operands. Compiled by several compilers at several
// levels; all must print the same (identity_test.cmake).
#include <fpcheck/exact/ball_elementary.hpp>
#include <fpcheck/exact/self_test.hpp>
#include <fpcheck/interval/decorated.hpp>

#include <cstdint>
#include <cstdio>

using namespace fpcheck;
using set = interval::interval<double>;
using set32 = interval::interval<float>;
using set16 = interval::interval<bf16_t>;

namespace {

std::uint64_t state = 2026, digest = 0;

std::uint64_t word() {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
double draw() {
  const std::uint64_t w = word();
  const int spread = (w & 3) == 0 ? 1000 : ((w & 3) == 1 ? 60 : 8);
  const int e = static_cast<int>((w >> 2) % static_cast<unsigned>(2 * spread)) - spread;
  return bit_cast<double>((w & 0x8000000000000000u) | static_cast<std::uint64_t>(e + 1023) << 52 |
                          (word() & 0xfffffffffffffu));
}
set draw_set() {
  const double a = draw(), b = word() % 3 == 0 ? draw() : exact::next_up(a);
  return {a < b ? a : b, a < b ? b : a};
}
void absorb(double x) {
  digest = (digest ^ bits_of(x + 0.0)) * 0x9e3779b97f4a7c15u;
  digest ^= digest >> 29;
}
template <class T>
void absorb(interval::interval<T> x) {
  absorb(static_cast<double>(x.lower())), absorb(static_cast<double>(x.upper()));
}
void absorb(exact::ball<double> x) {
  if (x.midpoint == x.midpoint) absorb(x.midpoint);
  absorb(x.radius);
}

template <class Set>
void arithmetic_of(Set x, Set y, Set z) {
  absorb(x + y), absorb(x - y), absorb(x * y), absorb(x / y), absorb(fma(x, y, z)), absorb(sqr(x)), absorb(sqrt(x));
  absorb(pow(x, y)), absorb(atan2(x, y)), absorb(hypot(x, y)), absorb(pown(x, 3)), absorb(rootn(x, 5));
  absorb(exp(x)), absorb(exp2(x)), absorb(exp10(x)), absorb(expm1(x)), absorb(log(x)), absorb(log2(x)),
      absorb(log10(x));
  absorb(log1p(x)), absorb(sin(x)), absorb(cos(x)), absorb(tan(x)), absorb(asin(x)), absorb(acos(x)), absorb(atan(x));
  absorb(sinh(x)), absorb(cosh(x)), absorb(tanh(x)), absorb(asinh(x)), absorb(acosh(x)), absorb(atanh(x));
  absorb(sin_rev(x, y)), absorb(cos_rev(x, y)), absorb(tan_rev(x, y)), absorb(pow_rev1(x, y, z)),
      absorb(pow_rev2(x, y, z));
  absorb(mul_rev(x, y, z)), absorb(cancel_minus(x, y));
}

void balls_of(double a, double b, double c) {
  using ball = exact::ball<double>;
  const ball x{a, exact::abs(b) * 0x1p-40}, y{b, 0}, z{c, exact::abs(a) * 0x1p-50};
  absorb(x + y), absorb(x * z), absorb(fma(x, y, z)), absorb(x / z), absorb(sqrt(x)), absorb(exp(x)), absorb(log2(x));
  absorb(tanh(x)), absorb(sin(z)), absorb(min(x, y));
}

} // namespace

int main() {
  if (exact::arithmetic_self_test() != exact::arithmetic_defect::none) return 1;
  for (int i = 0; i < 2000; ++i) {
    const set x = draw_set(), y = draw_set(), z = draw_set();
    arithmetic_of(x, y, z);
    arithmetic_of(interval::outward<float>(x), interval::outward<float>(y), interval::outward<float>(z));
    if (i % 4 == 0)
      arithmetic_of(interval::outward<bf16_t>(x), interval::outward<bf16_t>(y), interval::outward<bf16_t>(z));
    balls_of(x.lower(), y.lower(), z.lower());
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(digest));
  return 0;
}
