#pragma once
#include <fpcheck/interval/interval.hpp>

#include <cstddef>
#include <cstdint>

/// Interval operations over arrays on the host: the same bounds as element by element, in whatever instruction set the
/// machine has. Unlike the scalar operations they do not depend on the caller's rounding mode.
namespace fpcheck::interval::batch {

/// The code paths. Each gives the same bits.
enum class isa : std::uint8_t {
  generic, ///< element by element
  avx2,    ///< residuals of results rounded to nearest
  avx512   ///< instructions with a rounding of their own
};

/// The best path of this machine.
isa best_isa() noexcept;
/// Whether this machine can run `path`.
bool is_available(isa path) noexcept;

/// Intervals as two arrays. Requires: each pair is an interval, or (+inf, -inf) for the empty set.
struct input {
  const double* lower;
  const double* upper;
};
/// Results; may be the same arrays as an input, but not overlap it otherwise.
struct output {
  double* lower;
  double* upper;
};

/// { x + y } for n elements. Requires: is_available(path), as for all below.
void add(input a, input b, output r, std::size_t n, isa path = best_isa()) noexcept;
/// { x - y }.
void sub(input a, input b, output r, std::size_t n, isa path = best_isa()) noexcept;
/// { x y }.
void mul(input a, input b, output r, std::size_t n, isa path = best_isa()) noexcept;
/// { x / y | y != 0 }.
void div(input a, input b, output r, std::size_t n, isa path = best_isa()) noexcept;
/// { sqrt x | x >= 0 }.
void sqrt(input a, output r, std::size_t n, isa path = best_isa()) noexcept;
/// { e^x }.
void exp(input a, output r, std::size_t n, isa path = best_isa()) noexcept;
/// { log x | x > 0 }.
void log(input a, output r, std::size_t n, isa path = best_isa()) noexcept;
/// { sin x }.
void sin(input a, output r, std::size_t n, isa path = best_isa()) noexcept;

} // namespace fpcheck::interval::batch
