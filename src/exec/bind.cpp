#include "bind.hpp"

#include "decode_operands.hpp"
#include "engine/levels.hpp"
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

/// A domain's table at the level that runs; an empty one where none does, which decode() has said.
domain_table table_of(domain_table (*level_entry::*table)()) {
  const level_entry* const level = running_level();
  return level != nullptr ? (level->*table)() : domain_table{};
}

domain_table with_parameter(domain_table t, std::uint32_t parameter) {
  t.parameter = parameter;
  return t;
}

} // namespace

domain_table ball_shadow() { return table_of(&level_entry::ball_table); }
domain_table perturbed_shadow(std::uint32_t first_copy) { return with_parameter(table_of(&level_entry::perturbed_table), first_copy); }
domain_table perturbed_wide_shadow(std::uint32_t first_copy) { return with_parameter(table_of(&level_entry::perturbed_wide_table), first_copy); }
domain_table wide_shadow() { return table_of(&level_entry::wide_table); }
domain_table mpfr_shadow(std::uint32_t bits) { return with_parameter(mpfr_table(), bits); }
domain_table interval_shadow() { return interval_table(); }
domain_table dual_shadow() { return dual_table(); }
domain_table blame_shadow() { return blame_table(); }

} // namespace fpcheck::exec
