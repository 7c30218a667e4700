#include "rational.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fpcheck::interval::detail {
namespace {

/// floor(log2 |x|). Requires: x != 0.
long floor_log2(const rational& x) {
  const auto n = static_cast<long>(mpz_sizeinbase(mpq_numref(x.raw()), 2));
  const auto d = static_cast<long>(mpz_sizeinbase(mpq_denref(x.raw()), 2));
  const rational size = x.sign() < 0 ? rational() - x : x;
  return size < rational::power(2, n - d) ? n - d - 1 : n - d; // 2^(n-d-1) < |x| < 2^(n-d+1)
}

} // namespace

double round_down(const rational& x) {
  if (x.sign() == 0) return 0;
  const long e = floor_log2(x);
  if (e > 1023) return x.sign() > 0 ? std::numeric_limits<double>::max() : -std::numeric_limits<double>::infinity();
  const long quantum = std::max(e - 52, -1074L);
  const rational scaled = x * rational::power(2, -quantum);
  mpz_t n;
  mpz_init(n);
  mpz_fdiv_q(n, mpq_numref(scaled.raw()), mpq_denref(scaled.raw()));
  const double r = std::ldexp(mpz_get_d(n), static_cast<int>(quantum)); // |n| <= 2^53
  mpz_clear(n);
  return r;
}

} // namespace fpcheck::interval::detail
