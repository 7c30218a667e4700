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

node_id square(graph& g, node_id x) { return g.powi(x, 2); }
node_id half(graph& g, node_id x) { return g.mul(g.constant("0.5"), x); }
node_id one_minus(graph& g, node_id x) { return g.sub(g.full(g.shape_of(x), "1"), x); }

node_id mean_last(graph& g, node_id x) {
  return g.reduce_keeping(operation::mean, x, {static_cast<std::int64_t>(g.rank(x)) - 1});
}

/// dF/dx = up * this, for the elementwise functions.
node_id slope(graph& g, node_id self) {
  const node_id x = g[self].arguments[0];
  switch (g[self].op) {
  case operation::exp: return self;
  case operation::exp2: return g.mul(self, g.unary(operation::log, g.constant(2)));
  case operation::expm1: return g.unary(operation::exp, x);
  case operation::log1p: return g.div(g.constant(1), g.add(x, g.constant(1)));
  case operation::rsqrt: return g.mul(g.constant("-0.5"), g.powi(self, 3));
  case operation::tanh: return one_minus(g, square(g, self));
  case operation::sigmoid: return g.mul(self, one_minus(g, self));
  case operation::softplus: return g.unary(operation::sigmoid, x);
  case operation::erf: {
    const node_id factor = g.div(g.constant(2), g.unary(operation::sqrt, g.constant("pi")));
    return g.mul(factor, g.unary(operation::exp, g.neg(square(g, x))));
  }
  case operation::sin: return g.unary(operation::cos, x);
  case operation::cos: return g.neg(g.unary(operation::sin, x));
  case operation::abs: return g.unary(operation::sign_hull, x);
  case operation::relu: return g.step(x, "0");
  case operation::powi: return g.mul(g.constant(g[self].integers[0]), g.powi(x, g[self].integers[0] - 1));
  default: return g.constant(1);
  }
}

result<shares> unary_rule(graph& g, node_id self, node_id up) {
  const node_id x = g[self].arguments[0];
  switch (g[self].op) {
  case operation::neg: return shares{{x, g.neg(up)}};
  case operation::log: return shares{{x, g.div(up, x)}};
  case operation::log2: return shares{{x, g.div(up, g.mul(x, g.unary(operation::log, g.constant(2))))}};
  case operation::sqrt: return shares{{x, g.div(up, g.mul(g.constant(2), self))}};
  case operation::powi:
    if (g[self].integers[0] == 0) return shares{};
    return shares{{x, g.mul(up, slope(g, self))}};
  default: return shares{{x, g.mul(up, slope(g, self))}};
  }
}

result<shares> binary_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0], b = g[self].arguments[1];
  switch (g[self].op) {
  case operation::add: return shares{{a, up}, {b, up}};
  case operation::sub: return shares{{a, up}, {b, g.neg(up)}};
  case operation::mul: return shares{{a, g.mul(up, b)}, {b, g.mul(up, a)}};
  case operation::div: return shares{{a, g.div(up, b)}, {b, g.neg(g.div(g.mul(up, self), b))}};
  case operation::pow:
    return shares{{a, g.mul(up, g.mul(b, g.binary(operation::pow, a, g.sub(b, g.constant(1)))))},
                  {b, g.mul(up, g.mul(self, g.unary(operation::log, a)))}};
  default: {
    const bool larger = g[self].op == operation::maximum;
    const node_id weight = g.step(larger ? g.sub(a, b) : g.sub(b, a), "0.5");
    return shares{{a, g.mul(up, weight)}, {b, g.mul(up, one_minus(g, weight))}};
  }
  }
}

result<shares> reduction_rule(graph& g, node_id self, node_id up) {
  const node_id x = g[self].arguments[0];
  const std::vector<std::int64_t> axes = g[self].integers;
  const node_id wide = spread(g, up, x, axes);
  switch (g[self].op) {
  case operation::sum: return shares{{x, wide}};
  case operation::mean: {
    // Divided before it is repeated: n divisions fewer, and no more roundings.
    std::int64_t n = 1;
    for (const std::int64_t a : axes) n *= g.extent(x, static_cast<std::size_t>(a));
    return shares{{x, spread(g, g.div(up, g.constant(n)), x, axes)}};
  }
  case operation::max: return shares{{x, g.mul(wide, g.along(operation::max_weight, x, axes))}};
  case operation::min: return shares{{x, g.mul(wide, g.along(operation::max_weight, g.neg(x), axes))}};
  default: return shares{{x, g.mul(wide, g.along(operation::softmax, x, axes))}};
  }
}

