#pragma once
// Operands as the shadow domains see them: 32 lanes of a domain's numbers, wherever the lanes' shadows come from.
#include "../bit_relation.hpp"
#include "../engine/half_values.hpp"
#include "../shadow_move.hpp"

#include <fpcheck/exec/half_ulp.hpp>

#include <cmath>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// The largest error, in half ulps of its format, that a value may carry into a place where its shadow is lost or a
/// decision is taken, without it being held against the kernel (rules R2 and R3).
inline constexpr double excess_limit = 32.0;

/// 2^k for k in [-1022, 1023].
FPCHECK_INLINE double power_of_two(int k) { return bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52); }

/// The value of a code of format `n` that starts at bit `shift` of a 32-bit lane, or of a whole 64-bit lane.
FPCHECK_INLINE double value_of(number n, std::uint64_t bits, int shift) {
  const auto x = static_cast<std::uint32_t>(bits >> shift);
  switch (n) {
  case number::f64: return bit_cast<double>(bits);
  case number::f32:
  case number::tf32: return bit_cast<float>(x);
  case number::f16: return half_value<f16_format, false>(x);
  case number::bf16: return half_value<bf16_format, false>(x);
#define FPCHECK_SMALL_NUMBER(name, format, element, names) \
  case number::name: return decode_double(format##_format::row, x & code_mask(format##_format::row));
#include <fpcheck/exec/number.def>
  default: return 0;
  }
}

/// 32 numbers of a domain, plane by plane. `known`: each of them is exactly its midpoint, and only plane 0 is there.
struct row_operand {
  const double* first = nullptr;
  bool known = false;
};

/// How an operand's numbers are told out of a slot.
struct operand_kind {
  number format = number::f32;
  int part = 0;           ///< which number of a packed register
  int parts = 1;          ///< how many it holds: 1, 2 or 4
  int shift() const { return parts == 2 ? (format == number::f16 || format == number::bf16 ? 16 : 8) * part : 8 * part; }
};

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
