#include "rewriter.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/tags.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::instrument {

using c = number_class;
using ptx::operand_kind;
using ptx::operation;

std::string literal(double value) {
  auto bits = bit_cast<std::uint64_t>(value);
  std::string out = "0d0000000000000000";
  for (std::size_t k = out.size(); bits != 0; bits >>= 4) out[--k] = "0123456789ABCDEF"[bits & 15];
  return out;
}

double value_of(const ptx::operand& o, unsigned part, number_class as) {
  if (o.literal == ptx::literal_kind::f64) return bit_cast<double>(o.value);
  if (o.literal == ptx::literal_kind::f32) return static_cast<double>(bit_cast<float>(static_cast<std::uint32_t>(o.value)));
  const class_row& r = row(as);
  const std::uint64_t code = r.bits == 64 ? o.value : (o.value >> (r.bits * part)) & ((std::uint64_t{1} << r.bits) - 1);
  switch (r.element) {
  case c::f64: return bit_cast<double>(code);
  case c::f32: return static_cast<double>(bit_cast<float>(static_cast<std::uint32_t>(code)));
  case c::f16: return decode_double(f16_format::row, static_cast<std::uint32_t>(code));
  default: return decode_double(bf16_format::row, static_cast<std::uint32_t>(code));
  }
}

rewriter::rewriter(placed_module p, ptx::index kernel, domain what, attention to)
    : p_(std::move(p)), f_(p_.code.functions[kernel]), what_(what), how_(std::move(to)), print_(p_.code, f_), classes_(f_), roles_(sum_roles(f_)) {
  for (const ptx::label& l : f_.labels) labels_.insert(l.instruction);
  for (std::size_t at = 0; at < f_.body.size(); ++at)
    for (const ptx::operand& o : f_.body[at].operands) {
      if (o.kind == operand_kind::reg) readers_[o.id].push_back(at);
      for (ptx::index k = 0; o.kind == operand_kind::vector && k < o.count; ++k)
        if (f_.operand_pool[o.first + k].kind == operand_kind::reg) readers_[f_.operand_pool[o.first + k].id].push_back(at);
    }
  for (std::size_t at = 0; at < f_.body.size(); ++at)
    if (const ptx::instruction& i = f_.body[at]; i.form != ptx::form::unknown && !i.operands.empty() && i.operands[0].kind == operand_kind::reg && (ptx::meaning_of(i).gives != ptx::content::none || ptx::loads(ptx::meaning_of(i)))) writers_[i.operands[0].id].push_back(at);
  for (const ptx::instruction& i : f_.body) {
    if (i.operands.empty() || i.operands[0].kind != operand_kind::reg || (i.form != ptx::form::unknown && ptx::meaning_of(i).gives == ptx::content::none)) continue;
    const bool moves = i.form == ptx::form::mov && i.guard == ptx::none && i.operands[1].kind == operand_kind::immediate;
    const auto [at, fresh] = constants_.try_emplace(i.operands[0].id, moves ? std::optional(i.operands[1]) : std::nullopt);
    if (!fresh) at->second.reset();
  }
  const auto is_no_number = [](const ptx::operand& o) { return o.kind == operand_kind::immediate && (o.literal == ptx::literal_kind::f32 || o.literal == ptx::literal_kind::f64) && !std::isfinite(value_of(o, 0, c::f64)); };
  for (const ptx::instruction& i : f_.body)
    has_literal_infinity_ = has_literal_infinity_ || std::any_of(i.operands.begin(), i.operands.end(), is_no_number);
  locks_ = std::any_of(f_.body.begin(), f_.body.end(), [&](const ptx::instruction& i) { return needs_lock(i); });
  std::set<c> formats;
  for (const ptx::instruction& i : f_.body) {
    if (i.form == ptx::form::unknown || ptx::meaning_of(i).access == ptx::access::none) continue;
    for (const ptx::operand& o : i.operands)
      if (o.kind != operand_kind::address)
        for (const ptx::operand& e : elements(o))
          if (const c element = row(classes_.of(e)).element; element != c::none && element != c::raw) formats.insert(element);
  }
  tags_ = formats.size() > 1;
  if (formats.size() == 1) only_format_ = *formats.begin();
  choose_sources();
}

number rewriter::shadow(const ptx::operand& o, unsigned part, number_class as) const {
  if (o.kind == operand_kind::immediate) return {literal(value_of(o, part, as)), literal(0)};
  const std::string id = std::to_string(o.id);
  return {(part == 0 ? "%fp_s" : "%fp_S") + id, encloses() ? (part == 0 ? "%fp_t" : "%fp_T") + id : literal(0)};
}

