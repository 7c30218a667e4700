#include <fpcheck/expr/infer.hpp>
#include <fpcheck/expr/syntax.hpp>

#include <gtest/gtest.h>

#include <iterator>

namespace fpcheck::expr {
namespace {

std::string shown(const syntax& t, syntax_id id) {
  const syntax_node& n = t[id];
  if (n.children.empty()) return n.text;
  std::string out = "(" + n.text;
  for (const syntax_id c : n.children) out += " " + shown(t, c);
  return out + ")";
}

std::string tree(const std::string& text) {
  const auto t = parse(text);
  return t ? shown(*t, t->root) : "error: " + t.error().message + " @" + std::to_string(t.error().where.column);
}

TEST(parse, precedence_is_that_of_arithmetic) {
  EXPECT_EQ(tree("a + b * c"), "(+ a (* b c))");
  EXPECT_EQ(tree("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(tree("-a ^ 2"), "(- (^ a 2))");
  EXPECT_EQ(tree("a ^ -b ^ c"), "(^ a (- (^ b c)))");
  EXPECT_EQ(tree("a @ b.T * c"), "(* (@ a (T b)) c)");
  EXPECT_EQ(tree("a + b < c"), "(< (+ a b) c)");
  EXPECT_EQ(tree("x.sum(axis=1)"), "(sum x 1)");
}

TEST(parse, let_bindings_in_three_forms) {
  EXPECT_EQ(tree("let p = a; p"), "(p a p)");
  EXPECT_EQ(tree("let p = a in p"), "(p a p)");
  EXPECT_EQ(tree("p = a; q = p; q"), "(p a (q p q))");
}

TEST(parse, errors_say_where) {
  EXPECT_EQ(tree("a +"), "error: expected a value, found the end @4");
  EXPECT_EQ(tree("(a"), "error: expected ')' to close the parenthesis, found the end @3");
  EXPECT_EQ(tree("a $ b"), "error: unexpected character '$' @3");
  EXPECT_EQ(tree("1.5.2"), "error: expected an operator or the end of the expression, found '.2' @4");
  EXPECT_EQ(tree("let a = 1 b"), "error: expected ';' or 'in' after a let-binding, found 'b' @11");
  EXPECT_EQ(tree("'abc"), "error: this string has no closing quote @1");
  EXPECT_EQ(tree("0x"), "error: malformed number '0x' @1");
  EXPECT_NE(tree(std::string(5000, '(')).find("nested deeper"), std::string::npos);
}

TEST(parse, numbers) {
  EXPECT_EQ(tree("0x1.8p-3"), "0x1.8p-3");
  EXPECT_EQ(tree("1e-5"), "1e-5");
  EXPECT_EQ(tree(".5"), ".5");
}

TEST(parse, free_names_in_order) {
  const auto t = parse("let p = softmax(q @ k.T, 1); p @ v + pi");
  ASSERT_TRUE(t);
  EXPECT_EQ(free_names(*t), (std::vector<std::string>{"q", "k", "v"}));
}

environment names() {
  environment e;
  e.tensors = {{"x", {{4, "N"}, {8, "C"}}}, {"w", {{8, "C"}, {3, ""}}}, {"v", {{8, "C"}}}, {"ids", {{5, ""}}}, {"s", {}}};
  e.dimensions = {{"N", 4}, {"C", 8}};
  return e;
}

std::string type(const std::string& expression) {
  const auto p = infer(expression, names());
  return p ? text(p->nodes.shape_of(p->root)) : "error: " + p.error().message + (p.error().hint.empty() ? "" : " (" + p.error().hint + ")");
}

TEST(infer, shapes_carry_names) {
  EXPECT_EQ(type("x"), "NxC");
  EXPECT_EQ(type("x @ w"), "Nx3");
  EXPECT_EQ(type("x.T"), "CxN");
  EXPECT_EQ(type("x + v"), "NxC");
  EXPECT_EQ(type("x @ v"), "N");
  EXPECT_EQ(type("sum(x)"), "scalar");
  EXPECT_EQ(type("sum(x, axis=1)"), "N");
  EXPECT_EQ(type("mean(x, -1, keepdims=true)"), "Nx1");
  EXPECT_EQ(type("x[ids, ]"), "5xC");
  EXPECT_EQ(type("w[1:7:2, 0]"), "3");
  EXPECT_EQ(type("x[..., None]"), "NxCx1");
  EXPECT_EQ(type("reshape(x, (C, N))"), "CxN");
  EXPECT_EQ(type("reshape(x, (-1, 2))"), "16x2");
  EXPECT_EQ(type("concat((x, x), 1)"), "Nx16");
  EXPECT_EQ(type("einsum('ij,jk->ki', x, w)"), "3xN");
  EXPECT_EQ(type("kron(x, w)"), "32x24");
  EXPECT_EQ(type("onehot(ids, 7)"), "5x7");
  EXPECT_EQ(type("cross_entropy(x, arange(N))"), "scalar");
  EXPECT_EQ(type("attention(x, x, x, causal=1)"), "NxC");
  EXPECT_EQ(type("layernorm(x, v, v)"), "NxC");
}

TEST(infer, errors_suggest) {
  EXPECT_EQ(type("softmx(x)"), "error: unknown function 'softmx' (did you mean 'softmax'?)");
  EXPECT_EQ(type("xx + 1"), "error: unknown name 'xx' (did you mean 'x'?)");
  EXPECT_EQ(type("x @ x"), "error: cannot multiply NxC @ NxC (the inner extents must agree)");
  EXPECT_EQ(type("x + w"), "error: shapes NxC and Cx3 do not broadcast for '+'");
  EXPECT_EQ(type("softmax()"), "error: 'softmax' needs its argument 'x' (its form is softmax(x, axis=-1))");
  EXPECT_EQ(type("softmax(x, axs=1)"), "error: 'softmax' has no parameter 'axs' (its form is softmax(x, axis=-1))");
  EXPECT_EQ(type("softmax(x, 1, 2)"), "error: too many arguments for 'softmax' (its form is softmax(x, axis=-1))");
  EXPECT_EQ(type("softmax(x, 2)"), "error: axis 2 does not exist in a tensor of 2 axes");
  EXPECT_EQ(type("inv(x)"), "error: inv needs a square matrix, this is NxC");
  EXPECT_EQ(type("x[9, 0]"), "error: index 9 is outside an axis of 4");
  EXPECT_EQ(type("exp"), "error: 'exp' is a function (write exp(x))");
}

/// Token soup: every outcome is a value or a message with its place, never a crash.
TEST(infer, survives_any_sequence_of_tokens) {
  const char* const words[] = {"x", "w", "v", "ids", "s", "N", "(", ")", "[", "]", ",", ":", ";", "+", "-", "*", "/", "@", "^", "//", "%", "<", "==", ".T", ".", "...", "None", "let", "in", "=", "1", "2.5", "-1", "'ij,jk->ik'",
                               "sum(", "softmax(", "einsum(", "inv(", "grad(", "reshape(", "axis", "layernorm(", "attention(", "x[", "concat((", "where(", "kron(", "onehot(", "cross_entropy(", "rope(", "diag(", "size("};
  std::uint64_t state = 12345;
  const auto next = [&state] { return state = state * 6364136223846793005ULL + 1442695040888963407ULL, state >> 33; };
  int valid = 0;
  for (int k = 0; k < 60000; ++k) {
    std::string text;
    for (std::uint64_t n = 1 + next() % 9; n > 0; --n) text += std::string(words[next() % std::size(words)]) + " ";
    const auto p = infer(text, names());
    valid += p ? 1 : 0;
    if (!p) {
      EXPECT_FALSE(p.error().message.empty());
      EXPECT_EQ(p.error().message.find("internal"), std::string::npos) << text << p.error().text();
      EXPECT_GT(p.error().where.column, 0u) << text;
    }
  }
  EXPECT_GT(valid, 100);
}

TEST(infer, the_place_of_an_error_inside_a_function_is_the_call) {
  const auto p = infer("1 + trace(x)", names());
  ASSERT_FALSE(p);
  EXPECT_EQ(p.error().message, "diagonal needs a square matrix, this is NxC");
  EXPECT_EQ(p.error().where.column, 5u);
}

} // namespace
} // namespace fpcheck::expr
