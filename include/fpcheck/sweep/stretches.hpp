#pragma once
#include <fpcheck/sweep/search.hpp>
#include <fpcheck/sweep/stretch.hpp>

#include <optional>
#include <vector>

namespace fpcheck::sweep {

/// How many inputs are looked at, and where they are run.
struct stretch_choice {
  std::uint64_t inputs = std::uint64_t{1} << 24; ///< about
  std::uint64_t seed = 0;
  bool on_device = false;                        ///< the first one; else the emulated one
  std::optional<std::uint64_t> planted{};        ///< a code whose result a test makes wrong by its last bit
};

/// What was found in all of them.
struct stretch_outcome {
  stretch_tally tally;
  std::uint64_t stretches = 0;
  searched_input worst;    ///< the largest error once more, by MPFR
  double milliseconds = 0; ///< of the device's work
};

/// Whether the function is one of binary64 numbers: of two the second one is the same over a stretch.
bool has_stretches(const searched_function& f);

/// Judges neighbouring inputs of binary64 in many stretches: about ends of binades, small integers and halves, multiples of pi / 4 and ln 2 / 2, then
/// about random places of either sign, half of them of moderate size; a third are next to each other, the others further apart. Each stretch has a
/// polynomial with a certified error (`make_stretch`), places where there is none are left out. Any machine looks at the same inputs.
/// Requires: has_stretches(f). Error: the run's, or the device's.
result<stretch_outcome> sweep_stretches(const searched_function& f, const stretch_choice& choice);

/// The stretches alone, for tests.
std::vector<stretch> stretches_of(const searched_function& f, const stretch_choice& choice);

} // namespace fpcheck::sweep
