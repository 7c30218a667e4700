#pragma once
// Which store leaves shared memory unwritten that is read, and what decides how far it goes.
#include <fpcheck/exec/program.hpp>
#include <fpcheck/exec/trails.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace fpcheck::exec {

/// In `undefined_trail::uses`, by this and an instruction that reads shared memory that nothing wrote: the store that leaves it so, with the mark
/// where all threads execute it alike; `no_fill` where there is none.
inline constexpr std::uint32_t fill_mark = 0x80000000u, no_fill = 0xffffffffu;

/// The store that was to write what a read finds unwritten.
struct fill_place {
  std::uint32_t pc = 0;
  bool by_all = false; ///< all threads execute it alike: nothing says that it should go further
};
/// Range: nothing where no store goes into that array.
inline std::optional<fill_place> fill_of(const undefined_trail& t, std::uint32_t read) {
  const auto at = t.uses.find(fill_mark | read);
  if (at == t.uses.end() || at->second == no_fill) return std::nullopt;
  return fill_place{at->second & ~fill_mark, (at->second & fill_mark) != 0};
}

/// The branches, or predicates of the instruction itself, that decide directly whether and how often the instruction at `pc` is executed,
/// each by the comparison that it goes by if there is one; the nearest first.
std::vector<std::uint32_t> deciders_of(const program& p, std::uint32_t pc);

} // namespace fpcheck::exec
