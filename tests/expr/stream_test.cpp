// Tensors that are too large to be held are worked out in blocks, and what the errors of a row have in common is told apart.
#include <fpcheck/expr/differentiate.hpp>
#include <fpcheck/expr/evaluate.hpp>
#include <fpcheck/expr/infer.hpp>

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <array>
#include <cmath>
#include <cstring>
#include <random>

namespace fpcheck::expr {
namespace {

struct problem {
  graph g;
  std::vector<node_id> roots;
  bindings inputs;
};

input_value normal(std::vector<std::int64_t> sizes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<float> n;
  input_value v;
  std::int64_t count = 1;
  for (const std::int64_t s : sizes) count *= s;
  v.sizes = std::move(sizes);
  for (std::int64_t i = 0; i < count; ++i) v.values.push_back(static_cast<double>(n(random)));
  return v;
}

/// The gradients of `text` in q, k and v of t x 4, against the upstream gradient u.
problem gradients_of(const std::string& text, std::int64_t t) {
  problem p;
  environment names;
  std::uint64_t seed = 0;
  for (const char* name : {"q", "k", "v", "u"}) {
    names.tensors[name] = {{t, ""}, {4, ""}};
    p.inputs[name] = normal({t, 4}, ++seed);
  }
  const node_id f = *infer(*parse(text), names, p.g), u = p.g.input("u", {{t, ""}, {4, ""}});
  const std::vector<node_id> wrt{*p.g.find_input("q"), *p.g.find_input("k"), *p.g.find_input("v")};
  p.roots = differentiate(p.g, f, wrt, u)->gradients;
  return p;
}

arithmetic f32() {
  arithmetic a;
  a.accumulator = *find_number_format("f32");
  return a;
}

/// The same functions with the queries in four parts of their own, each small enough to be held.
constexpr const char* in_parts =
    "concat((attention(q[:300, :], k, v), attention(q[300:600, :], k, v), attention(q[600:900, :], k, v), attention(q[900:, :], k, v)), 0)";

TEST(stream, blocks_give_what_the_whole_gives) {
  const problem whole = gradients_of("attention(q, k, v)", 1100), parts = gradients_of(in_parts, 1100);
  const auto a = evaluate<double>(whole.g, whole.roots, whole.inputs, f32()), b = evaluate<double>(parts.g, parts.roots, parts.inputs, f32());
  ASSERT_TRUE(a && b);
  for (std::size_t r = 0; r < 3; ++r) {
    double size = 0;
    for (const double x : b->roots[r].middle) size = std::max(size, std::fabs(x));
    for (std::size_t i = 0; i < a->roots[r].middle.size(); ++i) {
      ASSERT_NEAR(a->roots[r].middle[i], b->roots[r].middle[i], 1e-13 * size) << r << " " << i;
      // Sums over the queries are one chain here, four of a quarter and their sum there.
      ASSERT_NEAR(a->roots[r].radius[i], b->roots[r].radius[i], (r == 0 ? 1e-3 : 1.0) * b->roots[r].radius[i]) << r << " " << i;
    }
  }
}

TEST(stream, scores_are_never_held_whole) {
#if defined(FPCHECK_SANITIZED)
  GTEST_SKIP() << "a sanitizer's allocator keeps what was freed";
#endif
  const problem p = gradients_of("attention(q, k, v, causal=1)", 2200); // 4.8 million scores: 39 MB a tensor, and several at once
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  ASSERT_TRUE(evaluate<double>(p.g, p.roots, p.inputs, f32()));
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 40 * 1024) << "kB";
}

TEST(stream, what_cannot_be_cut_is_held) {
  problem p = gradients_of("softmax(q @ k.T, 0) @ v", 1100); // normalised over the queries, summed over the keys
  const auto e = evaluate<double>(p.g, p.roots, p.inputs, f32());
  ASSERT_TRUE(e) << e.error().text();
  problem twice = gradients_of("let p = softmax(q @ k.T, 1); softmax(p.T, 1) @ v", 1100); // needs both ways whole
  EXPECT_TRUE(evaluate<double>(twice.g, twice.roots, twice.inputs, f32()));
}

/// A softmax's denominator, wrong by a factor, cancels in p - sum(p) p: the bound of sum(p g) for g that sums to nothing is
/// that of the numerators alone. Any evaluation in binary32 must stay inside.
TEST(stream, the_factor_of_a_row_is_told_apart_and_encloses) {
  std::mt19937 random(7);
  std::normal_distribution<float> n;
  for (int round = 0; round < 200; ++round) {
    const std::size_t size = 4 + static_cast<std::size_t>(random() % 200);
    environment names;
    names.tensors = {{"x", {{static_cast<std::int64_t>(size), ""}}}, {"g", {{static_cast<std::int64_t>(size), ""}}}};
    graph g;
    const node_id y = *infer(*parse("let p = softmax(x); sum(p * g)"), names, g), dx = *infer(*parse("let p = softmax(x); p * (g - sum(p * g))"), names, g);
    bindings in{{"x", {{static_cast<std::int64_t>(size)}, {}}}, {"g", {{static_cast<std::int64_t>(size)}, {}}}};
    std::vector<float> x(size), u(size), p(size);
    for (std::size_t i = 0; i < size; ++i) {
      x[i] = n(random) * 4, u[i] = n(random);
      in["x"].values.push_back(static_cast<double>(x[i])), in["g"].values.push_back(static_cast<double>(u[i]));
    }
    const auto e = evaluate<double>(g, std::array{y, dx}, in, f32());
    ASSERT_TRUE(e);
    float top = x[0], sum = 0, lse = 0, inner = 0;
    for (const float v : x) top = std::max(top, v);
    for (const float v : x) sum += std::exp(v - top);
    lse = top + std::log(sum);
    // Both ways: a quotient, and exp(x - logsumexp) as a backward pass has it, whose error the whole row shares.
    for (const bool again : {false, true}) {
      inner = 0;
      for (std::size_t i = 0; i < size; ++i) p[i] = again ? std::exp(x[i] - lse) : std::exp(x[i] - top) / sum, inner += p[i] * u[i];
      EXPECT_LE(std::fabs(static_cast<double>(inner) - e->roots[0].middle[0]), e->roots[0].radius[0]);
      for (std::size_t i = 0; i < size; ++i)
        EXPECT_LE(std::fabs(static_cast<double>(p[i] * (u[i] - inner)) - e->roots[1].middle[i]), e->roots[1].radius[i] + 1e-40) << i;
    }
  }
}

/// A long sum in binary32 of terms that round the same way: the denominator is off by far more than any numerator.
TEST(stream, a_bad_denominator_is_inside_the_factor_of_the_row) {
  const std::size_t size = 60000;
  environment names;
  names.tensors = {{"x", {{static_cast<std::int64_t>(size), ""}}}, {"g", {{static_cast<std::int64_t>(size), ""}}}};
  graph g;
  const node_id y = *infer(*parse("sum(softmax(x) * g)"), names, g);
  bindings in{{"x", {{static_cast<std::int64_t>(size)}, std::vector<double>(size, static_cast<double>(std::log(0.3f)))}}, {"g", {{static_cast<std::int64_t>(size)}, std::vector<double>(size, 0.0)}}};
  in["x"].values[0] = 0, in["g"].values[0] = 1, in["g"].values[7] = 2;
  const auto e = evaluate<double>(g, std::array{y}, in, f32());
  ASSERT_TRUE(e);
  float sum = 1;
  for (std::size_t i = 1; i < size; ++i) sum += std::exp(std::log(0.3f));
  const double computed = static_cast<double>(1 / sum + 2 * (std::exp(std::log(0.3f)) / sum)), exact = e->roots[0].middle[0];
  ASSERT_GT(std::fabs(computed - exact), 1e-4 * exact); // else nothing is tested
  EXPECT_LE(std::fabs(computed - exact), e->roots[0].radius[0]);
}

/// Reshaped, the rows are others: the factor of one must not be taken for that of all.
TEST(stream, rows_are_forgotten_where_they_are_cut_anew) {
  environment names;
  names.tensors = {{"x", {{2, ""}, {3, ""}}}};
  graph g;
  const node_id y = *infer(*parse("sum(reshape(softmax(x, 1), (6,)))"), names, g), z = *infer(*parse("sum(softmax(x, 1))"), names, g);
  // The second row's scores are known badly: its denominator is far more uncertain than the first one's.
  arithmetic a = f32();
  const auto e = evaluate<double>(g, std::array{y, z}, {{"x", {{2, 3}, {0, 1, 2, 3000, 3010, 3001}}}}, a);
  ASSERT_TRUE(e);
  EXPECT_GE(e->roots[0].radius[0], 0.9 * e->roots[1].radius[0]);
}

} // namespace
} // namespace fpcheck::expr
