// Every result of the row kernels' twins lies within its derived bound of MPFR's, over shapes and inputs of every kind.
#include "row_cases.hpp"
#include "row_plans.hpp"
#include "row_reference.hpp"

#include <fpcheck/kernels/softmax_bound.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>
#include <map>
#include <string>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;

/// The largest error over its bound of each kernel, printed at the end: a bound that nothing comes near shows nothing.
std::map<std::string, double>& worst_ratios() {
  static std::map<std::string, double> m;
  return m;
}

template <class Out>
double largest() { return decode_double(Out::row, max_magnitude(Out::row) << Out::row.box_shift); }

/// `most`: the largest number of the result's format, beyond which it may be infinite.
void require_within(const char* name, double got, double exact, double allowed, double most = std::numeric_limits<float>::max()) {
  if (std::isinf(exact) || (std::isinf(got) && std::fabs(exact) + allowed > most)) {
    RC_ASSERT(std::isinf(got) && std::signbit(got) == std::signbit(exact));
    return;
  }
  const double ratio = std::fabs(got - exact) / allowed;
  double& worst = worst_ratios()[name];
  worst = std::fmax(worst, ratio);
  RC_ASSERT(ratio <= 1.0);
}

template <class Plan>
rows::real exact_scale(const logit_parameters& p, std::int64_t row, std::int32_t length) {
  if (Plan::kind::scaling == row_scaling::unit) return rows::real(1);
  const double learned = static_cast<double>(p.learned[row / p.rows_per_head % p.heads]);
  rows::real scale = rows::real(static_cast<double>(p.scale)) * rows::real(learned);
  if (Plan::kind::scaling == row_scaling::log_length) scale = scale * (length < 1 ? rows::real(0) : log(rows::real(length)));
  return scale;
}

template <class Plan>
rows::exact_row exact_row_of(const void* x, std::int64_t x_row, std::int64_t row, std::int32_t columns, const logit_parameters& p) {
  std::vector<float> values;
  for (std::int32_t i = 0; i < columns; ++i)
    values.push_back(load_element<typename Plan::in>(static_cast<const code_type<typename Plan::in>*>(x), row * x_row + i));
  const std::int32_t length = kernels::detail::length_of_row<typename Plan::kind>(p, row, columns);
  return rows::make_exact(values, length, exact_scale<Plan>(p, row, length), Plan::kind::cap == soft_cap::on ? static_cast<double>(p.cap) : 0.0);
}

/// What a cap and a scale near the end of the range add to a logit's error.
template <class Plan, class Exp2>
double logit_error(const logit_parameters& p, const rows::exact_row& exact, const row_logits& r) {
  const double cap = Plan::kind::cap == soft_cap::on ? static_cast<double>(p.cap) * (2 * Plan::exp2::relative_error + 6 * 0x1p-24) : 0.0;
  return cap * static_cast<double>(r.scale) + exact.spread * 0x1p-149;
}

template <class Plan>
void check_softmax_row(const char* name, const softmax_arguments& a, std::int64_t row) {
  using out = typename Plan::out;
  const rows::exact_row exact = exact_row_of<Plan>(a.x, a.x_row, row, a.columns, a.logits);
  const auto result = [&](std::int32_t i) { return static_cast<double>(load_element<out>(static_cast<const code_type<out>*>(a.y), row * a.y_row + i)); };
  if (exact.undefined) {
    for (std::int32_t i = 0; i < a.columns; ++i) RC_ASSERT(std::isnan(result(i)) || (Plan::result == softmax_result::log_probability && std::isinf(result(i))));
    return;
  }
  const row_logits r = logits_of_row<typename Plan::kind>(a.logits, row, a.columns);
  const row_arithmetic k = arithmetic_of<Plan>(a.parts);
  const double log_n = std::log(std::fmax(exact.seen, 1)), extra = logit_error<Plan, typename Plan::exp2>(a.logits, exact, r);
  const double of_sum = sum_error(k, exact.seen, log_n, extra), scale = static_cast<double>(a.result_scale);
  require_within(name, static_cast<double>(a.log_sum_exp[row]), exact.log_sum_exp, log_sum_error(exact.log_sum_exp, exact.maximum, of_sum) + extra);
  for (std::int32_t i = 0; i < a.columns; ++i) {
    const double below = exact.below[static_cast<std::size_t>(i)], p = exact.p[static_cast<std::size_t>(i)] * scale;
    const bool masked = std::isinf(below);
    if (Plan::result == softmax_result::log_probability) {
      const double y = masked ? -below : -(below + exact.log_sum);
      require_within(name, result(i), y, masked ? 0 : rounded_error(out::row, y, log_weight_error(below, exact.log_sum, of_sum, extra)), largest<out>());
    } else if (masked) {
      RC_ASSERT(result(i) == 0.0);
    } else {
      require_within(name, result(i), p, rounded_error(out::row, p, weight_error(k, p, below, of_sum, scale, extra)), largest<out>());
    }
  }
}

