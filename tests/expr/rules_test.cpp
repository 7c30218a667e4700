#include <fpcheck/expr/infer.hpp>
#include <fpcheck/expr/verify.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace fpcheck::expr {
namespace {

struct rule_identity {
  operation of;
  const char *name, *function, *variable;
};

const rule_identity rules[] = {
#define FPCHECK_RULE(operation_name, function, variable) {operation::operation_name, #operation_name, function, variable},
#include "rules.def"
};

environment tensors() {
  environment e;
  for (const char* v : {"x", "a", "b"}) e.tensors[v] = {{3, ""}};
  for (const char* m : {"X", "A"}) e.tensors[m] = {{3, ""}, {3, ""}};
  for (const char* m : {"M", "N"}) e.tensors[m] = {{4, ""}, {3, ""}};
  e.tensors["s"] = {};
  e.tensors["ids"] = {{4, ""}};
  e.round["narrowed"] = "bf16";
  return e;
}

/// Whether a differential passes the operation by a rule of its own.
bool has_rule(operation o) {
  const operation_family f = family(o);
  return f != operation_family::leaf && f != operation_family::discrete && f != operation_family::kink && o != operation::stop_grad;
}

/// Both ways: every operation with a rule has an identity, and an identity's function uses its operation.
TEST(rules, every_operation_with_a_rule_has_an_identity) {
  std::set<operation> listed;
  for (const rule_identity& r : rules) {
    EXPECT_TRUE(has_rule(r.of)) << r.name << " has no rule";
    listed.insert(r.of);
  }
#define FPCHECK_EXPR_OPERATION(name, printed, family, field)                                                           \
  EXPECT_TRUE(!has_rule(operation::name) || listed.count(operation::name) == 1) << #name " has a rule and no identity";
#include <fpcheck/expr/operations.def>
}

class rule_test : public testing::TestWithParam<rule_identity> {};

TEST_P(rule_test, agrees_with_dual_numbers) {
  const rule_identity& r = GetParam();
  graph g;
  const auto tree = parse(r.function);
  ASSERT_TRUE(tree) << tree.error().text();
  const auto f = infer(*tree, tensors(), g);
  ASSERT_TRUE(f) << f.error().text();
  const auto used = g.needed(std::array{*f});
  EXPECT_TRUE(std::any_of(used.begin(), used.end(), [&](node_id n) { return g[n].op == r.of; })) << r.function << " has no " << r.name;
  const auto d = gradient(g, *f, std::array{*g.find_input(r.variable)});
  ASSERT_TRUE(d) << d.error().text();
  int refuted = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const verification v = verify(g, *d, random_inputs(g, seed, domain::positive), seed);
    EXPECT_TRUE(v.agrees()) << v.text();
    const bool rational = std::all_of(used.begin(), used.end(), [&](node_id n) { return is_rational(g[n].op); });
    EXPECT_EQ(v.modulo_prime.has_value(), rational) << v.text();
    derivation wrong = *d;
    wrong.gradients[0] = g.mul(g.constant("1.000001"), wrong.gradients[0]);
    refuted += verify(g, wrong, random_inputs(g, seed, domain::positive), seed).agrees() ? 0 : 1;
  }
  // A gradient that is wrong in one part in a million is seen wherever it is not zero, so that agreement says something.
  EXPECT_GE(refuted, 2);
}

INSTANTIATE_TEST_SUITE_P(identities, rule_test, testing::ValuesIn(rules),
                         [](const testing::TestParamInfo<rule_identity>& i) { return std::string(i.param.name) + "_" + std::to_string(i.index); });

} // namespace
} // namespace fpcheck::expr
