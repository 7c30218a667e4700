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
  static constexpr std::size_t most_factors = 8;
  using monomial = std::array<std::uint64_t, most_factors>;
  using polynomial = std::map<monomial, double>;

  /// How much is expanded: divisors of one term, or of several as well, and squares of roots.
  enum class reach : std::uint8_t { terms, fractions };

  polynomials(const program& p, const def_use& g, reread_places& places, reach how = reach::terms) : how_(how), p_(p), g_(g), places_(places) {}

  /// Whether `o` is a sum whose terms cancel identically, in fractions once all divisors are multiplied out.
  bool vanishes(const op& o);
  /// Whether nothing that the sum `o` adds up is taken off again by it.
  bool keeps_terms(const op& o);
  /// Whether `o` is the last step of a split (Veltkamp): t - (t - x) for t = (2^s + 1) x, with 11 to 13 bits of 24, 26 to 28 of 53.
  bool splits(const op& o);

private:
  polynomial of(const ref& r, const op& o);
  polynomial of_sum(const op& o);
  polynomial of_product(const op& o);
  polynomial of_quotient(const op& o);
  polynomial of_value(const ref& r, std::uint32_t pc);
  polynomial of_root(const op& d, const polynomial& itself);
  polynomial of_choice(const op& d, const polynomial& itself);
  polynomial inverse_of(const polynomial& y);
  bool multiply(const polynomial& x, const polynomial& y, polynomial& out) const;
  bool clears(polynomial x) const;
  polynomial expand(const op& d, const ref& r, const polynomial& itself);
  std::uint64_t identity(const ref& r, std::uint32_t pc);
  std::uint64_t number_of(const ref& r, std::uint32_t pc, int depth);
  std::pair<ref, std::uint32_t> root(ref r, std::uint32_t pc);
  ref behind(const op& o, const ref& r) const;

  int depth_ = 0;
  std::map<std::uint32_t, std::uint64_t> numbers_; ///< by pc of the definition
  std::map<std::uint64_t, polynomial> known_;
  std::map<std::uint64_t, polynomial> divisors_, squares_; ///< by number of a value: the sum that divides, the square of a root
  reach how_;
  const program& p_;
  const def_use& g_;
  reread_places& places_;
};

} // namespace fpcheck::exec
