#include <fpcheck/tolerance/accumulation.hpp>
#include <fpcheck/tolerance/reference.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace fpcheck::tolerance {
namespace {

bool rounds(expr::operation o) {
  using expr::operation;
  return o == operation::floor || o == operation::ceil || o == operation::rint || o == operation::trunc || o == operation::round_half_away;
}
bool is_discrete(expr::operation o) { return expr::family(o) == expr::operation_family::discrete; }

/// Whether a node's values are integers by what made them: an operation that `yields` says of, or a clamp or choice between such and whole
/// constants.
bool yields_integers(const expr::graph& g, expr::node_id n, bool (*yields)(expr::operation)) {
  using expr::operation;
  while (g[n].op == operation::reshape || g[n].op == operation::broadcast || g[n].op == operation::transpose || g[n].op == operation::neg) n = g[n].arguments[0];
  if (g[n].body) return yields_integers(g, *g[n].body, yields);
  if (const auto constant = g.constant_value(n)) return *constant == std::nearbyint(*constant);
  const auto all = [&](std::size_t from) {
    const auto& of = g[n].arguments;
    return std::all_of(of.begin() + static_cast<std::ptrdiff_t>(from), of.end(), [&](expr::node_id a) { return yields_integers(g, a, yields); });
  };
  switch (g[n].op) {
  case operation::minimum: case operation::maximum: return all(0);
  case operation::where: return all(1);
  default: return yields(g[n].op);
  }
}

template <class S>
void store(reference& r, const std::vector<S>& middle) {
  for (const S& x : middle) {
    if constexpr (std::is_same_v<S, double>) {
      r.value.push_back(x);
    } else {
      r.value.push_back(x.high);
      r.low.push_back(std::isfinite(x.high) && std::isfinite(x.low) ? x.low : 0.0);
    }
  }
}

/// A factor that overflows on the way leaves zero of a result at the lower end of the range: 1 / (1 + exp(-x)) does so from
/// exp(-x) > the largest number on, where the sigmoid is still above the smallest normal one divided by 4. With what it may
/// be multiplied by afterwards, a result within 2^20 of that end (10^-32 in binary32) is not told apart from zero.
void allow_vanishing(reference& r, const expr::number_format& accumulator) {
  if (!(accumulator.normal > 0 && accumulator.normal < 0x1p-100)) return;
  const double least = 0x1p20 * accumulator.normal;
  for (std::vector<double>* bound : {&r.probable, &r.worst})
    for (double& b : *bound)
      if (b > 0) b += least;
}

/// Where the accumulator's rounding leaves a step open, the evaluation has the middle of both sides: the value is what exact arithmetic gives, and
/// the bounds stay around that middle.
void settle_steps(reference& r, const expr::enclosure<exact::double_double>& exact) {
  std::vector<double> centre = r.value;
  bool moved = false;
  for (std::size_t k = 0; k < r.value.size(); ++k) {
    const double y = exact.middle[k].high, apart = std::fabs(y - r.value[k]);
    if (apart == 0 || !std::isfinite(y) || !(exact.radius[k] <= apart * 0x1p-20)) continue;
    r.value[k] = y, moved = true;
    if (!r.low.empty()) r.low[k] = exact.middle[k].low;
  }
  if (moved) r.centre = std::move(centre);
}

template <class S>
result<std::vector<reference>> build(const expr::graph& g, std::span<const expr::node_id> roots, const expr::bindings& inputs, const declaration& d,
                                     const expr::progress& report) {
  const auto worst = arithmetic_of(d, expr::error_tier::worst), probable = arithmetic_of(d, expr::error_tier::probable);
  if (!worst) return tl::unexpected<diagnostic>(worst.error());
  // The tier that serves first: elements that it does not decide are the only ones that need the other.
  auto narrow = expr::evaluate<S>(g, roots, inputs, d.unbiased ? *probable : *worst, report);
  if (!narrow) return tl::unexpected<diagnostic>(std::move(narrow.error()));
  auto wide = d.unbiased && d.wanted == tiers::both ? expr::evaluate<S>(g, roots, inputs, *worst, report) : result<expr::evaluation<S>>(*narrow);
  if (!wide) return tl::unexpected<diagnostic>(std::move(wide.error()));
  std::optional<expr::evaluation<exact::double_double>> exact;
  if (narrow->hulls != 0) {
    auto e = expr::evaluate<exact::double_double>(g, roots, inputs, expr::exact_arithmetic(), report);
    if (!e) return tl::unexpected<diagnostic>(std::move(e.error()));
    exact = *std::move(e);
  }
  std::vector<reference> out;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    reference r;
    r.sizes = narrow->roots[i].sizes;
    store(r, narrow->roots[i].middle);
    r.probable = std::move(narrow->roots[i].radius);
    r.worst = std::move(wide->roots[i].radius);
    // The midpoint of an undecided kink may differ between the tiers; the wider hull then serves for both.
    for (std::size_t k = 0; k < r.worst.size(); ++k) {
      const double apart = std::fabs(expr::scalar_nearest(narrow->roots[i].middle[k]) - expr::scalar_nearest(wide->roots[i].middle[k]));
      r.worst[k] += std::isfinite(apart) ? apart : 0;
      r.probable[k] = std::min(r.probable[k], r.worst[k]);
    }
    allow_vanishing(r, worst->accumulator);
    r.hulls = narrow->hulls;
    r.unbounded = narrow->unbounded;
    r.discrete = yields_integers(g, roots[i], is_discrete);
    r.rounded_once = yields_integers(g, roots[i], rounds);
    if (exact && exact->hulls == 0) settle_steps(r, exact->roots[i]); // at a kink that is one, any slope between both sides is right
    out.push_back(std::move(r));
  }
  return out;
}

} // namespace

