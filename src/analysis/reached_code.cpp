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

namespace {

template <class Asks>
bool any_reached(const exec::program& p, const exec::run_request& request, Asks asks) {
  const std::vector<bool> reached = reached_functions(p, request);
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const auto first = p.ops.begin() + p.functions[k].first;
    if (reached[k] && std::any_of(first, first + p.functions[k].count, asks)) return true;
  }
  return false;
}

bool is_coarse(const exec::op& o) {
  using f = ptx::form;
  switch (o.form) {
  case f::tanh_approx_f32: case f::tanh_approx_half: case f::ex2_approx_f16: case f::ex2_approx_bf16: case f::rcp_approx_f64: case f::rsqrt_approx_ftz_f64: return true;
  default: return false;
  }
}

} // namespace

bool takes_places(const exec::program& p, const exec::run_request& request) {
  const std::vector<bool> reached = reached_functions(p, request);
  for (std::size_t k = 0; k < reached.size(); ++k) {
    if (!reached[k]) continue;
    const auto first = p.ops.begin() + p.functions[k].first, end = first + p.functions[k].count;
    const auto is_used = [&](const exec::ref& r) {
      const auto same = [&](const exec::ref& x) { return x.where == r.where && x.offset == r.offset; };
      return std::any_of(first, end, [&](const exec::op& o) { return same(o.a) || same(o.b) || same(o.c) || same(o.e) || std::any_of(o.list.begin(), o.list.end(), same); });
    };
    if (std::any_of(first, end, [&](const exec::op& o) { return o.meaning.access == ptx::access::atomic && o.meaning.takes != ptx::content::real && o.d && is_used(o.d); })) return true;
  }
  return false;
}

bool flushes_subnormals(const exec::program& p, const exec::run_request& request) {
  return any_reached(p, request, [](const exec::op& o) { return o.ftz; });
}

bool approximates_coarsely(const exec::program& p, const exec::run_request& request) { return any_reached(p, request, is_coarse); }

bool forgives_roundings(const exec::program& p, const exec::run_request& request) {
  return any_reached(p, request, [](const exec::op& o) {
    constexpr exec::role kept_logarithm{2048}; // src/exec/intended.hpp
    const bool takes_angle = o.roles.has(exec::role::range_reduction) || o.form == ptx::form::sin_approx_f32 || o.form == ptx::form::cos_approx_f32;
    return takes_angle || o.roles.has(exec::role::mixed_bits) || o.roles.has(kept_logarithm) || o.meaning.operation == ptx::operation::matrix_product;
  });
}

bool approximates(const exec::op& o) {
  using f = ptx::form;
  return is_coarse(o) || o.form == f::lg2_approx_f32 || o.form == f::sin_approx_f32 || o.form == f::cos_approx_f32;
}

bool reaches_approximations(const exec::program& p, const exec::run_request& request) { return any_reached(p, request, approximates); }

} // namespace fpcheck::analysis