/// A length that the schedule takes: any for packets of one element, else a multiple of the packet; up to three parts.
template <class Plan>
std::int32_t any_columns() {
  using schedule = typename Plan::schedule;
  const int most = schedule::capacity * (schedule::rows == 1 ? 3 : 1) / schedule::vector;
  return schedule::vector * *rc::gen::inRange(1, most + 1);
}

template <class Plan>
void check_softmax(const char* name) {
  EXPECT_TRUE(rc::check(name, [&] {
    const std::int64_t count = *rc::gen::inRange(1, 5);
    const std::int32_t columns = any_columns<Plan>();
    const auto seed = *rc::gen::arbitrary<std::uint32_t>();
    const auto x = rows::make<typename Plan::in>(count, columns, columns, seed % 0xfffff);
    std::vector<code_type<typename Plan::out>> y(x.size());
    std::vector<float> lse(static_cast<std::size_t>(count)), learned = {1.5f, *rc::gen::element(-0.5f, 0.0f, 1.0f, -3.0f, 0x1p-100f)};
    std::vector<std::int32_t> lengths = *rc::gen::container<std::vector<std::int32_t>>(5, rc::gen::inRange(-1, columns + 2));
    softmax_arguments a;
    a.x = x.data(), a.y = y.data(), a.log_sum_exp = lse.data(), a.rows = count, a.columns = columns;
    a.parts = parts_of<typename Plan::schedule>(columns), a.x_row = a.y_row = columns;
    a.result_scale = Plan::out::row.bits == 8 ? 256.0f : 1.0f;
    a.logits = rows::some_parameters(lengths, learned);
    softmax_forward_twin<Plan, rows::host_exp2<Plan>>(a);
    for (std::int64_t row = 0; row < count; ++row) check_softmax_row<Plan>(name, a, row);
  }));
}

template <class Plan>
void check_gradient_row(const char* name, const softmax_gradient_arguments& a, std::int64_t row) {
  using in = typename Plan::in;
  using out = typename Plan::out;
  const auto at = [&](const void* t, std::int32_t i) { return static_cast<double>(load_element<in>(static_cast<const code_type<in>*>(t), row * a.columns + i)); };
  const auto term = [&](std::int32_t i) {
    const double y = at(a.y, i), up = at(a.upstream, i);
    return Plan::result == softmax_result::log_probability ? (std::isinf(y) ? 0.0 : up) : y == 0 ? 0.0 : y * up;
  };
  rows::real sum, magnitudes;
  for (std::int32_t i = 0; i < a.columns; ++i) sum = sum + rows::real(term(i)), magnitudes = magnitudes + rows::real(std::fabs(term(i)));
  const double scale = exact_scale<Plan>(a.logits, row, a.columns).number(), s = sum.number();
  if (!std::isfinite(s)) return;
  const row_arithmetic k = {Plan::exp2::relative_error, Plan::exp2::kept_floor, Plan::exp2::sum_floor,
                            kernels::detail::additions<typename Plan::schedule>(Plan::schedule::vectors, a.parts), 0, 1};
  for (std::int32_t i = 0; i < a.columns; ++i) {
    const double y = at(a.y, i), up = at(a.upstream, i);
    double exact = y == 0 ? 0 : y * (up - s), error = gradient_error(k, y, up, s, magnitudes.number(), 1);
    if (Plan::result == softmax_result::log_probability && std::isinf(y)) {
      exact = error = 0;
    } else if (Plan::result == softmax_result::log_probability) {
      const double p = exp(rows::real(y)).number();
      exact = up - p * s;
      error = p * (std::fabs(s) * (2 * std::fabs(y) * 0x1p-24 + Plan::exp2::relative_error) + (k.depth + 1) * 0x1p-24 * magnitudes.number()) * 1.01 + 0x1p-24 * std::fabs(exact) + 0x1p-147 * (1 + std::fabs(s));
    }
    double factor = scale, slack = std::fabs(exact * scale) * 3 * 0x1p-24;
    if (Plan::kind::cap == soft_cap::on) {
      const double cap = static_cast<double>(a.logits.cap), t = tanh(rows::real(at(a.x, i)) / rows::real(cap)).number();
      factor *= 1 - t * t;
      slack += std::fabs(exact * scale) * (4 * Plan::exp2::relative_error + 16 * 0x1p-24);
    }
    const double got = static_cast<double>(load_element<out>(static_cast<const code_type<out>*>(a.gradient), row * a.gradient_row + i));
    require_within(name, got, exact * factor, rounded_error(out::row, exact * factor, error * std::fabs(scale) + slack + 0x1p-148), largest<out>());
  }
}

