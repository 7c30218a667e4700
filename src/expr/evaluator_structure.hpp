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

/// table[ids]: the hull of all rows that an undecided index may choose.
template <class S>
cell<S> evaluator<S>::gather(const node& n) {
  const cell<S>&table = argument(n, 0), &ids = argument(n, 1);
  const std::int64_t rows = argument_shape(n, 0)[0].size;
  const std::size_t width = rows == 0 ? 0 : table.size() / static_cast<std::size_t>(rows);
  draft<S> d(ids.size() * width, bounded);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto at = index_at(ids, i, rows);
    if (!at) return ids;
    for (std::size_t k = 0; k < width; ++k) {
      const auto from = [&](std::int64_t row) { return static_cast<std::size_t>(row) * width + k; };
      const std::size_t to = i * width + k;
      d.middle[to] = table.at(from(at->likely));
      if constexpr (bounded) {
        d.radius[to] = table.error(from(at->likely));
        for (std::int64_t row = at->first; row <= at->last && at->first != at->last; ++row)
          d.radius[to] = std::max(d.radius[to], std::fabs(nearest(table.at(from(row)) - d.middle[to])) * (1 + 0x1p-40) + table.error(from(row)));
      }
    }
  }
  return d.finish();
}

/// Zeros with the rows added where the indices say; where one is undecided, each row may or may not be added.
template <class S>
cell<S> evaluator<S>::scatter_add(const node& n) {
  const cell<S>&values = argument(n, 0), &ids = argument(n, 1);
  const std::int64_t rows = n.dims[0].size;
  const std::size_t width = ids.size() == 0 ? 0 : values.size() / ids.size();
  const std::size_t count = static_cast<std::size_t>(element_count(n.dims));
  draft<S> d(count, bounded);
  std::fill(d.middle.begin(), d.middle.end(), scalar<S>::from(0));
  std::vector<grid> all(bounded ? count : 0);
  std::vector<std::int64_t> hits(static_cast<std::size_t>(rows), 0);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto at = index_at(ids, i, rows);
    if (!at) return ids;
    for (std::int64_t row = at->first; row <= at->last; ++row) {
      ++hits[static_cast<std::size_t>(row)];
      for (std::size_t k = 0; k < width; ++k) {
        const std::size_t to = static_cast<std::size_t>(row) * width + k;
        if (row == at->likely) d.middle[to] = d.middle[to] + values.at(i * width + k);
        if constexpr (bounded) {
          const S& x = values.at(i * width + k);
          d.radius[to] += values.error(i * width + k) + (at->first != at->last ? std::fabs(nearest(x)) : 0);
          all[to].add(x, values.error(i * width + k));
        }
      }
    }
  }
  if constexpr (bounded)
    for (std::size_t i = 0; i < count; ++i) {
      const double rounding = sums_exactly(all[i]) ? 0 : rules_.chain(hits[width == 0 ? 0 : i / width] - 1) * (all[i].sizes + d.radius[i]);
      if (d.radius[i] != 0 || rounding != 0) d.radius[i] = rules_.seal(nearest(d.middle[i]), d.radius[i] + rounding, true);
    }
  return d.finish();
}

} // namespace fpcheck::expr
