#pragma once
#include <fpcheck/exec/integer_risk.hpp>
#include <fpcheck/exec/program.hpp>
#include <fpcheck/exec/run.hpp>
#include <fpcheck/exec/watched_code.hpp>
#include <fpcheck/instrument/rewrite.hpp>

#include <vector>

namespace fpcheck::device {

/// What the engine's static analysis says of a program, for the kernels of a request that are rewritten.
class engine_view {
public:
  engine_view(const exec::program& p, const exec::run_request& request);
  /// What to look for in the kernel `f` where `l` launches it.
  instrument::attention attention_to(const ptx::function& f, const exec::launch& l, instrument::depth looks_for) const;

private:
  void mark_instructions(const ptx::function& f, instrument::attention& out) const;
  void add_codes(const ptx::function& f, instrument::attention& out) const;

  const exec::program& p_;
  const exec::run_request& request_;
  std::vector<exec::integer_risk> risks_;
  std::vector<std::uint32_t> mistakes_; ///< instructions that take bits for what they are not
  std::vector<exec::moved_exponent> exponents_;
  exec::watched_bits bits_;
  std::vector<bool> before_units_, of_singles_; ///< by pc
  std::vector<exec::chosen_extreme> extremes_;
  std::vector<std::uint32_t> constants_;  ///< instructions that take constants of binary32 in binary64
};

} // namespace fpcheck::device
