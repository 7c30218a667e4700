#pragma once
// What a register holds as a polynomial of other values of its function: products, quotients and sums are expanded, literals are
// coefficients. What has no terms left is zero whatever the operands, and in the machine the rounding error of others (R4).
#include "reread_places.hpp"

#include <array>
#include <map>

namespace fpcheck::exec {

class polynomials {
public:
  /// Sorted numbers of values, 0 for no more; that of a value's inverse is its complement.
  static constexpr std::size_t most_factors = 4;
  using monomial = std::array<std::uint64_t, most_factors>;
  using polynomial = std::map<monomial, double>;

  polynomials(const program& p, const def_use& g, reread_places& places) : p_(p), g_(g), places_(places) {}

  /// Whether `o` is a sum whose terms cancel identically.
  bool vanishes(const op& o);
  /// Whether `o` is the last step of a split (Veltkamp): t - (t - x) for t = (2^s + 1) x, with 11 to 13 bits of 24, 26 to 28 of 53.
  bool splits(const op& o);

private:
  polynomial of(const ref& r, const op& o);
  polynomial of_sum(const op& o);
  polynomial of_product(const op& o);
  polynomial of_quotient(const op& o);
  polynomial of_value(const ref& r, std::uint32_t pc);
  polynomial expand(const op& d, const ref& r, const polynomial& itself);
  std::uint64_t identity(const ref& r, std::uint32_t pc);
  std::uint64_t number_of(const ref& r, std::uint32_t pc, int depth);
  std::pair<ref, std::uint32_t> root(ref r, std::uint32_t pc);
  ref behind(const op& o, const ref& r) const;

  int depth_ = 0;
  std::map<std::uint32_t, std::uint64_t> numbers_; ///< by pc of the definition
  std::map<std::uint64_t, polynomial> known_;
  const program& p_;
  const def_use& g_;
  reread_places& places_;
};

} // namespace fpcheck::exec
