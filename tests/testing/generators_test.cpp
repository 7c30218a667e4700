// Every class of value appears from each generator, and nothing that a generator promises not to draw.
#include <fpcheck/exact/accumulator.hpp>
#include <fpcheck/formats/describe.hpp>
#include <fpcheck/testing/matrices.hpp>
#include <fpcheck/testing/shapes.hpp>
#include <fpcheck/testing/vectors.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace fpcheck::testing {
namespace {

template <class T>
std::vector<T> draw(const rc::Gen<T>& g, int n, std::uint64_t seed = 1) {
  std::vector<T> out;
  rc::Random random(seed);
  for (int i = 0; i < n; ++i) out.push_back(g(random.split(), i % 100).value());
  return out;
}

/// Follows the first shrink that still satisfies `keep` until there is none.
template <class T, class Predicate>
T smallest(rc::Shrinkable<T> s, Predicate keep) {
  for (int steps = 0; steps < 10000; ++steps) {
    auto next = s.shrinks();
    bool found = false;
    for (auto candidate = next.next(); candidate; candidate = next.next())
      if (keep(candidate->value())) {
        s = std::move(*candidate);
        found = true;
        break;
      }
    if (!found) return s.value();
  }
  ADD_FAILURE() << "shrinking does not end";
  return s.value();
}

template <class F>
class every_number : public ::testing::Test {};
using number_types = ::testing::Types<float, double, f16_t, bf16_t, tf32_t, e5m2_t, e4m3fn_t, e5m2fnuz_t, e2m1fn_t, e8m0fnu_t, ue4m3_t>;
TYPED_TEST_SUITE(every_number, number_types);

TYPED_TEST(every_number, any_code_draws_every_class_and_its_edges) {
  const code_space space = codes_of<TypeParam>();
  std::map<value_class, int> seen;
  std::set<std::uint64_t> drawn;
  for (const TypeParam x : draw(any_code<TypeParam>(), 4000)) {
    const std::uint64_t code = to_code(x);
    drawn.insert(code);
    ++seen[space.class_of(code)];
  }
  for (const value_class c : {value_class::zero, value_class::subnormal, value_class::normal, value_class::infinity,
                              value_class::quiet_nan, value_class::signalling_nan}) {
    if (space.count(c) == 0) {
      EXPECT_EQ(seen[c], 0);
      continue;
    }
    EXPECT_GT(seen[c], 200) << static_cast<int>(c);
    const std::uint64_t first = *space.pick(c, 0), last = *space.pick(c, space.count(c) - 1);
    EXPECT_TRUE(drawn.contains(first)) << static_cast<int>(c);
    EXPECT_TRUE(drawn.contains(last)) << static_cast<int>(c);
    if (space.class_of(space.negated(first)) != c) continue;
    EXPECT_TRUE(drawn.contains(space.negated(first))) << static_cast<int>(c);
  }
  EXPECT_TRUE(drawn.contains(space.nearest(1)));
}

/// Three independent generators, as a property draws them.
template <class F>
int cases_until_sums_do_not_associate(const rc::Gen<F>& g, std::uint64_t seed) {
  rc::Random random(seed);
  for (int i = 0; i < 100; ++i) {
    const F a = g(random.split(), i).value(), b = g(random.split(), i).value(), c = g(random.split(), i).value();
    const F left = (a + b) + c, right = a + (b + c);
    if (left != right && left == left && right == right) return i;
  }
  return 100;
}
template <class F>
void expect_meetings() {
  int cases = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const auto& g : {finite<F>(), normal<F>()}) {
      const int until = cases_until_sums_do_not_associate(g, seed);
      EXPECT_LT(until, 100) << seed;
      cases += until;
    }
  EXPECT_LT(cases, 40 * 25);
}
TEST(several_numbers, meet_so_that_sums_do_not_associate) {
  expect_meetings<float>();
  expect_meetings<double>();
  expect_meetings<f16_t>();
  expect_meetings<bf16_t>();
}

