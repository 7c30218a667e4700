#pragma once
#include <fpcheck/testing/numbers.hpp>

#include <vector>

/// Generators of vectors whose sums and dot products are known exactly. All shrink to few terms of few bits; condition numbers
/// stay, within a factor of three.
namespace fpcheck::testing {

/// The codes of summands, with what is known of their sum.
struct summand_codes {
  std::vector<std::uint64_t> codes;
  double sum = 0;       ///< the binary64 number nearest to the exact sum
  double condition = 1; ///< sum |x| / |sum x|, of the exact sum; infinity where that is zero
};
/// Summands of n codes. `condition` is met within a factor of two where the format can; at least two summands are drawn.
rc::Gen<summand_codes> cancelling_codes(const code_space& space, rc::Gen<std::uint64_t> n, double condition);
/// The codes of two vectors, with what is known of their dot product.
struct dot_codes {
  std::vector<std::uint64_t> x, y;
  double dot = 0;       ///< the binary64 number nearest to the exact product
  double condition = 1; ///< sum |x y| / |sum x y|; infinity where that is zero
};
/// Two vectors of n codes; `condition` as of sums.
rc::Gen<dot_codes> cancelling_dot_codes(const code_space& space, rc::Gen<std::uint64_t> n, double condition);
/// Summands of which every partial sum, in any order, is a number of the format.
rc::Gen<summand_codes> exactly_summable_codes(const code_space& space, rc::Gen<std::uint64_t> n);

/// Numbers, with what is known of their sum.
template <generated_number F>
struct summands {
  std::vector<F> terms;
  double sum = 0;
  double condition = 1;
};
/// Shows the terms and the sum of a counterexample.
template <generated_number F>
std::ostream& operator<<(std::ostream& out, const summands<F>& s) {
  out << "sum " << s.sum << ", condition " << s.condition << " of";
  for (const F x : s.terms) out << ' ' << x;
  return out;
}

/// Two vectors, with what is known of their dot product.
template <generated_number F>
struct dot_operands {
  std::vector<F> x, y;
  double dot = 0;
  double condition = 1;
};
/// Shows the factors and the product of a counterexample.
template <generated_number F>
std::ostream& operator<<(std::ostream& out, const dot_operands<F>& s) {
  out << "product " << s.dot << ", condition " << s.condition << " of";
  for (std::size_t i = 0; i < s.x.size(); ++i) out << ' ' << s.x[i] << '*' << s.y[i];
  return out;
}

namespace detail {
template <generated_number F>
std::vector<F> numbers_of(const std::vector<std::uint64_t>& codes) {
  std::vector<F> out;
  for (const std::uint64_t c : codes) out.push_back(from_code<F>(c));
  return out;
}
template <generated_number F>
rc::Gen<summands<F>> summed(rc::Gen<summand_codes> g) {
  return rc::gen::map(std::move(g), [](const summand_codes& s) {
    return summands<F>{numbers_of<F>(s.codes), s.sum, s.condition};
  });
}
} // namespace detail

/// Vectors whose sum has the condition number `condition`, in random order.
template <generated_number F>
rc::Gen<summands<F>> cancelling(rc::Gen<std::uint64_t> n, double condition) {
  return detail::summed<F>(cancelling_codes(codes_of<F>(), std::move(n), condition));
}
/// Pairs of vectors whose dot product has the condition number `condition`, in random order.
template <generated_number F>
rc::Gen<dot_operands<F>> cancelling_dot(rc::Gen<std::uint64_t> n, double condition) {
  return rc::gen::map(cancelling_dot_codes(codes_of<F>(), std::move(n), condition), [](const dot_codes& s) {
    return dot_operands<F>{detail::numbers_of<F>(s.x), detail::numbers_of<F>(s.y), s.dot, s.condition};
  });
}
/// Vectors that any order of additions sums without rounding: whatever differs was not the rounding.
template <generated_number F>
rc::Gen<summands<F>> exactly_summable(rc::Gen<std::uint64_t> n) {
  return detail::summed<F>(exactly_summable_codes(codes_of<F>(), std::move(n)));
}

} // namespace fpcheck::testing