std::string rewriter::word(ptx::index reg, unsigned k) const { return "%fp_a" + std::to_string(reg) + "_" + std::to_string(k); }

bool rewriter::has_shadow(const ptx::operand& o) const { return row(classes_.of(o)).numbers != 0; }

/// The machine's number of an operand, in the binary64 register `to`.
void rewriter::take_value(const char* to, const ptx::operand& o, unsigned part, number_class as) {
  if (o.kind == operand_kind::immediate) return out_.put("mov.f64 $d, $a;", {{'d', to}, {'a', literal(value_of(o, part, as))}});
  take_number(to, text(o), part, as);
}

/// The same of a register by its name.
void rewriter::take_number(const char* to, const std::string& from, unsigned part, number_class as) {
  const class_row& r = row(as);
  const char* half = part == 0 ? "%fp_h0" : "%fp_h1";
  if (r.numbers == 2) out_.put(r.bits == 16 ? "mov.b32 {%fp_h0, %fp_h1}, $a;" : "mov.b64 {%fp_x, %fp_y}, $a;", {{'a', from}});
  else if (r.bits == 16) out_.put("mov.b16 %fp_h0, $a;", {{'a', from}});
  switch (r.element) {
  case c::f64: return out_.put("mov.b64 $d, $a;", {{'d', to}, {'a', from}});
  case c::f32:
    if (r.numbers == 1) out_.put("mov.b32 %fp_x, $a;", {{'a', from}});
    return out_.put("cvt.f64.f32 $d, $a;", {{'d', to}, {'a', part == 0 ? "%fp_x" : "%fp_y"}});
  case c::f16: return out_.put("cvt.f64.f16 $d, $a;", {{'d', to}, {'a', half}});
  default: return out_.put("mov.b16 %fp_h2, 0; mov.b32 %fp_x, {%fp_h2, $a}; cvt.f64.f32 $d, %fp_x;", {{'d', to}, {'a', half}});
  }
}

/// %fp_m and %fp_r become the shadow of `d`.
void rewriter::take_result(const ptx::operand& d, unsigned part) {
  const number to = shadow(d, part, classes_.of(d));
  out_.put("mov.f64 $d, %fp_m;", {{'d', to.mid}});
  if (encloses()) out_.put("mov.f64 $d, %fp_r;", {{'d', to.rad}});
}

/// The bits of `d` mean exactly themselves.
void rewriter::restart(const ptx::operand& d) {
  const c is = classes_.of(d);
  for (unsigned k = 0; is == c::raw && k < ptx::width(f_.registers[d.id].type) / 16; ++k) out_.put("mov.b32 $d, 0;", {{'d', word(d.id, k)}});
  if (is == c::derived) return keep_code(d, d, c::f32);
  for (unsigned part = 0; part < row(is).numbers; ++part) {
    const number to = shadow(d, part, is);
    take_value(to.mid.c_str(), d, part, is);
    if (encloses()) out_.put("mov.f64 $d, $0;", {{'d', to.rad}});
  }
}

/// Nothing is known of `d`.
void rewriter::forget(const ptx::operand& d) {
  const c is = classes_.of(d);
  if (is == c::raw || is == c::derived) restart(d);
  for (unsigned part = 0; part < (is == c::derived ? 1 : row(is).numbers); ++part) {
    const number to = shadow(d, part, is);
    out_.put("mov.f64 $d, $N;", {{'d', to.mid}});
    if (encloses()) out_.put("mov.f64 $d, $I;", {{'d', to.rad}});
  }
}

/// Writes an instruction as the machine runs it, rounded as it would be, so that nothing is fused that was not.
void rewriter::machine(const ptx::instruction& i) {
  using t = ptx::modifier;
  const ptx::meaning m = ptx::meaning_of(i);
  const bool fusable = m.takes == ptx::content::real && m.access == ptx::access::none && (m.operation == operation::product || m.operation == operation::sum || m.operation == operation::difference);
  if (!fusable || i.has(t::rn) || i.has(t::rz) || i.has(t::rm) || i.has(t::rp)) return out_.put_text(print_.text_of(i));
  ptx::instruction rounded = i;
  rounded.text.insert(rounded.text.find('.'), ".rn");
  out_.put_text(print_.text_of(rounded));
}

