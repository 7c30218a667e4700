#pragma once
#include <fpcheck/ptx/module.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Small changes of a program, of the kinds that mistakes are made of: another shuffle width, another rounding, the other sign.
namespace fpcheck::ptx {

/// What stands in the place of some instructions of a function.
struct replacement {
  index function = none;
  std::map<index, std::string> instructions; ///< the text that follows a label, one instruction or several
  std::string declarations;                  ///< of the registers that it needs
};

/// Where in a text a function stands.
struct printed_function {
  std::size_t declarations = 0;                                  ///< what is added goes here
  std::vector<std::pair<std::size_t, std::size_t>> instructions; ///< first character, and behind the last
};

/// A module as PTX, without positions, printed once for many texts with something else in some places.
class changeable_text {
public:
  explicit changeable_text(const module& m);
  const std::string& as_it_is() const { return text_; }
  /// Requires: the function has a body.
  std::string with(const replacement& r) const;

private:
  std::vector<printed_function> functions_;
  std::string text_;
};

/// A float constant of an edit that is to be found: where a text has `constant_mark`, its literal goes.
inline constexpr char constant_mark = '\x01';
struct open_constant {
  double now = 0;
  literal_kind kind = literal_kind::f32;
  std::optional<index> table; ///< a variable of whose initial value it is an element, at `offset`; otherwise it is of the replaced instructions
  std::size_t offset = 0;
};

/// Ranks of changes, from what is mistaken most often: a tie goes to the earlier one, then to the earlier instruction.
namespace ranks {
enum rank : unsigned {
  shuffle_width = 10, shuffle_step = 11, shuffle_way = 13, packed_keys = 14,
  rounding = 15, nan_kept = 16, smallest_number = 17, empty_mask = 18, half_up = 19,
  signedness = 20, floored = 21, not_narrowed = 21, negative_keys = 21, mask = 22, rounded_first = 23, strictness = 24, negated = 26, swapped_choice = 27, swapped_index = 28, identity = 29,
  neighbour = 30, doubled = 31, shift_amount = 34, shuffle_distance = 38,
  other_sign = 40, swapped = 41, other_extreme = 42, dropped_extreme = 44, dropped = 46, mask_added = 48, quotient = 49,
  clamped = 50,
  constant = 60, moved_threshold = 62, table_number = 62, moved_access = 70
};
}

/// One change.
struct edit {
  replacement instead;
  index at = 0;          ///< the instruction whose source line it is
  unsigned rank = 0;     ///< one of `ranks`, or the next where it is made in a single one of several instructions
  std::string with, now; ///< "a shuffle width of 16" and "32": what it makes of the place, and what is there
  std::optional<open_constant> open; ///< what has to be solved for
};

/// Changes of the instructions of one function, by plausibility and then by place: the same in every instruction that comes from one place
/// of the source, and for some kinds in a single one.
std::vector<edit> small_edits(const module& m, index function);

/// The edit's text with a number in the place of its open constant. Requires: it is not of a table.
replacement with_constant(const edit& e, double value);
/// The module with another number in a table. Requires: it is of one.
module with_element(const module& m, const edit& e, double value);

} // namespace fpcheck::ptx
