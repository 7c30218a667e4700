// The ways in which published checks passed wrong kernels; each must be impossible here.
#include <fpcheck/tolerance/check_gradient.hpp>
#include <fpcheck/tolerance/probe.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace fpcheck::tolerance {
namespace {

using tensor::dtype;

tensor::array array_of(tensor::shape s, const std::vector<double>& values, dtype type = dtype::f32) {
  tensor::array a(type, std::move(s));
  for (std::size_t i = 0; i < values.size(); ++i) a.set(i, values[i]);
  return a;
}

tensor::array random_array(tensor::shape s, std::uint64_t seed, double scale = 1) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(0, scale);
  tensor::array a(dtype::f32, std::move(s));
  for (std::uint64_t i = 0; i < a.size(); ++i) a.set(i, normal(random));
  return a;
}

reference small_reference() { return from_tensor(array_of({4}, {1, -2, 3, 0.5})); }

TEST(broken_checks, h1_nan_is_not_close) {
  const auto v = judge(array_of({4}, {1, -2, std::numeric_limits<double>::quiet_NaN(), 0.5}), small_reference(), *parse_tolerance("rtol=1e-3,atol=1e-3"));
  EXPECT_EQ(v->code, exit_code::findings);
  for (const canary& c : v->canaries) EXPECT_GT(c.rejected, 0u) << c.name;
}

TEST(broken_checks, h2_elements_never_written_are_counted) {
  tensor::array a = array_of({4}, {1, -2, 3, 0.5});
  constexpr std::uint64_t poison = 0x7fc0dead;
  tensor::store_code(a.type, a.data.data() + 8, poison);
  EXPECT_EQ(count_unwritten(a, poison), 1u);
  EXPECT_EQ(judge(a, small_reference(), {})->code, exit_code::findings);
}

TEST(broken_checks, h3_a_tensor_is_not_its_own_reference) {
  const std::map<std::string, tensor::array> actual{{"y", array_of({4}, {1, -2, 3, 0.5})}};
  const auto v = judge_all(actual, {{"y", from_tensor(actual.at("y"))}}, {});
  ASSERT_FALSE(v);
  EXPECT_EQ(v.error().message, "output 'y' is compared with itself");
}

TEST(broken_checks, h4_every_element_of_every_tensor_is_compared) {
  const std::map<std::string, tensor::array> actual{{"dW", array_of({4}, {1, -2, 3, 0.5})}, {"db", array_of({1}, {1})}};
  EXPECT_FALSE(judge_all(actual, {{"dW", small_reference()}}, {}));
  EXPECT_FALSE(judge_all({{"dW", actual.at("dW")}}, {{"dW", small_reference()}, {"db", small_reference()}}, {}));
  EXPECT_FALSE(judge_all(actual, {{"dW", small_reference()}, {"db", small_reference()}}, {}));
}

// A matrix product's gradient with a kernel that can be broken.
struct product {
  expr::named_inputs inputs;
  gradient_problem problem{"X @ W", {"X", "W"}, "dout", {}, {}};
  product() {
    inputs.tensors = {{"X", random_array({5, 7}, 1)}, {"W", random_array({7, 3}, 2)}, {"dout", random_array({5, 3}, 3)}};
    inputs.dimension_names = {{"X", {"M", "K"}}, {"W", {"K", "N"}}, {"dout", {"M", "N"}}};
    inputs.dimensions = {{"M", 5}, {"K", 7}, {"N", 3}};
  }
  static std::map<std::string, tensor::array> run(const expr::named_inputs& in) {
    const tensor::array &x = in.tensors.at("X"), &w = in.tensors.at("W"), &g = in.tensors.at("dout");
    const std::uint64_t m = x.shape[0], k = x.shape[1], n = w.shape[1];
    tensor::array dx(dtype::f32, {m, k}), dw(dtype::f32, {k, n});
    for (std::uint64_t q = 0; q < k; ++q) {
      for (std::uint64_t i = 0; i < m; ++i) {
        float s = 0;
        for (std::uint64_t j = 0; j < n; ++j) s += static_cast<float>(g.value(i * n + j)) * static_cast<float>(w.value(q * n + j));
        dx.set(i * k + q, static_cast<double>(s));
      }
      for (std::uint64_t j = 0; j < n; ++j) {
        float s = 0;
        for (std::uint64_t i = 0; i < m; ++i) s = std::fma(static_cast<float>(x.value(i * k + q)), static_cast<float>(g.value(i * n + j)), s);
        dw.set(q * n + j, static_cast<double>(s));
      }
    }
    return {{"X", dx}, {"W", dw}};
  }
};

using outputs = std::map<std::string, tensor::array>;

