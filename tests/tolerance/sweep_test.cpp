// What a sweep makes of the inputs given.
#include <fpcheck/tolerance/shrink.hpp>
#include <fpcheck/tolerance/sweep.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fpcheck::tolerance {
namespace {

tensor::array values(tensor::shape shape, std::vector<double> v) {
  tensor::array a(tensor::dtype::f32, std::move(shape));
  for (std::size_t i = 0; i < v.size(); ++i) a.set(i, v[i]);
  return a;
}

TEST(sweep, kinds_are_told_by_the_values) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(kind_of(values({4}, {0, 1, 1, 0})), tensor_kind::mask);
  EXPECT_EQ(kind_of(values({4}, {0, 1.25, 0, 1.25})), tensor_kind::mask);
  EXPECT_EQ(kind_of(values({2, 2}, {0, -inf, 0, 0})), tensor_kind::mask);
  EXPECT_EQ(kind_of(values({2, 3}, {0, 1, 0, 1, 0, 0})), tensor_kind::onehot);
  EXPECT_EQ(kind_of(values({2, 3}, {0, 1, 0, 1, 1, 0})), tensor_kind::mask);
  EXPECT_EQ(kind_of(values({4}, {1, 1, 1, 1})), tensor_kind::number); // a scale of ones is to be varied
  EXPECT_EQ(kind_of(values({4}, {0, 0, 0, 0})), tensor_kind::number);
  EXPECT_EQ(kind_of(values({4}, {0, 1, 2, 0})), tensor_kind::number);
  EXPECT_EQ(kind_of(tensor::array(tensor::dtype::i32, {4})), tensor_kind::index);
}

TEST(sweep, masks_and_one_hot_rows_stay_what_they_are) {
  expr::named_inputs in;
  in.tensors["mask"] = values({6}, {0, 2, 2, 0, 2, 0});
  in.tensors["hot"] = values({2, 3}, {0, 1, 0, 0, 0, 1});
  in.tensors["x"] = values({6}, {0.5, -1, 2, 3, 4, 5});
  int masks = 0, hots = 0, others = 0;
  for (const sweep_case& c : input_sweep("x * mask", in)) {
    masks += c.name.starts_with("mask") ? 1 : 0, hots += c.name.starts_with("hot") ? 1 : 0, others += c.name.starts_with("x ") ? 1 : 0;
    EXPECT_EQ(kind_of(c.inputs.tensors.at("mask")), tensor_kind::mask) << c.name;
    EXPECT_EQ(kind_of(c.inputs.tensors.at("hot")), tensor_kind::onehot) << c.name;
    for (const sweep_case& milder : c.milder) EXPECT_NE(milder.name, c.name);
  }
  EXPECT_EQ(masks, 2);
  EXPECT_EQ(hots, 2);
  EXPECT_EQ(others, 9);
}

TEST(sweep, infinities_stay) {
  expr::named_inputs in;
  in.tensors["x"] = values({4}, {1, -std::numeric_limits<double>::infinity(), 2, 3});
  for (const sweep_case& c : input_sweep("x", in)) EXPECT_TRUE(std::isinf(c.inputs.tensors.at("x").value(1))) << c.name;
}

TEST(shrink, the_smallest_extents_and_simplest_numbers_that_still_fail) {
  expr::named_inputs in;
  in.tensors["x"] = values({4, 5}, std::vector<double>(20, 2.3));
  in.dimension_names["x"] = {"m", "n"};
  in.dimensions = {{"m", 4}, {"n", 5}};
  const auto fails = [](const expr::named_inputs& t) { return t.tensors.at("x").shape[1] >= 3 && t.tensors.at("x").value(0) > 2.2; };
  const expr::named_inputs out = shrink_inputs(in, fails);
  EXPECT_EQ(out.tensors.at("x").shape, (tensor::shape{1, 3}));
  EXPECT_EQ(out.tensors.at("x").value(0), 2.25);
  EXPECT_EQ(out.dimensions.at("n"), 3);
}

} // namespace
} // namespace fpcheck::tolerance