TYPED_TEST(every_number, classes_hold_what_they_say) {
  const code_space space = codes_of<TypeParam>();
  for (const TypeParam x : draw(finite<TypeParam>(), 500)) EXPECT_TRUE(std::isfinite(space.value(to_code(x))));
  for (const TypeParam x : draw(normal<TypeParam>(), 500)) EXPECT_EQ(space.class_of(to_code(x)), value_class::normal);
  if (space.count(value_class::subnormal) == 0) return;
  for (const TypeParam x : draw(subnormal<TypeParam>(), 500)) {
    const double value = std::fabs(space.value(to_code(x)));
    EXPECT_GT(value, 0);
    EXPECT_LT(value, std::ldexp(1.0, space.grid().min_exponent));
  }
}

TYPED_TEST(every_number, a_code_of_every_class_comes_back) {
  const code_space space = codes_of<TypeParam>();
  for (const TypeParam x : draw(finite<TypeParam>(), 300)) {
    const std::uint64_t code = to_code(x);
    EXPECT_EQ(space.nearest(space.value(code)), code);
    EXPECT_EQ(space.truncated(space.value(code)), code);
  }
}

TYPED_TEST(every_number, shrinking_ends_at_the_simplest_number_that_fails) {
  const code_space space = codes_of<TypeParam>();
  const auto g = finite<TypeParam>();
  rc::Random random(7);
  for (int i = 0; i < 50; ++i) {
    auto s = g(random.split(), 50);
    const double start = space.value(to_code(s.value()));
    // What always fails shrinks to zero, or to one where there is none; what fails above one to a number of few bits.
    const double least = space.value(to_code(smallest(s, [](const TypeParam&) { return true; })));
    EXPECT_EQ(least, space.count(value_class::zero) > 0 ? 0 : 1) << start;
    if (!(start > 1)) continue;
    const double above = space.value(to_code(smallest(s, [&](const TypeParam& x) { return space.value(to_code(x)) > 1; })));
    EXPECT_LE(above, 4) << start;
    EXPECT_EQ(above * 4, std::floor(above * 4)) << start;
  }
}

TEST(log_uniform, fills_its_range_evenly) {
  std::map<int, int> octaves;
  for (const float x : draw(log_uniform<float>(-20, 20), 4000)) {
    EXPECT_GE(std::fabs(x), 0x1p-20f);
    EXPECT_LE(std::fabs(x), 0x1p20f);
    ++octaves[std::ilogb(x)];
  }
  for (int e = -20; e < 20; ++e) EXPECT_GT(octaves[e], 50) << e;
}

TEST(near_tie, is_at_or_one_step_beside_a_midpoint) {
  const code_space target(bf16_format::row);
  int exact = 0, overflow = 0, underflow = 0, subnormal = 0;
  for (const float x : draw(near_tie<float, bf16_t>(), 3000)) {
    ASSERT_TRUE(std::isfinite(x));
    const float magnitude = std::fabs(x);
    bool near = false;
    for (const float y : {std::nextafterf(magnitude, 0), magnitude, std::nextafterf(magnitude, HUGE_VALF)}) {
      if (!std::isfinite(y)) continue;
      const double steps = y / metric::ulp(target.grid(), y);
      near = near || steps - std::floor(steps) == 0.5;
    }
    EXPECT_TRUE(near) << x;
    const double steps = magnitude / metric::ulp(target.grid(), magnitude);
    exact += steps - std::floor(steps) == 0.5;
    overflow += magnitude > target.largest();
    underflow += magnitude < 1.1 * metric::smallest_positive(target.grid()) / 2;
    subnormal += magnitude < 0x1p-126f;
  }
  EXPECT_GT(exact, 500);
  EXPECT_GT(overflow, 50);
  EXPECT_GT(underflow, 50);
  EXPECT_GT(subnormal, 200);
}

TEST(near_tie, shrinks_to_the_tie_above_one) {
  rc::Random random(5);
  const auto fails = [](float x) { return static_cast<float>(bf16_t(x)) != x; }; // whatever bf16 rounds
  for (int i = 0; i < 30; ++i) {
    const auto s = near_tie<float, bf16_t>()(random.split(), 50);
    const float least = std::fabs(smallest(s, fails));
    EXPECT_TRUE(least == 0x1.01p0f || least > 0x1p127f || least < 0x1p-126f) << least; // those at the edges stay there
  }
}

