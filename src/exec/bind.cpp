#include "bind.hpp"

#include "decode_operands.hpp"
#include "engine/levels.hpp"
#include "engine/scalar_products.hpp"
#include "domains/multiprecision.hpp"
#include "engine/scalar_tables.hpp"
#include "handlers.hpp"

#include <string_view>
#include <utility>

namespace fpcheck::exec {

std::string_view inexactness(ptx::form form) {
  // Every other modelled form gives the device's bits; tests/gpu/RESULTS.md says on how many inputs that was seen.
  static constexpr std::pair<ptx::form, std::string_view> exceptions[] = {
      {ptx::form::mov, "clocks count instructions"},
      {ptx::form::nanosleep, "takes no time"},
      {ptx::form::tex, "linear filters may be an ulp off"},
      {ptx::form::tex_level, "linear filters may be an ulp off"},
      {ptx::form::activemask, "groups of lanes as this engine forms them"}};
  for (const auto& [f, what] : exceptions)
    if (f == form) return what;
  return {};
}

bool is_modelled(ptx::form form) {
  const level_entry* const level = running_level();
  return is_control(form) || has_common(form) || (level != nullptr && level->has_arithmetic(form));
}

bool bind_handler(const ptx::instruction& i, op& o) {
  if (o.flow == control::branch || o.flow == control::indirect_branch || o.flow == control::call || o.flow == control::ret ||
      o.flow == control::exit || o.flow == control::trap || o.flow == control::barrier)
    return true;
  const level_entry* const level = running_level();
  if (level == nullptr) return false;
  o.bits = bind_common(i, o);
  if (o.bits == nullptr) o.bits = level->bind_arithmetic(i, o);
  if (const handler quick = level->bind_memory(o)) o.bits = quick; // serves most executions of a load or store faster
  o.fn = o.bits;
  return o.bits != nullptr;
}

namespace {

bool is_real_product(const op& o) { return o.meaning.operation == ptx::operation::matrix_product && o.meaning.takes == ptx::content::real; }

bool is_fetch(const op& o) { return o.form == ptx::form::tex || o.form == ptx::form::tex_level || o.form == ptx::form::tld4; }

/// A domain's binder, with its handlers of matrix products and fetches before it: those are compiled in units of their own. `Which` tells domains apart.
enum class domain : std::uint8_t { ball, perturbed, perturbed_wide, wide, mpfr, interval, dual, blame };
template <domain Which>
domain_table with_products(domain_table t, handler product, handler fetch) {
  static const auto own = t.bind;
  static const handler shadow = product, fetched = fetch;
  t.bind = [](const op& o) -> handler {
    if (is_real_product(o)) return o.bits != nullptr ? shadow : nullptr;
    return is_fetch(o) && o.bits != nullptr ? fetched : own(o);
  };
  return t;
}

/// A domain's table at the level that runs; an empty one where none does, which decode() has said.
template <domain Which>
domain_table table_of(domain_table (*level_entry::*table)(), handler (*level_entry::*product)(), handler (*level_entry::*fetch)()) {
  const level_entry* const level = running_level();
  return level != nullptr ? with_products<Which>((level->*table)(), (level->*product)(), (level->*fetch)()) : domain_table{};
}

domain_table with_parameter(domain_table t, std::uint32_t parameter) {
  t.parameter = parameter;
  return t;
}

} // namespace

domain_table ball_shadow() { return table_of<domain::ball>(&level_entry::ball_table, &level_entry::ball_product, &level_entry::ball_fetch); }
domain_table perturbed_shadow(std::uint32_t first_copy) {
  return with_parameter(table_of<domain::perturbed>(&level_entry::perturbed_table, &level_entry::perturbed_product, &level_entry::perturbed_fetch), first_copy);
}
domain_table perturbed_wide_shadow(std::uint32_t first_copy) {
  return with_parameter(table_of<domain::perturbed_wide>(&level_entry::perturbed_wide_table, &level_entry::perturbed_wide_product, &level_entry::perturbed_wide_fetch), first_copy);
}
domain_table wide_shadow() { return table_of<domain::wide>(&level_entry::wide_table, &level_entry::wide_product, &level_entry::wide_fetch); }
domain_table mpfr_shadow(std::uint32_t bits) { return with_parameter(with_products<domain::mpfr>(mpfr_table(), mpfr_product(), mpfr_fetch()), bits); }
domain_table estimated_shadow(std::uint32_t bits) { return mpfr_shadow(bits | estimating_bits); }
domain_table interval_shadow() { return with_products<domain::interval>(interval_table(), interval_product(), interval_fetch()); }
domain_table dual_shadow() { return with_products<domain::dual>(dual_table(), dual_product(), dual_fetch()); }
domain_table blame_shadow() { return with_products<domain::blame>(blame_table(), blame_product(), blame_fetch()); }

} // namespace fpcheck::exec
