// Every row kernel of row_kernels.ptx under the emulator gives the bits of its twin on the host.
#include "emulated.hpp"
#include "row_cases.hpp"

#include <fpcheck/kernels/softmax_twin.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;

const emulated::module& kernels_under_test() {
  static const emulated::module m(std::string(FPCHECK_SOURCE_DIR) + "/tests/kernels/row_kernels.ptx");
  return m;
}

template <class Plan>
using host_exp2 = std::conditional_t<std::is_same_v<typename Plan::exp2, special_exp2>, emulated::modelled_exp2, typename Plan::exp2>;

template <class T>
std::span<std::byte> bytes(std::vector<T>& v) { return std::as_writable_bytes(std::span<T>(v)); }

template <class T>
void expect_same(const std::vector<T>& twin, const std::vector<T>& emulated, const char* what) {
  ASSERT_EQ(twin.size(), emulated.size());
  for (std::size_t i = 0; i < twin.size(); ++i) {
    if (std::memcmp(&twin[i], &emulated[i], sizeof(T)) == 0) continue;
    std::uint64_t a = 0, b = 0;
    std::memcpy(&a, &twin[i], sizeof(T)), std::memcpy(&b, &emulated[i], sizeof(T));
    FAIL() << what << " " << i << ": twin " << std::hex << a << ", emulator " << b;
  }
}

logit_parameters some_parameters(const std::vector<std::int32_t>& lengths, const std::vector<float>& learned) {
  logit_parameters p;
  p.scale = 0.375f, p.cap = 12, p.queries = 5, p.diagonal = 2;
  p.lengths = lengths.data(), p.learned = learned.data(), p.rows_per_head = 3, p.heads = static_cast<std::int32_t>(learned.size());
  return p;
}

/// The buffers that the parameters point to, as members of `Arguments`.
template <class Arguments>
std::vector<emulated::buffer> parameter_buffers(std::vector<std::int32_t>& lengths, std::vector<float>& learned) {
  return {{offsetof(Arguments, logits) + offsetof(logit_parameters, lengths), bytes(lengths)},
          {offsetof(Arguments, logits) + offsetof(logit_parameters, learned), bytes(learned)}};
}

struct geometry {
  std::int64_t rows;
  std::int32_t columns;
};

/// Shapes whose rows have up to three parts and, for packets of one element, odd lengths.
template <class Plan>
std::vector<geometry> shapes() {
  constexpr int v = Plan::schedule::vector, c = Plan::schedule::capacity;
  std::vector<geometry> s = {{9, v}, {4, v * 3}, {9, c}, {3, c - v}};
  if (Plan::schedule::rows == 1) s.push_back({5, c + 2 * v}), s.push_back({2, 3 * c});
  if (v == 1) s.push_back({9, 1}), s.push_back({3, 37});
  return s;
}

template <class Plan>
void compare_softmax(const char* name, geometry g, std::uint32_t seed) {
  using schedule = typename Plan::schedule;
  const std::int64_t stride = g.columns + schedule::vector;
  auto x = rows::make<typename Plan::in>(g.rows, g.columns, stride, seed);
  std::vector<code_type<typename Plan::out>> y(static_cast<std::size_t>(g.rows * stride)), twin = y;
  std::vector<float> lse(static_cast<std::size_t>(g.rows)), twin_lse = lse;
  std::vector<std::int32_t> lengths = {0, g.columns, 1, g.columns / 2, g.columns + 3, -1, g.columns - 1, 3, 5};
  std::vector<float> learned = {1.5f, -0.5f, 0.0f};
  softmax_arguments a;
  a.x = x.data(), a.y = twin.data(), a.log_sum_exp = twin_lse.data();
  a.rows = g.rows, a.columns = g.columns, a.parts = parts_of<schedule>(g.columns), a.x_row = a.y_row = stride;
  a.result_scale = Plan::out::row.bits == 8 ? 256.0f : 1.0f;
  a.logits = some_parameters(lengths, learned);
  std::vector<std::uint64_t> exchange(static_cast<std::size_t>(g.rows * a.parts), ~std::uint64_t{0});
  softmax_forward_twin<Plan, host_exp2<Plan>>(a);
  std::vector<emulated::buffer> buffers = parameter_buffers<softmax_arguments>(lengths, learned);
  buffers.push_back({offsetof(softmax_arguments, x), bytes(x)});
  buffers.push_back({offsetof(softmax_arguments, y), bytes(y)});
  buffers.push_back({offsetof(softmax_arguments, log_sum_exp), bytes(lse)});
  buffers.push_back({offsetof(softmax_arguments, exchange), bytes(exchange)});
  SCOPED_TRACE(std::string(name) + " " + std::to_string(g.rows) + " x " + std::to_string(g.columns));
  const std::string error = emulated::run(kernels_under_test(), name, static_cast<unsigned>(2 * a.parts), schedule::threads, a, buffers);
  ASSERT_EQ(error, "");
  expect_same(twin, y, "element");
  expect_same(twin_lse, lse, "log-sum-exp of row");
}

