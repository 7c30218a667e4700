#include <fpcheck/tolerance/sweep.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace fpcheck::tolerance {
namespace {

using expr::named_inputs;

/// New random values in the shape and type of `a`; integers below `count`.
void refill(tensor::array& a, std::mt19937_64& random, std::int64_t count) {
  std::normal_distribution<double> normal;
  for (std::uint64_t i = 0; i < a.size(); ++i) {
    const bool real = tensor::is_real(a.type);
    a.set(i, real ? normal(random) : static_cast<double>(random() % static_cast<std::uint64_t>(std::max<std::int64_t>(1, count))));
  }
}

/// Extents worth trying for a dimension that is `now`.
std::vector<std::int64_t> extents_for(const std::string& dimension, std::int64_t now, const sweep_options& o) {
  std::set<std::int64_t> out{1, 13, 37};
  for (const std::int64_t l : o.literals)
    for (const std::int64_t n : {l - 1, l + 1, 2 * l + 1}) out.insert(n);
  for (const std::int64_t tile : {8, 32})
    for (const std::int64_t n : {tile - 1, tile + 1}) out.insert(n);
  const auto limit = o.limits.find(dimension);
  const std::int64_t largest = limit == o.limits.end() ? o.largest_extent : std::min(limit->second, o.largest_extent);
  std::vector<std::int64_t> v;
  for (const std::int64_t n : out)
    if (n > 0 && n != now && n <= largest) v.push_back(n);
  return v;
}

/// The inputs with one named extent changed and everything that has it refilled.
named_inputs resized(const named_inputs& base, const std::string& dimension, std::int64_t size, std::mt19937_64& random, const std::map<std::string, std::int64_t>& integers) {
  named_inputs out = base;
  out.dimensions[dimension] = size;
  for (auto& [name, a] : out.tensors) {
    const auto names = base.dimension_names.find(name);
    if (names == base.dimension_names.end()) continue;
    tensor::shape s = a.shape;
    for (std::size_t i = 0; i < s.size() && i < names->second.size(); ++i)
      if (names->second[i] == dimension) s[i] = static_cast<std::uint64_t>(size);
    if (s == a.shape) continue;
    a = tensor::array(a.type, s);
    const auto count = integers.find(name);
    refill(a, random, count != integers.end() ? count->second : 2);
  }
  return out;
}

struct regime {
  const char* name;
  double (*value)(double x, std::uint64_t i);
};

constexpr regime real_regimes[] = {
    {"low (-150)", [](double x, std::uint64_t) { return x - 150; }},
    {"high (+120)", [](double x, std::uint64_t) { return x + 120; }},
    {"far apart (x60)", [](double x, std::uint64_t) { return x * 60; }},
    {"offset (+1e4)", [](double x, std::uint64_t) { return x + 1e4; }},
    {"tiny (x1e-6)", [](double x, std::uint64_t) { return x * 1e-6; }},
    {"hardly varying", [](double x, std::uint64_t) { return 1 + x * 1e-3; }},
    {"zeros at every fifth", [](double x, std::uint64_t i) { return i % 5 == 0 ? 0.0 : x; }},
    {"whole numbers with ties", [](double x, std::uint64_t) { return std::nearbyint(2 * x); }},
    {"spiked", [](double x, std::uint64_t i) { return i % 17 == 3 ? x * 1e4 : x; }},
};

constexpr regime integer_regimes[] = {
    {"all the same", [](double, std::uint64_t) { return 0.0; }},
    {"in pairs", [](double x, std::uint64_t) { return std::floor(x / 2) * 2; }},
};

/// Labels and ids stay below the number of classes and rows when these shrink.
void within_limits(std::string_view expression, named_inputs& in, std::mt19937_64& random) {
  const auto p = expr::infer(expression, expr::environment_of(in));
  if (!p) return;
  for (const auto& [name, count] : expr::integer_inputs(p->nodes))
    if (const auto a = in.tensors.find(name); a != in.tensors.end())
      for (std::uint64_t i = 0; i < a->second.size(); ++i)
        if (a->second.value(i) >= static_cast<double>(count)) a->second.set(i, static_cast<double>(random() % static_cast<std::uint64_t>(count)));
}

} // namespace

std::vector<sweep_case> input_sweep(std::string_view expression, const named_inputs& base, const sweep_options& o) {
  std::vector<sweep_case> out{{"as given", base}};
  std::mt19937_64 random(o.seed);
  const auto fits = [&](const named_inputs& in) { return expr::infer(expression, expr::environment_of(in)).has_value(); };
  std::map<std::string, std::int64_t> integers;
  if (const auto p = expr::infer(expression, expr::environment_of(base))) integers = expr::integer_inputs(p->nodes);
  std::set<std::string> dimensions;
  for (const auto& [name, names] : base.dimension_names)
    for (const std::string& d : names)
      if (!d.empty() && (d[0] < '0' || d[0] > '9')) dimensions.insert(d);
  for (const std::string& d : dimensions) {
    if (!o.shapes || o.kept.contains(d)) continue;
    const auto now = base.dimensions.find(d);
    for (const std::int64_t n : extents_for(d, now == base.dimensions.end() ? 0 : now->second, o)) {
      if (out.size() >= o.most) break;
      auto in = o.rebuild ? o.rebuild({{d, n}}) : result<named_inputs>(resized(base, d, n, random, integers));
      if (!in || !fits(*in)) continue;
      within_limits(expression, *in, random);
      out.push_back({d + "=" + std::to_string(n), *std::move(in)});
    }
  }
  for (const auto& [name, a] : base.tensors) {
    if (a.size() < 2 || !o.values || o.kept.contains(name)) continue;
    const bool real = tensor::is_real(a.type);
    const std::span<const regime> regimes = real ? std::span<const regime>(real_regimes) : std::span<const regime>(integer_regimes);
    for (const regime& r : regimes) {
      if (out.size() >= o.most) return out;
      named_inputs in = base;
      tensor::array& t = in.tensors[name];
      for (std::uint64_t i = 0; i < t.size(); ++i) t.set(i, r.value(a.value(i), i));
      out.push_back({name + " " + r.name, std::move(in)});
    }
  }
  return out;
}

} // namespace fpcheck::tolerance