TEST(neighbours, cross_zero_and_binades) {
  std::set<float> around;
  for (const float x : draw(neighbours(1.0f, 2), 500)) around.insert(x);
  EXPECT_EQ(around, (std::set<float>{0x1.fffffcp-1f, 0x1.fffffep-1f, 1.0f, 0x1.000002p0f, 0x1.000004p0f}));
  std::set<double> zero;
  for (const double x : draw(neighbours(0.0, 1), 100)) zero.insert(x);
  EXPECT_EQ(zero, (std::set<double>{-0x1p-1074, 0, 0x1p-1074}));
}

TEST(hard_cases, of_exp_hold_the_thresholds_and_near_ties) {
  const auto drawn = draw(hard_cases<float>(reference::function::exp), 600);
  const auto has = [&](auto predicate) { return std::any_of(drawn.begin(), drawn.end(), predicate); };
  EXPECT_TRUE(has([](float x) { return x == 0x1.62e42ep6f; })); // the last one whose exp is finite
  EXPECT_TRUE(has([](float x) { return x > 0x1.62e42ep6f && x < 0x1.62e44p6f; }));
  EXPECT_TRUE(has([](float x) { return x < -103 && x > -104; }));
  int near = 0;
  for (const float x : drawn) {
    const double y = std::exp(static_cast<double>(x));
    if (!(y > 1e-30 && y < 1e30)) continue;
    const double steps = y / metric::ulp(metric::binary32_grid, y);
    near += std::fabs(steps - std::floor(steps) - 0.5) < 0.04;
  }
  EXPECT_GT(near, 150); // of numbers drawn at random, 8 % are as near
}

TEST(hard_cases, shrink_to_the_simplest_hard_point_that_fails) {
  rc::Random random(5);
  for (int i = 0; i < 20; ++i) {
    const auto s = hard_cases<float>(reference::function::exp)(random.split(), 50);
    EXPECT_EQ(smallest(s, [](float) { return true; }), 0);
    if (s.value() > 0.5f) {
      EXPECT_EQ(smallest(s, [](float x) { return x > 0.5f; }), 1);
    }
  }
}

TEST(hard_cases, of_sin_hold_zeros_and_large_arguments) {
  const auto drawn = draw(hard_cases<float>(reference::function::sin), 600);
  const auto has = [&](auto predicate) { return std::any_of(drawn.begin(), drawn.end(), predicate); };
  EXPECT_TRUE(has([](float x) { return std::fabs(std::sin(static_cast<double>(x))) < 1e-6 && std::fabs(x) > 3; }));
  EXPECT_TRUE(has([](float x) { return std::fabs(x) > 1e30f; }));
  EXPECT_TRUE(has([](float x) { return x == 0; }));
}

/// Sums and dot products have the condition they were asked for, and say their exact value.
template <class F, class Terms, class Products>
void check_condition(const rc::Gen<Terms>& g, double condition, Products products, double (*told)(const Terms&)) {
  int met = 0;
  for (const Terms& s : draw(g, 100)) {
    exact::double_sum sum, magnitude;
    for (const double p : products(s)) {
      ASSERT_TRUE(std::isfinite(p));
      sum.add(p);
      magnitude.add(std::fabs(p));
    }
    EXPECT_EQ(told(s), sum.round());
    const double found = magnitude.round() / std::fabs(sum.round());
    met += found >= condition / 2 && found <= 2 * condition;
  }
  EXPECT_GE(met, 95) << condition;
}

/// The exact products of the factors. Requires: at most 26 bits each.
template <class F>
std::vector<double> products_of(const dot_operands<F>& s) {
  std::vector<double> out;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    const auto x = static_cast<double>(s.x[i]), y = static_cast<double>(s.y[i]);
    out.push_back(x * y);
  }
  return out;
}

template <class F>
void check_cancelling_dot(double condition) {
  check_condition<F>(cancelling_dot<F>(extent_in(8, 60), condition), condition, products_of<F>, +[](const dot_operands<F>& s) { return s.dot; });
}