template <class Plan>
void check_gradient(const char* name) {
  using in = typename Plan::in;
  EXPECT_TRUE(rc::check(name, [&] {
    const std::int32_t columns = any_columns<Plan>();
    const auto seed = *rc::gen::inRange(0u, 100000u);
    std::vector<code_type<in>> y(static_cast<std::size_t>(columns)), upstream = y, x = y;
    for (std::int32_t i = 0; i < columns; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const float u = rows::uniform(seed, static_cast<std::uint32_t>(i));
      const float weight = u < 0.1f ? 0.0f : u * u * u * u / static_cast<float>(columns);
      const bool logarithm = Plan::result == softmax_result::log_probability;
      y[at] = element_code<in>(logarithm ? (u < 0.1f ? minus_infinity : -20 * u) : weight);
      upstream[at] = element_code<in>(std::exp2(20 * rows::uniform(seed + 2, static_cast<std::uint32_t>(i)) - 10) * (u < 0.5f ? 1.0f : -1.0f));
      x[at] = element_code<in>(40 * rows::uniform(seed + 1, static_cast<std::uint32_t>(i)) - 20);
    }
    std::vector<code_type<typename Plan::out>> gradient(y.size());
    std::vector<std::int32_t> lengths = {columns};
    std::vector<float> learned = {*rc::gen::element(1.0f, -0.5f, 3.0f)};
    softmax_gradient_arguments a;
    a.y = y.data(), a.upstream = upstream.data(), a.x = x.data(), a.gradient = gradient.data(), a.rows = 1, a.columns = columns;
    a.parts = parts_of<typename Plan::schedule>(columns), a.y_row = a.upstream_row = a.x_row = a.gradient_row = columns;
    a.logits = rows::some_parameters(lengths, learned);
    softmax_backward_twin<Plan, rows::host_exp2<Plan>>(a);
    check_gradient_row<Plan>(name, a, 0);
  }));
}

template <class Plan>
void check_scale_row(const char* name, const scale_gradient_arguments& s) {
  using in = typename Plan::in;
  const softmax_gradient_arguments& a = s.rows;
  const auto at = [&](const void* t, std::int32_t i) { return static_cast<double>(load_element<in>(static_cast<const code_type<in>*>(t), i)); };
  constexpr bool logarithm = Plan::result == softmax_result::log_probability;
  rows::real sum, magnitudes;
  for (std::int32_t i = 0; i < a.columns; ++i) {
    const double term = logarithm ? (std::isinf(at(a.y, i)) ? 0.0 : at(a.upstream, i)) : at(a.y, i) * at(a.upstream, i);
    sum = sum + rows::real(term), magnitudes = magnitudes + rows::real(std::fabs(term));
  }
  const double depth = kernels::detail::additions<typename Plan::schedule>((a.columns / Plan::schedule::capacity + 1) * Plan::schedule::vectors, 1);
  const row_arithmetic k = {Plan::exp2::relative_error, Plan::exp2::kept_floor, Plan::exp2::sum_floor, depth, 0, 1};
  rows::real derivative, products, carried;
  for (std::int32_t i = 0; i < a.columns; ++i) {
    const double y = at(a.y, i), up = at(a.upstream, i), x = at(a.x, i), p = logarithm ? exp(rows::real(y)).number() : y;
    if (p == 0) continue;
    const double cap = Plan::kind::cap == soft_cap::on ? static_cast<double>(a.logits.cap) : 0;
    const rows::real z = cap > 0 ? rows::real(cap) * tanh(rows::real(x) / rows::real(cap)) : rows::real(x);
    const rows::real g = logarithm ? rows::real(up) - rows::real(p) * sum : rows::real(p) * (rows::real(up) - sum);
    const double of_g = logarithm ? p * (std::fabs(sum.number()) * (2 * std::fabs(y) * 0x1p-24 + Plan::exp2::relative_error) + (k.depth + 1) * 0x1p-24 * magnitudes.number()) * 1.01 +
                                        0x1p-24 * std::fabs(g.number()) + 0x1p-147 * (1 + std::fabs(sum.number()))
                                  : gradient_error(k, y, up, sum.number(), magnitudes.number(), 1);
    const double of_z = cap * (2 * Plan::exp2::relative_error + 6 * 0x1p-24);
    derivative = derivative + g * z, products = products + rows::real(std::fabs((g * z).number()));
    carried = carried + rows::real(std::fabs(z.number()) * of_g + (std::fabs(g.number()) + of_g) * of_z);
  }
  const std::int32_t length = kernels::detail::length_of_row<typename Plan::kind>(a.logits, 0, a.columns);
  rows::real factor(static_cast<double>(a.logits.scale));
  if (Plan::kind::scaling == row_scaling::log_length) factor = factor * log(rows::real(length));
  const double exact = (derivative * factor).number();
  require_within(name, static_cast<double>(s.of_row[0]), exact, scale_gradient_error(depth, products.number(), carried.number(), exact, factor.number()));
}

