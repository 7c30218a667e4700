#include <fpcheck/launch/generator.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace fpcheck::launch {
namespace {

using tensor::dtype;

generator recipe(generator_kind kind, std::vector<double> parameters = {}) {
  return {kind, std::move(parameters)};
}

// The published known answers of Philox4x32-10.
TEST(generator, philox_known_answers) {
  const random_bits zero = philox(0, 0, 0, 0);
  EXPECT_EQ(zero.low, 0xe169c58d6627e8d5u);
  EXPECT_EQ(zero.high, 0x9b00dbd8bc57ac4cu);
  const random_bits ones = philox(~0ull, ~0u, ~0ull, ~0u);
  EXPECT_EQ(ones.low, 0x41c83b0e408f276du);
  EXPECT_EQ(ones.high, 0x6d5451fda20bc7c6u);
}

TEST(generator, values_are_fixed_for_good) {
  // Recorded once; a change here changes what every case in the world means.
  const auto normal = generate(recipe(generator_kind::randn, {0, 1}), 7, "inp", dtype::f64, {4});
  const auto again = generate(recipe(generator_kind::randn, {0, 1}), 7, "inp", dtype::f64, {2, 2});
  EXPECT_EQ(normal.data, again.data);
  EXPECT_EQ(normal.code(0), 0xbfb316a69bc1401eull) << std::hex << normal.code(0);
  const auto flat = generate(recipe(generator_kind::uniform, {0, 1}), 7, "inp", dtype::f64, {4});
  EXPECT_EQ(flat.code(0), 0x3fccda146f80e204ull) << std::hex << flat.code(0);
}

TEST(generator, seeds_and_names_are_streams_of_their_own) {
  const auto a = generate(recipe(generator_kind::uniform, {0, 1}), 1, "a", dtype::f64, {64});
  EXPECT_NE(a.data, generate(recipe(generator_kind::uniform, {0, 1}), 2, "a", dtype::f64, {64}).data);
  EXPECT_NE(a.data, generate(recipe(generator_kind::uniform, {0, 1}), 1, "b", dtype::f64, {64}).data);
}

TEST(generator, moments) {
  const auto normal = generate(recipe(generator_kind::randn, {1, 2}), 3, "x", dtype::f64, {1 << 18});
  double sum = 0, squares = 0, fourth = 0;
  for (std::uint64_t i = 0; i < normal.size(); ++i) {
    const double z = (normal.value(i) - 1) / 2;
    sum += z, squares += z * z, fourth += z * z * z * z;
  }
  const double n = static_cast<double>(normal.size());
  EXPECT_NEAR(sum / n, 0, 0.01);
  EXPECT_NEAR(squares / n, 1, 0.02);
  EXPECT_NEAR(fourth / n, 3, 0.1);
  const auto flat = generate(recipe(generator_kind::uniform, {-1, 3}), 3, "x", dtype::f64, {1 << 16});
  double mean = 0, least = 9, most = -9;
  for (std::uint64_t i = 0; i < flat.size(); ++i)
    mean += flat.value(i), least = std::min(least, flat.value(i)), most = std::max(most, flat.value(i));
  EXPECT_NEAR(mean / static_cast<double>(flat.size()), 1, 0.03);
  EXPECT_GE(least, -1);
  EXPECT_LT(most, 3);
}

TEST(generator, integers_and_permutations) {
  const auto r = generate(recipe(generator_kind::randint, {-2, 3}), 5, "i", dtype::i32, {5000});
  std::set<std::int64_t> seen;
  for (std::uint64_t i = 0; i < r.size(); ++i) seen.insert(r.integer(i));
  EXPECT_EQ(seen, (std::set<std::int64_t>{-2, -1, 0, 1, 2}));
  const auto p = generate(recipe(generator_kind::perm), 5, "p", dtype::i64, {1000});
  std::vector<std::int64_t> order(1000), sorted(1000);
  for (std::uint64_t i = 0; i < 1000; ++i) order[i] = p.integer(i);
  std::iota(sorted.begin(), sorted.end(), 0);
  EXPECT_NE(order, sorted);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, sorted);
  const auto a = generate(recipe(generator_kind::arange, {3, 2}), 0, "a", dtype::u8, {3});
  EXPECT_EQ(a.value(2), 7);
  EXPECT_EQ(generate(recipe(generator_kind::constant, {0.5}), 0, "c", dtype::bf16, {2}).value(1), 0.5);
  EXPECT_EQ(generate(recipe(generator_kind::ones), 0, "c", dtype::e4m3fn, {2}).value(1), 1);
}

TEST(generator, spikes_and_adversaries) {
  const auto plain = generate(recipe(generator_kind::randn, {0, 1}), 9, "s", dtype::f64, {8, 32});
  const auto spiked = generate(recipe(generator_kind::spiked, {1e4}), 9, "s", dtype::f64, {8, 32});
  for (std::uint64_t row = 0; row < 8; ++row) {
    int struck = 0;
    for (std::uint64_t i = row * 32; i < row * 32 + 32; ++i) struck += spiked.value(i) != plain.value(i) ? 1 : 0;
    EXPECT_GE(struck, 1);
    EXPECT_LE(struck, 8);
  }
  const auto hard = generate(recipe(generator_kind::adversarial, {20}), 9, "s", dtype::f32, {4096});
  int cancelling = 0, zeros = 0;
  for (std::uint64_t i = 0; i < hard.size(); i += 2) {
    zeros += hard.value(i) == 0 ? 1 : 0;
    cancelling += std::fabs(hard.value(i) + hard.value(i + 1)) < 1e-4 * std::fabs(hard.value(i)) ? 1 : 0;
    EXPECT_LT(std::fabs(hard.value(i)), 0x1p21);
  }
  EXPECT_GT(zeros, 20);
  EXPECT_GT(cancelling, 500);
}

} // namespace
} // namespace fpcheck::launch
