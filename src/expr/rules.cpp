#include "elementary.hpp"
#include "rules.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace fpcheck::expr {
namespace {

using shares = std::vector<adjoint_share>;

/// The adjoint of broadcasting: sums over what was repeated.
node_id sum_to(graph& g, node_id up, const shape& to) {
  const std::size_t extra = g.rank(up) - to.size();
  std::vector<std::int64_t> axes;
  for (std::size_t i = 0; i < g.rank(up); ++i)
    if (i < extra || (to[i - extra].size == 1 && g.extent(up, i) != 1)) axes.push_back(static_cast<std::int64_t>(i));
  return g.reshape(g.reduce(operation::sum, up, axes), to);
}

/// Undoes a reduction's drop of axes and repeats along them.
node_id spread(graph& g, node_id up, node_id x, const std::vector<std::int64_t>& axes) {
  shape keep = g.shape_of(x);
  for (const std::int64_t a : axes) keep[static_cast<std::size_t>(a)] = {1, ""};
  return g.broadcast(g.reshape(up, keep), g.shape_of(x));
}

node_id one_minus(graph& g, node_id x) { return g.sub(g.full(g.shape_of(x), "1"), x); }

node_id mean_last(graph& g, node_id x) {
  return g.reduce_keeping(operation::mean, x, {static_cast<std::int64_t>(g.rank(x)) - 1});
}

shares neg_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.neg(up)}}; }
shares abs_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.mul(up, g.unary(operation::sign_hull, g[self].arguments[0]))}}; }
shares relu_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.mul(up, g.step(g[self].arguments[0], "0"))}}; }

shares powi_rule(graph& g, node_id self, node_id up) {
  const node_id x = g[self].arguments[0];
  const std::int64_t n = g[self].integers[0];
  if (n == 0) return {};
  return {{x, g.mul(up, g.mul(g.constant(n), g.powi(x, n - 1)))}};
}

shares polygamma_rule(graph& g, node_id self, node_id up) {
  const node_id x = g[self].arguments[0];
  const std::int64_t order = g[self].integers[0];
  return {{x, g.mul(up, g.polygamma(order + 1, x))}};
}

shares add_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], up}, {g[self].arguments[1], up}}; }
shares sub_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], up}, {g[self].arguments[1], g.neg(up)}}; }

shares mul_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0], b = g[self].arguments[1];
  return {{a, g.mul(up, b)}, {b, g.mul(up, a)}};
}

shares div_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0], b = g[self].arguments[1];
  return {{a, g.div(up, b)}, {b, g.neg(g.div(g.mul(up, self), b))}};
}

shares pow_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0], b = g[self].arguments[1];
  return {{a, g.mul(up, g.mul(b, g.binary(operation::pow, a, g.sub(b, g.constant(1)))))}, {b, g.mul(up, g.mul(self, g.unary(operation::log, a)))}};
}

shares atan2_rule(graph& g, node_id self, node_id up) {
  const node_id y = g[self].arguments[0], x = g[self].arguments[1];
  const node_id scaled = g.div(up, g.add(g.powi(x, 2), g.powi(y, 2)));
  return {{y, g.mul(scaled, x)}, {x, g.neg(g.mul(scaled, y))}};
}

shares hypot_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0], b = g[self].arguments[1], scaled = g.div(up, self);
  return {{a, g.mul(scaled, a)}, {b, g.mul(scaled, b)}};
}

template <operation O>
shares selection_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0], b = g[self].arguments[1];
  const node_id weight = g.step(O == operation::maximum ? g.sub(a, b) : g.sub(b, a), "0.5");
  return {{a, g.mul(up, weight)}, {b, g.mul(up, one_minus(g, weight))}};
}

shares where_rule(graph& g, node_id self, node_id up) {
  const node n = g[self];
  const node_id zero = g.full(g.shape_of(self), "0");
  return {{n.arguments[1], g.where(n.arguments[0], up, zero)}, {n.arguments[2], g.where(n.arguments[0], zero, up)}};
}

