#include <fpcheck/sweep/library.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fpcheck::sweep {
namespace {

const library_function& function(const std::string& name) {
  const auto found = library_functions_named({name});
  EXPECT_TRUE(found && found->size() == 1) << name;
  return *found->at(0);
}

/// A function with its tables and its results on the engine.
struct swept {
  const library_function& f;
  reference_tables reference;
  result_source source;

  explicit swept(const std::string& name)
      : f(function(name)), reference(*reference_tables::make(f.reference)), source(*on_the_engine(f)) {}
  library_tally sweep(const code_range& range, bool is_first = true) const {
    const auto t = sweep_block(f, reference, range, is_first, source);
    EXPECT_TRUE(t) << (t ? "" : t.error().text());
    return t ? *t : library_tally{};
  }
};

TEST(library_sweep, the_worst_input_of_expf_is_known_from_a_card) {
  const library_tally t = swept("expf").sweep({0xc15e6000, 0x1000, 1});
  EXPECT_EQ(t.inputs, 0x1000u);
  EXPECT_EQ(t.normal.code, 0xc15e6398u);
  EXPECT_NEAR(t.normal.ulps, 1.930986, 1e-6);
  EXPECT_EQ(t.normal.steps, 2u);
  EXPECT_EQ(t.unsettled, 0u);
}

TEST(library_sweep, a_wrong_result_at_one_input_is_found) {
  for (const char* name : {"expf", "sinf", "log2f", "rsqrtf", "erfcf"}) {
    swept s(name);
    const code_range range{0x3f800000, 0x4000, 1};
    const library_tally clean = s.sweep(range);
    s.source = [good = s.source](const code_range& r) {
      auto out = good(r);
      for (std::uint64_t i = 0; i < r.count; ++i)
        if (r.code(i) == 0x3f801234u) (*out)[i] ^= 0x8000u;
      return out;
    };
    const library_tally broken = s.sweep(range);
    EXPECT_EQ(broken.normal.code, 0x3f801234u) << name;
    EXPECT_GT(broken.normal.ulps, 30000) << name;
    EXPECT_EQ(broken.normal.steps_code, 0x3f801234u) << name;
    EXPECT_NE(broken.digest, clean.digest) << name;
    EXPECT_GT(broken.reversals, clean.reversals) << name << " no longer rises or falls there";
  }
}

TEST(library_sweep, blocks_of_any_size_find_the_same) {
  const swept s("tanf");
  const code_range whole{0x41000000, 6000, 7};
  const library_tally at_once = s.sweep(whole);
  library_tally pieces;
  for (std::uint64_t at = 0; at < whole.count; at += 1000) merge(pieces, s.sweep({whole.begin + at * whole.stride, 1000, whole.stride}, at == 0));
  EXPECT_EQ(std::memcmp(&at_once, &pieces, sizeof pieces), 0);
}

/// Every result through MPFR alone.
library_tally by_mpfr(const swept& s, const code_range& range) {
  library_tally t;
  const auto results = s.source(range);
  for (std::uint64_t i = 0; i < range.count; ++i) settle(t, s.f, s.reference, {range.code(i), results->at(i)});
  return t;
}

TEST(library_sweep, tables_and_mpfr_agree_on_every_count) {
  for (const char* name : {"expf", "expm1f", "log1pf", "cosf", "acosf", "cbrtf", "tanhf", "erff", "__sinf", "rcp.approx.f32", "ex2.approx.ftz.f32"}) {
    const swept s(name);
    for (const code_range range : {code_range{0x3e900000, 2000, 997}, code_range{0xbe900000, 2000, 997}, code_range{0x00000001, 200, 40009}}) {
      const library_tally tables = s.sweep(range), exact = by_mpfr(s, range);
      EXPECT_EQ(tables.not_nearest, exact.not_nearest) << name;
      EXPECT_EQ(tables.not_faithful, exact.not_faithful) << name;
      EXPECT_EQ(tables.normal.code, exact.normal.code) << name;
      EXPECT_NEAR(tables.normal.ulps, exact.normal.ulps, 0x1p-20 + 0x1p-20 * exact.normal.ulps) << name;
      EXPECT_EQ(tables.normal.steps, exact.normal.steps) << name;
      EXPECT_LT(tables.by_mpfr, 40u) << name;
      EXPECT_EQ(tables.unsettled, 0u) << name;
    }
  }
}

TEST(library_sweep, correctly_rounded_functions_are_found_to_be) {
  for (const char* name : {"sqrtf", "__frcp_rn", "__fsqrt_rn", "__frsqrt_rn"}) {
    const library_tally t = swept(name).sweep({0x2f800000, 20000, 77777});
    EXPECT_EQ(t.not_nearest, 0u) << name;
    EXPECT_LE(t.normal.ulps, 0.5) << name;
    EXPECT_GT(t.normal.ulps, 0.49) << name;
  }
  EXPECT_GT(swept("__frcp_rz").sweep({0x3f800000, 20000, 77}).not_nearest, 5000u);
}

TEST(library_sweep, a_tie_rounds_to_even) {
  const swept s("sqrtf");
  library_tally t;
  // The square root of a number is never half way; a made-up result beside an exact one is a whole step away.
  settle(t, s.f, s.reference, {bits_of(4.0f), bits_of(2.0f)});
  EXPECT_EQ(t.not_nearest, 0u);
  settle(t, s.f, s.reference, {bits_of(4.0f), bits_of(std::nextafterf(2.0f, 3.0f))});
  EXPECT_EQ(t.not_nearest, 1u);
  EXPECT_EQ(t.normal.ulps, 1.0);
}

TEST(library_sweep, special_values_are_counted) {
  const swept s("logf");
  result_source wrong = [](const code_range& r) -> result<std::vector<std::uint32_t>> { return std::vector<std::uint32_t>(r.count, 0x3f800000u); };
  const auto t = sweep_block(s.f, s.reference, {0x7f800000, 2, 1}, true, wrong); // inf, then a NaN
  ASSERT_TRUE(t);
  EXPECT_EQ(t->specials[static_cast<int>(library_special::number_for_infinity)], 1u);
  EXPECT_EQ(t->specials[static_cast<int>(library_special::number_for_nan)], 1u);
  EXPECT_EQ(s.sweep({0x7f800000, 0x100, 1}).specials[1], 0u) << "logf(NaN) is one";
}

TEST(library_sweep, every_function_has_a_kernel_and_a_reference) {
  for (const library_function& f : library_functions()) {
    EXPECT_TRUE(on_the_engine(f)) << f.name;
    const auto names = reference_names();
    EXPECT_NE(std::find(names.begin(), names.end(), f.reference), names.end()) << f.name;
  }
  const auto none = library_functions_named({"expff"});
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().hint.find("expf"), std::string::npos) << none.error().hint;
}

} // namespace
} // namespace fpcheck::sweep
