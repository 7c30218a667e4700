#pragma once
// Where the mathematical library evaluates a function by a polynomial: exact arithmetic of that polynomial is off by what the library
// leaves out (some 1e-8 of the function), which an `acosf` of cosines near 1 or an `atanhf` of a `tanhf` near 1 turns into anything.
// The shadow there is the function itself; that the function's own error is no more than the library's is checked where it runs.
#include "def_use.hpp"

namespace fpcheck::exec {

/// What the result of an instruction is a library's value of.
enum class library_function : std::uint8_t {
  none,
  circular,         ///< sine or cosine of a remainder: sine where the addend is the remainder, cosine where it is 1
  tangent,          ///< of a remainder
  hyperbolic,       ///< tanh
  fraction_of_turn, ///< pi / 2 times the fraction that the way for large angles cuts off after 62 bits
};

/// op::choice of such an instruction: the function, and the register of its argument.
class library_value {
public:
  library_value() = default;
  library_value(library_function f, const ref& argument) : packed_(argument.slot() << 3 | static_cast<std::uint32_t>(f)) {}
  library_function function() const { return static_cast<library_function>(packed_ & 7u); }
  ref argument() const { return {pool::frame, (packed_ >> 3) * slot_bytes}; }

private:
  std::uint32_t packed_ = 0;
};

/// The forms that may end a function: their op::choice says nothing else.
constexpr bool may_be_library_value(ptx::form f) { return f == ptx::form::fma_f32 || f == ptx::form::selp || f == ptx::form::mul_f64; }

inline bool ends_library_function(const op& o) { return may_be_library_value(o.form) && o.choice.as<library_value>().function() != library_function::none; }

/// Marks the last steps of sinf, cosf, sincosf, tanf and tanhf, by all their coefficients.
void find_library_values(program& p, const function_code& code, const def_use& g);

} // namespace fpcheck::exec