template <class Plan>
void check_scale(const char* name) {
  using in = typename Plan::in;
  EXPECT_TRUE(rc::check(name, [&] {
    const std::int32_t columns = Plan::schedule::vector * *rc::gen::inRange(1, 4 * Plan::schedule::capacity / Plan::schedule::vector);
    const auto seed = *rc::gen::inRange(0u, 100000u);
    std::vector<code_type<in>> y(static_cast<std::size_t>(columns)), upstream = y, x = y;
    for (std::int32_t i = 0; i < columns; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto n = static_cast<std::uint32_t>(i);
      const float u = rows::uniform(seed, n), weight = u < 0.1f ? 0.0f : u * u * u * u / static_cast<float>(columns);
      y[at] = element_code<in>(Plan::result == softmax_result::log_probability ? (u < 0.1f ? minus_infinity : -20 * u) : weight);
      upstream[at] = element_code<in>(std::exp2(20 * rows::uniform(seed + 2, n) - 10) * (u < 0.5f ? 1.0f : -1.0f));
      x[at] = element_code<in>(u < 0.1f ? minus_infinity : 40 * rows::uniform(seed + 1, n) - 20); // a mask has weight 0
    }
    float of_row = 0;
    std::vector<std::int32_t> lengths = {columns};
    std::vector<float> learned = {*rc::gen::element(1.0f, -0.5f, 3.0f)};
    scale_gradient_arguments a;
    a.rows.y = y.data(), a.rows.upstream = upstream.data(), a.rows.x = x.data(), a.of_row = &of_row, a.rows.rows = 1, a.rows.columns = columns;
    a.rows.y_row = a.rows.upstream_row = a.rows.x_row = columns;
    a.rows.logits = rows::some_parameters(lengths, learned);
    scale_backward_twin<Plan, rows::host_exp2<Plan>>(a);
    check_scale_row<Plan>(name, a);
  }));
}

/// Every row counts for the head whose factor it uses, and for no other. The numbers are small integers: sums are exact.
TEST(RowBound, scale_of_heads) {
  for (const std::int64_t count : {0, 1, 5, 12, 13, 25, 3000}) {
    std::vector<float> of_row(static_cast<std::size_t>(count)), of_head(3), expected(3);
    const head_gradient_arguments a{of_row.data(), of_head.data(), count, 4, 3};
    for (std::int64_t row = 0; row < count; ++row) {
      of_row[static_cast<std::size_t>(row)] = static_cast<float>(row % 97 - 40);
      expected[static_cast<std::size_t>(row / a.rows_per_head % a.heads)] += static_cast<float>(row % 97 - 40);
    }
    scale_heads_twin(a);
    EXPECT_EQ(of_head, expected) << count;
  }
}

