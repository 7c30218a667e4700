#include <fpcheck/expr/verify.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>

namespace fpcheck::expr {
namespace {

node_id through_shapes(const graph& g, node_id n) {
  while (g[n].op == operation::reshape || g[n].op == operation::broadcast) n = g[n].arguments[0];
  return n;
}

std::vector<std::int64_t> all_axes(const graph& g, node_id n) {
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < g.rank(n); ++i) out.push_back(static_cast<std::int64_t>(i));
  return out;
}

node_id inner(graph& g, node_id a, node_id b) {
  const node_id product = g.mul(a, b);
  return g.reduce(operation::sum, product, all_axes(g, product));
}

void make_matrix(std::vector<double>& v, std::size_t n, property p) {
  const std::vector<double> a = v;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double& x = v[i * n + j];
      if (p == property::symmetric) x = (a[i * n + j] + a[j * n + i]) / 2;
      if (p == property::diagonal && i != j) x = 0;
      if (p != property::spd) continue;
      x = i == j ? 1 : 0;
      for (std::size_t k = 0; k < n; ++k) x += a[i * n + k] * a[j * n + k];
    }
  if (p != property::orthogonal) return;
  // Gram-Schmidt, twice for orthogonality to the last bits.
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        double dot = 0;
        for (std::size_t i = 0; i < n; ++i) dot += v[i * n + j] * v[i * n + k];
        for (std::size_t i = 0; i < n; ++i) v[i * n + j] -= dot * v[i * n + k];
      }
      double norm = 0;
      for (std::size_t i = 0; i < n; ++i) norm += v[i * n + j] * v[i * n + j];
      for (std::size_t i = 0; i < n; ++i) v[i * n + j] /= std::sqrt(norm);
    }
}

bool is_piecewise(const graph& g, node_id f) {
  const auto order = g.needed(std::array{f});
  return std::any_of(order.begin(), order.end(), [&g](node_id n) {
    const operation o = g[n].op;
    const bool steps = o == operation::floor || o == operation::ceil || o == operation::rint || o == operation::trunc || o == operation::round_half_away;
    return steps || family(o) == operation_family::kink || o == operation::round_to || o == operation::relu || o == operation::abs || o == operation::max ||
           o == operation::min || o == operation::maximum || o == operation::minimum || o == operation::sort || o == operation::cummax;
  });
}

} // namespace

std::map<std::string, std::int64_t> integer_inputs(const graph& g) {
  std::map<std::string, std::int64_t> out;
  const auto note = [&](node_id n, std::int64_t count) {
    n = through_shapes(g, n);
    if (g[n].op != operation::input) return;
    const auto [at, fresh] = out.emplace(g[n].name, count);
    if (!fresh) at->second = std::min(at->second, count);
  };
  for (std::size_t i = 0; i < g.size(); ++i) {
    const node& n = g[static_cast<node_id>(i)];
    if (n.op == operation::gather) note(n.arguments[1], g.extent(n.arguments[0], 0));
    if (n.op == operation::scatter_add) note(n.arguments[1], n.dims[0].size);
    if (n.op == operation::take_along) note(n.arguments[1], g.extent(n.arguments[0], static_cast<std::size_t>(n.integers[0])));
    if (n.op == operation::scatter_along) note(n.arguments[1], n.dims[static_cast<std::size_t>(n.integers[0])].size);
    if (n.op != operation::eq) continue;
    for (int side = 0; side < 2; ++side)
      if (const node_id other = through_shapes(g, n.arguments[static_cast<std::size_t>(1 - side)]); g[other].op == operation::arange)
        note(n.arguments[static_cast<std::size_t>(side)], g[other].dims[0].size);
  }
  return out;
}

bindings random_inputs(const graph& g, std::uint64_t seed, domain d, const std::map<std::string, property>& properties) {
  const auto integers = integer_inputs(g);
  bindings out;
  for (std::size_t i = 0; i < g.size(); ++i) {
    const node& n = g[static_cast<node_id>(i)];
    if (n.op != operation::input || n.name.find('#') != std::string::npos) continue;
    std::mt19937_64 random(seed * 1000003 + std::hash<std::string>{}(n.name));
    std::normal_distribution<float> normal;
    const auto [low, high] = d == domain::unit ? std::pair(-0.9F, 0.9F) : d == domain::above_one ? std::pair(1.25F, 3.0F) : std::pair(0.25F, 2.0F);
    std::uniform_real_distribution<float> uniform(low, high);
    input_value v;
    for (const dimension& s : n.dims) v.sizes.push_back(s.size);
    v.values.resize(static_cast<std::size_t>(element_count(n.dims)));
    const auto whole = integers.find(n.name);
    for (double& x : v.values) {
      if (whole != integers.end()) {
        x = static_cast<double>(random() % static_cast<std::uint64_t>(std::max<std::int64_t>(1, whole->second)));
      } else {
        x = d == domain::normal ? normal(random) : d == domain::integers ? static_cast<double>(1 + random() % 97) : uniform(random);
      }
    }
    const bool square = n.dims.size() == 2 && n.dims[0].size == n.dims[1].size;
    const auto size = square ? static_cast<std::size_t>(n.dims[0].size) : 0;
    if (d == domain::positive)
      for (std::size_t k = 0; k < size; ++k) v.values[k * size + k] += 2 * static_cast<double>(size);
    if (const auto p = properties.find(n.name); p != properties.end() && square) make_matrix(v.values, size, p->second);
    out[n.name] = std::move(v);
  }
  return out;
}

