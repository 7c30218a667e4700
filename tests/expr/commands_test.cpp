#include <fpcheck/expr/commands.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace fpcheck::expr {
namespace {

tensor::array array_of(tensor::shape s, const std::vector<double>& values) {
  tensor::array a(tensor::dtype::f32, std::move(s));
  for (std::size_t i = 0; i < values.size(); ++i) a.set(i, values[i]);
  return a;
}

TEST(eval_command, is_correctly_rounded) {
  named_inputs in;
  in.tensors["x"] = array_of({3}, {1, 1e8, -1e8});
  in.scalars["eps"] = "1e-5";
  const auto r = eval_command("sum(x) + eps", in);
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_EQ(r->values, std::vector<double>{1.00001});
  // tan(pi / 2) in disguise: double-double cannot decide, 256 bits can.
  const auto hard = eval_command("sin(pi)", {});
  ASSERT_TRUE(hard);
  EXPECT_EQ(hard->computed_in, "256 bits");
  EXPECT_LT(std::fabs(hard->values[0]), 1e-70);
}

TEST(eval_command, dimension_names) {
  named_inputs in;
  in.tensors["x"] = array_of({2, 3}, {1, 2, 3, 4, 5, 6});
  in.dimension_names["x"] = {"N", "3"};
  const auto r = eval_command("sum(x, 1) / N", in);
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_EQ(r->shape, "N");
  EXPECT_EQ(r->values, (std::vector<double>{3, 7.5}));
}

TEST(grad_command, guesses_shapes_and_verifies) {
  const auto r = grad_command("logdet(X)", {"X"}, {});
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_EQ(r->gradients[0].formula, "inv(X).T");
  EXPECT_TRUE(r->checks.agrees()) << r->checks.text();
  EXPECT_EQ(r->assumptions, std::vector<std::string>{"X: 3x3, assumed"});
}

TEST(grad_command, properties_have_a_stated_convention) {
  const auto r = grad_command("trace(A @ X)", {"X:symmetric"}, {});
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_EQ(r->gradients[0].formula, "0.5 * (A.T + A)");
  EXPECT_NE(r->gradients[0].convention.find("(G + G^T) / 2"), std::string::npos);
  EXPECT_LT(r->checks.duals.value_or(1), 1e-60);
}

TEST(grad_command, errors) {
  EXPECT_EQ(grad_command("logdet(X)", {"Y"}, {}).error().message, "the expression does not depend on 'Y'");
  EXPECT_EQ(grad_command("logdet(X)", {"X:symetric"}, {}).error().hint, "did you mean 'symmetric'?");
  EXPECT_EQ(grad_command("logdet(X", {"X"}, {}).error().where.column, 9u);
}

TEST(grad_command, tensor_outputs_take_an_upstream_gradient) {
  named_inputs in;
  in.tensors["x"] = array_of({2, 3}, {1, 2, 3, 4, 5, 7});
  const auto r = grad_command("softmax(x, 1)", {"x"}, in);
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_NE(r->gradients[0].formula.find("dout"), std::string::npos);
  EXPECT_TRUE(r->checks.agrees()) << r->checks.text();
}

} // namespace
} // namespace fpcheck::expr
