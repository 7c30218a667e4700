#include <fpcheck/exec/fractions.hpp>

#include "memory_flow.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <cmath>

namespace fpcheck::exec {
namespace {

using ptx::operation;

class fractions {
public:
  explicit fractions(const def_use& g) : g_(g) {}

  /// The length of the circle on which the number in `r` is a place; 0 where it is none.
  double circle(const ref& r, std::uint32_t pc, int depth = 12) const {
    const ref at = origin(g_, r, pc);
    const op* const d = depth > 0 && at.where == pool::frame ? g_.seen(at, pc) : nullptr;
    if (d == nullptr || d->format != number::f32) return 0;
    switch (d->meaning.operation) {
    case operation::difference: return is_whole_part(d->b, d->a, d->pc) ? 1 : 0;
    case operation::product: {
      const double a = literal(g_, d->a, false), b = literal(g_, d->b, false);
      if (a == a) return std::fabs(a) * circle(d->b, d->pc, depth - 1);
      return b == b ? std::fabs(b) * circle(d->a, d->pc, depth - 1) : 0;
    }
    case operation::selection: return std::min(circle(d->a, d->pc, depth - 1), circle(d->b, d->pc, depth - 1));
    default: return 0;
    }
  }

private:
  /// Whether `whole` is `number` rounded to an integer, as a number or by way of one.
  bool is_whole_part(const ref& whole, const ref& number, std::uint32_t pc) const {
    const op* d = made(whole, pc);
    if (d != nullptr && d->meaning.operation == operation::from_integer) d = made(d->a, d->pc);
    if (d == nullptr || (d->meaning.operation != operation::to_integral && d->meaning.operation != operation::to_integer)) return false;
    const ref x = origin(g_, d->a, d->pc), y = origin(g_, number, pc);
    return x.where == y.where && x.offset == y.offset;
  }
  const op* made(const ref& r, std::uint32_t pc) const {
    const ref at = origin(g_, r, pc);
    return at.where == pool::frame ? g_.seen(at, pc) : nullptr;
  }
  const def_use& g_;
};

/// By the byte of the parameter that points to them.
std::map<std::uint64_t, double> circles_of(const program& p, const function_code& code) {
  std::map<std::uint64_t, double> out;
  const memory_flow flow(p, code);
  const fractions f(flow.uses());
  for (std::uint32_t k = code.first; k < code.first + code.count; ++k) {
    const op& o = p.ops[k];
    const bool stores = o.meaning.access != ptx::access::none && (!ptx::loads(o.meaning) || o.meaning.access == ptx::access::atomic);
    if (!stores || (o.space != space::global && o.space != space::generic)) continue;
    double circle = o.meaning.access == ptx::access::store && o.list.size() == 1 ? f.circle(o.list[0], o.pc) : 0;
    for (const array_key& a : flow.arrays(o)) {
      const auto [at, first] = out.emplace(a.kind == array_kind::parameter ? a.place : ~std::uint64_t{0}, circle);
      if (!first) at->second = std::min(at->second, circle);
    }
  }
  return out;
}

} // namespace

std::vector<double> find_fractions(const program& p, const run_request& request) {
  std::vector<double> out(request.buffers.size());
  if (request.launches.size() != 1) return out;
  const launch& l = request.launches[0];
  const auto code = std::find_if(p.functions.begin(), p.functions.end(), [&](const function_code& c) { return c.source != nullptr && c.source->is_entry && c.source->name == l.kernel; });
  if (code == p.functions.end() || std::any_of(p.ops.begin() + code->first, p.ops.begin() + code->first + code->count, [](const op& o) { return o.flow == control::call; })) return out;
  const auto circles = circles_of(p, *code);
  for (std::size_t k = 0; k < l.arguments.size() && k < code->source->parameters.size(); ++k)
    for (const pointer_patch& to : l.arguments[k].pointers)
      if (const auto at = circles.find(p.symbol_address[code->source->parameters[k]] + to.offset); at != circles.end()) out[to.buffer] = at->second;
  return out;
}

} // namespace fpcheck::exec
