#include "evaluate_template.hpp"
#include "wide.hpp"

namespace fpcheck::expr {

extern template result<evaluation<wide>> evaluate(const graph&, std::span<const node_id>, const bindings&, const arithmetic&, const progress&);

namespace {

template <class T>
std::map<std::string, std::vector<dual<T>>> along(const bindings& inputs, const bindings& directions) {
  std::map<std::string, std::vector<dual<T>>> out;
  for (const auto& [name, direction] : directions) {
    const auto at = inputs.find(name);
    if (at == inputs.end()) continue;
    std::vector<dual<T>> v;
    for (std::size_t i = 0; i < direction.values.size(); ++i)
      v.push_back({scalar<T>::from(at->second.values[i]), scalar<T>::from(direction.values[i])});
    out[name] = std::move(v);
  }
  return out;
}

template <class T>
struct both_ways {
  std::vector<T> duals, graph;
};

template <class T>
result<both_ways<T>> evaluate_both(const graph& g, node_id f, node_id derivative, const bindings& inputs, const bindings& directions) {
  evaluator<dual<T>> forward(g, inputs, exact_arithmetic());
  forward.overrides = along<T>(inputs, directions);
  const auto duals = forward.run(std::span(&f, 1), {});
  if (!duals) return tl::unexpected<diagnostic>(duals.error());
  const auto values = evaluate<T>(g, std::span(&derivative, 1), inputs, exact_arithmetic(), {});
  if (!values) return tl::unexpected<diagnostic>(values.error());
  both_ways<T> out;
  for (const dual<T>& x : *(*duals)[0].middle) out.duals.push_back(x.slope);
  out.graph = values->roots[0].middle;
  if (out.duals.size() != out.graph.size()) return fail("the derivative has another size than the function");
  return out;
}

} // namespace

result<dual_check> check_with_duals(const graph& g, node_id f, node_id derivative, const bindings& inputs, const bindings& directions) {
  const auto both = evaluate_both<wide>(g, f, derivative, inputs, directions);
  if (!both) return tl::unexpected<diagnostic>(both.error());
  dual_check out;
  wide largest = 0, difference = 0;
  for (std::size_t i = 0; i < both->duals.size(); ++i) {
    const wide &a = both->duals[i], &b = both->graph[i], d = abs(a - b);
    out.from_duals.push_back(scalar<wide>::nearest(a));
    out.from_graph.push_back(scalar<wide>::nearest(b));
    // Written so that a NaN on either side counts as a difference.
    if (!(d <= difference)) difference = isnan(d) ? wide(1) : d;
    if (abs(a) > largest) largest = abs(a);
  }
  const bool broken = std::any_of(out.from_graph.begin(), out.from_graph.end(), [](double x) { return std::isnan(x); });
  out.largest_difference = broken ? 1 : scalar<wide>::nearest(largest > 0 ? difference / largest : difference);
  return out;
}

result<bool> check_modulo_prime(const graph& g, node_id f, node_id derivative, const bindings& inputs, const bindings& directions) {
  const std::array roots{f, derivative};
  for (const node_id n : g.needed(roots))
    if (!is_rational(g[n].op)) return fail("'" + std::string(printed_name(g[n].op)) + "' is not defined modulo a prime");
  const auto both = evaluate_both<residue>(g, f, derivative, inputs, directions);
  if (!both) return tl::unexpected<diagnostic>(both.error());
  for (std::size_t i = 0; i < both->duals.size(); ++i) {
    if (both->duals[i].undefined || both->graph[i].undefined) return fail("a division by zero modulo the prime");
    if (both->duals[i].value != both->graph[i].value) return false;
  }
  return true;
}

} // namespace fpcheck::expr
