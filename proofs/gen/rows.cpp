// Writes generated/Rows.v: the rows of formats.def, and binary64, as the records that the Coq development speaks about.
#include <fpcheck/formats/format.hpp>

#include <cstdint>
#include <cstdio>
#include <limits>

namespace {

void write(const char* name, int precision, int least_exponent, std::uint64_t max_significand, int max_exponent) {
  std::printf("Definition %s := Fmt %d (%d) %llu (%d).\n", name, precision, least_exponent,
              static_cast<unsigned long long>(max_significand), max_exponent);
}

void write_row(const char* name, const fpcheck::format_row& row) {
  const int mantissa = fpcheck::mantissa_bits(row);
  const std::uint32_t top = fpcheck::max_magnitude(row);
  const std::uint32_t field = top >> mantissa;
  const std::uint64_t significand = (std::uint64_t{1} << mantissa) | (top & ((std::uint64_t{1} << mantissa) - 1));
  write(name, row.precision, fpcheck::min_exponent(row) - mantissa, significand, static_cast<int>(field) - row.bias - mantissa);
}

} // namespace

int main() {
  std::puts("(* Generated from include/fpcheck/formats/formats.def. *)\n"
            "From Coq Require Import ZArith.\nFrom Fpcheck.arith Require Import Format.\nLocal Open Scope Z_scope.");
  using limits = std::numeric_limits<double>;
  write("f64", limits::digits, limits::min_exponent - limits::digits, (std::uint64_t{1} << limits::digits) - 1,
        limits::max_exponent - limits::digits);
#define FPCHECK_FORMAT(name, bits, exponent_bits, precision, bias, sign, specials, box_shift, aliases)                 \
  write_row(#name, {bits, exponent_bits, precision, bias, fpcheck::signedness::sign, fpcheck::special_codes::specials, box_shift});
#include <fpcheck/formats/formats.def>
  std::puts("#[global] Hint Extern 0 (Good _) => (vm_compute; reflexivity) : typeclass_instances.");
  return 0;
}