TEST(broken_checks, the_right_kernel_passes_the_whole_sweep) {
  const product p;
  const auto c = check_gradient(p.problem, p.inputs, [](const expr::named_inputs& in) -> result<outputs> { return product::run(in); });
  ASSERT_TRUE(c) << c.error().text();
  EXPECT_EQ(c->code, exit_code::passed) << text(*c);
  EXPECT_TRUE(c->findings.empty());
  EXPECT_GT(c->cases.size(), 20u);
}

TEST(broken_checks, h5_a_backward_that_does_nothing_is_found) {
  const product p;
  const auto nothing = [](const expr::named_inputs& in) -> result<outputs> {
    outputs o = product::run(in);
    for (auto& [name, a] : o) std::fill(a.data.begin(), a.data.end(), std::byte{0});
    return o;
  };
  EXPECT_EQ(check_gradient(p.problem, p.inputs, nothing)->code, exit_code::findings);
  // Gradients of a fixed upstream gradient of ones.
  const auto deaf = [](const expr::named_inputs& in) -> result<outputs> {
    expr::named_inputs ones = in;
    tensor::array& g = ones.tensors["dout"];
    for (std::uint64_t i = 0; i < g.size(); ++i) g.set(i, 1);
    return product::run(ones);
  };
  product flat;
  for (std::uint64_t i = 0; i < 15; ++i) flat.inputs.tensors["dout"].set(i, 1);
  const auto c = check_gradient(flat.problem, flat.inputs, deaf, {.sweep = false, .shrink = false, .inputs = {}, .judging = {}});
  ASSERT_TRUE(c);
  EXPECT_EQ(c->code, exit_code::findings) << text(*c);
  EXPECT_NE(c->findings[0].find("does not follow the upstream gradient"), std::string::npos);
}

TEST(broken_checks, h6_a_tolerance_that_grows_with_the_tensor_is_refused) {
  std::vector<double> y(1000);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::sin(static_cast<double>(i));
  const auto v = judge(array_of({1000}, y), from_tensor(array_of({1000}, y)), *parse_tolerance("rtol=0,atol=0.4"));
  EXPECT_EQ(v->code, exit_code::findings);
  EXPECT_NE(v->reason.find("vacuous"), std::string::npos);
}

TEST(broken_checks, h7_data_so_small_that_a_constant_passes) {
  std::vector<double> y(64);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = 1.0 / 1024 + static_cast<double>(i) * 1e-5;
  const auto v = judge(array_of({64}, y), from_tensor(array_of({64}, y)), *parse_tolerance("rtol=0,atol=1e-3"));
  EXPECT_EQ(v->code, exit_code::findings);
  EXPECT_NE(v->reason.find("a constant output"), std::string::npos);
}

TEST(broken_checks, h8_one_mismatch_is_enough) {
  std::vector<double> y(100, 1.0), a;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += static_cast<double>(i);
  a = y;
  a[57] = 0;
  EXPECT_EQ(judge(array_of({100}, a), from_tensor(array_of({100}, y)), *parse_tolerance("rtol=1e-3,atol=1e-3"))->code, exit_code::findings);
}

TEST(broken_checks, h9_a_clipped_reference_is_not_the_function) {
  expr::named_inputs in;
  in.tensors["z"] = array_of({2, 2}, {60, 0, 0.5, 0});
  in.tensors["y"] = array_of({2}, {1, 0}, dtype::i64);
  const auto names = expr::environment_of(in);
  const auto right = expr::infer("cross_entropy(z, y, reduction='none')", names), clipped = expr::infer("-log(sum(where(onehot(y, 2), softmax(z, 1), 0), 1) + 1e-10)", names);
  ASSERT_TRUE(right && clipped);
  const auto r = make_reference(right->nodes, right->root, expr::bindings_of(in), {});
  const auto c = make_reference(clipped->nodes, clipped->root, expr::bindings_of(in), {});
  ASSERT_TRUE(r && c);
  EXPECT_NEAR(r->value[0], 60, 1e-6);
  EXPECT_EQ(judge(array_of({2}, c->value), *r, {})->code, exit_code::findings);
}

TEST(broken_checks, h10_blind_points_are_named) {
  expr::named_inputs in;
  in.tensors["A"] = array_of({2, 2}, {1, 2, 2, 5});
  in.tensors["gamma"] = array_of({3}, {1, 1, 1});
  in.tensors["bias"] = array_of({3}, {0, 0, 0});
  in.tensors["dout"] = array_of({3}, {2, 2, 2});
  in.tensors["cos"] = array_of({2, 4}, {1, 2, 1, 2, 3, 4, 3, 4});
  in.tensors["x"] = random_array({32, 5}, 4);
  in.tensors["ids"] = array_of({3}, {0, 1, 2}, dtype::i32);
  const auto d = degeneracies(in, {32});
  EXPECT_EQ(d.size(), 7u);
  expr::named_inputs generic;
  generic.tensors["A"] = array_of({2, 2}, {1, 2, 3, 5});
  generic.tensors["ids"] = array_of({3}, {0, 1, 1}, dtype::i32);
  EXPECT_TRUE(degeneracies(generic, {32}).empty());
}

