#define FPCHECK_LANES_NAMESPACE isa_avx2
#include "batch_lanes.hpp"

namespace fpcheck::interval::batch::isa_avx2 {
namespace {

/// One operation on a block: results, and whether any element needs the exact path (near underflow or overflow, an
/// unbounded or empty operand, a divisor round zero).
struct checked_block {
  alignas(64) double lower[block];
  alignas(64) double upper[block];
};

FPCHECK_LANE double down(double nearest, double residual) { return residual < 0 ? below(nearest) : nearest; }
FPCHECK_LANE double up(double nearest, double residual) { return residual > 0 ? above(nearest) : nearest; }
FPCHECK_LANE word unsafe(double x) { return size_of(x) <= huge ? 0 : 1; }
FPCHECK_LANE double error_of_sum(double a, double b, double s) {
  const double t = s - a;
  return (a - (s - t)) + (b - t);
}

FPCHECK_LANE word add_block(const double* al, const double* au, const double* bl, const double* bu, checked_block& r) {
  word bad = 0;
  for (std::size_t j = 0; j < block; ++j) {
    const double l = al[j] + bl[j], u = au[j] + bu[j];
    r.lower[j] = down(l, error_of_sum(al[j], bl[j], l));
    r.upper[j] = up(u, error_of_sum(au[j], bu[j], u));
    bad |= unsafe(l) | unsafe(u) | unsafe(al[j]) | unsafe(au[j]) | unsafe(bl[j]) | unsafe(bu[j]);
  }
  return bad;
}

FPCHECK_LANE word lost(double p, double a, double b) {
  return (size_of(p) >= tiny ? 0 : 1) & (a != 0 ? 1 : 0) & (b != 0 ? 1 : 0);
}
FPCHECK_LANE word mul_block(const double* al, const double* au, const double* bl, const double* bu, checked_block& r) {
  word bad = 0;
  for (std::size_t j = 0; j < block; ++j) {
    const double xl = al[j], xu = au[j], yl = bl[j], yu = bu[j];
    const double a1 = yl >= 0 ? xl : xu, b1 = xu <= 0 ? yu : yl, a2 = yu <= 0 ? xu : xl, b2 = xl >= 0 ? yl : yu;
    const double a3 = yu <= 0 ? xl : xu, b3 = xu <= 0 ? yl : yu, a4 = yl >= 0 ? xu : xl, b4 = xl >= 0 ? yu : yl;
    const double p1 = a1 * b1, p2 = a2 * b2, p3 = a3 * b3, p4 = a4 * b4;
    const double l1 = down(p1, __builtin_fma(a1, b1, -p1)), l2 = down(p2, __builtin_fma(a2, b2, -p2));
    const double u1 = up(p3, __builtin_fma(a3, b3, -p3)), u2 = up(p4, __builtin_fma(a4, b4, -p4));
    r.lower[j] = l1 < l2 ? l1 : l2;
    r.upper[j] = u1 > u2 ? u1 : u2;
    bad |= unsafe(xl) | unsafe(xu) | unsafe(yl) | unsafe(yu) | unsafe(p1) | unsafe(p2) | unsafe(p3) | unsafe(p4) |
           lost(p1, a1, b1) | lost(p2, a2, b2) | lost(p3, a3, b3) | lost(p4, a4, b4);
  }
  return bad;
}

FPCHECK_LANE word div_block(const double* al, const double* au, const double* bl, const double* bu, checked_block& r) {
  word bad = 0;
  for (std::size_t j = 0; j < block; ++j) {
    const bool flip = bu[j] <= 0;
    const double xl = flip ? -au[j] : al[j], xu = flip ? -al[j] : au[j];
    const double yl = flip ? -bu[j] : bl[j], yu = flip ? -bl[j] : bu[j];
    const double dl = xl >= 0 ? yu : yl, du = xu >= 0 ? yl : yu;
    const double l = xl / dl, u = xu / du;
    r.lower[j] = down(l, __builtin_fma(-l, dl, xl));
    r.upper[j] = up(u, __builtin_fma(-u, du, xu));
    bad |= unsafe(l) | unsafe(u) | unsafe(xl) | unsafe(xu) | unsafe(yu) | (yl >= tiny ? 0 : 1) |
           ((size_of(xl) >= tiny ? 0 : 1) & (xl != 0 ? 1 : 0)) | ((size_of(xu) >= tiny ? 0 : 1) & (xu != 0 ? 1 : 0)) |
           (size_of(l) >= tiny || l == 0 ? 0 : 1) | (size_of(u) >= tiny || u == 0 ? 0 : 1);
  }
  return bad;
}

FPCHECK_LANE word sqrt_block(const double* al, const double* au, checked_block& r) {
  word bad = 0;
  for (std::size_t j = 0; j < block; ++j) {
    const double l = __builtin_sqrt(al[j]), u = __builtin_sqrt(au[j]);
    r.lower[j] = down(l, __builtin_fma(-l, l, al[j]));
    r.upper[j] = up(u, __builtin_fma(-u, u, au[j]));
    bad |= unsafe(au[j]) | (al[j] >= tiny ? 0 : 1) | (al[j] <= au[j] ? 0 : 1);
  }
  return bad;
}

void copy_out(const checked_block& from, output r, std::size_t i) {
  for (std::size_t j = 0; j < block; ++j) r.lower[i + j] = from.lower[j], r.upper[i + j] = from.upper[j];
}

/// Whole blocks by `Block`, the rest and unsafe blocks element by element.
template <word (*Block)(const double*, const double*, const double*, const double*, checked_block&)>
void pairwise(input a, input b, output r, std::size_t n, void (*fallback)(input, input, output, std::size_t)) {
  checked_block out;
  for (std::size_t i = 0; i < n; i += block) {
    const bool whole = n - i >= block;
    if (whole && Block(a.lower + i, a.upper + i, b.lower + i, b.upper + i, out) == 0) {
      copy_out(out, r, i);
      continue;
    }
    for (std::size_t j = i; j < n && j < i + block; ++j) fallback(a, b, r, j);
  }
}

word add_wrapper(const double* al, const double* au, const double* bl, const double* bu, checked_block& r) {
  return add_block(al, au, bl, bu, r);
}
word mul_wrapper(const double* al, const double* au, const double* bl, const double* bu, checked_block& r) {
  return mul_block(al, au, bl, bu, r);
}
word div_wrapper(const double* al, const double* au, const double* bl, const double* bu, checked_block& r) {
  return div_block(al, au, bl, bu, r);
}

void add_loop(input a, input b, output r, std::size_t n) { pairwise<add_wrapper>(a, b, r, n, one::add); }
void mul_loop(input a, input b, output r, std::size_t n) { pairwise<mul_wrapper>(a, b, r, n, one::mul); }
void div_loop(input a, input b, output r, std::size_t n) { pairwise<div_wrapper>(a, b, r, n, one::div); }
void sqrt_loop(input a, output r, std::size_t n) {
  checked_block out;
  for (std::size_t i = 0; i < n; i += block) {
    if (n - i >= block && sqrt_block(a.lower + i, a.upper + i, out) == 0) {
      copy_out(out, r, i);
      continue;
    }
    for (std::size_t j = i; j < n && j < i + block; ++j) one::sqrt(a, r, j);
  }
}

} // namespace

constinit const loops table{add_loop, mul_loop, div_loop, sqrt_loop, exp_loop, log_loop, isa_generic::sin_loop};

} // namespace fpcheck::interval::batch::isa_avx2
