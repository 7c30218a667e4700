// How long a certified reference of a large backward takes, and how tight it is.
#include <fpcheck/expr/differentiate.hpp>
#include <fpcheck/tolerance/judge.hpp>

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

namespace fpcheck::tolerance {
namespace {

expr::input_value normal(std::vector<std::int64_t> sizes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<float> n;
  expr::input_value v;
  std::int64_t count = 1;
  for (const std::int64_t s : sizes) count *= s;
  v.sizes = std::move(sizes);
  for (std::int64_t i = 0; i < count; ++i) v.values.push_back(n(random));
  return v;
}

expr::environment names_of(const expr::bindings& b) {
  expr::environment e;
  for (const auto& [name, v] : b) {
    expr::shape s;
    for (const std::int64_t n : v.sizes) s.push_back({n, ""});
    e.tensors[name] = s;
  }
  return e;
}

/// Of this process, all threads: what a loaded machine does not change.
double cpu_seconds() {
  rusage u{};
  getrusage(RUSAGE_SELF, &u);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  return seconds(u.ru_utime) + seconds(u.ru_stime);
}

void measure(const char* what, const char* expression, std::vector<std::string> wrt, const expr::bindings& inputs, std::int64_t depth) {
  const auto tree = expr::parse(expression);
  expr::graph g;
  const auto f = expr::infer(*tree, names_of(inputs), g);
  ASSERT_TRUE(f) << f.error().text();
  std::vector<expr::node_id> nodes;
  for (const std::string& w : wrt) nodes.push_back(*g.find_input(w));
  const auto d = g.rank(*f) == 0 ? expr::gradient(g, *f, nodes) : expr::differentiate(g, *f, nodes, g.input("dout", g.shape_of(*f)));
  ASSERT_TRUE(d);
  declaration arithmetic;
  arithmetic.depth = depth;
  arithmetic.wanted = tiers::first;
  const auto start = std::chrono::steady_clock::now();
  const double cpu_start = cpu_seconds();
  const auto r = make_references(g, d->gradients, inputs, arithmetic);
  ASSERT_TRUE(r) << r.error().text();
  std::uint64_t elements = 0;
  std::vector<double> ratios;
  for (const reference& one : *r) {
    const auto width = static_cast<std::size_t>(one.sizes.back());
    tensor::array actual(tensor::dtype::f32, {one.size()});
    for (std::size_t i = 0; i < one.size(); ++i) actual.set(i, one.value[i]);
    const auto v = judge(actual, one, {}, {.canaries = false});
    ASSERT_TRUE(v);
    EXPECT_EQ(v->failures(), 0u);
    elements += one.size();
    for (std::size_t row = 0; row < one.size() / width; ++row) {
      double largest = 0;
      for (std::size_t i = 0; i < width; ++i) largest = std::max(largest, std::fabs(one.value[row * width + i]));
      for (std::size_t i = 0; i < width; ++i)
        if (const double y = std::fabs(one.value[row * width + i]); y >= 1e-3 * largest && y > 0) ratios.push_back(one.probable[row * width + i] / y);
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::nth_element(ratios.begin(), ratios.begin() + static_cast<long>(ratios.size() / 2), ratios.end());
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%s: %llu gradient elements in %.2f s (%.2f s of CPU), median bound / |g| %.2e, peak memory %ld MB\n", what, static_cast<unsigned long long>(elements), seconds, cpu_seconds() - cpu_start,
              ratios[ratios.size() / 2], usage.ru_maxrss / 1024);
  std::fflush(stdout);
}

TEST(speed, a_linear_layer) {
  measure("linear layer, 1024 x 1024 from 1024 rows", "x @ w", {"w"}, {{"x", normal({1024, 1024}, 1)}, {"w", normal({1024, 1024}, 2)}, {"dout", normal({1024, 1024}, 3)}}, 0);
}

TEST(speed, cross_entropy_with_50257_classes) {
  expr::bindings in{{"z", normal({20, 50257}, 1)}};
  in["y"] = {{20}, std::vector<double>(20, 17.0)};
  measure("cross-entropy, 20 x 50257, any order", "cross_entropy(z, y)", {"z"}, in, 0);
  measure("cross-entropy, 20 x 50257, depth 60", "cross_entropy(z, y)", {"z"}, in, 60);
}

TEST(speed, attention_2048) {
  const expr::bindings in{{"q", normal({2048, 128}, 1)}, {"k", normal({2048, 128}, 2)}, {"v", normal({2048, 128}, 3)}, {"dout", normal({2048, 128}, 4)}};
  measure("attention, T = 2048, d = 128, causal, any order", "attention(q, k, v, causal=1)", {"q", "k", "v"}, in, 0);
  measure("attention, T = 2048, d = 128, causal, depth 64", "attention(q, k, v, causal=1)", {"q", "k", "v"}, in, 64);
  measure("attention, T = 2048, d = 128, causal, depth 16", "attention(q, k, v, causal=1)", {"q", "k", "v"}, in, 16);
}

TEST(speed, layernorm_a_million) {
  measure("layernorm, 1024 x 1024", "layernorm(x, g, b)", {"x", "g", "b"}, {{"x", normal({1024, 1024}, 1)}, {"g", normal({1024}, 2)}, {"b", normal({1024}, 3)}, {"dout", normal({1024, 1024}, 4)}}, 0);
}

} // namespace
} // namespace fpcheck::tolerance
