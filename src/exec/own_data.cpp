#include <fpcheck/exec/own_data.hpp>

#include "debug_code.hpp"
#include "memory_flow.hpp"
#include "value_origins.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

using ptx::operation;

bool is_usual(number n) { return n == number::f32 || n == number::f64; }
bool is_difference(const op& o) { return o.meaning.operation == operation::difference && o.meaning.takes == ptx::content::real && o.meaning.parts == 1 && o.d && is_usual(o.format); }
bool is_number_load(const op& o) { return o.meaning.access == ptx::access::load && ptx::accesses_by_lane(o.meaning); }

class numbers_made {
public:
  numbers_made(const program& p, const function_code& code) : p_(p), code_(code), flow_(p, code) {
    for (std::uint32_t k = code.first; k < code.first + code.count; ++k) note_output(p.ops[k]);
  }

  own_data of(const op& o) const {
    if (is_difference(o)) return is_datum(o.a, o.pc) && is_datum(o.b, o.pc) ? own_data::difference : own_data::none;
    if (!is_shared_load(o)) return own_data::none;
    const array_set from = flow_.arrays(o);
    return std::any_of(from.begin(), from.end(), [&](const array_key& a) { return is_state(a); }) ? own_data::state : own_data::none;
  }

private:
  bool is_shared_load(const op& o) const { return is_number_load(o) && reached(flow_.uses(), o) == space::shared; }
  const op* source_of(const ref& r, std::uint32_t pc) const {
    const ref at = origin(flow_.uses(), r, pc);
    return at.where == pool::frame ? flow_.uses().seen(at, pc) : nullptr;
  }
  bool is_datum(const ref& r, std::uint32_t pc) const {
    const op* const d = source_of(r, pc);
    return d != nullptr && is_number_load(*d) && reached(flow_.uses(), *d) != space::shared && d->space != space::param;
  }
  /// Whether the access is of one place for all threads, as of what a reduction leaves.
  bool is_of_one_place(const op& o) const { return !o.a || flow_.uses().literal(origin(flow_.uses(), o.a, o.pc)).has_value(); }
  /// Shared arrays of which each thread stores its own part as it is.
  void note_output(const op& o) {
    if (o.meaning.access != ptx::access::store || (o.space != space::global && o.space != space::generic)) return;
    for (const ref& r : o.list) {
      const op* const d = r ? source_of(r, o.pc) : nullptr;
      if (d == nullptr || !is_shared_load(*d) || is_of_one_place(*d)) continue;
      const array_set from = flow_.arrays(*d);
      outputs_.insert(from.begin(), from.end());
    }
  }
  bool is_state(const array_key& a) const {
    if (!outputs_.contains(a)) return false;
    const auto made = flow_.stored().find(a);
    return made != flow_.stored().end() && made->second.all.contains(a);
  }

  const program& p_;
  const function_code& code_;
  memory_flow flow_;
  array_set outputs_;
};

} // namespace

std::vector<own_data> find_own_data(const program& p) {
  std::vector<own_data> out(p.ops.size());
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, [](const op& o) { return is_difference(o) || is_number_load(o); })) continue;
    const numbers_made g(p, code);
    for (auto o = first; o != end; ++o) out[o->pc] = g.of(*o);
  }
  return out;
}

} // namespace fpcheck::exec