TEST(broken_checks, h11_non_determinism_is_its_own_note) {
  const product p;
  int calls = 0;
  const auto atomics = [&calls](const expr::named_inputs& in) -> result<outputs> {
    outputs o = product::run(in);
    if (++calls % 2 == 0) o["W"].set(0, o["W"].value(0) * (1 + 0x1p-22));
    return o;
  };
  const auto c = check_gradient(p.problem, p.inputs, atomics, {.sweep = false, .shrink = false, .inputs = {}, .judging = {}});
  ASSERT_TRUE(c);
  bool noted = false;
  for (const std::string& n : c->notes) noted = noted || n.find("not deterministic") != std::string::npos;
  EXPECT_TRUE(noted);
}

TEST(broken_checks, h12_the_shipped_precision_is_the_checked_one) {
  const std::map<std::string, tensor::array> actual{{"y", array_of({4}, {1, -2, 3, 0.5}, dtype::f64)}};
  const auto v = judge_all(actual, {{"y", small_reference()}}, {}, {}, {{"y", dtype::f32}});
  ASSERT_FALSE(v);
  EXPECT_NE(v.error().message.find("ships"), std::string::npos);
}

TEST(check_gradient, a_failure_is_shrunk) {
  const product p;
  const auto tail = [](const expr::named_inputs& in) -> result<outputs> {
    outputs o = product::run(in);
    const std::uint64_t n = o["W"].shape[1];
    for (std::uint64_t i = 0; i < o["W"].size(); ++i)
      if (i % n >= 2) o["W"].set(i, 0); // columns beyond a tile of 2
    return o;
  };
  const auto c = check_gradient(p.problem, p.inputs, tail);
  ASSERT_TRUE(c);
  EXPECT_EQ(c->code, exit_code::findings);
  ASSERT_TRUE(c->smallest);
  EXPECT_EQ(c->smallest->tensors.at("W").shape, (tensor::shape{1, 3}));
  EXPECT_EQ(c->smallest->tensors.at("X").shape, (tensor::shape{1, 1}));
  EXPECT_NE(text(*c).find("smallest failing inputs"), std::string::npos);
}

TEST(probe, finds_and_places_an_error) {
  reference r;
  r.sizes = {20, 30};
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 600; ++i) r.value.push_back(normal(random));
  r.worst = r.probable = std::vector<double>(600, 1e-6);
  std::vector<double> actual = r.value;
  for (double& x : actual) x += 5e-7 * normal(random) / 4;
  EXPECT_TRUE(probe(actual, r, 4, 9).passed);
  actual[7 * 30 + 11] += 0.1;
  const probe_report p = probe(actual, r, 4, 9);
  EXPECT_FALSE(p.passed);
  EXPECT_EQ(p.rows, std::vector<std::int64_t>{7});
  EXPECT_EQ(p.columns, std::vector<std::int64_t>{11});
  EXPECT_LE(p.miss_probability, 1e-6);
  actual[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(probe(actual, r, 1, 9).passed);
}

TEST(probe, misses_no_more_often_than_stated) {
  reference r;
  r.sizes = {64};
  r.value.assign(64, 0.0);
  r.worst = r.probable = std::vector<double>(64, 1e-3);
  // An error of the size at which one probe misses with chance at most one half.
  int missed = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const double size = probe(r.value, r, 1, seed, 0.5).detectable;
    std::vector<double> actual(64, size / 8);
    missed += probe(actual, r, 1, seed, 0.5).passed ? 1 : 0;
  }
  EXPECT_LT(missed, 220);
}

TEST(adjoint, tells_transposes_from_others) {
  const std::vector<double> u{1, 2, 3}, v{4, 5}, zero3(3, 0.0), zero2(2, 0.0);
  const double j[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  std::vector<double> forward(3, 0.0), backward(2, 0.0), wrong(2, 0.0);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 2; ++k) forward[i] += j[i][k] * v[k], backward[k] += j[i][k] * u[i], wrong[k] += j[i][1 - k] * u[i];
  EXPECT_TRUE(adjoint(inner(u, forward, zero3), inner(v, backward, zero2)));
  EXPECT_FALSE(adjoint(inner(u, forward, zero3), inner(v, wrong, zero2)));
}

} // namespace
} // namespace fpcheck::tolerance