TEST(cancelling_dot, has_the_condition_number_that_was_asked_for) {
  for (const double condition : {1e1, 1e4, 1e8, 1e14}) check_cancelling_dot<float>(condition); // products of 24 bits are exact in binary64
  check_cancelling_dot<bf16_t>(1e3);
  check_cancelling_dot<f16_t>(1e2);
  int far = 0;
  for (const dot_operands<double>& s : draw(cancelling_dot<double>(extent_in(8, 60), 1e25), 20)) {
    double plain = 0;
    for (std::size_t i = 0; i < s.x.size(); ++i) plain += s.x[i] * s.y[i];
    EXPECT_GT(s.condition, 1e24);
    far += std::fabs(plain - s.dot) >= std::fabs(s.dot) / 2; // often 0
  }
  EXPECT_GE(far, 18); // no digit of a plain sum is right
}

template <class Gen, class Fails>
void check_shrunk_condition(const Gen& g, double condition, Fails fails) {
  rc::Random random(9);
  for (int i = 0; i < 10; ++i) {
    const auto s = g(random.split(), 50);
    if (!fails(s.value())) continue;
    const auto least = smallest(s, fails);
    EXPECT_GE(least.condition, condition / 3);
    EXPECT_LE(least.condition, 3 * condition);
  }
}

TEST(cancelling, shrinks_to_few_terms_of_few_bits_with_the_same_condition) {
  const auto sums_wrong = [](const summands<float>& s) {
    float sum = 0;
    for (const float x : s.terms) sum += x;
    return std::fabs(sum - s.sum) > 0.01 * std::fabs(s.sum);
  };
  check_shrunk_condition(cancelling<float>(extent_in(4, 60), 1e6), 1e6, sums_wrong);
  const auto dots_wrong = [](const dot_operands<float>& s) {
    float sum = 0;
    for (std::size_t i = 0; i < s.x.size(); ++i) sum += s.x[i] * s.y[i];
    return std::fabs(sum - s.dot) > 0.01 * std::fabs(s.dot);
  };
  check_shrunk_condition(cancelling_dot<float>(extent_in(4, 60), 1e6), 1e6, dots_wrong);
  rc::Random random(4);
  const auto any = smallest(cancelling<float>(extent_in(4, 60), 1e6)(random, 50), [](const summands<float>&) { return true; });
  EXPECT_EQ(any.terms.size(), 4u);
  int simple = 0;
  for (const float x : any.terms) simple += std::ldexp(x, 4) == std::floor(std::ldexp(x, 4));
  EXPECT_GE(simple, 2); // those that are free
}

template <class F>
std::vector<double> terms_of(const summands<F>& s) {
  return {s.terms.begin(), s.terms.end()};
}

template <class F>
void check_cancelling(double condition) {
  check_condition<F>(cancelling<F>(extent_in(8, 60), condition), condition, terms_of<F>, +[](const summands<F>& s) { return s.sum; });
}

TEST(cancelling, has_the_condition_number_that_was_asked_for) {
  for (const double condition : {1e1, 1e4, 1e8, 1e14}) check_cancelling<float>(condition);
  for (const double condition : {1e4, 1e16, 1e30}) check_cancelling<double>(condition);
  check_cancelling<bf16_t>(1e3);
  check_cancelling<f16_t>(1e2);
}

TEST(exactly_summable, no_order_rounds) {
  int cancelled = 0, large = 0;
  for (const summands<float>& s : draw(exactly_summable<float>(extent_in(0, 50)), 300)) {
    std::vector<float> terms = s.terms;
    for (int order = 0; order < 4; ++order) {
      float sum = 0;
      for (const float x : terms) sum += x;
      EXPECT_EQ(sum, s.sum);
      std::next_permutation(terms.begin(), terms.end());
      std::rotate(terms.begin(), terms.begin() + static_cast<std::ptrdiff_t>(terms.size() / 2), terms.end());
    }
    cancelled += s.condition > 2;
    large += terms.size() > 20;
  }
  EXPECT_GT(cancelled, 50);
  EXPECT_GT(large, 50);
  rc::Random random(2);
  for (int i = 0; i < 20; ++i) {
    const auto s = exactly_summable<float>(extent_in(1, 50))(random.split(), 50);
    const auto not_zero = [](const summands<float>& v) { return v.sum != 0; };
    if (!not_zero(s.value())) continue;
    const summands<float> least = smallest(s, not_zero);
    EXPECT_EQ(least.sum, 1) << least;
    EXPECT_EQ(std::count(least.terms.begin(), least.terms.end(), 0.0f), static_cast<std::ptrdiff_t>(least.terms.size()) - 1) << least;
  }
  const code_space space(e4m3fn_format::row);
  for (const summands<e4m3fn_t>& s : draw(exactly_summable<e4m3fn_t>(extent_in(1, 20)), 100)) {
    double sum = 0;
    for (const e4m3fn_t x : s.terms) {
      sum += static_cast<double>(x);
      EXPECT_EQ(space.value(space.nearest(sum)), sum);
    }
  }
}