/// The adjoint of a reduction, repeated along its axes, times what `weight` makes of the argument.
template <class F>
shares reduced(graph& g, node_id self, node_id up, F weight) {
  const node_id x = g[self].arguments[0];
  const std::vector<std::int64_t> axes = g[self].integers;
  const node_id wide = spread(g, up, x, axes);
  return {{x, g.mul(wide, weight(x, axes))}};
}

shares sum_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], spread(g, up, g[self].arguments[0], g[self].integers)}}; }

/// Divided before it is repeated: n divisions fewer, and no more roundings.
shares mean_rule(graph& g, node_id self, node_id up) {
  const node_id x = g[self].arguments[0];
  const std::vector<std::int64_t> axes = g[self].integers;
  std::int64_t n = 1;
  for (const std::int64_t a : axes) n *= g.extent(x, static_cast<std::size_t>(a));
  return {{x, spread(g, g.div(up, g.constant(n)), x, axes)}};
}

shares max_rule(graph& g, node_id self, node_id up) {
  return reduced(g, self, up, [&](node_id x, const auto& axes) { return g.along(operation::max_weight, x, axes); });
}
shares min_rule(graph& g, node_id self, node_id up) {
  return reduced(g, self, up, [&](node_id x, const auto& axes) { return g.along(operation::max_weight, g.neg(x), axes); });
}
shares logsumexp_rule(graph& g, node_id self, node_id up) {
  return reduced(g, self, up, [&](node_id x, const auto& axes) { return g.along(operation::softmax, x, axes); });
}

shares softmax_rule(graph& g, node_id self, node_id up) {
  const std::vector<std::int64_t> axes = g[self].integers;
  const node_id inner = g.reduce_keeping(operation::sum, g.mul(up, self), axes);
  return {{g[self].arguments[0], g.mul(self, g.sub(up, inner))}};
}

result<shares> cumsum_rule(graph& g, node_id self, node_id up) {
  const node_id x = g[self].arguments[0];
  const std::vector<std::int64_t> axes = g[self].integers;
  if (axes.size() != 1) return fail("cumsum over several axes has no derivative rule");
  return shares{{x, g.flip(g.along(operation::cumsum, g.flip(up, axes[0]), axes), axes[0])}};
}

/// Each element comes from one place, which an index names: the adjoint goes back there.
template <operation Index>
shares chosen_rule(graph& g, node_id self, node_id up) {
  const node_id x = g[self].arguments[0];
  const std::vector<std::int64_t> axes = g[self].integers;
  const dimension extent = g.shape_of(x)[static_cast<std::size_t>(axes[0])];
  return {{x, g.scatter_along(up, g.along(Index, x, axes), axes[0], extent)}};
}

shares broadcast_rule(graph& g, node_id self, node_id up) {
  const node_id x = g[self].arguments[0];
  return {{x, sum_to(g, up, shape(g.shape_of(x)))}};
}
shares reshape_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.reshape(up, g.shape_of(g[self].arguments[0]))}}; }

shares transpose_rule(graph& g, node_id self, node_id up) {
  const node n = g[self];
  std::vector<std::int64_t> inverse(n.integers.size());
  for (std::size_t i = 0; i < inverse.size(); ++i) inverse[static_cast<std::size_t>(n.integers[i])] = static_cast<std::int64_t>(i);
  return {{n.arguments[0], g.transpose(up, std::move(inverse))}};
}

shares slice_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.unslice(up, g[self].integers, g.shape_of(g[self].arguments[0]))}}; }
shares unslice_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.slice(up, g[self].integers)}}; }

shares concat_rule(graph& g, node_id self, node_id up) {
  const auto axis = static_cast<std::size_t>(g[self].integers[0]);
  shares out;
  std::int64_t start = 0;
  for (const node_id part : g[self].arguments) {
    std::vector<std::int64_t> s;
    for (const dimension& d : g.shape_of(self)) s.insert(s.end(), {0, d.size, 1});
    s[3 * axis] = start;
    s[3 * axis + 1] = start += g.extent(part, axis);
    out.push_back({part, g.slice(up, std::move(s))});
  }
  return out;
}

