#pragma once
#include <fpcheck/base/bits.hpp>
#include <fpcheck/base/config.hpp>
#include <fpcheck/exact/error_free.hpp>

#include <cstdint>

/// A function of positive binary64 numbers as Taylor polynomials with certified errors, for host and device.
namespace fpcheck::sweep {

/// A number and how far the exact one may be from it.
struct approximation {
  double value = 0, error = 0;
};

inline constexpr int taylor_degree = 7;

/// One polynomial: the function at center + t / scale is within `error` of c[0] + c[1] t + ... + c[7] t^7 as `evaluate` computes it.
struct alignas(16) taylor_piece { // a device reads two numbers at a time
  double center = 0, error = 0;
  double c[taylor_degree + 1] = {};
};

/// The numbers with one exponent, cut into 2^bits pieces of the same width.
struct alignas(16) taylor_binade {
  std::uint32_t first = 0, bits = 0; ///< the number of its first piece
  double scale = 1;                  ///< a power of two: one over half a piece's width
};

/// A table where it lies: in memory of the host or of a device.
struct taylor_view {
  const taylor_binade* binades = nullptr;
  const taylor_piece* pieces = nullptr;
  int least_exponent = 0, most_exponent = 0; ///< of the numbers that it serves
};

namespace detail {

FPCHECK_HD inline int exponent_of(double v) noexcept { return static_cast<int>(bits_of(v) >> 52 & 0x7ff) - 1023; }

} // namespace detail

/// The function at v. Requires: v > 0, with an exponent of the table's. What is fused is written so, and host and device get the same bits.
/// Error: the piece's, of which src/sweep/table_builder.cpp adds up the parts: the coefficients' intervals, the remainder as an interval
/// over the whole piece, and the roundings here.
FPCHECK_HD inline approximation evaluate(const taylor_view& table, double v) noexcept {
  const taylor_binade b = table.binades[detail::exponent_of(v) - table.least_exponent];
  const std::uint64_t fraction = bits_of(v) & 0xfffffffffffffull;
  const taylor_piece& p = table.pieces[b.first + static_cast<std::uint32_t>(fraction >> (52 - b.bits))];
  const double t = exact::mul(v - p.center, b.scale); // exact: both have the same exponent; between -1 and 1
  double s = p.c[taylor_degree];
  for (int i = taylor_degree - 1; i >= 0; --i) s = exact::fma(s, t, p.c[i]);
  return {s, p.error};
}

} // namespace fpcheck::sweep
