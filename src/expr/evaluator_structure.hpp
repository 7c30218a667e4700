#pragma once
#include "evaluator.hpp"

namespace fpcheck::expr {

/// Calls f(i, offset) for i = 0, 1, ... in row-major order of `dims`, where each axis moves the offset by its step.
template <class F>
void walk(const shape& dims, const std::vector<std::int64_t>& steps, std::int64_t base, F f) {
  const std::int64_t count = element_count(dims);
  if (count == 0) return;
  if (dims.empty()) return f(std::size_t{0}, static_cast<std::size_t>(base));
  std::vector<std::int64_t> index(dims.size(), 0);
  const std::int64_t inner = dims.back().size, inner_step = steps.back();
  std::int64_t offset = base;
  std::size_t i = 0;
  for (std::int64_t outer = 0; outer < count / inner; ++outer) {
    for (std::int64_t k = 0; k < inner; ++k, ++i) f(i, static_cast<std::size_t>(offset + k * inner_step));
    for (std::size_t axis = dims.size() - 1; axis-- > 0;) {
      offset += steps[axis];
      if (++index[axis] < dims[axis].size) break;
      offset -= steps[axis] * dims[axis].size;
      index[axis] = 0;
    }
  }
}

template <class S>
cell<S> evaluator<S>::strided(const cell<S>& x, const shape& out, const std::vector<std::int64_t>& steps, std::int64_t base) {
  draft<S> d(static_cast<std::size_t>(element_count(out)), bounded && x.radius != nullptr);
  const S* const middle = x.middle->data();
  walk(out, steps, base, [&](std::size_t i, std::size_t from) { d.middle[i] = middle[from]; });
  if constexpr (bounded)
    if (x.radius) walk(out, steps, base, [&](std::size_t i, std::size_t from) { d.radius[i] = (*x.radius)[from]; });
  return d.finish();
}

template <class S>
void evaluator<S>::place(const cell<S>& x, const shape& in, const std::vector<std::int64_t>& steps, std::int64_t base, draft<S>& into) {
  walk(in, steps, base, [&](std::size_t i, std::size_t to) {
    into.middle[to] = x.at(i);
    if constexpr (bounded) into.radius[to] = x.error(i);
  });
}

template <class S>
cell<S> evaluator<S>::structure(const node& n) {
  const cell<S>& x = argument(n, 0);
  const shape& from = argument_shape(n, 0);
  const auto all = strides(from);
  const auto zeros = [&] {
    draft<S> d(static_cast<std::size_t>(element_count(n.dims)), bounded);
    std::fill(d.middle.begin(), d.middle.end(), scalar<S>::from(0));
    return d;
  };
  switch (n.op) {
  case operation::stop_grad: return x;
  case operation::reshape: {
    cell<S> out = x;
    if (n.dims.empty() || from.empty() || n.dims.back().size != from.back().size) out.by_row = nullptr; // other rows
    return out;
  }
  case operation::broadcast: {
    std::vector<std::int64_t> steps(n.dims.size(), 0);
    const std::size_t skip = n.dims.size() - from.size();
    for (std::size_t i = 0; i < from.size(); ++i) steps[skip + i] = from[i].size == 1 ? 0 : all[i];
    return strided(x, n.dims, steps, 0);
  }
  case operation::transpose: {
    std::vector<std::int64_t> steps;
    for (const std::int64_t p : n.integers) steps.push_back(all[static_cast<std::size_t>(p)]);
    return strided(x, n.dims, steps, 0);
  }
  case operation::slice:
  case operation::unslice: {
    const bool forward = n.op == operation::slice;
    const auto outer = forward ? all : strides(n.dims);
    std::vector<std::int64_t> steps;
    std::int64_t base = 0;
    for (std::size_t i = 0; i < outer.size(); ++i) steps.push_back(outer[i] * n.integers[3 * i + 2]), base += outer[i] * n.integers[3 * i];
    if (forward) return strided(x, n.dims, steps, base);
    auto d = zeros();
    place(x, from, steps, base, d);
    return d.finish();
  }
  case operation::concat: {
    auto d = zeros();
    const auto outer = strides(n.dims);
    const auto axis = static_cast<std::size_t>(n.integers[0]);
    std::int64_t base = 0;
    for (std::size_t k = 0; k < n.arguments.size(); ++k) {
      place(argument(n, k), argument_shape(n, k), outer, base, d);
      base += outer[axis] * argument_shape(n, k)[axis].size;
    }
    return d.finish();
  }
  case operation::flip: {
    auto steps = all;
    const auto axis = static_cast<std::size_t>(n.integers[0]);
    steps[axis] = -steps[axis];
    return strided(x, n.dims, steps, all[axis] * (from[axis].size - 1));
  }
  case operation::diagonal: {
    auto steps = all;
    steps.pop_back();
    steps.back() += 1;
    return strided(x, n.dims, steps, 0);
  }
  case operation::diag: {
    auto d = zeros();
    auto steps = strides(n.dims);
    steps.pop_back();
    steps.back() += 1;
    place(x, from, steps, 0, d);
    return d.finish();
  }
  case operation::gather: return gather(n);
  case operation::take_along: return take_along(n);
  case operation::scatter_along: return scatter_along(n);
  default: return scatter_add(n);
  }
}

template <class S>
std::vector<std::int64_t> evaluator<S>::row_ids(const cell<S>& ids, std::int64_t rows) {
  std::vector<std::int64_t> out(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const double v = ids.error(i) > 0 ? std::round(nearest(ids.at(i))) : nearest(ids.at(i));
    if (!(v >= 0) || v >= static_cast<double>(rows) || v != std::floor(v)) {
      fail_with("id " + std::to_string(v) + " is not a row of " + std::to_string(rows));
      return {};
    }
    out[i] = static_cast<std::int64_t>(v);
  }
  return out;
}

template <class S>
cell<S> evaluator<S>::gather(const node& n) {
  const cell<S>&table = argument(n, 0), &ids = argument(n, 1);
  const std::int64_t rows = argument_shape(n, 0)[0].size;
  const auto which = row_ids(ids, rows);
  if (error_) return ids;
  const std::size_t width = rows == 0 ? 0 : table.size() / static_cast<std::size_t>(rows);
  draft<S> d(which.size() * width, bounded);
  for (std::size_t i = 0; i < which.size(); ++i)
    for (std::size_t k = 0; k < width; ++k) {
      const std::size_t from = static_cast<std::size_t>(which[i]) * width + k;
      d.middle[i * width + k] = table.at(from);
      if constexpr (bounded) d.radius[i * width + k] = ids.error(i) > 0 ? unknown : table.error(from);
    }
  return d.finish();
}

template <class S>
cell<S> evaluator<S>::scatter_add(const node& n) {
  const cell<S>&values = argument(n, 0), &ids = argument(n, 1);
  const std::int64_t rows = n.dims[0].size;
  const auto which = row_ids(ids, rows);
  if (error_) return ids;
  const std::size_t width = which.empty() ? 0 : values.size() / which.size();
  const std::size_t count = static_cast<std::size_t>(element_count(n.dims));
  draft<S> d(count, bounded);
  std::fill(d.middle.begin(), d.middle.end(), scalar<S>::from(0));
  std::vector<double> sizes(bounded ? count : 0, 0.0);
  std::vector<std::int64_t> hits(static_cast<std::size_t>(rows), 0);
  for (std::size_t i = 0; i < which.size(); ++i) {
    ++hits[static_cast<std::size_t>(which[i])];
    for (std::size_t k = 0; k < width; ++k) {
      const std::size_t to = static_cast<std::size_t>(which[i]) * width + k;
      d.middle[to] = d.middle[to] + values.at(i * width + k);
      if constexpr (bounded) {
        d.radius[to] += values.error(i * width + k);
        sizes[to] += std::fabs(nearest(values.at(i * width + k)));
      }
    }
  }
  if constexpr (bounded)
    for (std::size_t i = 0; i < count; ++i)
      d.radius[i] = ids.radius ? unknown : rules_.seal(nearest(d.middle[i]), d.radius[i] + rules_.chain(hits[width == 0 ? 0 : i / width] - 1) * (sizes[i] + d.radius[i]), true);
  return d.finish();
}

} // namespace fpcheck::expr