shares gather_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.scatter_add(up, g[self].arguments[1], g.shape_of(g[self].arguments[0])[0])}}; }
shares scatter_add_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.gather(up, g[self].arguments[1])}}; }
shares take_along_rule(graph& g, node_id self, node_id up) {
  const node n = g[self];
  return {{n.arguments[0], g.scatter_along(up, n.arguments[1], n.integers[0], g.shape_of(n.arguments[0])[static_cast<std::size_t>(n.integers[0])])}};
}
shares scatter_along_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.take_along(up, g[self].arguments[1], g[self].integers[0])}}; }
shares diagonal_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.diag(up)}}; }
shares diag_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.diagonal(up)}}; }
shares flip_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], g.flip(up, g[self].integers[0])}}; }
shares straight_rule(graph& g, node_id self, node_id up) { return {{g[self].arguments[0], up}}; }
/// Piecewise constant, a leaf, or cut off on purpose: nothing flows further.
shares no_rule(graph&, node_id, node_id) { return {}; }

/// The reciprocal deviation inside the definition of a normalisation.
node_id find_rsqrt(const graph& g, node_id from) {
  node_id n = g[from].arguments[1];
  while (g[n].op != operation::rsqrt) n = g[n].arguments[0];
  return n;
}

result<shares> composite_rule(graph& g, node_id self, node_id up) {
  const node n = g[self];
  const bool standardize = n.name == "standardize";
  if (!standardize && n.name != "rms_scale") return shares{{*n.body, up}};
  const node_id r = find_rsqrt(g, *n.body);
  node_id inner = g.sub(up, g.mul(self, mean_last(g, g.mul(up, self))));
  if (standardize) inner = g.sub(g.sub(up, mean_last(g, up)), g.mul(self, mean_last(g, g.mul(up, self))));
  return shares{{n.arguments[0], g.mul(r, inner)}};
}

/// How an operation passes its adjoint on, and its differential in words and in LaTeX. The elementary functions have theirs
/// in elementary.cpp, composites by their definition.
struct rule_row {
  operation op;
  result<shares> (*share)(graph&, node_id self, node_id up);
  std::string_view text, latex;
  std::string_view note; ///< the convention at a kink, if it has one
};

template <auto F>
result<shares> rule(graph& g, node_id self, node_id up) { return F(g, self, up); }