TEST(permutation, is_one_and_shrinks_to_order) {
  bool identity = false, reverse = false;
  for (const auto& p : draw(permutation(extent_in(2, 9)), 300)) {
    auto sorted = p;
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::uint64_t> expected(p.size());
    std::iota(expected.begin(), expected.end(), std::uint64_t{0});
    EXPECT_EQ(sorted, expected);
    identity = identity || p == expected;
    reverse = reverse || std::equal(p.begin(), p.end(), expected.rbegin());
  }
  EXPECT_TRUE(identity && reverse);
  rc::Random random(3);
  const auto unordered = [](const std::vector<std::uint64_t>& p) { return !std::is_sorted(p.begin(), p.end()); };
  for (int i = 0; i < 20; ++i) {
    auto s = permutation(extent_in(2, 9))(random.split(), 50);
    if (!unordered(s.value())) continue;
    const auto least = smallest(s, unordered);
    int inversions = 0;
    for (std::size_t a = 0; a < least.size(); ++a)
      for (std::size_t b = a; b < least.size(); ++b) inversions += least[a] > least[b];
    EXPECT_EQ(inversions, 1);
  }
}

TEST(extent_around, meets_the_edges_of_tiles) {
  std::map<std::uint64_t, int> seen;
  for (const std::uint64_t n : draw(extent_around(32), 2000)) {
    EXPECT_GE(n, 1u);
    EXPECT_LE(n, 4 * 32 + 1u);
    ++seen[n];
  }
  for (const std::uint64_t n : {1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 37}) EXPECT_GT(seen[n], 3) << n;
  rc::Random random(3);
  EXPECT_EQ(smallest(extent_around(32)(random, 50), [](std::uint64_t n) { return n > 10; }), 11u);
}

TEST(zipf_indices, fall_off_as_a_power) {
  std::map<std::int64_t, int> seen;
  for (const auto& v : draw(zipf_indices(100, extent_in(50, 50), 1.0), 200))
    for (const std::int64_t k : v) {
      ASSERT_TRUE(k >= 0 && k < 100);
      ++seen[k];
    }
  EXPECT_NEAR(static_cast<double>(seen[0]) / seen[9], 10, 4); // 10^4 draws: some 1928 and 193
  EXPECT_GT(seen[99], 0);
}

TEST(zipf_indices, shrink_to_small_ones) {
  rc::Random random(3);
  const auto large = [](const std::vector<std::int64_t>& v) { return std::any_of(v.begin(), v.end(), [](std::int64_t k) { return k > 5; }); };
  const auto s = zipf_indices(100, extent_in(20, 50))(random, 50);
  ASSERT_TRUE(large(s.value()));
  const auto least = smallest(s, large);
  EXPECT_EQ(least.size(), 20u);
  EXPECT_EQ(std::accumulate(least.begin(), least.end(), std::int64_t{0}), 6);
}

TEST(tensors, spiked_have_a_spike_in_every_row) {
  for (const tensor::array& a : draw(spiked(tensor::dtype::f32, shape_around({4, 32}), 1e6), 50)) {
    const std::uint64_t columns = a.shape[1];
    if (columns < 2) continue;
    for (std::uint64_t i = 0; i < a.shape[0]; ++i) {
      std::vector<double> row;
      for (std::uint64_t k = 0; k < columns; ++k) row.push_back(std::fabs(a.value(i * columns + k)));
      std::sort(row.begin(), row.end());
      EXPECT_GT(row.back(), 100 * row[0]);
    }
  }
}

