#pragma once
// A check has memory of its own: addresses of the program's memory mean other ones there.
#include <fpcheck/exec/program.hpp>
#include <fpcheck/exec/run.hpp>

#include "chain.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace fpcheck::runtime {

/// Turns addresses of the program's device memory into those of a check.
class relocation {
public:
  /// For a run of `code` with these buffers, in this order, of which buffer k stands for what lies at `bases[k]` in the program's memory
  /// (0: for nothing). Variables of the module lie where `code` has them.
  relocation(const exec::program& code, const module_image& module, const std::vector<exec::buffer>& buffers, const std::vector<std::uint64_t>& bases);

  /// Rewrites the aligned words that are addresses of what the check has.
  void apply(std::vector<std::byte>& bytes) const;
  /// Where buffer k lies in the check.
  std::uint64_t address_of(std::size_t k) const { return placed_[k]; }

private:
  struct stretch {
    std::uint64_t bytes, moved;
  };
  std::map<std::uint64_t, stretch> stretches_; ///< by address in the program
  std::vector<std::uint64_t> placed_;
};

} // namespace fpcheck::runtime