bool verification::agrees() const {
  if (!modulo_prime && !duals && !finite) return false;
  return modulo_prime.value_or(true) && duals.value_or(0) < 1e-55 && finite.value_or(0) < 1e-40 && std::fabs(taylor_slope.value_or(2) - 2) < 0.05;
}

std::string verification::text() const {
  std::string out;
  char buffer[64];
  const auto put = [&](const char* format, double x) {
    std::snprintf(buffer, sizeof buffer, format, x);
    out += (out.empty() ? "" : ", ") + std::string(buffer);
  };
  if (modulo_prime) out = *modulo_prime ? "equal modulo 2^61 - 1" : "DIFFERENT modulo 2^61 - 1";
  if (duals) put("dual numbers in 256 bits differ by %.1e", *duals);
  if (finite) put("finite differences in 256 bits by %.1e", *finite);
  if (taylor_slope) put("Taylor slope %.3f", *taylor_slope);
  if (!failure.empty()) out += (out.empty() ? "" : "; ") + failure;
  return out;
}

verification verify(graph& g, const derivation& d, const bindings& inputs, std::uint64_t seed, const std::map<std::string, property>& properties) {
  verification out;
  const node_id f = inner(g, d.seed, d.scalar);
  node_id slope = g.constant(0);
  bindings directions;
  std::map<std::string, property> kinds;
  for (std::size_t i = 0; i < d.wrt.size(); ++i) {
    const std::string& name = g[d.wrt[i]].name;
    if (g[d.wrt[i]].op != operation::input) return out.failure = "only inputs can be varied", out;
    const node_id v = g.input(name + "#v", g.shape_of(d.wrt[i]));
    slope = g.add(slope, inner(g, d.gradients[i], v));
  }
  const auto directed = [&](domain kind) {
    bindings along;
    for (const node_id x : d.wrt) {
      graph one;
      one.input(g[x].name, g.shape_of(x));
      const auto p = properties.find(g[x].name);
      // The tangent space of a matrix set is linear: a direction is a random member (symmetric for spd).
      std::map<std::string, property> tangent;
      if (p != properties.end()) tangent[g[x].name] = p->second == property::spd ? property::symmetric : p->second;
      along.merge(random_inputs(one, seed + 77, kind, tangent));
    }
    return along;
  };
  const auto with = [&](bindings values, const bindings& along) {
    for (const auto& [name, v] : along) values[name + "#v"] = v;
    return values;
  };
  const std::array roots{f, slope};
  const auto needed = g.needed(roots);
  if (std::all_of(needed.begin(), needed.end(), [&g](node_id n) { return is_rational(g[n].op); })) {
    const bindings along = directed(domain::integers);
    const auto equal = check_modulo_prime(g, f, slope, with(random_inputs(g, seed, domain::integers, properties), along), along);
    if (equal) out.modulo_prime = *equal;
  }
  const bindings along = directed(domain::normal), all = with(inputs, along);
  const auto duals = check_with_duals(g, f, slope, all, along);
  if (!duals) return out.failure = duals.error().message, out;
  out.duals = duals->largest_difference;
  if (is_piecewise(g, f)) return out;
  const auto finite = central_difference_error(g, f, slope, all, along);
  if (finite) out.finite = *finite;
  // Steps far above 2^-256's noise and far below the curvature's scale.
  const std::array steps{0x1p-30, 0x1p-40};
  const auto remainders = taylor_remainders(g, f, slope, all, along, steps);
  if (remainders && (*remainders)[0] > 1e-60 && (*remainders)[1] > 1e-60)
    out.taylor_slope = std::log2((*remainders)[0] / (*remainders)[1]) / 10;
  return out;
}

} // namespace fpcheck::expr
