#include "bind.hpp"

#include "decode_operands.hpp"
#include "engine/levels.hpp"
#include "handlers.hpp"

#include <cstdlib>
#include <string_view>
#include <utility>

namespace fpcheck::exec {

isa_level best_level() {
  static const isa_level level = [] {
    isa_level best = isa_level::generic;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) best = isa_level::avx2;
    if (best == isa_level::avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
      best = isa_level::avx512;
    if (const char* wanted = std::getenv("FPCHECK_ISA")) {
      const std::string_view w = wanted;
      if (w == "generic") best = isa_level::generic;
      if (w == "avx2" && best == isa_level::avx512) best = isa_level::avx2;
    }
    return best;
  }();
  return level;
}

const char* name(isa_level level) {
  static constexpr const char* names[] = {"generic", "avx2", "avx512"};
  return names[static_cast<int>(level)];
}

namespace {

/// The handler that serves most executions of a load or store faster.
handler quick_memory(const op& o) {
  switch (best_level()) {
  case isa_level::avx512: return avx512::bind_memory(o);
  case isa_level::avx2: return avx2::bind_memory(o);
  case isa_level::generic: break;
  }
  return generic::bind_memory(o);
}

} // namespace

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

bool is_modelled(ptx::form form) { return is_control(form) || has_common(form) || generic::has_arithmetic(form); }

bool bind_handler(const ptx::instruction& i, op& o) {
  if (o.flow == control::branch || o.flow == control::indirect_branch || o.flow == control::call || o.flow == control::ret ||
      o.flow == control::exit || o.flow == control::trap || o.flow == control::barrier)
    return true;
  o.bits = bind_common(i, o);
  if (o.bits == nullptr) {
    switch (best_level()) {
    case isa_level::avx512: o.bits = avx512::bind_arithmetic(i, o); break;
    case isa_level::avx2: o.bits = avx2::bind_arithmetic(i, o); break;
    case isa_level::generic: o.bits = generic::bind_arithmetic(i, o); break;
    }
  }
  if (const handler quick = quick_memory(o)) o.bits = quick;
  o.fn = o.bits;
  return o.bits != nullptr;
}

namespace {

domain_table table_of(domain_table (*g)(), domain_table (*a2)(), domain_table (*a5)()) {
  switch (best_level()) {
  case isa_level::avx512: return a5();
  case isa_level::avx2: return a2();
  case isa_level::generic: break;
  }
  return g();
}

domain_table with_parameter(domain_table t, std::uint32_t parameter) {
  t.parameter = parameter;
  return t;
}

} // namespace

const char* engine_level() { return name(best_level()); }
domain_table ball_shadow() { return table_of(&generic::ball_table, &avx2::ball_table, &avx512::ball_table); }
domain_table perturbed_shadow(std::uint32_t first_copy) {
  return with_parameter(table_of(&generic::perturbed_table, &avx2::perturbed_table, &avx512::perturbed_table), first_copy);
}
domain_table perturbed_wide_shadow(std::uint32_t first_copy) {
  return with_parameter(table_of(&generic::perturbed_wide_table, &avx2::perturbed_wide_table, &avx512::perturbed_wide_table), first_copy);
}
domain_table mpfr_shadow(std::uint32_t bits) { return with_parameter(generic::mpfr_table(), bits); }
domain_table wide_shadow() { return table_of(&generic::wide_table, &avx2::wide_table, &avx512::wide_table); }
domain_table interval_shadow() { return generic::interval_table(); }
domain_table dual_shadow() { return generic::dual_table(); }
domain_table blame_shadow() { return generic::blame_table(); }

} // namespace fpcheck::exec
