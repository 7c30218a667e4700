#pragma once
#include "row_cases.hpp"
#include "row_plans.hpp"

#include <cstring>
#include <sstream>
#include <string>

/// Row kernels against their twins, bit for bit, whoever runs the kernels.
namespace rows {

using namespace fpcheck;
using namespace fpcheck::kernels;

template <class T>
std::span<std::byte> bytes(std::vector<T>& v) { return std::as_writable_bytes(std::span<T>(v)); }

/// Says where two arrays differ in their bits, or nothing.
template <class T>
std::string difference(const std::vector<T>& twin, const std::vector<T>& other, const char* what) {
  for (std::size_t i = 0; i < twin.size(); ++i) {
    if (std::memcmp(&twin[i], &other[i], sizeof(T)) == 0) continue;
    std::uint64_t a = 0, b = 0;
    std::memcpy(&a, &twin[i], sizeof(T)), std::memcpy(&b, &other[i], sizeof(T));
    std::ostringstream s;
    s << what << " " << i << ": twin " << std::hex << a << ", kernel " << b << "; ";
    return s.str();
  }
  return {};
}

/// The buffers that the parameters point to, as members of `Arguments`.
template <class Arguments>
std::vector<member> parameter_buffers(std::vector<std::int32_t>& lengths, std::vector<float>& learned) {
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

/// Runs kernel `name` by `run(name, grid, block, arguments, members)` and says how it differs from its twin.
template <class Plan, class Run>
std::string compare_softmax(const std::string& name, geometry g, std::uint32_t seed, const Run& run) {
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
  std::vector<member> buffers = parameter_buffers<softmax_arguments>(lengths, learned);
  buffers.push_back({offsetof(softmax_arguments, x), bytes(x)});
  buffers.push_back({offsetof(softmax_arguments, y), bytes(y)});
  buffers.push_back({offsetof(softmax_arguments, log_sum_exp), bytes(lse)});
  buffers.push_back({offsetof(softmax_arguments, exchange), bytes(exchange)});
  const std::string error = run(name, static_cast<unsigned>(2 * a.parts), schedule::threads, a, buffers);
  return error + difference(twin, y, "element") + difference(twin_lse, lse, "log-sum-exp of row");
}

/// Runs kernel `name` by `run(name, grid, block, arguments, members)` and says how it differs from its twin.
template <class Plan, class Run>
std::string compare_gradient(const std::string& name, geometry g, std::uint32_t seed, const Run& run) {
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
  std::vector<member> buffers = parameter_buffers<softmax_gradient_arguments>(lengths, learned);
  buffers.push_back({offsetof(softmax_gradient_arguments, y), bytes(y)});
  buffers.push_back({offsetof(softmax_gradient_arguments, upstream), bytes(upstream)});
  buffers.push_back({offsetof(softmax_gradient_arguments, x), bytes(x)});
  buffers.push_back({offsetof(softmax_gradient_arguments, gradient), bytes(gradient)});
  buffers.push_back({offsetof(softmax_gradient_arguments, exchange), bytes(exchange)});
  const std::string error = run(name, static_cast<unsigned>(2 * a.parts), schedule::threads, a, buffers);
  return error + difference(twin, gradient, "element");
}

/// The loss kernel `name` and the kernel of its gradient.
template <class Plan, class Run>
std::string compare_loss(const std::string& name, geometry g, std::uint32_t seed, const Run& run) {
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
  std::vector<member> buffers = parameter_buffers<cross_entropy_arguments>(lengths, learned);
  const auto add = [&](std::size_t offset, std::span<std::byte> data) { buffers.push_back({offset, data}); };
  add(offsetof(cross_entropy_arguments, x), bytes(x)), add(offsetof(cross_entropy_arguments, targets), bytes(targets));
  add(offsetof(cross_entropy_arguments, loss), bytes(loss)), add(offsetof(cross_entropy_arguments, states), bytes(states));
  add(offsetof(cross_entropy_arguments, upstream), bytes(upstream)), add(offsetof(cross_entropy_arguments, gradient), bytes(gradient));
  add(offsetof(cross_entropy_arguments, dropped), bytes(dropped));
  std::string error = run(name, 2, schedule::threads, a, buffers);
  error += difference(twin_loss, loss, "loss of row") + difference(twin_states, states, "state of row");
  error += run(name + "_gradient", 2, schedule::threads, a, buffers);
  return error + difference(twin, gradient, "element") + difference(twin_dropped, dropped, "left out of row");
}

} // namespace rows
