#include "attention.hpp"

#include <fpcheck/exec/misread_codes.hpp>
#include <fpcheck/exec/passing_narrowing.hpp>
#include <fpcheck/exec/scaled_integers.hpp>
#include <fpcheck/exec/single_constants.hpp>
#include <fpcheck/exec/singles.hpp>
#include <fpcheck/exec/swapped_words.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include <algorithm>
#include <functional>
#include <optional>

namespace fpcheck::device {
namespace {

instrument::pointee pointee_of(tensor::dtype type) {
  using d = tensor::dtype;
  using p = instrument::pointee;
  switch (type) {
  case d::i8: case d::i16: case d::i32: return p::signed_integer;
  case d::u8: case d::u16: case d::u32: return p::unsigned_integer;
  case d::f32: return p::binary32;
  case d::f16: return p::binary16;
  case d::bf16: return p::bfloat16;
  case d::e4m3fn: return p::e4m3;
  case d::e5m2: return p::e5m2;
  default: return p::unknown;
  }
}

/// What the only output of elements of `bytes` bytes holds.
instrument::pointee only_output(const exec::run_request& request, std::size_t bytes) {
  std::optional<instrument::pointee> out;
  for (const exec::buffer& b : request.buffers) {
    if (b.role == exec::buffer_role::input || tensor::size_of(b.type) != bytes) continue;
    if (out) return instrument::pointee::unknown;
    out = pointee_of(b.type);
  }
  return out.value_or(instrument::pointee::unknown);
}

std::optional<std::size_t> index_in(const ptx::function& f, const ptx::instruction* i) {
  const ptx::instruction *const first = f.body.data(), *const end = first + f.body.size();
  if (i == nullptr || std::less<>()(i, first) || !std::less<>()(i, end)) return std::nullopt;
  return static_cast<std::size_t>(i - first);
}

} // namespace

engine_view::engine_view(const exec::program& p, const exec::run_request& request)
    : p_(p), request_(request), risks_(exec::integer_risks(p)), exponents_(exec::find_moved_exponents(p)), bits_(exec::find_watched_bits(p)), before_units_(exec::find_narrowings_before_units(p)), of_singles_(exec::find_fixed_point_addends(p)), extremes_(exec::find_extremes_chosen(p)) {
  for (const exec::mistaken_word& w : exec::find_mistaken_words(p)) mistakes_.push_back(w.pc);
  for (const exec::lower_half& h : exec::find_lower_halves(p)) mistakes_.push_back(h.pc);
  for (const exec::misread_code& c : exec::find_misread_codes(p, request)) mistakes_.push_back(c.pc);
  static const judgement judged;
  if (std::any_of(request.buffers.begin(), request.buffers.end(), [](const exec::buffer& b) { return b.role != exec::buffer_role::input && b.type == tensor::dtype::f64; }))
    for (const exec::single_constant& c : exec::find_single_constants(p, exec::is_of_doubles(request) ? &judged : nullptr)) constants_.push_back(c.pc);
}

void engine_view::mark_instructions(const ptx::function& f, instrument::attention& out) const {
  for (const exec::op& o : p_.ops) {
    const auto k = index_in(f, o.source);
    if (!k) continue;
    const exec::integer_risk& r = risks_[o.pc];
    instrument::watched& w = out.instructions[*k];
    w.clamps = r.clamps, w.vanishes = r.vanishes, w.shifts = r.shifts, w.wraps = r.wraps, w.samples = r.samples, w.low_bits = r.low_bits;
    w.counted_as = static_cast<instrument::counted>(r.counted), w.before_units = before_units_[o.pc];
    w.counts_beyond = r.vanishes && o.source_format == exec::number::f32 && !of_singles_[o.pc];
    w.sums_narrow = o.roles.has(exec::role::narrow_accumulator);
    w.scaled = r.clamps && !r.vanishes && exec::is_scaled_later(p_, o.pc);
  }
  for (const std::uint32_t pc : mistakes_)
    if (const auto k = index_in(f, p_.ops[pc].source)) out.instructions[*k].mistakes_bits = true;
  for (const std::uint32_t pc : constants_)
    if (const auto k = index_in(f, p_.ops[pc].source)) out.instructions[*k].single_constant = true;
  for (const exec::chosen_extreme& e : extremes_)
    if (const auto k = index_in(f, e.by)) out.instructions[*k].extreme = e.larger ? instrument::extreme_of_two::most : instrument::extreme_of_two::least;
  for (const exec::moved_exponent& e : exponents_)
    if (const auto k = index_in(f, e.by)) out.instructions[*k].moved_exponent = e.operand;
}

void engine_view::add_codes(const ptx::function& f, instrument::attention& out) const {
  for (const exec::bits_source& s : bits_.sources) out.sources.push_back({index_in(f, s.by).value_or(f.body.size()), s.element, s.is_root});
  for (const exec::kept_bits& b : bits_.kept) {
    const auto store = index_in(f, b.store), made_by = index_in(f, b.made_by);
    if (store && made_by) out.codes.push_back({*store, *made_by, b.element, b.shift, b.bits, b.staged, b.by_hand, b.sources, b.literals});
  }
}

instrument::attention engine_view::attention_to(const ptx::function& f, const exec::launch& l, instrument::depth looks_for) const {
  instrument::attention out;
  out.looks_for = looks_for;
  out.instructions.resize(f.body.size());
  mark_instructions(f, out);
  add_codes(f, out);
  out.staged_bytes = only_output(request_, 1), out.staged_halves = only_output(request_, 2);
  for (const exec::argument& a : l.arguments) {
    const bool points = a.pointers.size() == 1 && a.pointers[0].offset == 0;
    out.parameters.push_back(points ? pointee_of(request_.buffers[a.pointers[0].buffer].type) : instrument::pointee::unknown);
  }
  return out;
}

} // namespace fpcheck::device
