#include "rules.hpp"

#include <fpcheck/expr/differentiate.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace fpcheck::expr {
namespace {

/// Which nodes the variables influence. Casting a discrete operation's result cannot bring a derivative back, so that
/// those end the dependence.
std::vector<bool> influenced(const graph& g, std::span<const node_id> wrt, std::size_t count) {
  std::vector<bool> out(count, false);
  for (const node_id x : wrt) out[index_of(x)] = true;
  for (std::size_t i = 0; i < count; ++i) {
    const node& n = g[static_cast<node_id>(i)];
    if (out[i] || n.op == operation::stop_grad || family(n.op) == operation_family::discrete || family(n.op) == operation_family::kink) continue;
    if (n.body) {
      out[i] = out[index_of(*n.body)];
    } else {
      out[i] = std::any_of(n.arguments.begin(), n.arguments.end(), [&](node_id a) { return out[index_of(a)]; });
    }
  }
  return out;
}

void note_kinks(const graph& g, node_id n, std::vector<std::string>& notes) {
  const std::string note(rule_note(g[n].op));
  if (!note.empty() && std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
}

} // namespace

result<derivation> differentiate(graph& g, node_id f, std::span<const node_id> wrt, node_id seed) {
  derivation out;
  out.scalar = f;
  out.seed = seed;
  out.wrt.assign(wrt.begin(), wrt.end());
  const std::size_t count = std::max(index_of(f), index_of(seed)) + 1;
  const std::vector<bool> active = influenced(g, wrt, count);
  std::map<node_id, node_id> adjoint;
  if (active[index_of(f)]) adjoint[f] = seed;
  const auto is_variable = [&](node_id n) { return std::find(wrt.begin(), wrt.end(), n) != wrt.end(); };
  for (std::size_t i = index_of(f) + 1; i-- > 0;) {
    const auto n = static_cast<node_id>(i);
    const auto at = adjoint.find(n);
    if (at == adjoint.end() || is_variable(n)) continue;
    auto shares = apply_rule(g, n, at->second);
    if (!shares) return tl::unexpected<diagnostic>(std::move(shares.error()));
    note_kinks(g, n, out.notes);
    adjoint.erase(at);
    for (const adjoint_share& s : *shares) {
      if (!active[index_of(s.to)]) continue;
      const auto [old, fresh] = adjoint.emplace(s.to, s.adjoint);
      if (!fresh) old->second = g.add(old->second, s.adjoint);
    }
    derivation_step step{n, std::string(rule_text(g, n)), {}};
    for (auto p = adjoint.rbegin(); p != adjoint.rend(); ++p) step.pending.emplace_back(p->first, p->second);
    out.steps.push_back(std::move(step));
  }
  for (const node_id x : wrt) {
    const auto at = adjoint.find(x);
    out.gradients.push_back(at != adjoint.end() ? at->second : g.full(g.shape_of(x), "0"));
  }
  return out;
}

result<derivation> gradient(graph& g, node_id f, std::span<const node_id> wrt) {
  if (element_count(g.shape_of(f)) != 1)
    return fail("the gradient needs a scalar, this is " + text(g.shape_of(f)), {}, "give an upstream gradient, or sum it");
  return differentiate(g, f, wrt, g.full(g.shape_of(f), "1"));
}

result<node_id> jvp(graph& g, node_id f, std::span<const node_id> wrt, std::span<const node_id> directions) {
  // <u, J v> = <J^T u, v> for every u: the derivative of the right-hand side in u is J v. It is linear in u, so that
  // u itself does not occur in the result.
  const node_id u = g.input("u#" + std::to_string(g.size()), g.shape_of(f));
  auto back = differentiate(g, f, wrt, u);
  if (!back) return tl::unexpected<diagnostic>(std::move(back.error()));
  node_id inner = g.constant(0);
  for (std::size_t i = 0; i < wrt.size(); ++i) {
    const node_id product = g.mul(back->gradients[i], directions[i]);
    std::vector<std::int64_t> axes;
    for (std::size_t k = 0; k < g.rank(product); ++k) axes.push_back(static_cast<std::int64_t>(k));
    inner = g.add(inner, g.reduce(operation::sum, product, axes));
  }
  auto forward = gradient(g, inner, std::array{u});
  if (!forward) return tl::unexpected<diagnostic>(std::move(forward.error()));
  return forward->gradients[0];
}

result<node_id> hvp(graph& g, node_id f, node_id wrt, node_id direction) {
  auto first = gradient(g, f, std::array{wrt});
  if (!first) return tl::unexpected<diagnostic>(std::move(first.error()));
  auto second = differentiate(g, first->gradients[0], std::array{wrt}, direction);
  if (!second) return tl::unexpected<diagnostic>(std::move(second.error()));
  return second->gradients[0];
}

result<property> parse_property(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, property>, 5> all{{{"general", property::general}, {"symmetric", property::symmetric}, {"spd", property::spd},
                                                                             {"orthogonal", property::orthogonal}, {"diagonal", property::diagonal}}};
  std::vector<std::string> names;
  for (const auto& [n, p] : all) {
    if (n == name) return p;
    names.emplace_back(n);
  }
  const std::string near = nearest_name(std::string(name), names);
  return fail("unknown property '" + std::string(name) + "'", {}, near.empty() ? "properties: symmetric, spd, orthogonal, diagonal" : "did you mean '" + near + "'?");
}

std::string_view convention(property p) {
  switch (p) {
  case property::general: return "G with dF = tr(G^T dX) for every dX";
  case property::symmetric:
  case property::spd: return "the symmetric G with dF = tr(G^T dX) for every symmetric dX: (G + G^T) / 2";
  case property::orthogonal: return "the G in the tangent space of the orthogonal matrices at X: G - X (X^T G + G^T X) / 2";
  case property::diagonal: return "the diagonal G with dF = tr(G^T dX) for every diagonal dX: G o I";
  }
  return {};
}

node_id project(graph& g, node_id x, node_id gradient, property p) {
  const node_id half = g.constant("0.5");
  switch (p) {
  case property::general: return gradient;
  case property::symmetric:
  case property::spd: return g.mul(half, g.add(gradient, g.transpose(gradient)));
  case property::orthogonal: {
    const node_id inner = g.matmul(g.transpose(x), gradient);
    return g.sub(gradient, g.matmul(x, g.mul(half, g.add(inner, g.transpose(inner)))));
  }
  case property::diagonal: return g.diag(g.diagonal(gradient));
  }
  return gradient;
}

} // namespace fpcheck::expr
