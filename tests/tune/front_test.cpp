#include <fpcheck/tune/tune.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace fpcheck::tune {
namespace {

std::vector<std::string> names_of(const std::vector<trial>& trials) {
  std::vector<std::string> out;
  for (const trial& x : trials) out.push_back(x.what);
  return out;
}

trial tried(const char* what, double error, double cost) { return {what, error, 0, true, cost}; }

TEST(pareto_front, what_another_beats_in_both_is_not_on_it) {
  tuning t;
  t.error = 2;
  t.trials = {tried("dear and worse", 3, 1.5), tried("cheap", 100, 0.5), tried("as cheap and better", 90, 0.5), tried("exact", 0, 2), tried("exact and dearer", 0, 3), tried("between", 10, 0.75)};
  EXPECT_EQ(names_of(pareto_front(t)), (std::vector<std::string>{"as cheap and better", "between", "as it is", "exact"}));
}

TEST(pareto_front, what_is_not_finite_is_no_result) {
  tuning t;
  t.error = INFINITY, t.repairs = true;
  t.trials = {tried("overflows", INFINITY, 0.5), tried("nan", NAN, 0.4), tried("wide", 0.5, 2)};
  EXPECT_EQ(names_of(pareto_front(t)), std::vector<std::string>{"wide"});
}

} // namespace
} // namespace fpcheck::tune
