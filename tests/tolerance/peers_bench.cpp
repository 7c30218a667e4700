// The 55 wrong gradients and their right twins under the rules of well-known checkers, written from their description,
// beside the derived bound. Counts only: what each catches with the same inputs, and what it raises on right kernels.
#include "systems.hpp"

#include <fpcheck/expr/differentiate.hpp>
#include <fpcheck/expr/infer.hpp>
#include <fpcheck/tolerance/judge.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <random>

namespace fpcheck::tolerance::bench {
namespace {

/// A point with its graph: the loss <dout, f> (or f) and the references of its gradients.
struct prepared {
  expr::graph g;
  expr::node_id loss{}, f{};
  std::map<std::string, reference> expected;
};

prepared prepare(const point& p) {
  prepared out;
  expr::environment names;
  for (const auto& [name, v] : p.inputs)
    for (expr::shape& s = names.tensors[name]; const std::int64_t n : v.sizes) s.push_back({n, ""});
  out.f = *expr::infer(*expr::parse(p.expression), names, out.g);
  std::vector<expr::node_id> wrt, roots{out.f};
  out.loss = out.f;
  std::vector<std::string> keys{"forward"};
  if (!p.wrt.empty()) {
    for (const std::string& w : p.wrt) wrt.push_back(*out.g.find_input(w));
    const bool scalar = out.g.rank(out.f) == 0;
    const expr::node_id seed = scalar ? out.g.full({}, "1") : out.g.input("dout", out.g.shape_of(out.f));
    roots = expr::differentiate(out.g, out.f, wrt, seed)->gradients;
    keys = p.wrt;
    std::vector<std::int64_t> axes;
    for (std::size_t i = 0; i < out.g.rank(out.f); ++i) axes.push_back(static_cast<std::int64_t>(i));
    if (!scalar) out.loss = out.g.reduce(expr::operation::sum, out.g.mul(seed, out.f), axes);
  }
  auto all = *make_references(out.g, roots, p.inputs, {});
  for (std::size_t i = 0; i < keys.size(); ++i) out.expected[keys[i]] = std::move(all[i]);
  return out;
}

/// The loss in binary64, or from outputs rounded to binary32.
enum class precision : std::uint8_t { f64, f32 };
double loss_at(const prepared& k, const expr::bindings& in, precision p) {
  const auto e = expr::evaluate<double>(k.g, std::array{p == precision::f64 ? k.loss : k.f}, in, expr::exact_arithmetic());
  if (!e) return std::nan("");
  if (p == precision::f64) return e->roots[0].middle[0];
  double sum = 0;
  const auto& y = e->roots[0].middle;
  const auto dout = in.find("dout");
  for (std::size_t i = 0; i < y.size(); ++i) sum += static_cast<double>(static_cast<float>(y[i])) * (k.loss == k.f ? 1.0 : dout->second.values[i]);
  return sum;
}

bool close(double a, double b, double relative, double absolute) { return std::fabs(a - b) <= absolute + relative * std::fabs(b); }

bool allclose(const prepared& k, const outputs& o) {
  for (const auto& [name, values] : o)
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!close(static_cast<double>(values[i]), k.expected.at(name).value[i], 1e-2, 1e-2)) return false;
  return true;
}

/// Element by element, step 1e-3, outputs in binary32, 1e-2. Only the first 60 elements of a tensor.
bool central_differences(const prepared& k, const point& p, const outputs& o) {
  for (const auto& [name, values] : o)
    for (std::size_t i = 0; i < std::min<std::size_t>(values.size(), 60); ++i) {
      expr::bindings in = p.inputs;
      double& x = in[name].values[i];
      const double at = x, h = 1e-3;
      x = at + h;
      const double plus = loss_at(k, in, precision::f32);
      x = at - h;
      if (!close(static_cast<double>(values[i]), (plus - loss_at(k, in, precision::f32)) / (2 * h), 1e-2, 1e-2)) return false;
    }
  return true;
}

expr::bindings moved(const point& p, const std::map<std::string, std::vector<double>>& v, double h) {
  expr::bindings in = p.inputs;
  for (const auto& [name, d] : v)
    for (std::size_t i = 0; i < d.size(); ++i) in[name].values[i] += h * d[i];
  return in;
}

/// One projection on positive random directions, step 1e-6 in binary64, rtol 1e-3 and atol 1e-5.
bool fast_mode(const prepared& k, const point& p, const outputs& o) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  std::map<std::string, std::vector<double>> v;
  double product = 0;
  for (const auto& [name, values] : o)
    for (const float g : values) v[name].push_back(uniform(random)), product += v[name].back() * static_cast<double>(g);
  const double h = 1e-6;
  return close(product, (loss_at(k, moved(p, v, h), precision::f64) - loss_at(k, moved(p, v, -h), precision::f64)) / (2 * h), 1e-3, 1e-5);
}

