#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include <variant>

namespace fpcheck {

/// What makes a verdict: every threshold and allowance, as <fpcheck/base/judgement.def> has them. It travels with what is asked for: the
/// options of a check, and the plan of a run.
struct judgement {
#define JUDGED(type, name, value, ...) type name = value;
#define DERIVED(type, name, value, ...) static constexpr type name = value;
#define STANDING(...)
#define ROLE(...)
#include <fpcheck/base/judgement.def>
#undef JUDGED
#undef DERIVED
#undef STANDING
#undef ROLE
};

/// A row of the table.
struct judgement_row {
  enum class kind : std::uint8_t { judged, derived, standing, role } what = kind::judged;
  /// Of a choice that can be moved, the number's place.
  std::variant<std::monostate, double judgement::*, std::uint64_t judgement::*> place;
  std::string_view name;
  double value = 0;
  std::string_view unit, rules, why;
  std::string_view missed, fires; ///< "set/case:kernel @ factor", without a factor for a role; empty where no kernel is known that shows it
  std::string_view file, text;    ///< of a number that stands in the engine's source: where
};

/// All rows, in the order of the table.
const std::vector<judgement_row>& judgement_table();

/// `j` with the number of a row multiplied. Requires: the row is a judged one.
judgement moved_judgement(judgement j, const judgement_row& row, double factor);

/// A number as people write it: powers of two as such.
std::string threshold_text(double value);

} // namespace fpcheck