result<expr::arithmetic> arithmetic_of(const declaration& d, expr::error_tier tier) {
  const auto sums = find_accumulation(d.accumulator);
  if (!sums) return tl::unexpected<diagnostic>(sums.error());
  expr::arithmetic a;
  a.accumulator = sums->format;
  a.functions = d.functions;
  a.subnormal = d.subnormal;
  a.lambda = d.lambda;
  a.depth = sums->depth > 0 ? sums->depth : d.depth;
  a.tier = sums->cuts ? expr::error_tier::worst : tier;
  a.core = sums->core;
  return a;
}

result<std::vector<reference>> make_references(const expr::graph& g, std::span<const expr::node_id> roots, const expr::bindings& inputs,
                                               const declaration& d, const expr::progress& report) {
  const auto sums = find_accumulation(d.accumulator);
  if (!sums) return tl::unexpected<diagnostic>(sums.error());
  const bool precise = sums->format.name == "f64" || d.output == "f64";
  return precise ? build<exact::double_double>(g, roots, inputs, d, report) : build<double>(g, roots, inputs, d, report);
}

result<reference> make_reference(const expr::graph& g, expr::node_id root, const expr::bindings& inputs, const declaration& d,
                                 const expr::progress& report) {
  auto all = make_references(g, std::span(&root, 1), inputs, d, report);
  if (!all) return tl::unexpected<diagnostic>(std::move(all.error()));
  return std::move((*all)[0]);
}

reference from_tensor(const tensor::array& a) {
  reference r;
  for (const std::uint64_t s : a.shape) r.sizes.push_back(static_cast<std::int64_t>(s));
  for (std::uint64_t i = 0; i < a.size(); ++i) r.value.push_back(a.value(i));
  r.worst.assign(r.value.size(), 0.0);
  r.probable = r.worst;
  r.discrete = !tensor::is_real(a.type);
  r.source = a.data.data();
  return r;
}

std::string text(const declaration& d) {
  std::string out = "accumulated in " + d.accumulator;
  if (!d.output.empty()) out += ", stored in " + d.output;
  out += d.functions == expr::function_set::fast ? ", fast functions" : ", accurate functions";
  out += d.subnormal == expr::subnormal_results::flushed ? ", subnormals flushed" : "";
  const auto sums = find_accumulation(d.accumulator);
  if (d.depth > 0) out += ", sums of depth " + std::to_string(d.depth);
  else out += sums && sums->core.step != 0 ? ", products in the order of the inner index, whole or in pieces, other sums in any order" : ", sums in any order";
  return out + (d.unbiased ? "" : ", truncating");
}

} // namespace fpcheck::tolerance
