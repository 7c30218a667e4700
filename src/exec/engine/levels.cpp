// Which instruction set level the engine runs at. Nothing here may be compiled for more than the baseline.
#include "levels.hpp"

#include <fpcheck/exec/levels.hpp>
#include <fpcheck/exec/run.hpp>

#include <cstdlib>

namespace fpcheck::exec {
namespace {

#define FPCHECK_LEVEL_ENTRY(level)                                                                                                                             \
  level_entry{#level,                                                                                                                                          \
              &level::has_arithmetic,                                                                                                                          \
              &level::bind_arithmetic,                                                                                                                         \
              &level::bind_memory,                                                                                                                             \
              &level::ball_table,                                                                                                                              \
              &level::perturbed_table,                                                                                                                         \
              &level::perturbed_wide_table,                                                                                                                    \
              &level::wide_table,                                                                                                                              \
              &level::ball_product,                                                                                                                            \
              &level::perturbed_product,                                                                                                                       \
              &level::perturbed_wide_product,                                                                                                                  \
              &level::wide_product,                                                                                                                            \
              &level::ball_fetch,                                                                                                                              \
              &level::perturbed_fetch,                                                                                                                         \
              &level::perturbed_wide_fetch,                                                                                                                    \
              &level::wide_fetch},
constexpr level_entry built[] = {FPCHECK_BUILT_LEVELS(FPCHECK_LEVEL_ENTRY)};
#undef FPCHECK_LEVEL_ENTRY

/// Does this processor have the instructions of a level?
bool runs_here(std::string_view level) {
  if (level == "generic") return true;
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  if (level == "avx2") return avx2;
  if (level == "avx512")
    return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw");
#endif
  return false;
}

std::string listed(const std::vector<std::string_view>& levels) {
  std::string text;
  for (const std::string_view l : levels) text += (text.empty() ? "" : ", ") + std::string(l);
  return text;
}

result<const level_entry*> choose() {
  const char* const wanted = std::getenv("FPCHECK_ISA");
  const bool any = wanted == nullptr || *wanted == '\0';
  const level_entry* best = nullptr;
  for (const level_entry& l : built)
    if (runs_here(l.name) && (any || l.name == wanted)) best = &l;
  if (best != nullptr) return best;
  const std::string has = listed(built_levels());
  if (any)
    return tl::unexpected(diagnostic{"this processor runs none of the instruction set levels that this fpcheck was built for: " + has, {}, {},
                                     "configure its build with -DFPCHECK_LEVELS=native on this machine, or with all", exit_code::incomplete});
  return tl::unexpected(diagnostic{"not an instruction set level that this processor runs and this fpcheck was built for: " + has,
                                   {"FPCHECK_ISA=" + std::string(wanted)}, {}, "unset it, or configure fpcheck's build with -DFPCHECK_LEVELS=all"});
}

const result<const level_entry*>& choice() {
  static const result<const level_entry*> made = choose();
  return made;
}

} // namespace

std::vector<std::string_view> built_levels() {
  std::vector<std::string_view> names;
  for (const level_entry& l : built) names.push_back(l.name);
  return names;
}

result<std::string_view> chosen_level() {
  return choice().map([](const level_entry* l) { return l->name; });
}

const level_entry* running_level() { return choice().value_or(nullptr); }

const char* engine_level() { return running_level() != nullptr ? running_level()->name.data() : "none"; }

} // namespace fpcheck::exec
