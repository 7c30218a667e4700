#pragma once
#include <fpcheck/exact/double_double.hpp>
#include <fpcheck/expr/arithmetic.hpp>
#include <fpcheck/expr/graph.hpp>
#include <fpcheck/tensor/array.hpp>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace fpcheck::expr {

/// An input: extents and exact values.
struct input_value {
  std::vector<std::int64_t> sizes;
  std::vector<double> values;
};

/// Inputs by name.
using bindings = std::map<std::string, input_value>;

/// The values of `a`. Range: integers beyond 2^53 are rounded.
input_value from_tensor(const tensor::array& a);

/// A tensor of midpoints and radii: element i of every admissible evaluation, and of the exact one, is within
/// `radius[i]` of `middle[i]`. An infinite radius means that nothing is known.
template <class S>
struct enclosure {
  std::vector<std::int64_t> sizes;
  std::vector<S> middle;
  std::vector<double> radius;
};

/// The binary64 number nearest to a midpoint.
inline double scalar_nearest(double x) { return x; }
inline double scalar_nearest(exact::double_double x) { return x.high; }

/// Called now and then with the fraction of the work that is done; returns false to give up.
using progress = std::function<bool(double)>;

/// What an evaluation gives: one enclosure a root, and what happened on the way.
template <class S>
struct evaluation {
  std::vector<enclosure<S>> roots;
  std::int64_t hulls = 0;                 ///< elements at a kink or tie, decided by the hull of one-sided values
  std::vector<std::string> unbounded;     ///< operations that lost the bound, first place each
};

/// Evaluates `roots` with midpoints of type `S` and, in the radii, every rounding that arithmetic `a` may commit.
/// Error: an input is missing or has other extents; an id is out of range; the caller gave up.
template <class S>
result<evaluation<S>> evaluate(const graph& g, std::span<const node_id> roots, const bindings& inputs, const arithmetic& a,
                               const progress& report = {});

extern template result<evaluation<double>> evaluate(const graph&, std::span<const node_id>, const bindings&, const arithmetic&, const progress&);
extern template result<evaluation<exact::double_double>> evaluate(const graph&, std::span<const node_id>, const bindings&, const arithmetic&, const progress&);

/// A number of 256 bits, kept by its decimal text where MPFR is not to be included.
struct wide_number {
  std::string decimal; ///< 80 significant digits
  double nearest = 0;
  double rest = 0;     ///< the number less `nearest`
};

/// Evaluates with 256-bit midpoints.
result<evaluation<wide_number>> evaluate_wide(const graph& g, std::span<const node_id> roots, const bindings& inputs, const arithmetic& a);

/// |F(x + h v) - F(x) - h D(x)| for each step h, in 256 bits; F and D are the sums of all elements of `f` and
/// `derivative`, v are the directions. Of order h^2 exactly when D is the derivative of F along v.
result<std::vector<double>> taylor_remainders(const graph& g, node_id f, node_id derivative, const bindings& inputs,
                                              const bindings& directions, std::span<const double> steps);

/// |finite difference - D(x)| / max(1, |D(x)|) in 256 bits, the difference by Richardson's scheme.
result<double> central_difference_error(const graph& g, node_id f, node_id derivative, const bindings& inputs,
                                        const bindings& directions);

/// The directional derivative of `f` along `directions` by dual numbers over 256 bits, and <gradients, directions>:
/// both of each element of `f`.
struct dual_check {
  std::vector<double> from_duals;   ///< d f_i along the direction, by dual numbers
  std::vector<double> from_graph;   ///< value of the given node, element by element
  double largest_difference = 0;    ///< relative to the largest magnitude, in 256 bits before rounding
};
result<dual_check> check_with_duals(const graph& g, node_id f, node_id derivative, const bindings& inputs, const bindings& directions);

/// Whether `derivative` is the directional derivative of `f` modulo 2^61 - 1, at these inputs (integers).
/// Error: an operation that is not rational, or a division by zero modulo the prime.
result<bool> check_modulo_prime(const graph& g, node_id f, node_id derivative, const bindings& inputs, const bindings& directions);

} // namespace fpcheck::expr
