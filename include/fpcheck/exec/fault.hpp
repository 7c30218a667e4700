#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace fpcheck::exec {

struct warp;
struct op;

/// Misbehaviour that an instruction can show; becomes a finding of the rule of the same name.
enum class fault : std::uint8_t {
  division_by_zero,
  out_of_bounds,
  null_access,
  misaligned,
  read_only_write,
  uninitialised,      ///< an undefined value steers a branch or an address
  undefined_lane,     ///< a shuffle or vote reads a lane that does not take part
  race,
  barrier_divergence,
  branch_flip,
  trap,
  assertion
};

/// Counts a fault of `o` that was reported before; false if it was not: only then is a description worth its time.
bool count_known_fault(warp& w, const op& o, fault f, std::uint32_t lanes);
/// Records `f` for the lanes of `lanes` at instruction `o`; the run goes on unless the fault is fatal.
void report_fault(warp& w, const op& o, fault f, std::uint32_t lanes, std::uint64_t address = 0,
                  std::string detail = {}, std::optional<std::uint32_t> other = {});

} // namespace fpcheck::exec