TEST(tensors, masked_rows_of_every_kind) {
  int whole = 0, all = 0, one = 0, some = 0;
  for (const tensor::array& a : draw(masked_rows(tensor::dtype::f16, extent_around(4), extent_in(4, 9)), 100))
    for (std::uint64_t i = 0; i < a.shape[0]; ++i) {
      std::uint64_t masked = 0;
      for (std::uint64_t k = 0; k < a.shape[1]; ++k) masked += a.value(i * a.shape[1] + k) == -HUGE_VAL;
      (masked == 0 ? whole : masked == a.shape[1] ? all : masked + 1 == a.shape[1] ? one : some) += 1;
    }
  EXPECT_GT(whole, 20);
  EXPECT_GT(all, 20);
  EXPECT_GT(one, 20);
  EXPECT_GT(some, 20);
  // A format without infinity masks with its most negative number.
  bool lowest = false;
  for (const tensor::array& a : draw(masked_rows(tensor::dtype::e4m3fn, extent_in(2, 2), extent_in(4, 4)), 20))
    for (std::uint64_t i = 0; i < a.size(); ++i) lowest = lowest || a.value(i) == -448;
  EXPECT_TRUE(lowest);
}

TEST(tensors, shrink_to_small_shapes_of_simple_numbers) {
  const auto g = tensor_of(tensor::dtype::bf16, shape_around({8, 32}), all_classes);
  const auto bad = [](const tensor::array& a) { // fails wherever an element is below zero
    for (std::uint64_t i = 0; i < a.size(); ++i)
      if (a.value(i) < 0) return true;
    return false;
  };
  rc::Random random(11);
  int tried = 0;
  for (int i = 0; i < 20; ++i) {
    auto s = g(random.split(), 50);
    if (!bad(s.value())) continue;
    ++tried;
    const tensor::array least = smallest(s, bad);
    EXPECT_LE(least.size(), 32u);
    std::uint64_t simple = 0;
    for (std::uint64_t k = 0; k < least.size(); ++k) simple += least.value(k) == 0 || std::fabs(least.value(k)) == 1;
    EXPECT_EQ(simple, least.size());
  }
  EXPECT_GT(tried, 10);
}

TEST(tensors, spikes_and_masks_stay_when_elements_shrink) {
  rc::Random random(11);
  const auto any = [](const tensor::array&) { return true; };
  for (int i = 0; i < 5; ++i) {
    const tensor::array spike = smallest(spiked(tensor::dtype::f32, shape_around({2, 8}), 1e4)(random.split(), 50), any);
    EXPECT_EQ(spike.shape, (tensor::shape{1, 1}));
    EXPECT_GE(std::fabs(spike.value(0)), 1);
    const auto two_columns = [](const tensor::array& a) { return a.shape[1] >= 2; };
    const tensor::array row = smallest(spiked(tensor::dtype::f32, rc::gen::just(tensor::shape{1, 4}), 1e4)(random.split(), 50), two_columns);
    double most = 0;
    int zeros = 0;
    for (std::uint64_t k = 0; k < row.size(); ++k) most = std::fmax(most, std::fabs(row.value(k))), zeros += row.value(k) == 0;
    EXPECT_GE(most, 10);
    EXPECT_EQ(zeros, 3);
    const auto masked = [](const tensor::array& a) {
      for (std::uint64_t k = 0; k < a.size(); ++k)
        if (a.value(k) == -HUGE_VAL) return true;
      return false;
    };
    const auto s = masked_rows(tensor::dtype::f16, extent_in(1, 6), extent_in(2, 9))(random.split(), 50);
    if (!masked(s.value())) continue;
    const tensor::array least = smallest(s, masked);
    EXPECT_LE(least.size(), 18u);
    for (std::uint64_t k = 0; k < least.size(); ++k) EXPECT_TRUE(least.value(k) == 0 || least.value(k) == -HUGE_VAL);
  }
}

