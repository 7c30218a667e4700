#pragma once
#include "evaluator_elementwise.hpp"
#include "evaluator_linear.hpp"
#include "evaluator_order.hpp"
#include "evaluator_reduction.hpp"
#include "evaluator_spectral.hpp"
#include "evaluator_stream.hpp"

namespace fpcheck::expr {

/// The public form of a run: values out of the shared cells.
template <class S>
result<evaluation<S>> evaluate(const graph& g, std::span<const node_id> roots, const bindings& inputs, const arithmetic& a, const progress& report) {
  evaluator<S> e(g, inputs, a);
  auto cells = e.run(roots, report);
  if (!cells) return tl::unexpected<diagnostic>(std::move(cells.error()));
  evaluation<S> out;
  out.hulls = e.hulls;
  out.unbounded = std::move(e.unbounded);
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const cell<S>& c = (*cells)[i];
    enclosure<S> r;
    for (const dimension& d : g.shape_of(roots[i])) r.sizes.push_back(d.size);
    r.middle = *c.middle;
    r.radius = c.radius ? *c.radius : std::vector<double>(c.size(), 0.0);
    out.roots.push_back(std::move(r));
  }
  return out;
}

} // namespace fpcheck::expr
