#include <fpcheck/tolerance/condition.hpp>

#include <fpcheck/expr/verify.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace fpcheck::tolerance {

result<std::vector<condition>> conditions(expr::graph& g, expr::node_id root, const expr::bindings& inputs, std::span<const std::uint64_t> elements) {
  const auto integers = expr::integer_inputs(g);
  std::vector<expr::node_id> wrt;
  for (const expr::node_id n : g.needed(std::array{root}))
    if (g[n].op == expr::operation::input && integers.count(g[n].name) == 0) wrt.push_back(n);
  const std::string seed_name = "e#" + std::to_string(g.size());
  const expr::node_id seed = g.input(seed_name, g.shape_of(root));
  const auto d = expr::differentiate(g, root, wrt, seed);
  if (!d) return tl::unexpected<diagnostic>(d.error());
  std::vector<expr::node_id> roots = d->gradients;
  roots.push_back(root);
  expr::bindings all = inputs;
  expr::input_value& e = all[seed_name];
  for (const expr::dimension& x : g.shape_of(root)) e.sizes.push_back(x.size);
  e.values.assign(static_cast<std::size_t>(expr::element_count(g.shape_of(root))), 0.0);
  std::vector<condition> out;
  for (const std::uint64_t element : elements) {
    e.values[element] = 1;
    const auto v = expr::evaluate<double>(g, roots, all, expr::exact_arithmetic());
    e.values[element] = 0;
    if (!v) return tl::unexpected<diagnostic>(v.error());
    condition c;
    c.element = element;
    const double y = std::fabs(v->roots.back().middle[element]);
    for (std::size_t i = 0; i < wrt.size(); ++i) {
      const auto& x = inputs.at(g[wrt[i]].name).values;
      double share = 0;
      for (std::size_t k = 0; k < x.size(); ++k) share += std::fabs(v->roots[i].middle[k] * x[k]);
      c.shares.emplace_back(g[wrt[i]].name, share / y);
      c.kappa += share / y;
    }
    std::sort(c.shares.begin(), c.shares.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    out.push_back(std::move(c));
  }
  return out;
}

} // namespace fpcheck::tolerance
