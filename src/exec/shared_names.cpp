#include "shared_names.hpp"

#include <fpcheck/ptx/find_kernel.hpp>

#include <optional>

namespace fpcheck::exec {
namespace {

struct named_bytes {
  std::string name;
  std::int64_t first = 0;
  std::uint64_t size = 0; ///< 0: up to the end, as of dynamic shared memory
};

/// The own part of a variable's name: of `kernel(float*)::tile` that is `tile`.
std::string own_name(const std::string& mangled) {
  const std::string whole = ptx::demangle(mangled);
  const std::size_t colons = whole.rfind("::");
  return colons == std::string::npos ? whole : whole.substr(colons + 2);
}

/// The variable that begins last at or before `offset`; the first of all where none does.
std::optional<named_bytes> variable_at(const program& p, std::int64_t offset) {
  std::optional<named_bytes> best;
  for (std::size_t k = 0; k < p.module->variables.size(); ++k) {
    const ptx::variable& v = p.module->variables[k];
    if (v.space != ptx::state_space::shared) continue;
    const auto first = static_cast<std::int64_t>(p.symbol_address[k]);
    const bool before = best && best->first <= offset;
    const bool better = !best || (first <= offset ? !before || first >= best->first : !before && first < best->first);
    if (better) best = named_bytes{own_name(v.name), first, v.size};
  }
  return best;
}

} // namespace

std::string shared_place(const program& p, std::uint64_t address, std::uint64_t bytes, std::uint64_t size) {
  const auto offset = static_cast<std::int64_t>(static_cast<std::int32_t>(static_cast<std::uint32_t>(address)));
  const auto v = variable_at(p, offset);
  if (!v) return "at byte " + std::to_string(offset) + " of shared memory (" + std::to_string(size) + " bytes)";
  const std::int64_t within = offset - v->first, element = static_cast<std::int64_t>(bytes);
  const std::string index = element > 0 && within % element == 0 ? v->name + '[' + std::to_string(within / element) + "], " : "";
  const std::uint64_t whole = v->size != 0 ? v->size : size - static_cast<std::uint64_t>(v->first);
  return "at " + index + "byte " + std::to_string(within) + " of shared '" + v->name + "' (" + std::to_string(whole) + " bytes)";
}

} // namespace fpcheck::exec
