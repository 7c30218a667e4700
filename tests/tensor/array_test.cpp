#include <fpcheck/tensor/array.hpp>

#include <gtest/gtest.h>

namespace fpcheck::tensor {
namespace {

TEST(array, counts_elements_without_overflow) {
  EXPECT_EQ(element_count({}), 1u);
  EXPECT_EQ(element_count({3, 4}, 8), 12u);
  EXPECT_EQ(element_count({1ull << 62, 4}), std::nullopt);
  EXPECT_EQ(element_count({1ull << 61}, 8), std::nullopt);
  EXPECT_EQ(element_count({1ull << 62, 1ull << 62, 0}), 0u);
  EXPECT_EQ(text(shape{4, 1024}), "4x1024");
}

TEST(array, transposing_twice_is_nothing) {
  array a(dtype::i32, {2, 3, 4});
  for (std::uint64_t i = 0; i < a.size(); ++i) a.set(i, static_cast<double>(i));
  const array t = copy(transposed(view_of(a)));
  EXPECT_EQ(t.shape, (shape{4, 3, 2}));
  for (std::uint64_t i = 0; i < 2; ++i)
    for (std::uint64_t j = 0; j < 3; ++j)
      for (std::uint64_t k = 0; k < 4; ++k) EXPECT_EQ(t.integer((k * 3 + j) * 2 + i), a.integer((i * 3 + j) * 4 + k));
  EXPECT_EQ(copy(transposed(view_of(t))), a);
}

TEST(array, reinterprets_codes_only) {
  array a(dtype::u16, {2});
  a.set(0, 0x3f80);
  const auto b = reinterpret(a, dtype::bf16);
  ASSERT_TRUE(b);
  EXPECT_EQ(b->value(0), 1.0);
  EXPECT_FALSE(reinterpret(a, dtype::f32));
  EXPECT_FALSE(reinterpret(*b, dtype::f16));
}

} // namespace
} // namespace fpcheck::tensor