result<shares> normalisation_rule(graph& g, node_id self, node_id up) {
  const node_id x = g[self].arguments[0];
  const std::vector<std::int64_t> axes = g[self].integers;
  if (g[self].op == operation::softmax) {
    const node_id inner = g.reduce_keeping(operation::sum, g.mul(up, self), axes);
    return shares{{x, g.mul(self, g.sub(up, inner))}};
  }
  if (axes.size() != 1) return fail("cumsum over several axes has no derivative rule");
  return shares{{x, g.flip(g.along(operation::cumsum, g.flip(up, axes[0]), axes), axes[0])}};
}

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

result<shares> structure_rule(graph& g, node_id self, node_id up) {
  const node n = g[self];
  const node_id x = n.arguments[0];
  switch (n.op) {
  case operation::broadcast: return shares{{x, sum_to(g, up, g.shape_of(x))}};
  case operation::reshape: return shares{{x, g.reshape(up, g.shape_of(x))}};
  case operation::transpose: {
    std::vector<std::int64_t> inverse(n.integers.size());
    for (std::size_t i = 0; i < inverse.size(); ++i) inverse[static_cast<std::size_t>(n.integers[i])] = static_cast<std::int64_t>(i);
    return shares{{x, g.transpose(up, std::move(inverse))}};
  }
  case operation::slice: return shares{{x, g.unslice(up, n.integers, g.shape_of(x))}};
  case operation::unslice: return shares{{x, g.slice(up, n.integers)}};
  case operation::concat: return concat_rule(g, self, up);
  case operation::gather: return shares{{x, g.scatter_add(up, n.arguments[1], g.shape_of(x)[0])}};
  case operation::scatter_add: return shares{{x, g.gather(up, n.arguments[1])}};
  case operation::diagonal: return shares{{x, g.diag(up)}};
  case operation::diag: return shares{{x, g.diagonal(up)}};
  case operation::flip: return shares{{x, g.flip(up, n.integers[0])}};
  default: return shares{};
  }
}

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

result<shares> linear_algebra_rule(graph& g, node_id self, node_id up) {
  const node_id a = g[self].arguments[0];
  switch (g[self].op) {
  case operation::matmul: {
    const node_id b = g[self].arguments[1];
    return shares{{a, g.matmul(up, g.transpose(b))}, {b, g.matmul(g.transpose(a), up)}};
  }
  case operation::inv: {
    const node_id t = g.transpose(self);
    return shares{{a, g.neg(g.matmul(g.matmul(t, up), t))}};
  }
  case operation::det: return shares{{a, g.mul(as_factor(g, g.mul(up, self)), g.transpose(g.inv(a)))}};
  case operation::logdet: return shares{{a, g.mul(as_factor(g, up), g.transpose(g.inv(a)))}};
  case operation::solve: {
    const node_id s = g.solve(g.transpose(a), up);
    return shares{{a, g.neg(g.matmul(s, g.transpose(self)))}, {g[self].arguments[1], s}};
  }
  default: { // cholesky
    const node_id inverse = g.inv(self);
    const node_id inner = half_lower(g, g.matmul(g.transpose(self), up));
    const node_id s = g.matmul(g.matmul(g.transpose(inverse), inner), inverse);
    return shares{{a, half(g, g.add(s, g.transpose(s)))}};
  }
  }
}

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

struct rule_row {
  operation op;
  std::string_view text, latex;
};