constexpr rule_row rule_table[] = {
    {operation::input, rule<no_rule>, "a leaf", "\\text{a leaf}", ""},
    {operation::constant, rule<no_rule>, "a leaf", "\\text{a leaf}", ""},
    {operation::arange, rule<no_rule>, "a leaf", "\\text{a leaf}", ""},
    {operation::neg, rule<neg_rule>, "d(-A) = -dA", "d(-A) = -dA", ""},
    {operation::polygamma, rule<polygamma_rule>, "d digamma(A) = polygamma(1, A) * dA, and one order higher each time", "d\\psi^{(n)}(A) = \\psi^{(n+1)}(A)\\circ dA", ""},
    {operation::abs, rule<abs_rule>, "d|A| = sign(A) * dA, anything in [-1, 1] at 0", "d|A| = \\mathrm{sign}(A)\\circ dA", "abs'(0): any value in [-1, 1] is accepted, 0 is printed"},
    {operation::relu, rule<relu_rule>, "d relu(A) = step(A) * dA, anything in [0, 1] at 0", "d\\,\\mathrm{relu}(A) = [A>0]\\circ dA", "relu'(0): any value in [0, 1] is accepted, 0 is printed"},
    {operation::sign, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::floor, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::ceil, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::rint, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::trunc, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::round_half_away, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::isnan, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::isinf, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::step, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::sign_hull, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::add, rule<add_rule>, "d(A + B) = dA + dB", "d(A+B) = dA + dB", ""},
    {operation::sub, rule<sub_rule>, "d(A - B) = dA - dB", "d(A-B) = dA - dB", ""},
    {operation::mul, rule<mul_rule>, "d(A * B) = dA * B + A * dB (elementwise)", "d(A\\circ B) = dA\\circ B + A\\circ dB", ""},
    {operation::div, rule<div_rule>, "d(A / B) = dA / B - (A / B) * dB / B", "d(A\\oslash B) = dA\\oslash B - (A\\oslash B)\\circ dB\\oslash B", ""},
    {operation::pow, rule<pow_rule>, "d A^p = p A^(p-1) * dA + A^p log(A) * dp", "dA^{p} = pA^{p-1}\\circ dA + A^{p}\\log A\\circ dp", ""},
    {operation::powi, rule<powi_rule>, "d A^n = n A^(n-1) * dA", "dA^{n} = nA^{n-1}\\circ dA", ""},
    {operation::atan2, rule<atan2_rule>, "d atan2(A, B) = (B * dA - A * dB) / (A^2 + B^2)", "d\\,\\mathrm{atan2}(A,B) = (B\\circ dA - A\\circ dB)\\oslash(A^2+B^2)", ""},
    {operation::hypot, rule<hypot_rule>, "d hypot(A, B) = (A * dA + B * dB) / hypot(A, B)", "d\\,\\mathrm{hypot}(A,B) = (A\\circ dA + B\\circ dB)\\oslash\\mathrm{hypot}(A,B)", ""},
    {operation::maximum, rule<selection_rule<operation::maximum>>, "d max(A, B) = the differential of the larger, any mean of the two at a tie", "d\\max(A,B) = [A>B]\\circ dA + [A<B]\\circ dB", "maximum and minimum at a tie: any split of the gradient is accepted, halves are printed"},
    {operation::minimum, rule<selection_rule<operation::minimum>>, "d min(A, B) = the differential of the smaller, any mean of the two at a tie", "d\\min(A,B) = [A<B]\\circ dA + [A>B]\\circ dB", "maximum and minimum at a tie: any split of the gradient is accepted, halves are printed"},
    {operation::lt, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::le, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::eq, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::where, rule<where_rule>, "d where(C, A, B) = where(C, dA, dB)", "d(C\\,?\\,A:B) = C\\,?\\,dA:dB", ""},
    {operation::sum, rule<sum_rule>, "d sum(A) = sum(dA)", "d\\,\\textstyle\\sum A = \\sum dA", ""},
    {operation::mean, rule<mean_rule>, "d mean(A) = mean(dA)", "d\\,\\mathrm{mean}(A) = \\mathrm{mean}(dA)", ""},
    {operation::max, rule<max_rule>, "d max(A) = dA at the largest element, any mean at a tie", "d\\max A = dA_{i^*}", "max and min over an axis at a tie: any split among the winners is accepted, equal shares are printed"},
    {operation::min, rule<min_rule>, "d min(A) = dA at the smallest element, any mean at a tie", "d\\min A = dA_{i^*}", "max and min over an axis at a tie: any split among the winners is accepted, equal shares are printed"},
    {operation::argmax, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::argsort, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::cumargmax, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::max_weight, rule<no_rule>, "none: it is piecewise constant", "\\text{piecewise constant}", ""},
    {operation::logsumexp, rule<logsumexp_rule>, "d logsumexp(A) = sum(softmax(A) * dA)", "d\\,\\mathrm{lse}(A) = \\langle\\mathrm{softmax}(A), dA\\rangle", ""},
    {operation::softmax, rule<softmax_rule>, "dP = P * (dA - sum(P * dA))", "dP = P\\circ(dA - \\langle P, dA\\rangle)", ""},
    {operation::cumsum, rule<cumsum_rule>, "d cumsum(A) = cumsum(dA)", "d\\,\\mathrm{cumsum}(A) = \\mathrm{cumsum}(dA)", ""},
    {operation::sort, rule<chosen_rule<operation::argsort>>, "d sort(A) = dA in the order of A; piecewise, at a tie any order", "d\\,\\mathrm{sort}(A) = (dA)_{\\mathrm{argsort}(A)}", "sort at a tie: equal elements keep their order"},
    {operation::cummax, rule<chosen_rule<operation::cumargmax>>, "d cummax(A) = dA where the largest so far stands; piecewise, at a tie any of them", "d\\,\\mathrm{cummax}(A) = (dA)_{i^*}", "cummax at a tie: the first of them gets the gradient"},
    {operation::broadcast, rule<broadcast_rule>, "linear: the adjoint is applied", "\\text{linear: the adjoint is applied}", ""},
    {operation::reshape, rule<reshape_rule>, "linear: the adjoint is applied", "\\text{linear: the adjoint is applied}", ""},
    {operation::transpose, rule<transpose_rule>, "d(A^T) = (dA)^T", "d(A^{T}) = (dA)^{T}", ""},
    {operation::slice, rule<slice_rule>, "d(part of A) = part of dA", "d(A_{I}) = (dA)_{I}", ""},
    {operation::unslice, rule<unslice_rule>, "linear: the adjoint is applied", "\\text{linear: the adjoint is applied}", ""},
    {operation::concat, rule<concat_rule>, "d[A B] = [dA dB]", "d[A\\;B] = [dA\\;dB]", ""},
    {operation::gather, rule<gather_rule>, "d gather(A, ids) = gather(dA, ids)", "d\\,A_{ids} = (dA)_{ids}", ""},
    {operation::scatter_add, rule<scatter_add_rule>, "d scatter_add(A, ids) = scatter_add(dA, ids)", "d\\,\\mathrm{scatter}(A) = \\mathrm{scatter}(dA)", ""},
    {operation::take_along, rule<take_along_rule>, "d take_along_axis(A, ids) = take_along_axis(dA, ids)", "d\\,A_{ids} = (dA)_{ids}", ""},
    {operation::scatter_along, rule<scatter_along_rule>, "d scatter_along_axis(A, ids) = scatter_along_axis(dA, ids)", "d\\,\\mathrm{scatter}(A) = \\mathrm{scatter}(dA)", ""},
    {operation::diagonal, rule<diagonal_rule>, "d diagonal(A) = diagonal(dA)", "d\\,\\mathrm{diagonal}(A) = \\mathrm{diagonal}(dA)", ""},
    {operation::diag, rule<diag_rule>, "d diag(a) = diag(da)", "d\\,\\mathrm{diag}(a) = \\mathrm{diag}(da)", ""},
    {operation::flip, rule<flip_rule>, "linear: the adjoint is applied", "\\text{linear: the adjoint is applied}", ""},
    {operation::matmul, rule<matmul_rule>, "d(A B) = dA B + A dB", "d(AB) = dA\\,B + A\\,dB", ""},
    {operation::inv, rule<inv_rule>, "d A^-1 = -A^-1 dA A^-1", "dA^{-1} = -A^{-1}\\,dA\\,A^{-1}", ""},
    {operation::det, rule<det_rule>, "d det(A) = det(A) tr(A^-1 dA)", "d\\det A = \\det A\\,\\mathrm{tr}(A^{-1}dA)", ""},
    {operation::logdet, rule<logdet_rule>, "d log det(A) = tr(A^-1 dA)", "d\\log\\det A = \\mathrm{tr}(A^{-1}dA)", ""},
    {operation::solve, rule<solve_rule>, "d(A^-1 B) = A^-1 (dB - dA A^-1 B)", "d(A^{-1}B) = A^{-1}(dB - dA\\,A^{-1}B)", ""},
    {operation::cholesky, rule<cholesky_rule>, "dL = L Phi(L^-1 dA L^-T), Phi the lower triangle with half of the diagonal", "dL = L\\,\\Phi(L^{-1}dA\\,L^{-T})", ""},
    {operation::expm, rule<expm_rule>, "d exp(A) = the upper right block of expm([[A, dA], [0, A]])", "d\\exp(A) = \\int_0^1 e^{sA}\\,dA\\,e^{(1-s)A}\\,ds", ""},
    {operation::eigvalsh, rule<eigvalsh_rule>, "d lambda_i = v_i^T dA v_i; at a repeated eigenvalue there is no derivative", "d\\lambda_i = v_i^{T}\\,dA\\,v_i", "eigenvalues are taken of the symmetric part; repeated ones have no derivative"},
    {operation::eigen_compose, rule<eigen_compose_rule>, "d(V diag(w) V^T) = V diag(dw) V^T, V held fixed", "d(V\\,\\mathrm{diag}(w)V^{T}) = V\\,\\mathrm{diag}(dw)V^{T}", ""},
    {operation::eigen_diagonal, rule<eigen_diagonal_rule>, "d diagonal(V^T U V) = diagonal(V^T dU V), V held fixed", "d\\,\\mathrm{diagonal}(V^{T}UV) = \\mathrm{diagonal}(V^{T}dU\\,V)", ""},
    {operation::round_to, rule<straight_rule>, "d round(A) = dA (straight through)", "d\\,\\mathrm{round}(A) = dA", "round_to passes the gradient straight through"},
    {operation::narrow, rule<straight_rule>, "rounding to storage passes dA through", "d\\,\\mathrm{store}(A) = dA", ""},
    {operation::stop_grad, rule<no_rule>, "d stop_grad(A) = 0", "d\\,\\mathrm{stop}(A) = 0", ""},
};

