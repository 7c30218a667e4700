#pragma once
#include <fpcheck/device/run.hpp>
#include <fpcheck/exec/run.hpp>
#include <fpcheck/instrument/rewrite.hpp>
#include <fpcheck/session/run_case.hpp>

#include <string>
#include <vector>

/// Rewritten kernels under the emulator, bare: what runs on a card, where there is none.
namespace fpcheck::instrument::test {

/// Memory after the rewritten launches of a case.
struct emulated {
  std::vector<std::byte> arena, shadow;
  device::arena_layout where;
  std::vector<rewritten> kernels;    ///< of each launch
  std::vector<std::vector<record>> records;
  std::size_t gaps() const {
    std::size_t n = 0;
    for (const rewritten& k : kernels) n += k.gaps.size();
    return n;
  }
};

/// Error: a kernel that is not rewritten as a whole, PTX that does not parse, a run that does not end within so many lane-instructions.
result<emulated> emulate(const session::bound_case& c, domain what, depth looks_for = depth::effects, std::uint64_t most_instructions = std::uint64_t{1} << 36);

/// How two shadows of a case's outputs compare.
struct comparison {
  std::uint64_t elements = 0; ///< of outputs in binary32 that were written
  std::uint64_t bits = 0;     ///< of them with other bits than without a shadow
  std::uint64_t apart = 0;    ///< enclosures that do not meet, or a value in binary64 outside the engine's
  std::uint64_t unknown = 0;  ///< of which the device knows nothing
  double worst = 0;           ///< the largest distance over what both radii allow
  std::string first;          ///< what is apart
};

/// The engine with balls on a case as it is. Error: it does not run it, or finds memory used wrongly.
result<exec::run_record> run_original(const session::bound_case& c);
/// The outputs of `run`, of the domain `what`, beside the engine's. Those in binary64 are rounded as midpoints of balls are, so that the
/// radii of `balls` serve for them.
comparison compare(const session::bound_case& c, const exec::run_record& engine, const emulated& run, const emulated& balls, domain what);

/// A cell of the shadow of a binary32 number: how far its exact value lies from its bits, and the radius.
struct cell {
  double distance = 0, radius = 0;
};
cell cell_at(const emulated& run, std::uint64_t byte, domain what);

} // namespace fpcheck::instrument::test