constexpr rule_row rule_table[] = {
    {operation::neg, "d(-A) = -dA", "d(-A) = -dA"},
    {operation::exp, "d exp(A) = exp(A) * dA", "d\\exp(A) = \\exp(A)\\circ dA"},
    {operation::exp2, "d exp2(A) = log(2) exp2(A) * dA", "d\\,2^{A} = \\ln 2\\;2^{A}\\circ dA"},
    {operation::expm1, "d expm1(A) = exp(A) * dA", "d(\\exp(A)-1) = \\exp(A)\\circ dA"},
    {operation::log, "d log(A) = dA / A", "d\\log A = dA\\oslash A"},
    {operation::log2, "d log2(A) = dA / (A log(2))", "d\\log_2 A = dA\\oslash(A\\ln 2)"},
    {operation::log1p, "d log1p(A) = dA / (1 + A)", "d\\log(1+A) = dA\\oslash(1+A)"},
    {operation::sqrt, "d sqrt(A) = dA / (2 sqrt(A))", "d\\sqrt{A} = dA\\oslash 2\\sqrt{A}"},
    {operation::rsqrt, "d A^(-1/2) = -1/2 A^(-3/2) * dA", "dA^{-1/2} = -\\tfrac12 A^{-3/2}\\circ dA"},
    {operation::tanh, "d tanh(A) = (1 - tanh(A)^2) * dA", "d\\tanh A = (1-\\tanh^2 A)\\circ dA"},
    {operation::sigmoid, "d s(A) = s(A) (1 - s(A)) * dA", "d\\sigma(A) = \\sigma(A)(1-\\sigma(A))\\circ dA"},
    {operation::softplus, "d softplus(A) = sigmoid(A) * dA", "d\\,\\mathrm{softplus}(A) = \\sigma(A)\\circ dA"},
    {operation::erf, "d erf(A) = 2/sqrt(pi) exp(-A^2) * dA", "d\\,\\mathrm{erf}(A) = \\tfrac{2}{\\sqrt\\pi}e^{-A^2}\\circ dA"},
    {operation::sin, "d sin(A) = cos(A) * dA", "d\\sin A = \\cos A\\circ dA"},
    {operation::cos, "d cos(A) = -sin(A) * dA", "d\\cos A = -\\sin A\\circ dA"},
    {operation::abs, "d|A| = sign(A) * dA, anything in [-1, 1] at 0", "d|A| = \\mathrm{sign}(A)\\circ dA"},
    {operation::relu, "d relu(A) = step(A) * dA, anything in [0, 1] at 0", "d\\,\\mathrm{relu}(A) = [A>0]\\circ dA"},
    {operation::add, "d(A + B) = dA + dB", "d(A+B) = dA + dB"},
    {operation::sub, "d(A - B) = dA - dB", "d(A-B) = dA - dB"},
    {operation::mul, "d(A * B) = dA * B + A * dB (elementwise)", "d(A\\circ B) = dA\\circ B + A\\circ dB"},
    {operation::div, "d(A / B) = dA / B - (A / B) * dB / B", "d(A\\oslash B) = dA\\oslash B - (A\\oslash B)\\circ dB\\oslash B"},
    {operation::pow, "d A^p = p A^(p-1) * dA + A^p log(A) * dp", "dA^{p} = pA^{p-1}\\circ dA + A^{p}\\log A\\circ dp"},
    {operation::powi, "d A^n = n A^(n-1) * dA", "dA^{n} = nA^{n-1}\\circ dA"},
    {operation::maximum, "d max(A, B) = the differential of the larger, any mean of the two at a tie", "d\\max(A,B) = [A>B]\\circ dA + [A<B]\\circ dB"},
    {operation::minimum, "d min(A, B) = the differential of the smaller, any mean of the two at a tie", "d\\min(A,B) = [A<B]\\circ dA + [A>B]\\circ dB"},
    {operation::where, "d where(C, A, B) = where(C, dA, dB)", "d(C\\,?\\,A:B) = C\\,?\\,dA:dB"},
    {operation::sum, "d sum(A) = sum(dA)", "d\\,\\textstyle\\sum A = \\sum dA"},
    {operation::mean, "d mean(A) = mean(dA)", "d\\,\\mathrm{mean}(A) = \\mathrm{mean}(dA)"},
    {operation::max, "d max(A) = dA at the largest element, any mean at a tie", "d\\max A = dA_{i^*}"},
    {operation::min, "d min(A) = dA at the smallest element, any mean at a tie", "d\\min A = dA_{i^*}"},
    {operation::logsumexp, "d logsumexp(A) = sum(softmax(A) * dA)", "d\\,\\mathrm{lse}(A) = \\langle\\mathrm{softmax}(A), dA\\rangle"},
    {operation::softmax, "dP = P * (dA - sum(P * dA))", "dP = P\\circ(dA - \\langle P, dA\\rangle)"},
    {operation::cumsum, "d cumsum(A) = cumsum(dA)", "d\\,\\mathrm{cumsum}(A) = \\mathrm{cumsum}(dA)"},
    {operation::transpose, "d(A^T) = (dA)^T", "d(A^{T}) = (dA)^{T}"},
    {operation::slice, "d(part of A) = part of dA", "d(A_{I}) = (dA)_{I}"},
    {operation::concat, "d[A B] = [dA dB]", "d[A\\;B] = [dA\\;dB]"},
    {operation::diag, "d diag(a) = diag(da)", "d\\,\\mathrm{diag}(a) = \\mathrm{diag}(da)"},
    {operation::diagonal, "d diagonal(A) = diagonal(dA)", "d\\,\\mathrm{diagonal}(A) = \\mathrm{diagonal}(dA)"},
    {operation::scatter_add, "d scatter_add(A, ids) = scatter_add(dA, ids)", "d\\,\\mathrm{scatter}(A) = \\mathrm{scatter}(dA)"},
    {operation::matmul, "d(A B) = dA B + A dB", "d(AB) = dA\\,B + A\\,dB"},
    {operation::inv, "d A^-1 = -A^-1 dA A^-1", "dA^{-1} = -A^{-1}\\,dA\\,A^{-1}"},
    {operation::det, "d det(A) = det(A) tr(A^-1 dA)", "d\\det A = \\det A\\,\\mathrm{tr}(A^{-1}dA)"},
    {operation::logdet, "d log det(A) = tr(A^-1 dA)", "d\\log\\det A = \\mathrm{tr}(A^{-1}dA)"},
    {operation::solve, "d(A^-1 B) = A^-1 (dB - dA A^-1 B)", "d(A^{-1}B) = A^{-1}(dB - dA\\,A^{-1}B)"},
    {operation::cholesky, "dL = L Phi(L^-1 dA L^-T), Phi the lower triangle with half of the diagonal",
     "dL = L\\,\\Phi(L^{-1}dA\\,L^{-T})"},
    {operation::gather, "d gather(A, ids) = gather(dA, ids)", "d\\,A_{ids} = (dA)_{ids}"},
    {operation::round_to, "d round(A) = dA (straight through)", "d\\,\\mathrm{round}(A) = dA"},
    {operation::narrow, "rounding to storage passes dA through", "d\\,\\mathrm{store}(A) = dA"},
};