/// Every operation has one row here, but composites and the elementary functions.
constexpr bool complete() {
  constexpr operation all[] = {
#define FPCHECK_EXPR_OPERATION(name, printed, family, field) operation::name,
#include <fpcheck/expr/operations.def>
  };
  std::size_t elsewhere = 0;
  for (const operation o : all) {
    const auto rows = std::count_if(std::begin(rule_table), std::end(rule_table), [o](const rule_row& r) { return r.op == o && !r.text.empty() && !r.latex.empty(); });
    if (rows > 1) return false;
    if (rows == 0) ++elsewhere;
  }
  return elsewhere == elementary_count + 1;
}
static_assert(complete(), "an operation lacks a derivation rule, or has two");

const rule_row* find_rule(operation o) {
  const auto* at = std::find_if(std::begin(rule_table), std::end(rule_table), [o](const rule_row& r) { return r.op == o; });
  return at == std::end(rule_table) ? nullptr : at;
}

} // namespace

result<std::vector<adjoint_share>> apply_rule(graph& g, node_id self, node_id up) {
  const operation o = g[self].op;
  if (o == operation::composite) return composite_rule(g, self, up);
  if (const elementary_row* e = find_elementary(o)) return shares{{g[self].arguments[0], e->share(g, self, up)}};
  if (const rule_row* r = find_rule(o)) return r->share(g, self, up);
  return fail("no derivative rule for " + std::string(printed_name(o)));
}