template <class Plan>
void compare_gradient(const char* name, geometry g, std::uint32_t seed) {
  using schedule = typename Plan::schedule;
  auto y = rows::make<typename Plan::in>(g.rows, g.columns, g.columns, seed);
  auto upstream = rows::make<typename Plan::in>(g.rows, g.columns, g.columns, seed + 1);
  auto x = rows::make<typename Plan::in>(g.rows, g.columns, g.columns, seed + 2);
  std::vector<code_type<typename Plan::out>> gradient(y.size()), twin = gradient;
  std::vector<std::int32_t> lengths(9, g.columns);
  std::vector<float> learned = {1.5f, -0.5f};
  softmax_gradient_arguments a;
  a.y = y.data(), a.upstream = upstream.data(), a.x = x.data(), a.gradient = twin.data();
  a.rows = g.rows, a.columns = g.columns, a.parts = parts_of<schedule>(g.columns);
  a.y_row = a.upstream_row = a.x_row = a.gradient_row = g.columns;
  a.logits = some_parameters(lengths, learned);
  std::vector<std::uint64_t> exchange(static_cast<std::size_t>(g.rows * a.parts), ~std::uint64_t{0});
  softmax_backward_twin<Plan, host_exp2<Plan>>(a);
  std::vector<emulated::buffer> buffers = parameter_buffers<softmax_gradient_arguments>(lengths, learned);
  buffers.push_back({offsetof(softmax_gradient_arguments, y), bytes(y)});
  buffers.push_back({offsetof(softmax_gradient_arguments, upstream), bytes(upstream)});
  buffers.push_back({offsetof(softmax_gradient_arguments, x), bytes(x)});
  buffers.push_back({offsetof(softmax_gradient_arguments, gradient), bytes(gradient)});
  buffers.push_back({offsetof(softmax_gradient_arguments, exchange), bytes(exchange)});
  SCOPED_TRACE(std::string(name) + " " + std::to_string(g.rows) + " x " + std::to_string(g.columns));
  const std::string error = emulated::run(kernels_under_test(), name, static_cast<unsigned>(2 * a.parts), schedule::threads, a, buffers);
  ASSERT_EQ(error, "");
  expect_same(twin, gradient, "element");
}

template <class Plan>
void compare_loss(const std::string& name, geometry g, std::uint32_t seed) {
  using schedule = typename Plan::schedule;
  auto x = rows::make<typename Plan::in>(g.rows, g.columns, g.columns, seed);
  std::vector<std::int64_t> targets(static_cast<std::size_t>(g.rows));
  std::vector<float> upstream(targets.size()), loss(targets.size()), twin_loss = loss, dropped = loss, twin_dropped = loss;
  for (std::size_t i = 0; i < targets.size(); ++i) targets[i] = i % 4 == 3 ? -100 : static_cast<std::int64_t>(i * 7) % g.columns, upstream[i] = 1.0f + static_cast<float>(i);
  std::vector<online_state> states(targets.size()), twin_states = states;
  std::vector<code_type<typename Plan::out>> gradient(x.size()), twin = gradient;
  std::vector<std::int32_t> lengths = {g.columns, 0, 1, g.columns / 2, g.columns, g.columns, g.columns, 3, 5};
  std::vector<float> learned = {1.5f, -0.5f};
  cross_entropy_arguments a;
  a.x = x.data(), a.targets = targets.data(), a.loss = twin_loss.data(), a.states = twin_states.data(), a.upstream = upstream.data();
  a.gradient = twin.data(), a.dropped = twin_dropped.data(), a.threshold = 0x1p-10f;
  a.rows = g.rows, a.columns = g.columns, a.x_row = a.gradient_row = g.columns;
  a.logits = some_parameters(lengths, learned);
  cross_entropy_forward_twin<Plan, host_exp2<Plan>>(a);
  cross_entropy_backward_twin<Plan, host_exp2<Plan>>(a);
  std::vector<emulated::buffer> buffers = parameter_buffers<cross_entropy_arguments>(lengths, learned);
  const auto add = [&](std::size_t offset, std::span<std::byte> data) { buffers.push_back({offset, data}); };
  add(offsetof(cross_entropy_arguments, x), bytes(x)), add(offsetof(cross_entropy_arguments, targets), bytes(targets));
  add(offsetof(cross_entropy_arguments, loss), bytes(loss)), add(offsetof(cross_entropy_arguments, states), bytes(states));
  add(offsetof(cross_entropy_arguments, upstream), bytes(upstream)), add(offsetof(cross_entropy_arguments, gradient), bytes(gradient));
  add(offsetof(cross_entropy_arguments, dropped), bytes(dropped));
  SCOPED_TRACE(name + " " + std::to_string(g.rows) + " x " + std::to_string(g.columns));
  ASSERT_EQ(emulated::run(kernels_under_test(), name, 2, schedule::threads, a, buffers), "");
  expect_same(twin_loss, loss, "loss of row");
  expect_same(twin_states, states, "state of row");
  ASSERT_EQ(emulated::run(kernels_under_test(), name + "_gradient", 2, schedule::threads, a, buffers), "");
  expect_same(twin, gradient, "element");
  expect_same(twin_dropped, dropped, "left out of row");
}

TEST(RowKernels, ModuleIsRead) { ASSERT_EQ(kernels_under_test().error(), ""); }

#define SOFTMAX(name, ...)                                                                                             \
  TEST(RowKernels, name) {                                                                                             \
    for (const geometry& g : shapes<__VA_ARGS__>()) compare_softmax<__VA_ARGS__>(#name, g, 0);                         \
    compare_softmax<__VA_ARGS__>(#name, shapes<__VA_ARGS__>()[2], 4);                                                  \
  }
#define GRADIENT(name, ...)                                                                                            \
  TEST(RowKernels, name) {                                                                                             \
    for (const geometry& g : shapes<__VA_ARGS__>()) compare_gradient<__VA_ARGS__>(#name, g, 0);                        \
  }
#define LOSS(name, ...)                                                                                                \
  TEST(RowKernels, name) {                                                                                             \
    for (const geometry& g : shapes<__VA_ARGS__>()) compare_loss<__VA_ARGS__>(#name, g, 0);                            \
  }
#include "row_kernels.def"

} // namespace
