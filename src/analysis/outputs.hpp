#pragma once
// Elements of output buffers as numbers, with what a shadow domain knows about each.
#include <fpcheck/exec/element_shadow.hpp>

#include <cmath>
#include <optional>

namespace fpcheck::analysis {

/// The engine's name of a tensor's element format; none for integers.
exec::number number_of(tensor::dtype t);
/// Half an ulp of `n` at `x`; infinite where x is not finite.
double half_ulp_at(double x, exec::number n);
/// The value of a stored element.
double element_value(const exec::region& r, tensor::dtype t, std::uint64_t offset);

/// Of an element of an integer type: the format of the number whose bits it holds, by its lineage, the likelier one where that leaves
/// two; none where it is an integer.
exec::number lineage_of(const exec::region& r, tensor::dtype t, std::uint64_t offset);
/// The tensor's name of a format that lineage_of gives.
tensor::dtype dtype_of(exec::number n);
/// What rounding to bfloat16 by integer code (a mask, or adding 0x7fff) may have done to the number; 0 where there was none.
double integer_rounding(const exec::element_shadow& s, double exact);

/// An element of an output.
struct output_place {
  std::uint32_t buffer = 0;
  std::uint64_t index = 0;
};
/// The first element of an output that another run left otherwise: its bytes, or whether something wrote it.
std::optional<output_place> first_change(const exec::run_request& request, const exec::run_record& first, const exec::run_record& other);

} // namespace fpcheck::analysis
