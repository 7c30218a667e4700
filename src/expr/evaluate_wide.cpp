#include <fpcheck/expr/exact_text.hpp>

#include "evaluate_template.hpp"
#include "wide.hpp"

namespace fpcheck::expr {

template result<evaluation<wide>> evaluate(const graph&, std::span<const node_id>, const bindings&, const arithmetic&, const progress&);

result<evaluation<wide_number>> evaluate_wide(const graph& g, std::span<const node_id> roots, const bindings& inputs, const arithmetic& a) {
  auto e = evaluate<wide>(g, roots, inputs, a, {});
  if (!e) return tl::unexpected<diagnostic>(std::move(e.error()));
  evaluation<wide_number> out;
  out.hulls = e->hulls;
  out.unbounded = std::move(e->unbounded);
  for (enclosure<wide>& r : e->roots) {
    enclosure<wide_number> w{std::move(r.sizes), {}, std::move(r.radius)};
    for (const wide& x : r.middle) {
      const double near = scalar<wide>::nearest(x);
      w.middle.push_back({x.str(75, std::ios_base::scientific), near, std::isfinite(near) ? scalar<wide>::nearest(x - wide(near)) : 0});
    }
    out.roots.push_back(std::move(w));
  }
  return out;
}

result<exact_values> evaluate_exactly(const graph& g, node_id root, const bindings& inputs) {
  auto e = evaluate<wide>(g, std::span(&root, 1), inputs, exact_arithmetic(), {});
  if (!e) return tl::unexpected<diagnostic>(std::move(e.error()));
  enclosure<wide>& r = e->roots[0];
  exact_values out{std::move(r.sizes), {}, {}, {}, std::move(r.radius)};
  for (const wide& x : r.middle) {
    char hex[128]; // 256 bits are 64 digits
    mpfr_snprintf(hex, sizeof hex, "%Ra", x.backend().data());
    out.exact.emplace_back(hex);
    out.decimal.push_back(x.str(75, std::ios_base::scientific));
    out.nearest.push_back(scalar<wide>::nearest(x));
  }
  return out;
}

namespace {

/// Inputs moved by `step` along the directions, in 256 bits.
std::map<std::string, std::vector<wide>> moved_inputs(const bindings& inputs, const bindings& directions, const wide& step) {
  std::map<std::string, std::vector<wide>> out;
  for (const auto& [name, direction] : directions) {
    const auto at = inputs.find(name);
    if (at == inputs.end()) continue;
    std::vector<wide> v;
    for (std::size_t i = 0; i < direction.values.size(); ++i) v.push_back(wide(at->second.values[i]) + step * wide(direction.values[i]));
    out[name] = std::move(v);
  }
  return out;
}

result<wide> total_at(const graph& g, node_id root, const bindings& inputs, const bindings& directions, const wide& step) {
  evaluator<wide> e(g, inputs, exact_arithmetic());
  e.overrides = moved_inputs(inputs, directions, step);
  const auto cells = e.run(std::span(&root, 1), {});
  if (!cells) return tl::unexpected<diagnostic>(cells.error());
  wide sum = 0;
  for (const wide& x : *(*cells)[0].middle) sum = sum + x;
  return sum;
}

} // namespace

result<std::vector<double>> taylor_remainders(const graph& g, node_id f, node_id derivative, const bindings& inputs,
                                              const bindings& directions, std::span<const double> steps) {
  const auto start = total_at(g, f, inputs, directions, 0);
  const auto slope = total_at(g, derivative, inputs, directions, 0);
  if (!start) return tl::unexpected<diagnostic>(start.error());
  if (!slope) return tl::unexpected<diagnostic>(slope.error());
  std::vector<double> out;
  for (const double h : steps) {
    const auto there = total_at(g, f, inputs, directions, wide(h));
    if (!there) return tl::unexpected<diagnostic>(there.error());
    out.push_back(scalar<wide>::nearest(abs(*there - *start - wide(h) * *slope)));
  }
  return out;
}

result<double> central_difference_error(const graph& g, node_id f, node_id derivative, const bindings& inputs, const bindings& directions) {
  const auto slope = total_at(g, derivative, inputs, directions, 0);
  if (!slope) return tl::unexpected<diagnostic>(slope.error());
  // Richardson's scheme on central differences: of h = 2^-24 five columns leave a truncation of the order h^10, about
  // 2^-240, and rounding leaves 2^-255 / h.
  constexpr int columns = 5;
  wide h = ldexp(wide(1), -24);
  std::vector<std::vector<wide>> table;
  for (int i = 0; i < columns; ++i, h = h / 2) {
    const auto plus = total_at(g, f, inputs, directions, h), minus = total_at(g, f, inputs, directions, -h);
    if (!plus) return tl::unexpected<diagnostic>(plus.error());
    if (!minus) return tl::unexpected<diagnostic>(minus.error());
    std::vector<wide> next{(*plus - *minus) / (2 * h)};
    wide factor = 1;
    for (int j = 0; j < i; ++j) {
      factor = factor * 4;
      next.push_back((factor * next[static_cast<std::size_t>(j)] - table.back()[static_cast<std::size_t>(j)]) / (factor - 1));
    }
    table.push_back(std::move(next));
  }
  const wide best = table.back().back(), size = abs(*slope) > 1 ? abs(*slope) : wide(1);
  return scalar<wide>::nearest(abs(best - *slope) / size);
}

} // namespace fpcheck::expr