/// Of this instruction nothing is known: what it gives is unknown, and the run incomplete.
void rewriter::leave_out(const ptx::instruction& i, std::string why) {
  machine(i);
  result_.gaps.push_back({i.position, i.ptx_line, print_.text_of(i), std::move(why)});
  if (i.operands.empty() || ptx::meaning_of(i).gives == ptx::content::none) return;
  for (const ptx::operand& e : elements(i.operands[0]))
    if (classes_.of(e) != c::none) forget(e);
}

void rewriter::statement(const ptx::instruction& i) {
  if (i.guard != ptx::none) {
    ptx::operand guard;
    guard.kind = operand_kind::reg, guard.id = i.guard;
    out_.guard((i.guard_negated ? "!" : "") + text(guard));
  }
  const ptx::meaning m = ptx::meaning_of(i);
  const auto with = [&](const ptx::operand& o) {
    const auto all = elements(o);
    return std::any_of(all.begin(), all.end(), [&](const ptx::operand& e) { return classes_.of(e) != c::none; });
  };
  const bool concerned = std::any_of(i.operands.begin(), i.operands.end(), with);
  look_at_narrow_sum(i);
  look_at_integers(i);
  look_at_codes(i);
  if (i.form == ptx::form::discard) {} // memory of an inlined call
  else if (i.form == ptx::form::unknown) leave_out(i, "an instruction that is not known");
  else if (m.access != ptx::access::none) access(i, m);
  else if (!concerned && m.takes != ptx::content::real) machine(i);
  else if (m.operation == operation::matrix_product) product(i);
  else if (!concerned) machine(i);
  else if (m.operation == operation::packing) pack(i);
  else if (m.operation == operation::unpacking) unpack(i);
  else if (m.operation == operation::shuffle && i.form != ptx::form::movmatrix) shuffle(i);
  else if (m.operation == operation::move || m.operation == operation::selection) move(i, m);
  else if (m.takes == ptx::content::real || m.gives == ptx::content::real) real(i, m);
  else if (ptx::is_pure(m)) integer(i, m);
  else leave_out(i, "numbers in it have no shadow on the device yet");
  look_at_moved_exponent(i);
  note_sources(i);
  out_.guard({});
}

void rewriter::declare(std::string& text) {
  for (ptx::index r = 0; r < f_.registers.size(); ++r) {
    const c is = classes_.of(r);
    const std::string id = std::to_string(r);
    if (is == c::derived) text += "  .reg .b32 %fp_c" + id + ";\n";
    if (row(is).numbers > 0 || is == c::derived) text += "  .reg .f64 %fp_s" + id + ", %fp_t" + id + ";\n";
    if (row(is).numbers > 1) text += "  .reg .f64 %fp_S" + id + ", %fp_T" + id + ";\n";
    if (is == c::raw)
      for (unsigned k = 0; k < ptx::width(f_.registers[r].type) / 16; ++k) text += "  .reg .b32 " + word(r, k) + ";\n";
  }
  text += "  .reg .f64 %fp_m, %fp_r, %fp_e, %fp_n, %fp_m2, %fp_r2, %fp_v1, %fp_v2, %fp_v3, %fp_top0, %fp_low0, %fp_own0, %fp_top1, %fp_low1, %fp_own1;\n  .reg .f32 %fp_x, %fp_y;\n  .reg .b16 %fp_h0, %fp_h1, %fp_h2;\n"
          "  .reg .b32 %fp_w0, %fp_w1, %fp_w2, %fp_w3, %fp_w4, %fp_w5, %fp_w6, %fp_w7, %fp_w8, %fp_w9, %fp_w10, %fp_w11, %fp_w12, %fp_w13, %fp_w14, %fp_w15;\n"
          "  .reg .b32 %fp_cta, %fp_ks, %fp_shared, %fp_i, %fp_j, %fp_p32, %fp_moved;\n"
          "  .reg .b64 %fp_k, %fp_records, %fp_globals, %fp_arena, %fp_kl, %fp_p64, %fp_q64, %fp_at;\n  .reg .pred %fp_v, %fp_w, %fp_p, %fp_q, %fp_far, %fp_finite0, %fp_numbers0, %fp_finite1, %fp_numbers1;\n";
  declare_sources(text);
  if (p_.local_bytes != 0) text += std::string("  .local .align 16 .b8 ") + name::local_shadow + "[" + std::to_string(2 * p_.local_bytes) + "];\n";
}

