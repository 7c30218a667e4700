#include <fpcheck/base/judgement.hpp>
#include <fpcheck/base/number.hpp>

#include <cmath>

namespace fpcheck {

const std::vector<judgement_row>& judgement_table() {
  static const std::vector<judgement_row> rows{
#define JUDGED(type, name, value, unit, rules, why, missed, fires) {judgement_row::kind::judged, &judgement::name, #name, static_cast<double>(value), unit, rules, why, missed, fires, {}, {}},
#define DERIVED(type, name, value, unit, rules, derivation) {judgement_row::kind::derived, std::monostate{}, #name, static_cast<double>(value), unit, rules, derivation, {}, {}, {}, {}},
#define ROLE(name, rules, why, missed, fires) {judgement_row::kind::role, std::monostate{}, #name, 0, "a role", rules, why, missed, fires, {}, {}},
#define STANDING(type, name, value, unit, rules, why, file, text) {judgement_row::kind::standing, std::monostate{}, #name, static_cast<double>(value), unit, rules, why, {}, {}, file, text},
#include <fpcheck/base/judgement.def>
#undef JUDGED
#undef DERIVED
#undef STANDING
#undef ROLE
  };
  return rows;
}

judgement moved_judgement(judgement j, const judgement_row& row, double factor) {
  if (const auto* real = std::get_if<double judgement::*>(&row.place)) j.**real *= factor;
  else if (const auto* whole = std::get_if<std::uint64_t judgement::*>(&row.place)) j.**whole = static_cast<std::uint64_t>(std::nearbyint(static_cast<double>(j.**whole) * factor));
  return j;
}

std::string threshold_text(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  if (mantissa == 0.5 && (exponent > 14 || exponent < -3)) return "2^" + std::to_string(exponent - 1);
  return number(value, 6);
}

} // namespace fpcheck
