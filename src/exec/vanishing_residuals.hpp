#pragma once
// Residuals of solutions: what is left of them is rounding, of what they are taken from.
#include "polynomials.hpp"
#include "wrapped_machine.hpp"

#include <map>
#include <memory>
#include <vector>

namespace fpcheck::exec {

/// Finds them, launch after launch: b - sum a x, where x was made of b, or of a where b is a literal; and sums that the last launch only stores, which
/// are zero whatever the data: with divisors multiplied out nothing is left of them, and the solution that they are residuals of is an output as well.
class vanishing_residuals {
public:
  vanishing_residuals(const program& p, std::size_t launches) : p_(p), launches_(launches) {}
  /// Notes what the differences of the launch that `m` is about to run are (`wrapped_machine::residuals`), and keeps in mind what it writes.
  /// Requires: the parameters are set.
  void mark(wrapped_machine& m, const function_code& code);

private:
  /// What a sum adds up, looked at through the sums that it is made of.
  struct addends {
    array_set plain, multiplied; ///< arrays whose elements are added as they are, or are factors of products
    array_set narrow;            ///< factors too, whose elements are narrower than binary32
    array_set solved;            ///< what the right-hand sides were made of whose unknowns stand beside coefficients
    bool constant = false;       ///< a literal other than zero is added
    std::set<std::uint32_t> seen, factors_seen; ///< registers
  };
  struct written {
    std::uint64_t region;            ///< its base
    std::set<std::uint64_t> made_of; ///< bases
  };
  const memory_flow& flow_of(const function_code& code);
  void mark_fractions(wrapped_machine& m, const memory_flow& flow, const function_code& code) const;
  void mark_with_parts(wrapped_machine& m, const memory_flow& flow, polynomials& values, const op& o) const;
  bool takes_an_output(const memory_flow& flow, const op& o, int depth) const;
  bool is_divided_by(const memory_flow& flow, const ref& x, const ref& coefficient, std::uint32_t pc) const;
  bool is_only_stored(const memory_flow& flow, const ref& r, const std::set<std::uint64_t>& loaded, const machine& m) const;
  void remember(const memory_flow& flow, const machine& m);
  void collect(const memory_flow& flow, const op& o, addends& out) const;
  void collect(const memory_flow& flow, const ref& r, addends& out) const;
  void collect_factor(const memory_flow& flow, const ref& r, addends& out) const;
  void collect_product(const memory_flow& flow, const op& o, addends& out) const;
  void collect_unknown(const memory_flow& flow, const ref& coefficient, const ref& unknown, std::uint32_t pc, addends& out) const;
  bool is_residual(const memory_flow& flow, const addends& of, const machine& m) const;
  bool was_made(const memory_flow& flow, const array_key& x, const array_key& from, const machine& m) const;

  const program& p_;
  std::size_t launches_;
  std::map<std::uint32_t, std::unique_ptr<memory_flow>> flows_; ///< by the function's first op
  std::vector<written> past_;
};

} // namespace fpcheck::exec