void rewriter::prologue() {
  out_.put("ld.param.u64 %fp_k, [fp_shadow]; ld.param.u64 %fp_records, [fp_records]; ld.param.u64 %fp_globals, [fp_globals]; "
           "ld.param.u64 %fp_arena, [fp_arena]; ld.param.u32 %fp_shared, [fp_shared];"
           "shl.b64 %fp_p64, %fp_arena, 1; sub.s64 %fp_k, %fp_k, %fp_p64;"
           "mov.u32 %fp_i, %ctaid.z; mov.u32 %fp_j, %nctaid.y; mov.u32 %fp_cta, %ctaid.y; mad.lo.u32 %fp_cta, %fp_i, %fp_j, %fp_cta;"
           "mov.u32 %fp_i, %nctaid.x; mov.u32 %fp_j, %ctaid.x; mad.lo.u32 %fp_cta, %fp_cta, %fp_i, %fp_j;");
  // The shadow of shared memory lies behind it: 2 address + size - base.
  out_.put("mov.u32 %fp_ks, $s; sub.u32 %fp_ks, %fp_shared, %fp_ks;", {{'s', name::shared}});
  if (p_.local_bytes != 0)
    out_.put("mov.u64 %fp_kl, $s; mov.u64 %fp_p64, $l; sub.u64 %fp_kl, %fp_kl, %fp_p64; sub.u64 %fp_kl, %fp_kl, %fp_p64;", {{'s', name::local_shadow}, {'l', name::local}});
  begin_sources();
  for (const auto& [reg, at] : p_.addresses) out_.put("add.s64 $d, %fp_globals, $a;", {{'d', reg}, {'a', std::to_string(at)}});
}

namespace {

/// Products in binary64 of 16 rows.
void ask_for_sm_90(ptx::module& m) {
  if (m.target.starts_with("sm_7") || m.target.starts_with("sm_8")) m.target = "sm_90";
  if (m.version_major < 7 || (m.version_major == 7 && m.version_minor < 8)) m.version_major = 7, m.version_minor = 8;
}

} // namespace

rewritten rewriter::run() {
  std::multimap<ptx::index, ptx::index> labels;
  for (ptx::index l = 0; l < f_.labels.size(); ++l) labels.emplace(f_.labels[l].instruction, l);
  prologue();
  for (ptx::index at = 0; at <= f_.body.size(); ++at) {
    for (auto [it, end] = labels.equal_range(at); it != end; ++it) out_.put_text(print_.label(it->second) + ":");
    if (at < f_.body.size()) at_ = at, statement(f_.body[at]);
  }
  if (uses_wide_products_) ask_for_sm_90(p_.code);
  std::string head = print_.opening();
  const std::string shared = std::string(".extern .shared .align 16 .b8 ") + name::shared + "[];\n";
  if (head.find(shared) == std::string::npos) head.insert(head.find("\n.visible ") + 1, shared);
  declare(head);
  result_.ptx = head + out_.text() + "}\n";
  result_.static_shared = p_.shared_bytes;
  result_.globals = p_.globals, result_.globals_bytes = p_.globals_bytes;
  return std::move(result_);
}

result<rewritten> rewrite(const ptx::module& m, ptx::index kernel, domain what, std::array<std::uint32_t, 3> block, const attention& to) {
  const ptx::function& f = m.functions[kernel];
  if (f.cluster[0] != 0) return tl::unexpected(diagnostic{f.name + " is launched in clusters: their shared memory has no shadow on the device yet", {m.file, f.ptx_line}, {}, {}, exit_code::incomplete});
  auto placed = place(m, kernel);
  if (!placed) return tl::unexpected(placed.error());
  ptx::function& g = placed->code.functions[kernel];
  static constexpr std::pair<const char*, ptx::modifier> added[] = {
      {"fp_shadow", ptx::modifier::u64}, {"fp_records", ptx::modifier::u64}, {"fp_globals", ptx::modifier::u64}, {"fp_arena", ptx::modifier::u64}, {"fp_shared", ptx::modifier::u32}};
  for (const auto& [called, type] : added) {
    ptx::variable v;
    v.name = called, v.space = ptx::state_space::param, v.type = type, v.alignment = v.size = ptx::width(type) / 8, v.function = kernel;
    const auto id = static_cast<ptx::index>(placed->code.variables.size());
    placed->code.symbols.push_back({called, false, id});
    placed->code.variables.push_back(v);
    g.parameters.push_back(id);
  }
  if (g.reqntid[0] == 0) g.maxntid = block; // so that the registers suffice
  return rewriter(*std::move(placed), kernel, what, to).run();
}

} // namespace fpcheck::instrument