TEST(matrices, shrink_to_diagonals_of_the_same_spectrum) {
  rc::Random random(6);
  const auto any = [](const tensor::array&) { return true; };
  const std::vector<double> values{8, 2, 0.5};
  const tensor::array plain = smallest(with_singular_values(tensor::dtype::f64, 4, 3, values)(random.split(), 50), any);
  for (std::uint64_t i = 0; i < 12; ++i) EXPECT_EQ(plain.value(i), i % 3 == i / 3 ? values[i % 3] : 0);
  const tensor::array mirrored = smallest(symmetric(tensor::dtype::f32, values)(random.split(), 50), any);
  for (std::uint64_t i = 0; i < 9; ++i) EXPECT_EQ(mirrored.value(i), i % 3 == i / 3 ? values[i % 3] : 0);
  // What needs two columns keeps them, and the condition.
  const auto wide = [](const tensor::array& a) { return a.shape[1] > 1; };
  const tensor::array least = smallest(with_condition(tensor::dtype::f64, extent_in(2, 20), extent_in(1, 20), 1024)(random.split(), 50), wide);
  EXPECT_EQ(least.shape, (tensor::shape{2, 2}));
  EXPECT_EQ(least.value(0), 1);
  EXPECT_EQ(least.value(3), 1.0 / 1024);
  EXPECT_EQ(smallest(spd(tensor::dtype::f64, extent_in(1, 9), 16)(random.split(), 50), any).shape, (tensor::shape{1, 1}));
  const auto off = [](const tensor::array& a) { return a.shape[1] > 2; };
  const tensor::array triangle = smallest(non_normal(tensor::dtype::f32, extent_in(2, 9), 16)(random.split(), 50), off);
  EXPECT_EQ(triangle.shape, (tensor::shape{3, 3}));
  EXPECT_EQ(triangle.value(0), 1);
  EXPECT_EQ(triangle.value(2), 0);
  EXPECT_NE(triangle.value(1), 0);
}

TEST(matrices, a_condition_is_met_whatever_the_shape) {
  for (const tensor::array& a : draw(with_condition(tensor::dtype::f64, extent_in(2, 9), extent_in(2, 9), 1e6), 20)) {
    const std::vector<double> s = singular_values(a);
    EXPECT_NEAR(s.front() / s.back() / 1e6, 1, 1e-3);
  }
}

TEST(matrices, have_the_spectrum_that_was_asked_for) {
  const std::vector<double> values{100, 10, 1, 0.01};
  for (const tensor::array& a : draw(with_singular_values(tensor::dtype::f64, 6, 4, values), 10)) {
    EXPECT_EQ(a.shape, (tensor::shape{6, 4}));
    const std::vector<double> found = singular_values(a);
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(found[i], values[i], 1e-12);
  }
  for (const tensor::array& a : draw(symmetric(tensor::dtype::f32, {-3, 2, 1, 0.5, -0.25}), 10)) {
    for (std::uint64_t i = 0; i < 5; ++i)
      for (std::uint64_t j = 0; j < 5; ++j) EXPECT_EQ(a.code(i * 5 + j), a.code(j * 5 + i));
    const std::vector<double> found = singular_values(a), expected{3, 2, 1, 0.5, 0.25};
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(found[i], expected[i], 1e-5);
  }
}

/// Whether every leading minor is positive: elimination without pivots meets positive pivots only.
bool is_positive_definite(const tensor::array& a) {
  const std::uint64_t n = a.shape[0];
  std::vector<double> m;
  for (std::uint64_t i = 0; i < n * n; ++i) m.push_back(a.value(i));
  for (std::uint64_t k = 0; k < n; ++k) {
    if (!(m[k * n + k] > 0)) return false;
    for (std::uint64_t i = k + 1; i < n; ++i)
      for (std::uint64_t j = n; j-- > k;) m[i * n + j] -= m[i * n + k] / m[k * n + k] * m[k * n + j];
  }
  return true;
}

TEST(matrices, spd_is_definite_and_non_normal_is_not_normal) {
  for (const tensor::array& a : draw(spd(tensor::dtype::f32, extent_in(2, 12), 1e4), 20)) {
    const std::vector<double> s = singular_values(a);
    EXPECT_NEAR(s.front() / s.back() / 1e4, 1, 0.05);
    EXPECT_TRUE(is_positive_definite(a));
  }
  for (const tensor::array& a : draw(non_normal(tensor::dtype::f32, extent_in(3, 8), 10), 20)) {
    const std::uint64_t n = a.shape[0];
    for (std::uint64_t i = 0; i < n; ++i) {
      EXPECT_LE(std::fabs(a.value(i * n + i)), 1);
      for (std::uint64_t j = 0; j < i; ++j) EXPECT_EQ(a.value(i * n + j), 0);
    }
    EXPECT_GT(singular_values(a)[0], 3); // far above every eigenvalue
  }
}

} // namespace
} // namespace fpcheck::testing
