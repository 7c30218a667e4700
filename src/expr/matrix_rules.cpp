// The rules of the matrix operations.
#include "rules.hpp"

namespace fpcheck::expr {
namespace {

using shares = std::vector<adjoint_share>;

node_id half(graph& g, node_id x) { return g.mul(g.constant("0.5"), x); }

/// A scalar for each matrix of a batch, with two axes of 1 for the matrix.
node_id as_factor(graph& g, node_id s) {
  shape dims = g.shape_of(s);
  dims.insert(dims.end(), 2, dimension{1, ""});
  return g.reshape(s, std::move(dims));
}

/// The lower triangle with half of the diagonal.
node_id half_lower(graph& g, node_id x) {
  const dimension n = g.shape_of(x).back();
  const node_id row = g.reshape(g.arange(n), {n, {1, ""}}), column = g.reshape(g.arange(n), {{1, ""}, n});
  const node_id below = g.binary(operation::lt, column, row), on = g.binary(operation::eq, column, row);
  return g.mul(x, g.add(below, half(g, on)));
}

} // namespace

result<shares> matmul_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0], b = g[self].arguments[1];
  return shares{{a, g.matmul(up, g.transpose(b))}, {b, g.matmul(g.transpose(a), up)}};
}

result<shares> inv_rule(graph& g, node_id self, node_id up) {
  const node_id t = g.transpose(self);
  return shares{{g[self].arguments[0], g.neg(g.matmul(g.matmul(t, up), t))}};
}

result<shares> det_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0];
  return shares{{a, g.mul(as_factor(g, g.mul(up, self)), g.transpose(g.inv(a)))}};
}

result<shares> logdet_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0];
  return shares{{a, g.mul(as_factor(g, up), g.transpose(g.inv(a)))}};
}

result<shares> solve_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0], b = g[self].arguments[1], s = g.solve(g.transpose(a), up);
  return shares{{a, g.neg(g.matmul(s, g.transpose(self)))}, {b, s}};
}

result<shares> cholesky_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0], inverse = g.inv(self);
  const node_id inner = half_lower(g, g.matmul(g.transpose(self), up));
  const node_id s = g.matmul(g.matmul(g.transpose(inverse), inner), inverse);
  return shares{{a, half(g, g.add(s, g.transpose(s)))}};
}

/// The derivative of exp at A in a direction E is the upper right block of exp [[A, E], [0, A]]; its adjoint is the one at A^T.
result<shares> expm_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0], t = g.transpose(a);
  const auto rows = static_cast<std::int64_t>(g.rank(a)) - 2, columns = rows + 1;
  const node_id upper = g.concat({t, up}, columns), lower = g.concat({g.full(g.shape_of(a), "0"), t}, columns);
  const node_id block = g.expm(g.concat({upper, lower}, rows));
  const std::int64_t n = g.shape_of(a).back().size;
  std::vector<std::int64_t> corner;
  for (const dimension& d : g.shape_of(block)) corner.insert(corner.end(), {0, d.size, 1});
  corner[3 * static_cast<std::size_t>(rows) + 1] = n, corner[3 * static_cast<std::size_t>(columns)] = n;
  return shares{{a, g.slice(block, std::move(corner))}};
}

result<shares> eigvalsh_rule(graph& g, node_id self, node_id up) { return shares{{g[self].arguments[0], g.eigen_compose(g[self].arguments[0], up)}}; }

// These two occur in the gradients of eigenvalues, linear in their second argument. Of the matrix they are not
// differentiated: the second derivative of an eigenvalue is not modelled.
result<shares> eigen_compose_rule(graph& g, node_id self, node_id up) { return shares{{g[self].arguments[1], g.eigen_diagonal(g[self].arguments[0], up)}}; }
result<shares> eigen_diagonal_rule(graph& g, node_id self, node_id up) {
  const node_id s = half(g, g.eigen_compose(g[self].arguments[0], up));
  return shares{{g[self].arguments[1], g.add(s, g.transpose(s))}};
}

} // namespace fpcheck::expr