std::string_view rule_text(operation o) {
  if (const elementary_row* e = find_elementary(o)) return e->text;
  const rule_row* r = find_rule(o);
  return r != nullptr ? r->text : "by its definition";
}

std::string_view rule_text(const graph& g, node_id self) {
  const node& n = g[self];
  if (n.name == "standardize" && n.body) return "d xhat = rstd (dx - mean(dx) - xhat mean(xhat dx))";
  if (n.name == "rms_scale" && n.body) return "d xhat = rrms (dx - xhat mean(xhat dx))";
  return rule_text(n.op);
}

std::string_view rule_latex(const graph& g, node_id self) {
  const node& n = g[self];
  if (n.name == "standardize" && n.body) return "d\\hat x = \\sigma^{-1}(dx - \\overline{dx} - \\hat x\\,\\overline{\\hat x\\,dx})";
  if (n.name == "rms_scale" && n.body) return "d\\hat x = \\rho^{-1}(dx - \\hat x\\,\\overline{\\hat x\\,dx})";
  if (const elementary_row* e = find_elementary(n.op)) return e->latex;
  const rule_row* r = find_rule(n.op);
  return r != nullptr ? r->latex : "\\text{by its definition}";
}

std::string_view rule_note(operation o) {
  const rule_row* r = find_rule(o);
  return r != nullptr ? r->note : "";
}

} // namespace fpcheck::expr
