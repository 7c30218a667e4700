#include <fpcheck/sweep/search.hpp>

#include "../../src/sweep/searched_inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fpcheck::sweep {
namespace {

constexpr std::uint64_t turn = std::uint64_t{1} << 62;

TEST(hard_cases, the_lattice_finds_the_first_of_all) {
  std::uint64_t state = 1;
  const auto random = [&] { return (state = state * 6364136223846793005ull + 1442695040888963407ull) >> 2; };
  for (int t = 0; t < 4000; ++t) {
    const std::uint64_t first = random(), step = t % 16 == 0 ? turn - 1 - random() % 64 : random(), width = turn >> (3 + random() % 12), count = random() % 3000;
    std::uint64_t k = 0;
    for (std::uint64_t at = first; k < count && at > width; ++k) at = (at + step) & (turn - 1);
    EXPECT_EQ(first_within(first, step, width, count), k) << first << ' ' << step << ' ' << width << ' ' << count;
  }
}

free_function named(const char* name) {
  return [f = exact_function_named(name)](mpfr_ptr y, mpfr_srcptr x) { f(y, x); };
}

TEST(hard_cases, of_binary32_all_are_found_that_a_walk_finds) {
  const hard_search how{24, -126, 127, 12};
  for (const char* name : {"exp", "sin", "log1p", "atan"}) {
    const free_function f = named(name);
    const double start = 0.75, step = 0x1p-24;
    const hard_block block = search_block(f, start, how);
    ASSERT_GT(block.inputs, 100u) << name;
    std::vector<double> walked, found;
    for (std::uint64_t i = 0; i < block.inputs; ++i)
      if (std::fabs(distance_from_middle(f, start + static_cast<double>(i) * step, how)) <= 0x1p-12) walked.push_back(start + static_cast<double>(i) * step);
    for (const hard_input& h : block.found) found.push_back(h.x);
    EXPECT_EQ(found, walked) << name;
  }
}

TEST(hard_cases, of_binary64_they_are_as_many_as_chance_gives) {
  double expected = 0;
  std::size_t found = 0;
  for (int i = 0; i < 24; ++i) {
    const hard_block b = search_block(named("exp"), 0.03 + i * 0.001, binary64_search);
    expected += std::ldexp(static_cast<double>(b.inputs), -29), found += b.found.size();
    for (const hard_input& h : b.found) EXPECT_LE(std::fabs(h.distance), 0x1p-30);
  }
  EXPECT_GT(expected, 20);
  EXPECT_NEAR(static_cast<double>(found), expected, 5 * std::sqrt(expected));
}

TEST(hard_cases, where_a_function_is_exact_or_not_finite_there_are_none) {
  EXPECT_EQ(search_block(named("log"), -1.5, binary64_search).inputs, 0u);
  EXPECT_EQ(distance_from_middle(named("sqrt"), 4, binary64_search), -0.5);
  EXPECT_EQ(distance_from_middle(named("log"), -1, binary64_search), 1);
}

search_tally searched(const std::string& name, std::uint64_t hard) {
  search_choice choice;
  choice.hard = hard, choice.samples = 2048;
  const auto t = search(*searched_function_named(name), choice);
  EXPECT_TRUE(t) << (t ? "" : t.error().text());
  return t ? *t : search_tally{};
}

TEST(search, every_function_has_a_kernel_and_a_reference_and_keeps_what_is_stated) {
  for (const searched_function& f : searched_functions()) {
    if (f.arguments == 1) EXPECT_NE(exact_function_named(f.reference), nullptr) << f.name;
    search_choice choice;
    choice.hard = 0, choice.samples = 64;
    const auto t = search(f, choice);
    ASSERT_TRUE(t) << f.name << ": " << t.error().text();
    EXPECT_GT(t->samples, 64u) << f.name;
    if (f.stated >= 0) EXPECT_LE(t->steps, static_cast<std::uint64_t>(f.stated)) << f.name;
  }
}

TEST(search, exact_functions_have_no_error_and_no_hard_inputs) {
  for (const char* name : {"fmodf", "fmod"}) {
    const search_tally t = searched(name, 10);
    EXPECT_EQ(t.not_nearest, 0u) << name;
    EXPECT_EQ(t.hard, 0u) << name;
  }
}

TEST(search, pairs_and_binary64_have_hard_inputs) {
  for (const char* name : {"powf", "atan2f", "hypotf", "exp", "pow"}) {
    const search_tally t = searched(name, 40);
    EXPECT_EQ(t.hard, 40u) << name;
    EXPECT_EQ(t.hard_inputs.size(), 40u) << name;
    const double closest = name == std::string("exp") || name == std::string("pow") ? 0x1p-30 : 0x1p-20;
    for (const searched_input& i : t.hard_inputs) EXPECT_LE(std::fabs(i.distance), closest) << name;
    EXPECT_GT(t.normal.ulps, 0.5) << name;
  }
}

TEST(search, the_same_is_found_again) {
  const search_tally a = searched("sin", 20), b = searched("sin", 20);
  ASSERT_EQ(a.hard_inputs.size(), b.hard_inputs.size());
  for (std::size_t i = 0; i < a.hard_inputs.size(); ++i) EXPECT_EQ(a.hard_inputs[i].arguments, b.hard_inputs[i].arguments);
  EXPECT_EQ(a.normal.arguments, b.normal.arguments);
}

} // namespace
} // namespace fpcheck::sweep
