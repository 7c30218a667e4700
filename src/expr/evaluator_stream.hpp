#pragma once
#include "evaluator_structure.hpp"

#include <thread>

namespace fpcheck::expr {

/// The members of the plan a block at a time, between what comes before them and what comes after.
template <class S>
result<void> evaluator<S>::run_in_blocks(std::span<const node_id> order, const stream_plan& plan) {
  std::vector<bool> later(graph_.size(), false), member(graph_.size(), false);
  for (const cut_node& m : plan.members) member[index_of(m.node)] = later[index_of(m.node)] = true;
  std::vector<node_id> first, rest;
  for (const node_id n : order) {
    for_each_source(n, [&](node_id a) { later[index_of(n)] = later[index_of(n)] || later[index_of(a)]; });
    if (!member[index_of(n)]) (later[index_of(n)] ? rest : first).push_back(n);
  }
  if (const auto ok = run_whole(first); !ok) return ok;
  if (const auto ok = run_blocks(plan); !ok) return ok;
  for (const cut_node& m : plan.members) release_sources(m.node);
  return run_whole(rest);
}

/// Rows start to start + count of what a block needs.
template <class S>
cell<S> evaluator<S>::block_of(const cut_node& entry, std::int64_t start, std::int64_t count) {
  const cell<S>& x = cells_[index_of(entry.node)];
  if (!entry.axis) return x;
  shape dims = graph_.shape_of(entry.node);
  const auto steps = strides(dims);
  dims[*entry.axis].size = count;
  return strided(x, dims, steps, steps[*entry.axis] * start);
}

/// Puts the rows of a block in their place, and adds its part of each sum.
template <class S>
void evaluator<S>::collect(const stream_plan& plan, const std::vector<cell<S>>& block, std::int64_t start, std::int64_t count, std::vector<draft<S>>& into) {
  for (std::size_t i = 0; i < plan.exits.size(); ++i) {
    const cut_node& e = plan.exits[i];
    shape dims = graph_.shape_of(e.node);
    if (e.axis) {
      const auto steps = strides(dims);
      dims[*e.axis].size = count;
      place(block[i], dims, steps, steps[*e.axis] * start, into[i]);
      continue;
    }
    for (std::size_t k = 0; k < block[i].size(); ++k) {
      into[i].middle[k] = into[i].middle[k] + block[i].at(k);
      if constexpr (bounded) into[i].radius[k] += block[i].error(k);
    }
  }
}

template <class S>
result<void> evaluator<S>::run_blocks(const stream_plan& plan) {
  constexpr std::int64_t block_elements = std::int64_t{1} << 16;
  const std::int64_t rows = std::clamp<std::int64_t>(block_elements / std::max<std::int64_t>(1, plan.width), 1, plan.extent);
  const auto threads = static_cast<std::int64_t>(std::clamp(std::thread::hardware_concurrency(), 1u, 16u));
  const stream_block full = make_block(graph_, plan, rows), tail = make_block(graph_, plan, plan.extent % rows == 0 ? rows : plan.extent % rows);
  std::vector<draft<S>> into;
  for (const cut_node& e : plan.exits) {
    if (const auto ok = take_room(e.node); !ok) return ok;
    into.emplace_back(static_cast<std::size_t>(element_count(graph_.shape_of(e.node))), bounded);
    std::fill(into.back().middle.begin(), into.back().middle.end(), scalar<S>::from(0));
  }
  struct part {
    std::int64_t start, count;
    std::vector<cell<S>> exits;
    std::optional<diagnostic> error;
    std::int64_t hulls = 0;
    std::vector<std::string> unbounded;
  };
  const auto work = [&](part& p) {
    const stream_block& b = p.count == rows ? full : tail;
    evaluator<S> inner(b.nodes, inputs_, rules_.numbers());
    inner.whole = b.whole;
    inner.most_held = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < plan.entries.size(); ++i) inner.given[std::to_string(i)] = block_of(plan.entries[i], p.start, p.count);
    const one_thread_products alone;
    auto done = inner.run(b.exits, {});
    done ? void(p.exits = *std::move(done)) : void(p.error = std::move(done.error()));
    p.hulls = inner.hulls, p.unbounded = std::move(inner.unbounded);
  };
  // As many blocks as threads at a time, merged in order: the sums do not depend on the number of threads.
  for (std::int64_t start = 0; start < plan.extent;) {
    std::vector<part> wave;
    for (; start < plan.extent && static_cast<std::int64_t>(wave.size()) < threads; start += rows) wave.push_back({start, std::min(rows, plan.extent - start), {}, {}, 0, {}});
    std::vector<std::thread> others;
    for (std::size_t k = 1; k < wave.size(); ++k) others.emplace_back(work, std::ref(wave[k]));
    work(wave[0]);
    for (std::thread& t : others) t.join();
    for (part& p : wave) {
      if (p.error) return tl::unexpected<diagnostic>(std::move(*p.error));
      collect(plan, p.exits, p.start, p.count, into);
      hulls += p.hulls;
      for (std::string& name : p.unbounded)
        if (unbounded.size() < 8 && std::find(unbounded.begin(), unbounded.end(), name) == unbounded.end()) unbounded.push_back(std::move(name));
    }
    if (const auto ok = step_done(); !ok) return ok;
  }
  for (std::size_t i = 0; i < plan.exits.size(); ++i) {
    if constexpr (bounded)
      if (!plan.exits[i].axis)
        for (std::size_t k = 0; k < into[i].radius.size(); ++k) into[i].radius[k] = rules_.seal(nearest(into[i].middle[k]), into[i].radius[k], true);
    cells_[index_of(plan.exits[i].node)] = into[i].finish();
  }
  return {};
}

} // namespace fpcheck::expr
