#pragma once
// The shadow of what the library evaluates by a polynomial (src/exec/library_values.hpp): the function of the argument's shadow.
#include "shadowed_ops.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// The library's function at `x`; `sine`: of a remainder, of the two that share their last steps.
template <class D>
typename D::value library_value_at(library_function f, const typename D::value& x, const typename D::value& computed, bool sine) {
  switch (f) {
  case library_function::circular: return sine ? D::sin(x) : D::cos(x);
  case library_function::tangent: return D::div(D::sin(x), D::cos(x));
  case library_function::hyperbolic: return D::tanh(x);
  // The nearest number to pi / 2 is 2^-54 of it off; the integer lacks what lies below its last bit, and below the product's.
  case library_function::fraction_of_turn: return widened<D>(computed, std::fabs(D::midpoint(computed)) * 0x1p-53 + 0x1p-61);
  case library_function::none: break;
  }
  return computed;
}

/// The library's polynomials are within 2^-22 of their functions. What is further off is something else, or outside the range that they are for.
template <class D>
bool is_library_error(const typename D::value& exact, const typename D::value& computed) {
  const double x = D::midpoint(exact), y = D::midpoint(computed);
  return is_finite(x) && is_finite(y) && std::fabs(x - y) <= 0x1p-22 * std::fabs(x) + 0x1p-60;
}

/// The last step of a function: its bits as ever, and its shadow first that of the instruction.
template <class D>
void end_library_function(warp& w, const op& o) {
  constexpr operand_kind k{number::f32, 0, 1};
  const auto which = o.choice.as<library_value>();
  const bool of_turn = which.function() == library_function::fraction_of_turn, wide = of_turn;
  numbers<D> x, r;
  std::uint32_t sines = 0;
  if (!of_turn) {
    const numbers<D>* at = fetch<D>(w, o, which.argument(), k, x);
    if (at != &x) x = *at;
    const auto* const argument = w.lanes<std::uint32_t>(which.argument());
    const auto* const addend = w.lanes<std::uint32_t>(o.form == ptx::form::fma_f32 ? o.c : o.a);
    sines = mask_of([&](int i) { return argument[i] == addend[i]; });
  }
  if (o.form == ptx::form::selp) generic_shadow_handler(o)(w, o);
  else if (o.form == ptx::form::fma_f32) by_format<D, s_fma, 3>(o)(w, o);
  else by_format<D, s_mul, 2>(o)(w, o);
  const numbers<D>* computed = fetch<D>(w, o, o.d, {wide ? number::f64 : number::f32, 0, 1}, r);
  if (computed != &r) r = *computed;
  bool changes = false;
  for_each_lane(w.exec, [&](int i) {
    auto y = library_value_at<D>(which.function(), x.get(i), r.get(i), ((sines >> i) & 1u) != 0);
    if (!is_library_error<D>(y, r.get(i))) return;
    if constexpr (requires { D::settle(o, y, 0.0); }) if (!of_turn) D::settle(o, y, w.lanes<float>(o.d)[i]);
    r.set(i, y);
    changes = true;
  });
  if (!changes) return;
  const slot_shadow& s = w.shadow(o.d);
  const taint_masks taints{s.born, s.cut, s.poison, s.stray};
  file_result<D>(w, o, o.d, wide ? number::f64 : number::f32, r, taints, s.born);
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