/// Steps 1e-2 halved three times: every order of the first remainder above 1.9.
bool taylor(const prepared& k, const point& p, const outputs& o) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::map<std::string, std::vector<double>> v;
  double product = 0;
  for (const auto& [name, values] : o)
    for (const float g : values) v[name].push_back(normal(random)), product += v[name].back() * static_cast<double>(g);
  const double start = loss_at(k, p.inputs, precision::f64);
  double before = 0;
  for (int step = 0; step < 4; ++step) {
    const double h = 1e-2 * std::ldexp(1.0, -step), remainder = std::fabs(loss_at(k, moved(p, v, h), precision::f64) - start - h * product);
    if (step > 0 && !(std::log2(before / remainder) > 1.9)) return false;
    before = remainder;
  }
  return true;
}

bool derived(const prepared& k, const outputs& o) {
  for (const auto& [name, values] : o) {
    tensor::array a(tensor::dtype::f32, {values.size()});
    for (std::size_t i = 0; i < values.size(); ++i) a.set(i, static_cast<double>(values[i]));
    if (judge(a, k.expected.at(name), {}, {.canaries = false})->code == exit_code::findings) return false;
  }
  return true;
}

constexpr std::size_t checkers = 5;
constexpr const char* names[checkers] = {"derived bound", "allclose 1e-2", "central differences in f32", "fast mode in f64", "Taylor remainder in f64"};

std::array<bool, checkers> verdicts(const prepared& k, const point& p, const outputs& o) {
  const bool forward = p.wrt.empty();
  return {derived(k, o), allclose(k, o), forward || central_differences(k, p, o), forward || fast_mode(k, p, o), forward || taylor(k, p, o)};
}

TEST(peers, beside_the_derived_bound) {
  std::array<int, checkers> caught{}, first_point{}, alarms{};
  int mutants = 0, points = 0;
  for (const system& s : systems()) {
    std::vector<prepared> prepared_points;
    std::vector<point> given;
    for (const std::string& regime : s.regimes) given.push_back(s.make(regime, 1)), prepared_points.push_back(prepare(given.back()));
    for (std::size_t r = 0; r < given.size(); ++r) {
      const auto v = verdicts(prepared_points[r], given[r], s.kernel(given[r], order::pairwise, ""));
      ++points;
      for (std::size_t c = 0; c < checkers; ++c) alarms[c] += v[c] ? 0 : 1;
    }
    for (const std::string& m : s.mutants) {
      ++mutants;
      std::array<bool, checkers> killed{};
      for (std::size_t r = 0; r < given.size(); ++r) {
        const auto v = verdicts(prepared_points[r], given[r], s.kernel(given[r], order::pairwise, m));
        for (std::size_t c = 0; c < checkers; ++c) {
          if (r == 0 && !v[c]) ++first_point[c];
          killed[c] = killed[c] || !v[c];
        }
      }
      for (std::size_t c = 0; c < checkers; ++c) caught[c] += killed[c] ? 1 : 0;
    }
  }
  std::printf("%-28s %10s %16s %s\n", "checker", "caught", "at first point", "alarms on right kernels");
  for (std::size_t c = 0; c < checkers; ++c) std::printf("%-28s %4d of %d %10d %14d of %d\n", names[c], caught[c], mutants, first_point[c], alarms[c], points);
  EXPECT_EQ(alarms[0], 0);
  EXPECT_GE(caught[0], 54);
}

} // namespace
} // namespace fpcheck::tolerance::bench
