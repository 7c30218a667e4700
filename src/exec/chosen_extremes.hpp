#pragma once
// Minima and maxima of exact numbers. They are continuous: whichever operand the machine takes, exact arithmetic has the extreme of the
// exact numbers. Derivatives and intervals are those of the operand that the machine takes (R3).
#include "def_use.hpp"

#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// Marks selections between the two numbers that their predicate compared (`roles::chosen_least`, `roles::chosen_most`).
void find_chosen_extremes(program& p, const function_code& code, const def_use& g);

/// Whether extremes of exact numbers are meant in this domain.
bool chooses_exactly(const domain_table& domain);

/// The numbers of the lanes in which exact arithmetic has the other operand as the extreme.
class exact_choice {
public:
  exact_choice() = default;
  /// Before the instruction, a minimum (`least`) or maximum of `a` and `b`, of which the machine takes the first in the lanes `first`.
  exact_choice(warp& w, const op& o, bool least, std::uint32_t first);
  /// After it.
  void file(warp& w, const op& o) const;

private:
  std::uint32_t lanes_ = 0;
  std::vector<std::uint64_t> words_; ///< plane by plane
};

/// min and max of binary32, with that around what `inner` is.
void choose_extreme(warp& w, const op& o, handler inner);

} // namespace fpcheck::exec
