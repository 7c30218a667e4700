#pragma once
// The engine's entry points of every instruction set level that was built.
#include <fpcheck/exec/machine.hpp>

#include <built_levels.hpp>

#include <string_view>

namespace fpcheck::exec {

#define FPCHECK_DECLARE_LEVEL(level)                                                                                                                           \
  namespace level {                                                                                                                                            \
  bool has_arithmetic(ptx::form form);                                                                                                                         \
  handler bind_arithmetic(const ptx::instruction& i, op& o);                                                                                                   \
  handler bind_memory(const op& o);                                                                                                                            \
  domain_table ball_table();                                                                                                                                   \
  domain_table perturbed_table();                                                                                                                              \
  domain_table perturbed_wide_table();                                                                                                                         \
  domain_table wide_table();                                                                                                                                   \
  handler ball_product();                                                                                                                                      \
  handler perturbed_product();                                                                                                                                 \
  handler perturbed_wide_product();                                                                                                                            \
  handler wide_product();                                                                                                                                      \
  handler ball_fetch();                                                                                                                                        \
  handler perturbed_fetch();                                                                                                                                   \
  handler perturbed_wide_fetch();                                                                                                                              \
  handler wide_fetch();                                                                                                                                        \
  }
FPCHECK_BUILT_LEVELS(FPCHECK_DECLARE_LEVEL)
#undef FPCHECK_DECLARE_LEVEL

/// A level: its name and what it offers. Only the name may be used where the processor lacks the level.
struct level_entry {
  std::string_view name;
  bool (*has_arithmetic)(ptx::form);
  handler (*bind_arithmetic)(const ptx::instruction&, op&);
  handler (*bind_memory)(const op&);
  domain_table (*ball_table)();
  domain_table (*perturbed_table)();
  domain_table (*perturbed_wide_table)();
  domain_table (*wide_table)();
  handler (*ball_product)();
  handler (*perturbed_product)();
  handler (*perturbed_wide_product)();
  handler (*wide_product)();
  handler (*ball_fetch)();
  handler (*perturbed_fetch)();
  handler (*perturbed_wide_fetch)();
  handler (*wide_fetch)();
};

/// The level that the engine runs at; nullptr where chosen_level() is an error.
const level_entry* running_level();

} // namespace fpcheck::exec
