#include "reached_code.hpp"

#include <algorithm>

namespace fpcheck::analysis {
namespace {

/// Adds what function `k` may call; an indirect call may reach every function that is no kernel.
void add_callees(const exec::program& p, std::size_t k, std::vector<bool>& reached, std::vector<std::size_t>& open) {
  const auto add = [&](std::size_t f) {
    if (f < reached.size() && !reached[f]) reached[f] = true, open.push_back(f);
  };
  for (std::uint32_t n = 0; n < p.functions[k].count; ++n) {
    const exec::op& o = p.ops[p.functions[k].first + n];
    if (o.flow != exec::control::call) continue;
    if (!o.a) add(o.target);
    else
      for (std::size_t f = 0; f < p.functions.size(); ++f)
        if (p.functions[f].source != nullptr && !p.functions[f].source->is_entry) add(f);
  }
}

} // namespace

std::vector<bool> reached_functions(const exec::program& p, const exec::run_request& request) {
  std::vector<bool> reached(p.functions.size());
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < p.functions.size(); ++k) {
    const ptx::function* f = p.functions[k].source;
    if (f == nullptr || !f->is_entry || std::none_of(request.launches.begin(), request.launches.end(), [&](const exec::launch& l) { return l.kernel == f->name; })) continue;
    reached[k] = true;
    open.push_back(k);
  }
  while (!open.empty()) {
    const std::size_t k = open.back();
    open.pop_back();
    add_callees(p, k, reached, open);
  }
  return reached;
}

bool flushes_subnormals(const exec::program& p, const exec::run_request& request) {
  const std::vector<bool> reached = reached_functions(p, request);
  for (std::size_t k = 0; k < reached.size(); ++k) {
    if (!reached[k]) continue;
    const auto first = p.ops.begin() + p.functions[k].first;
    if (std::any_of(first, first + p.functions[k].count, [](const exec::op& o) { return o.ftz; })) return true;
  }
  return false;
}

} // namespace fpcheck::analysis