template <class Plan>
void check_loss_row(const char* name, const cross_entropy_arguments& a, std::int64_t row) {
  using out = typename Plan::out;
  const rows::exact_row exact = exact_row_of<Plan>(a.x, a.x_row, row, a.columns, a.logits);
  const std::int64_t target = a.targets[row];
  const auto gradient = [&](std::int32_t i) { return static_cast<double>(load_element<out>(static_cast<const code_type<out>*>(a.gradient), row * a.gradient_row + i)); };
  if (target < 0) {
    RC_ASSERT(a.loss[row] == 0.0f);
    for (std::int32_t i = 0; i < a.columns; ++i) RC_ASSERT(gradient(i) == 0.0);
    return;
  }
  if (exact.undefined) return RC_ASSERT(std::isnan(a.loss[row]));
  const row_logits r = logits_of_row<typename Plan::kind>(a.logits, row, a.columns);
  const double log_n = std::log(std::fmax(exact.seen, 1)), extra = logit_error<Plan, typename Plan::exp2>(a.logits, exact, r);
  const row_arithmetic k = running_arithmetic_of<Plan>(a.columns, log_n);
  const double of_sum = sum_error(k, exact.seen, log_n, extra), gap = exact.below[static_cast<std::size_t>(target)];
  const double loss = exact.seen == 0 ? 0 : gap + exact.log_sum;
  require_within(name, static_cast<double>(a.loss[row]), loss, loss_error(loss, gap, of_sum, extra));
  double dropped = 0;
  const double scale = exact_scale<Plan>(a.logits, row, kernels::detail::length_of_row<typename Plan::kind>(a.logits, row, a.columns)).number();
  const double factor = exact.seen == 0 ? 0 : scale * static_cast<double>(a.upstream[row]);
  for (std::int32_t i = 0; i < a.columns; ++i) {
    const double below = exact.below[static_cast<std::size_t>(i)], p = exact.p[static_cast<std::size_t>(i)];
    const double centred = i == target ? p - 1 : p, of_p = std::isinf(below) ? 0x1p-148 : weight_error(k, p, below, of_sum, 1, extra);
    const double allowed = rounded_error(out::row, centred * factor, loss_gradient_error(p, of_p, factor, i == target));
    if (gradient(i) == 0 && std::fabs(centred) < static_cast<double>(a.threshold) * 1.001) {
      // Left out, unless the format has no smaller number than this: the filter takes whole packets only.
      if (std::fabs(centred * factor) > allowed) dropped += std::fabs(centred);
      continue;
    }
    require_within(name, gradient(i), centred * factor, allowed, largest<out>());
  }
  // What the filter says that it left out is at least what is missing, but for rounding.
  RC_ASSERT(factor == 0 || static_cast<double>(a.dropped[row]) * 1.001 + 1e-30 >= dropped * 0.999 - exact.seen * 0x1p-126);
}

template <class Plan>
void check_loss(const char* name) {
  EXPECT_TRUE(rc::check(name, [&] {
    using schedule = typename Plan::schedule;
    const std::int64_t count = *rc::gen::inRange(1, 4);
    const std::int32_t columns = schedule::vector * *rc::gen::inRange(1, 4 * schedule::capacity / schedule::vector);
    const auto x = rows::make<typename Plan::in>(count, columns, columns, *rc::gen::inRange(0u, 100000u));
    std::vector<std::int64_t> targets;
    for (std::int64_t i = 0; i < count; ++i) targets.push_back(*rc::gen::inRange(-1, columns));
    std::vector<float> upstream(targets.size(), 0.25f), loss(targets.size()), dropped(targets.size()), learned = {*rc::gen::element(1.0f, -0.5f)};
    std::vector<std::int32_t> lengths = *rc::gen::container<std::vector<std::int32_t>>(4, rc::gen::inRange(0, columns + 1));
    std::vector<online_state> states(targets.size());
    std::vector<code_type<typename Plan::out>> gradient(x.size());
    cross_entropy_arguments a;
    a.x = x.data(), a.targets = targets.data(), a.loss = loss.data(), a.states = states.data(), a.upstream = upstream.data();
    a.gradient = gradient.data(), a.dropped = dropped.data(), a.threshold = *rc::gen::element(0.0f, 0x1p-12f, 0x1p-6f);
    a.rows = count, a.columns = columns, a.x_row = a.gradient_row = columns;
    a.logits = rows::some_parameters(lengths, learned);
    cross_entropy_forward_twin<Plan, rows::host_exp2<Plan>>(a);
    cross_entropy_backward_twin<Plan, rows::host_exp2<Plan>>(a);
    for (std::int64_t row = 0; row < count; ++row) check_loss_row<Plan>(name, a, row);
  }));
}

#define SOFTMAX(name, ...)                                                                                             \
  TEST(RowBound, name) { check_softmax<__VA_ARGS__>(#name); }
#define GRADIENT(name, ...)                                                                                            \
  TEST(RowBound, name) { check_gradient<__VA_ARGS__>(#name); }
#define SCALE(name, ...)                                                                                               \
  TEST(RowBound, name) { check_scale<__VA_ARGS__>(#name); }
#define LOSS(name, ...)                                                                                                \
  TEST(RowBound, name) { check_loss<__VA_ARGS__>(#name); }
#include "row_kernels.def"

/// The largest ratios of the tests above.
class ratios : public testing::Environment {
  void TearDown() override {
    for (const auto& [name, ratio] : worst_ratios()) std::printf("largest error over its bound  %-24s %.3f\n", name.c_str(), ratio);
  }
};
const auto* const registered = testing::AddGlobalTestEnvironment(new ratios);

} // namespace
