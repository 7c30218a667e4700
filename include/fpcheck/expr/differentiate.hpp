#pragma once
#include <fpcheck/expr/graph.hpp>
#include <fpcheck/expr/infer.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::expr {

/// One step of a derivation: the differential of one node is replaced by those of its arguments.
struct derivation_step {
  node_id at{};                  ///< the node whose differential is eliminated
  std::string rule;              ///< `d(A B) = dA B + A dB`
  std::vector<std::pair<node_id, node_id>> pending; ///< afterwards dF = sum of tr(second^T d(first))
};

/// Gradients by matrix differentials, with the way they were found.
struct derivation {
  node_id scalar{};                    ///< F, or <seed, F> for a tensor F
  node_id seed{};                      ///< dF/dF: one for a scalar, the upstream gradient otherwise
  std::vector<node_id> wrt;
  std::vector<node_id> gradients;      ///< G of dF = tr(G^T dX), one for each of `wrt`
  std::vector<derivation_step> steps;
  std::vector<std::string> notes;      ///< conventions that were used: kinks, ties
};

/// The vector-Jacobian product: G with <seed, dF> = sum <G_i, d wrt_i>, in the same graph.
/// Error: an operation on the way has no derivative.
result<derivation> differentiate(graph& g, node_id f, std::span<const node_id> wrt, node_id seed);
/// The gradient of a scalar. Error: `f` is not a scalar.
result<derivation> gradient(graph& g, node_id f, std::span<const node_id> wrt);
/// The Jacobian-vector product sum_i (dF/d wrt_i) v_i, by transposing the vector-Jacobian product.
result<node_id> jvp(graph& g, node_id f, std::span<const node_id> wrt, std::span<const node_id> directions);
/// The Hessian-vector product of a scalar in one variable.
result<node_id> hvp(graph& g, node_id f, node_id wrt, node_id direction);

/// A set that a variable stays in; its gradient is then the projection on the tangent space, in the Frobenius inner product.
enum class property : std::uint8_t { general, symmetric, spd, orthogonal, diagonal };

/// The property called `name`. Error: unknown names, with a suggestion.
result<property> parse_property(std::string_view name);
/// One sentence: what is meant by the gradient of a matrix with this property.
std::string_view convention(property p);
/// The gradient under the property: (G + G^T)/2, G o I, or G - X sym(X^T G).
node_id project(graph& g, node_id x, node_id gradient, property p);

} // namespace fpcheck::expr
