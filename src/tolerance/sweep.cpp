#include <fpcheck/tolerance/sweep.hpp>

#include <algorithm>
#include <array>
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

/// One way to change the values of a tensor.
struct change {
  const char* name = nullptr;
  double (*value)(double x, std::uint64_t i) = nullptr;
};

/// A change, and the same so much weaker that a bound is more often left.
struct regime {
  change strong;
  std::array<change, 2> milder{};
};

constexpr regime real_regimes[] = {
    {{"low (-150)", [](double x, std::uint64_t) { return x - 150; }},
     {{{"low (-12)", [](double x, std::uint64_t) { return x - 12; }}, {"low (-2)", [](double x, std::uint64_t) { return x - 2; }}}}},
    {{"high (+120)", [](double x, std::uint64_t) { return x + 120; }},
     {{{"high (+12)", [](double x, std::uint64_t) { return x + 12; }}, {"high (+2)", [](double x, std::uint64_t) { return x + 2; }}}}},
    {{"far apart (x60)", [](double x, std::uint64_t) { return x * 60; }},
     {{{"far apart (x6)", [](double x, std::uint64_t) { return x * 6; }}, {"far apart (x2)", [](double x, std::uint64_t) { return x * 2; }}}}},
    {{"offset (+1e4)", [](double x, std::uint64_t) { return x + 1e4; }},
     {{{"offset (+40)", [](double x, std::uint64_t) { return x + 40; }}, {"offset (+4)", [](double x, std::uint64_t) { return x + 4; }}}}},
    {{"tiny (x1e-6)", [](double x, std::uint64_t) { return x * 1e-6; }}, {{{"tiny (x1e-2)", [](double x, std::uint64_t) { return x * 1e-2; }}}}},
    {{"hardly varying", [](double x, std::uint64_t) { return 1 + x * 1e-3; }},
     {{{"little varying", [](double x, std::uint64_t) { return 1 + x * 0.1; }}, {"around one", [](double x, std::uint64_t) { return 1 + x * 0.5; }}}}},
    {{"zeros at every fifth", [](double x, std::uint64_t i) { return i % 5 == 0 ? 0.0 : x; }}},
    {{"whole numbers with ties", [](double x, std::uint64_t) { return std::nearbyint(2 * x); }}, {{{"eighths with ties", [](double x, std::uint64_t) { return std::nearbyint(8 * x) / 8; }}}}},
    {{"spiked", [](double x, std::uint64_t i) { return i % 17 == 3 ? x * 1e4 : x; }}, {{{"spiked (x20)", [](double x, std::uint64_t i) { return i % 17 == 3 ? x * 20 : x; }}}}},
};

constexpr regime integer_regimes[] = {
    {{"all the same", [](double, std::uint64_t) { return 0.0; }}},
    {{"in pairs", [](double x, std::uint64_t) { return std::floor(x / 2) * 2; }}},
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

/// The inputs with one tensor's values changed one by one.
template <class F>
named_inputs changed(const named_inputs& base, const std::string& name, F value) {
  named_inputs out = base;
  tensor::array& t = out.tensors[name];
  for (std::uint64_t i = 0; i < t.size(); ++i)
    if (const double x = t.value(i); std::isfinite(x)) t.set(i, value(x, i)); // an infinity is a mask or a key
  return out;
}

/// A mask has two values, and keeps them.
std::vector<sweep_case> mask_variations(const named_inputs& base, const std::string& name) {
  const tensor::array& a = base.tensors.at(name);
  double other = 0;
  for (std::uint64_t i = 0; i < a.size(); ++i)
    if (a.value(i) != 0) other = a.value(i);
  if (!std::isfinite(other)) return {};
  std::vector<sweep_case> out;
  out.push_back({name + " the other way round", changed(base, name, [other](double x, std::uint64_t) { return x == 0 ? other : 0; })});
  out.push_back({name + " with every second one", changed(base, name, [other](double, std::uint64_t i) { return i % 2 == 0 ? other : 0; })});
  return out;
}

/// One-hot rows with the ones moved on by one column, and all in the first.
std::vector<sweep_case> onehot_variations(const named_inputs& base, const std::string& name) {
  const tensor::array& a = base.tensors.at(name);
  const std::uint64_t width = a.shape.back();
  std::vector<sweep_case> out;
  out.push_back({name + " moved on", changed(base, name, [&a, width](double, std::uint64_t i) { return a.value(i / width * width + (i + width - 1) % width); })});
  out.push_back({name + " all the same", changed(base, name, [width](double, std::uint64_t i) { return i % width == 0 ? 1.0 : 0.0; })});
  return out;
}

std::vector<sweep_case> variations(const named_inputs& base, const std::string& name, tensor_kind kind) {
  if (kind == tensor_kind::mask) return mask_variations(base, name);
  if (kind == tensor_kind::onehot) return onehot_variations(base, name);
  const std::span<const regime> regimes = kind == tensor_kind::number ? std::span<const regime>(real_regimes) : std::span<const regime>(integer_regimes);
  std::vector<sweep_case> out;
  for (const regime& r : regimes) {
    out.push_back({name + " " + r.strong.name, changed(base, name, r.strong.value)});
    for (const change& c : r.milder)
      if (c.name != nullptr) out.back().milder.push_back({name + " " + c.name, changed(base, name, c.value)});
  }
  return out;
}

} // namespace

tensor_kind kind_of(const tensor::array& a) {
  if (!tensor::is_real(a.type)) return tensor_kind::index;
  double other = 0;
  std::uint64_t zeros = 0;
  for (std::uint64_t i = 0; i < a.size(); ++i) {
    const double x = a.value(i);
    if (x == 0) ++zeros;
    else if (other != 0 && x != other) return tensor_kind::number;
    else other = x;
  }
  // All alike may be anything: a scale of ones is not meant to stay so.
  if (zeros == 0 || zeros == a.size() || a.size() < 4) return tensor_kind::number;
  if (other != 1 || a.shape.size() < 2) return tensor_kind::mask;
  const std::uint64_t width = a.shape.back();
  for (std::uint64_t row = 0; row < a.size() / width; ++row) {
    std::uint64_t ones = 0;
    for (std::uint64_t k = 0; k < width; ++k) ones += a.value(row * width + k) != 0 ? 1 : 0;
    if (ones != 1) return tensor_kind::mask;
  }
  return tensor_kind::onehot;
}

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
    for (sweep_case& c : variations(base, name, integers.contains(name) && kind_of(a) == tensor_kind::number ? tensor_kind::index : kind_of(a))) {
      if (out.size() >= o.most) return out;
      out.push_back(std::move(c));
    }
  }
  return out;
}

} // namespace fpcheck::tolerance
