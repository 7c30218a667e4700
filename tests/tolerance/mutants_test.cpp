#include "systems.hpp"

#include <fpcheck/expr/differentiate.hpp>
#include <fpcheck/expr/infer.hpp>
#include <fpcheck/tolerance/judge.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace fpcheck::tolerance::bench {
namespace {

/// The references of a point: one for the forward value, or one a gradient.
std::map<std::string, reference> references_of(const point& p, const declaration& d) {
  expr::environment names;
  for (const auto& [name, v] : p.inputs) {
    expr::shape s;
    for (const std::int64_t n : v.sizes) s.push_back({n, ""});
    names.tensors[name] = s;
  }
  const auto tree = expr::parse(p.expression);
  EXPECT_TRUE(tree) << p.expression;
  expr::graph g;
  const auto f = expr::infer(*tree, names, g);
  EXPECT_TRUE(f) << f.error().text();
  std::vector<expr::node_id> roots{*f};
  std::vector<std::string> keys{"forward"};
  if (!p.wrt.empty()) {
    std::vector<expr::node_id> wrt;
    for (const std::string& w : p.wrt) wrt.push_back(*g.find_input(w));
    const auto back = g.rank(*f) == 0 ? expr::gradient(g, *f, wrt) : expr::differentiate(g, *f, wrt, g.input("dout", g.shape_of(*f)));
    EXPECT_TRUE(back) << back.error().text();
    roots = back->gradients;
    keys = p.wrt;
  }
  auto all = make_references(g, roots, p.inputs, d);
  EXPECT_TRUE(all) << all.error().text();
  std::map<std::string, reference> out;
  for (std::size_t i = 0; i < keys.size(); ++i) out[keys[i]] = std::move((*all)[i]);
  return out;
}

struct outcome {
  bool wrong = false, incomplete = false;
  double share = 0;
  std::int64_t hulls = 0;
  std::string text;
};

outcome check(const std::map<std::string, reference>& expected, const outputs& actual, tensor::dtype type) {
  outcome out;
  for (const auto& [name, values] : actual) {
    const reference& r = expected.at(name);
    tensor::array a(type, {values.size()});
    for (std::size_t i = 0; i < values.size(); ++i) a.set(i, static_cast<double>(values[i]));
    const auto v = judge(a, r, tolerance{}, {.canaries = false});
    EXPECT_TRUE(v);
    out.wrong = out.wrong || v->code == exit_code::findings;
    out.incomplete = out.incomplete || v->code == exit_code::incomplete;
    out.share = std::max(out.share, v->largest_share);
    out.hulls = std::max(out.hulls, v->hulls);
    if (v->code != exit_code::passed) out.text += name + ": " + text(*v);
  }
  return out;
}

int seeds() {
  const char* const given = std::getenv("FPCHECK_SEEDS");
  return given != nullptr ? std::atoi(given) : 8;
}

TEST(mutants, correct_kernels_raise_no_false_alarm) {
  std::uint64_t points = 0, alarms = 0, incomplete = 0;
  double largest = 0;
  for (const system& s : systems())
    for (const std::string& regime : s.regimes)
      for (int seed = 1; seed <= seeds(); ++seed) {
        const point p = s.make(regime, static_cast<std::uint64_t>(seed));
        for (const tensor::dtype type : {tensor::dtype::f32, tensor::dtype::bf16}) {
          declaration d;
          d.output = tensor::name(type);
          const auto expected = references_of(p, d);
          for (const order o : all_orders) {
            const outcome c = check(expected, s.kernel(p, o, ""), type);
            ++points;
            alarms += c.wrong ? 1 : 0;
            incomplete += c.incomplete ? 1 : 0;
            if (type == tensor::dtype::f32 && c.hulls == 0) largest = std::max(largest, c.share);
            EXPECT_FALSE(c.wrong) << s.name << " " << regime << " seed " << seed << " order " << static_cast<int>(o) << "\n" << c.text;
            if (c.incomplete && seed == 1 && o == order::sequential) std::printf("incomplete: %s %s %s\n%s", s.name.c_str(), regime.c_str(), std::string(tensor::name(type)).c_str(), c.text.c_str());
          }
        }
      }
  std::printf("%llu points, %llu false alarms, %llu incomplete, largest error / allowance %.3f\n", static_cast<unsigned long long>(points), static_cast<unsigned long long>(alarms),
              static_cast<unsigned long long>(incomplete), largest);
  EXPECT_EQ(alarms, 0u);
  EXPECT_LE(incomplete * 50, points);
}

/// Whether numpy's allclose with rtol = atol = 1e-2 accepts.
bool allclose(const std::map<std::string, reference>& expected, const outputs& actual) {
  for (const auto& [name, values] : actual)
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!(std::fabs(static_cast<double>(values[i]) - expected.at(name).value[i]) <= 1e-2 + 1e-2 * std::fabs(expected.at(name).value[i]))) return false;
  return true;
}

TEST(mutants, all_but_the_convention_are_caught) {
  int count = 0, caught = 0, by_allclose = 0, by_default_point = 0;
  for (const system& s : systems())
    for (const std::string& mutant : s.mutants) {
      ++count;
      bool killed = false, peer = false, first = false;
      std::int64_t hulls = 0;
      for (const std::string& regime : s.regimes)
        for (int seed = 1; seed <= 2 && !(killed && peer); ++seed) {
          const point p = s.make(regime, static_cast<std::uint64_t>(seed));
          const auto expected = references_of(p, {});
          const outputs wrong = s.kernel(p, order::sequential, mutant);
          const outcome c = check(expected, wrong, tensor::dtype::f32);
          if (c.wrong && regime == s.regimes[0]) first = true;
          killed = killed || c.wrong;
          peer = peer || !allclose(expected, wrong);
          hulls = std::max(hulls, c.hulls);
        }
      caught += killed ? 1 : 0, by_allclose += peer ? 1 : 0, by_default_point += first ? 1 : 0;
      if (!killed) {
        std::printf("not caught: %s %s (%lld hull decisions reported)\n", s.name.c_str(), mutant.c_str(), static_cast<long long>(hulls));
        EXPECT_EQ(mutant, "M44");
        EXPECT_GT(hulls, 0) << "a convention must at least be reported";
      }
    }
  std::printf("%d mutants: %d caught by the derived bound (%d at the first regime), %d by allclose(1e-2) with the same inputs\n", count, caught, by_default_point, by_allclose);
  EXPECT_EQ(count, 55);
  EXPECT_GE(caught, 54);
}

} // namespace
} // namespace fpcheck::tolerance::bench
