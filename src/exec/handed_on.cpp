#include <fpcheck/exec/handed_on.hpp>

#include "memory_flow.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

/// What a kernel does to the arrays that its parameters point to, by the byte of the parameter.
struct uses_of_parameters {
  std::set<std::uint64_t> loaded, stored;
  bool known = true; ///< every access is of arrays that are known
};

uses_of_parameters uses_of(const program& p, const function_code& code) {
  uses_of_parameters out;
  const memory_flow flow(p, code);
  for (std::uint32_t k = code.first; k < code.first + code.count; ++k) {
    const op& o = p.ops[k];
    out.known = out.known && o.flow != control::call;
    const bool accesses = o.meaning.access != ptx::access::none && (o.space == space::global || o.space == space::generic);
    if (!accesses) continue;
    const array_set arrays = flow.arrays(o);
    out.known = out.known && !arrays.empty();
    for (const array_key& a : arrays) {
      if (a.kind != array_kind::parameter) continue;
      if (ptx::loads(o.meaning)) out.loaded.insert(a.place);
      if (!ptx::loads(o.meaning) || o.meaning.access == ptx::access::atomic) out.stored.insert(a.place);
    }
  }
  return out;
}

const function_code* kernel_of(const program& p, const launch& l) {
  const auto f = std::find_if(p.functions.begin(), p.functions.end(), [&](const function_code& c) { return c.source != nullptr && c.source->is_entry && c.source->name == l.kernel; });
  return f == p.functions.end() ? nullptr : &*f;
}

} // namespace

std::vector<bool> find_handed_on(const program& p, const run_request& request) {
  std::vector<bool> out(request.buffers.size());
  if (request.launches.size() < 2) return out;
  for (const launch& l : request.launches) {
    const function_code* const code = kernel_of(p, l);
    if (code == nullptr) return std::vector<bool>(request.buffers.size());
    const uses_of_parameters uses = uses_of(p, *code);
    for (std::size_t k = 0; k < l.arguments.size() && k < code->source->parameters.size(); ++k)
      for (const pointer_patch& to : l.arguments[k].pointers) {
        const std::uint64_t place = p.symbol_address[code->source->parameters[k]] + to.offset;
        if (!uses.known || uses.stored.contains(place)) out[to.buffer] = false;
        else if (uses.loaded.contains(place) && request.buffers[to.buffer].role == buffer_role::output) out[to.buffer] = true; // an output that nothing wrote holds nothing to load
      }
  }
  return out;
}

} // namespace fpcheck::exec
