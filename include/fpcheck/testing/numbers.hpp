#pragma once
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/formats/ostream.hpp>
#include <fpcheck/formats/tags.hpp>
#include <fpcheck/reference/evaluate.hpp>
#include <fpcheck/testing/code_space.hpp>

#include <rapidcheck.h>

#include <type_traits>

/// Generators of numbers. RapidCheck's own floats hold no NaN, infinity, subnormal or -0; these draw every class about
/// equally often, edges among them, and shrink towards simple numbers of the same kind.
namespace fpcheck::testing {

namespace detail {
template <class T>
struct is_basic_float : std::false_type {};
template <class Tag>
struct is_basic_float<basic_float<Tag>> : std::true_type {};
} // namespace detail

/// A type of numbers that there are generators for: float, double and every `basic_float`.
template <class F>
concept generated_number = std::is_same_v<F, float> || std::is_same_v<F, double> || detail::is_basic_float<F>::value;

/// The codes of F.
template <generated_number F>
code_space codes_of() {
  if constexpr (std::is_same_v<F, double>)
    return code_space();
  else if constexpr (std::is_same_v<F, float>)
    return code_space(f32_format::row);
  else
    return code_space(F::row);
}

/// The number with the code `code`.
template <generated_number F>
F from_code(std::uint64_t code) {
  if constexpr (std::is_same_v<F, double>)
    return bit_cast<double>(code);
  else if constexpr (std::is_same_v<F, float>)
    return bit_cast<float>(static_cast<std::uint32_t>(code));
  else
    return F::from_code(static_cast<typename F::code_t>(code));
}
/// The code of `x`.
template <generated_number F>
std::uint64_t to_code(F x) {
  if constexpr (std::is_same_v<F, double> || std::is_same_v<F, float>)
    return bits_of(x);
  else
    return x.code();
}

/// Codes of these classes: each class as often as any other, one in four an edge of its class (least, greatest, power of
/// two, small integer), both signs. In one case of two (by its size, which its generators share) three in four numbers are normal and
/// within some binary orders of one magnitude, so that `(a + b) + c == a + (b + c)` fails soon. Requires: the format has a number of one of them.
rc::Gen<std::uint64_t> codes(const code_space& space, value_classes wanted);
/// Finite codes with magnitudes evenly spread on a logarithmic scale between two powers of two, both signs; the format's
/// range cuts them off. Requires: low <= high.
rc::Gen<std::uint64_t> log_uniform_codes(const code_space& space, int low, int high);
/// Codes of `source` at a midpoint of two neighbours of `target`, one of its own steps beside it, at the edge of overflow
/// or of underflow. Requires: source is at least two bits more precise than target.
rc::Gen<std::uint64_t> near_tie_codes(const code_space& source, const code_space& target);
/// Codes at most `steps` away from `code` among the numbers.
rc::Gen<std::uint64_t> neighbour_codes(const code_space& space, std::uint64_t code, int steps);
/// Arguments of `space` at which `f`, a function of one argument, is hard: zeros, poles, ends of its domain, thresholds of
/// overflow and underflow, multiples of pi/2, exact cases, with their neighbours, and arguments whose result lies nearest to
/// a tie among 32 drawn. Shrinks to simpler ones of the first kinds.
rc::Gen<std::uint64_t> hard_codes(const code_space& space, reference::function f);

namespace detail {
template <generated_number F>
rc::Gen<F> mapped(rc::Gen<std::uint64_t> g) {
  return rc::gen::map(std::move(g), [](std::uint64_t code) { return from_code<F>(code); });
}
} // namespace detail

/// Any code of F: NaNs with payloads, infinities, subnormal numbers and both zeros about as often as normal numbers.
template <generated_number F>
rc::Gen<F> any_code() {
  return detail::mapped<F>(codes(codes_of<F>(), all_classes));
}
/// Finite numbers: both zeros, subnormal and normal ones.
template <generated_number F>
rc::Gen<F> finite() {
  return detail::mapped<F>(codes(codes_of<F>(), finite_classes));
}
/// Normal numbers.
template <generated_number F>
rc::Gen<F> normal() {
  return detail::mapped<F>(codes(codes_of<F>(), {value_class::normal}));
}
/// Subnormal numbers. Requires: the format has them.
template <generated_number F>
rc::Gen<F> subnormal() {
  return detail::mapped<F>(codes(codes_of<F>(), {value_class::subnormal}));
}
/// Finite numbers whose magnitudes are evenly spread on a logarithmic scale in [2^low, 2^high].
template <generated_number F>
rc::Gen<F> log_uniform(int low, int high) {
  return detail::mapped<F>(log_uniform_codes(codes_of<F>(), low, high));
}
/// Numbers of F at and beside the midpoints of neighbouring numbers of Target, where rounding to it is decided.
template <generated_number F, generated_number Target>
rc::Gen<F> near_tie() {
  return detail::mapped<F>(near_tie_codes(codes_of<F>(), codes_of<Target>()));
}
/// Numbers at most `steps` codes away from `x`.
template <generated_number F>
rc::Gen<F> neighbours(F x, int steps = 2) {
  return detail::mapped<F>(neighbour_codes(codes_of<F>(), to_code(x), steps));
}
/// Hard arguments of a function of one argument.
template <generated_number F>
rc::Gen<F> hard_cases(reference::function f) {
  return detail::mapped<F>(hard_codes(codes_of<F>(), f));
}

} // namespace fpcheck::testing
