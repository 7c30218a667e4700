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

/// How far apart the elements of a row lie: kernels that take one at a time take them from anywhere.
template <class Plan>
std::int64_t column_stride(std::uint32_t seed) { return Plan::schedule::vector == 1 ? 1 + seed % 3 : 1; }

/// Runs kernel `name` by `run(name, grid, block, arguments, members)` and says how it differs from its twin.
template <class Plan, class Run>
std::string compare_softmax(const std::string& name, geometry g, std::uint32_t seed, const Run& run) {
  using schedule = typename Plan::schedule;
  const std::int64_t x_column = column_stride<Plan>(seed), y_column = column_stride<Plan>(seed + 1);
  const std::int64_t x_row = x_column * g.columns + schedule::vector, y_row = y_column * g.columns + schedule::vector;
  auto x = rows::make<typename Plan::in>(g.rows, g.columns, x_row, seed, x_column);
  std::vector<code_type<typename Plan::out>> y(static_cast<std::size_t>(g.rows * y_row)), twin = y;
  std::vector<float> lse(static_cast<std::size_t>(g.rows)), twin_lse = lse;
  std::vector<std::int32_t> lengths = {0, g.columns, 1, g.columns / 2, g.columns + 3, -1, g.columns - 1, 3, 5};
  std::vector<float> learned = {1.5f, -0.5f, 0.0f};
  softmax_arguments a;
  a.x = x.data(), a.y = twin.data(), a.log_sum_exp = twin_lse.data();
  a.rows = g.rows, a.columns = g.columns, a.parts = parts_of<schedule>(g.columns);
  a.x_row = x_row, a.x_column = x_column, a.y_row = y_row, a.y_column = y_column;
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
  const std::int64_t column = column_stride<Plan>(seed), stride = column * g.columns;
  auto y = rows::make<typename Plan::in>(g.rows, g.columns, stride, seed, column);
  auto upstream = rows::make<typename Plan::in>(g.rows, g.columns, stride, seed + 1, column);
  auto x = rows::make<typename Plan::in>(g.rows, g.columns, stride, seed + 2, column);
  std::vector<code_type<typename Plan::out>> gradient(y.size()), twin = gradient;
  std::vector<std::int32_t> lengths(9, g.columns);
  std::vector<float> learned = {1.5f, -0.5f};
  softmax_gradient_arguments a;
  a.y = y.data(), a.upstream = upstream.data(), a.x = x.data(), a.gradient = twin.data();
  a.rows = g.rows, a.columns = g.columns, a.parts = parts_of<schedule>(g.columns);
  a.y_row = a.upstream_row = a.x_row = a.gradient_row = stride, a.column = column;
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

/// Runs kernel `name` by `run(name, grid, block, arguments, members)` and says how it differs from its twin.
template <class Plan, class Run>
std::string compare_scale(const std::string& name, geometry g, std::uint32_t seed, const Run& run) {
  const std::int64_t column = column_stride<Plan>(seed), stride = column * g.columns;
  auto y = rows::make<typename Plan::in>(g.rows, g.columns, stride, seed, column);
  auto upstream = rows::make<typename Plan::in>(g.rows, g.columns, stride, seed + 1, column);
  auto x = rows::make<typename Plan::in>(g.rows, g.columns, stride, seed + 2, column);
  std::vector<float> of_row(static_cast<std::size_t>(g.rows)), twin = of_row, learned = {1.5f, -0.5f};
  std::vector<std::int32_t> lengths(9, g.columns);
  scale_gradient_arguments a;
  a.rows.y = y.data(), a.rows.upstream = upstream.data(), a.rows.x = x.data(), a.of_row = twin.data();
  a.rows.rows = g.rows, a.rows.columns = g.columns, a.rows.y_scale = 0.25f;
  a.rows.y_row = a.rows.upstream_row = a.rows.x_row = stride, a.rows.column = column;
  a.rows.logits = some_parameters(lengths, learned);
  scale_backward_twin<Plan, host_exp2<Plan>>(a);
  std::vector<member> buffers = parameter_buffers<softmax_gradient_arguments>(lengths, learned);
  for (member& b : buffers) b.offset += offsetof(scale_gradient_arguments, rows);
  const auto add = [&](std::size_t offset, std::span<std::byte> data) { buffers.push_back({offsetof(scale_gradient_arguments, rows) + offset, data}); };
  add(offsetof(softmax_gradient_arguments, y), bytes(y)), add(offsetof(softmax_gradient_arguments, upstream), bytes(upstream));
  add(offsetof(softmax_gradient_arguments, x), bytes(x));
  buffers.push_back({offsetof(scale_gradient_arguments, of_row), bytes(of_row)});
  const std::string error = run(name, 2, Plan::schedule::threads, a, buffers);
  return error + difference(twin, of_row, "row");
}

/// The kernel `name` that adds up the rows of each head.
template <class Run>
std::string compare_heads(const std::string& name, const Run& run) {
  std::string error;
  for (const std::int64_t count : {0, 1, 7, 2000}) {
    std::vector<float> of_row(static_cast<std::size_t>(count)), of_head(3), twin = of_head;
    for (std::size_t i = 0; i < of_row.size(); ++i) of_row[i] = uniform(5, static_cast<std::uint32_t>(i)) - 0.5f;
    head_gradient_arguments a{of_row.data(), twin.data(), count, 4, 3};
    scale_heads_twin(a);
    of_row.resize(of_row.size() + 1); // memory behind the pointer, also where there are no rows
    error += run(name, 3, head_threads, a, {{offsetof(head_gradient_arguments, of_row), bytes(of_row)}, {offsetof(head_gradient_arguments, of_head), bytes(of_head)}});
    error += difference(twin, of_head, "head");
  }
  return error;
}

/// The loss kernel `name` and the kernel of its gradient.
template <class Plan, class Run>
std::string compare_loss(const std::string& name, geometry g, std::uint32_t seed, const Run& run) {
  using schedule = typename Plan::schedule;
  const std::int64_t x_column = column_stride<Plan>(seed), gradient_column = column_stride<Plan>(seed + 2);
  auto x = rows::make<typename Plan::in>(g.rows, g.columns, x_column * g.columns, seed, x_column);
  std::vector<std::int64_t> targets(static_cast<std::size_t>(g.rows));
  std::vector<float> upstream(targets.size()), loss(targets.size()), twin_loss = loss, dropped = loss, twin_dropped = loss;
  for (std::size_t i = 0; i < targets.size(); ++i) targets[i] = i % 4 == 3 ? -100 : static_cast<std::int64_t>(i * 7) % g.columns, upstream[i] = 1.0f + static_cast<float>(i);
  std::vector<online_state> states(targets.size()), twin_states = states;
  std::vector<code_type<typename Plan::out>> gradient(static_cast<std::size_t>(g.rows * g.columns * gradient_column)), twin = gradient;
  std::vector<std::int32_t> lengths = {g.columns, 0, 1, g.columns / 2, g.columns, g.columns, g.columns, 3, 5};
  std::vector<float> learned = {1.5f, -0.5f};
  cross_entropy_arguments a;
  a.x = x.data(), a.targets = targets.data(), a.loss = twin_loss.data(), a.states = twin_states.data(), a.upstream = upstream.data();
  a.gradient = twin.data(), a.dropped = twin_dropped.data(), a.threshold = 0x1p-10f;
  a.rows = g.rows, a.columns = g.columns, a.x_row = x_column * g.columns, a.x_column = x_column;
  a.gradient_row = gradient_column * g.columns, a.gradient_column = gradient_column;
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