const rule_row* find_rule(operation o) {
  const auto* at = std::find_if(std::begin(rule_table), std::end(rule_table), [o](const rule_row& r) { return r.op == o; });
  return at == std::end(rule_table) ? nullptr : at;
}

} // namespace

result<std::vector<adjoint_share>> apply_rule(graph& g, node_id self, node_id up) {
  switch (family(g[self].op)) {
  case operation_family::unary: return unary_rule(g, self, up);
  case operation_family::binary: return binary_rule(g, self, up);
  case operation_family::ternary: {
    const node n = g[self];
    const node_id zero = g.full(g.shape_of(self), "0");
    return shares{{n.arguments[1], g.where(n.arguments[0], up, zero)}, {n.arguments[2], g.where(n.arguments[0], zero, up)}};
  }
  case operation_family::reduction: return reduction_rule(g, self, up);
  case operation_family::normalisation: return normalisation_rule(g, self, up);
  case operation_family::structure: return structure_rule(g, self, up);
  case operation_family::linear_algebra: return linear_algebra_rule(g, self, up);
  case operation_family::composite: return composite_rule(g, self, up);
  case operation_family::cast: return shares{{g[self].arguments[0], up}};
  // Piecewise constant, or a leaf: nothing flows further.
  case operation_family::discrete:
  case operation_family::kink:
  case operation_family::leaf: return shares{};
  }
  return fail("no derivative rule for " + std::string(printed_name(g[self].op)));
}

std::string_view rule_text(const graph& g, node_id self) {
  const node& n = g[self];
  if (n.name == "standardize" && n.body) return "d xhat = rstd (dx - mean(dx) - xhat mean(xhat dx))";
  if (n.name == "rms_scale" && n.body) return "d xhat = rrms (dx - xhat mean(xhat dx))";
  if (n.body) return "by its definition";
  const rule_row* r = find_rule(n.op);
  return r != nullptr ? r->text : "linear: the adjoint is applied";
}

std::string_view rule_latex(const graph& g, node_id self) {
  const node& n = g[self];
  if (n.name == "standardize" && n.body) return "d\\hat x = \\sigma^{-1}(dx - \\overline{dx} - \\hat x\\,\\overline{\\hat x\\,dx})";
  if (n.name == "rms_scale" && n.body) return "d\\hat x = \\rho^{-1}(dx - \\hat x\\,\\overline{\\hat x\\,dx})";
  if (n.body) return "\\text{by its definition}";
  const rule_row* r = find_rule(n.op);
  return r != nullptr ? r->latex : "\\text{linear: the adjoint is applied}";
}

} // namespace fpcheck::expr
