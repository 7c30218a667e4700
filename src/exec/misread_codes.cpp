#include <fpcheck/exec/misread_codes.hpp>

#include "memory_flow.hpp"
#include "packed_fields.hpp"
#include "value_origins.hpp"

#include <fpcheck/tensor/dtype.hpp>

#include <algorithm>
#include <optional>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

bool is_short(number n) { return n == number::f16 || n == number::bf16; }
number format_of(tensor::dtype t) { return t == tensor::dtype::f16 ? number::f16 : t == tensor::dtype::bf16 ? number::bf16 : number::none; }

class reads_by_hand {
public:
  reads_by_hand(const program& p, const function_code& code) : flow_(p, code), g_(flow_.uses()), fields_(g_) {}

  /// The parameter whose array the codes come from that `u` computes with, and the format that it takes them for.
  struct reading {
    std::uint64_t place = 0;
    number as = number::none;
  };
  std::optional<reading> of(const op& u) const {
    if (u.meaning.access != ptx::access::none || u.meaning.takes != ptx::content::real) return std::nullopt;
    const number n = u.source_format != number::none ? u.source_format : u.format;
    if (!is_short(n) && n != number::f32) return std::nullopt;
    for (const ref* r : {&u.a, &u.b, &u.c}) {
      if (r->where != pool::frame) continue;
      const auto place = is_short(n) ? array_behind({*r, u.pc, 0}, false) : array_behind({*r, u.pc, 16}, true);
      if (place) return reading{*place, is_short(n) ? n : number::bf16};
    }
    return std::nullopt;
  }

private:
  /// The array of 16 bits that were loaded; with `taken` only where they were taken out of a word, or moved within one.
  std::optional<std::uint64_t> array_behind(bit_field x, bool taken) const {
    bool moved = !taken;
    for (int k = 0; k < most_moves; ++k) {
      x = fields_.origin_of(x, 16);
      moved |= x.packed;
      const op* const d = x.where.where == pool::frame ? g_.seen(x.where, x.pc) : nullptr;
      if (d == nullptr || d->pc >= x.pc) return std::nullopt;
      if (ptx::loads(d->meaning)) return moved ? array_of(*d) : std::nullopt;
      const auto before = step(*d, x);
      if (!before) return std::nullopt;
      moved |= d->meaning.operation != operation::resizing;
      x = *before;
    }
    return std::nullopt;
  }
  std::optional<bit_field> step(const op& d, const bit_field& x) const {
    const auto literal = g_.literal(d.b);
    const auto by = static_cast<std::uint32_t>(literal.value_or(0));
    if (d.form == f::and_bits && (by >> x.shift & 0xffffu) == 0xffffu) return bit_field{d.a, d.pc, x.shift};
    if (d.form == f::shr && literal && by == 16 && x.shift == 0) return bit_field{d.a, d.pc, 16};
    if (d.meaning.operation == operation::resizing && x.shift == 0 && d.a_bits <= 32) return bit_field{d.a, d.pc, 0};
    if (d.form == f::mov && d.list.size() == 2 && d.a && d.a_bits == 32) return bit_field{d.a, d.pc, same(d.list[1], x.where) ? 16u : 0u};
    return std::nullopt;
  }
  std::optional<std::uint64_t> array_of(const op& load) const {
    if (load.space != space::global && load.space != space::generic) return std::nullopt;
    const array_set from = flow_.arrays(load);
    return from.size() == 1 && from.begin()->kind == array_kind::parameter ? std::optional(from.begin()->place) : std::nullopt;
  }

  memory_flow flow_;
  const def_use& g_;
  packed_fields fields_;
};

/// The input in a format of 16 bits that a parameter points to.
std::optional<std::uint32_t> input_at(const program& p, const run_request& request, const launch& l, const function_code& code, std::uint64_t place) {
  for (std::size_t k = 0; k < l.arguments.size() && k < code.source->parameters.size(); ++k)
    for (const pointer_patch& to : l.arguments[k].pointers) {
      const buffer& b = request.buffers[to.buffer];
      if (p.symbol_address[code.source->parameters[k]] + to.offset != place || b.role != buffer_role::input || !is_short(format_of(b.type))) continue;
      return static_cast<std::uint32_t>(to.buffer);
    }
  return std::nullopt;
}

} // namespace

std::vector<misread_code> find_misread_codes(const program& p, const run_request& request) {
  std::vector<misread_code> out;
  const auto is_input = [](const buffer& b) { return b.role == buffer_role::input && is_short(format_of(b.type)); };
  if (std::none_of(request.buffers.begin(), request.buffers.end(), is_input)) return out;
  for (const launch& l : request.launches) {
    const auto code = std::find_if(p.functions.begin(), p.functions.end(), [&](const function_code& c) { return c.source != nullptr && c.source->name == l.kernel; });
    if (code == p.functions.end()) continue;
    const reads_by_hand reads(p, *code);
    for (std::uint32_t pc = code->first; pc < code->first + code->count; ++pc) {
      const auto reading = reads.of(p.ops[pc]);
      const auto input = reading ? input_at(p, request, l, *code, reading->place) : std::nullopt;
      if (!input || format_of(request.buffers[*input].type) == reading->as) continue;
      if (std::none_of(out.begin(), out.end(), [&](const misread_code& m) { return m.buffer == *input; })) out.push_back({pc, *input, reading->as});
    }
  }
  return out;
}

} // namespace fpcheck::exec
