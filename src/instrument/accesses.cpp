// Shadows in memory. Beside the aligned 4 bytes at a stand 8 bytes of shadow at 2 a + K: of a binary32 number how far its exact value lies from
// its bits, and the radius, both in binary32 (in the domain f64 the first alone, in binary64); of two 16-bit numbers a word each with the
// same two in bfloat16 (in the domain f64 the first alone, in binary32). A binary64 number has both in binary64. Zeros: the bits mean
// exactly themselves. Where numbers of several formats are in memory, the two low bits of each word say of which it is.
#include "rewriter.hpp"

#include <algorithm>
#include <tuple>

namespace fpcheck::instrument {

using c = number_class;
using ptx::operand_kind;
using t = ptx::modifier;

namespace {

std::string temporary(unsigned k) { return "%fp_w" + std::to_string(k); }
constexpr unsigned tag_of(c element) { return element == c::f32 ? 3 : element == c::f64 ? 2 : 1; }

} // namespace

std::string space_of(const ptx::instruction& i) {
  static constexpr std::pair<t, const char*> spaces[] = {{t::global, "global"}, {t::shared, "shared"}, {t::shared_cta, "shared"}, {t::local, "local"}, {t::const_, "const"}, {t::param, "param"}, {t::param_entry, "param"}, {t::param_func, "param"}};
  for (const auto& [word, space] : spaces)
    if (i.has(word)) return space;
  return {};
}

std::vector<ptx::operand> rewriter::elements(const ptx::operand& o) const {
  if (o.kind != operand_kind::vector) return {o};
  return {f_.operand_pool.begin() + o.first, f_.operand_pool.begin() + o.first + o.count};
}

void rewriter::access(const ptx::instruction& i, const ptx::meaning& m) {
  if (i.has(t::shared_cluster)) return leave_out(i, "memory of other CTAs has no shadow on the device yet");
  const bool by_lane = ptx::accesses_by_lane(m);
  if (m.access == ptx::access::hint || m.access == ptx::access::signal) return machine(i);
  if (m.access == ptx::access::load && by_lane) return load(i);
  if (m.access == ptx::access::store && by_lane) return store(i);
  if (m.access == ptx::access::atomic && by_lane) return atomic(i, m);
  if (i.form == ptx::form::ldmatrix) return load_matrix(i);
  if (i.form == ptx::form::cp_async) return copy_async(i);
  leave_out(i, "an access without a shadow on the device yet");
}

/// A generic address: of shared or local memory, or else of global memory.
rewriter::place rewriter::generic_place(const ptx::operand& o) {
  ptx::operand reg;
  reg.kind = operand_kind::reg, reg.id = o.id;
  const std::string base = text(reg);
  out_.put("mov.b64 %fp_at, $a; shl.b64 %fp_p64, %fp_at, 1; add.s64 %fp_p64, %fp_p64, %fp_k; isspacep.shared %fp_p, %fp_at;"
           "cvta.to.shared.u64 %fp_q64, %fp_at; cvt.u32.u64 %fp_i, %fp_q64; shl.b32 %fp_i, %fp_i, 1; add.s32 %fp_i, %fp_i, %fp_ks; cvt.u64.u32 %fp_q64, %fp_i; cvta.shared.u64 %fp_q64, %fp_q64;"
           "selp.b64 %fp_p64, %fp_q64, %fp_p64, %fp_p; isspacep.local %fp_far, %fp_at;", {{'a', base}});
  if (p_.local_bytes != 0)
    out_.put("cvta.to.local.u64 %fp_q64, %fp_at; shl.b64 %fp_q64, %fp_q64, 1; add.s64 %fp_q64, %fp_q64, %fp_kl; cvta.local.u64 %fp_q64, %fp_q64; selp.b64 %fp_p64, %fp_q64, %fp_p64, %fp_far;");
  out_.put("or.pred %fp_far, %fp_far, %fp_p;");
  place p;
  p.base = "%fp_p64", p.offset = 2 * static_cast<std::int64_t>(o.value), p.is_global = true, p.elsewhere = "%fp_far", p.machine = "%fp_at";
  return p;
}

rewriter::place rewriter::shadow_place(const ptx::instruction& i, const ptx::operand& o, const std::string& space) {
  static_cast<void>(i);
  if (space.empty()) return generic_place(o);
  place p;
  p.space = "." + space, p.offset = 2 * static_cast<std::int64_t>(o.value), p.is_global = space == "global";
  std::string base;
  if (o.base == ptx::base_kind::reg) {
    ptx::operand reg;
    reg.kind = operand_kind::reg, reg.id = o.id;
    base = text(reg);
  } else if (o.base == ptx::base_kind::symbol) base = p_.code.symbols[o.id].name;
  const bool narrow = o.base == ptx::base_kind::reg && ptx::width(f_.registers[o.id].type) == 32;
  if (space == "shared") {
    if (o.base == ptx::base_kind::reg && !narrow) out_.put("cvt.u32.u64 %fp_p32, $a;", {{'a', base}});
    else out_.put("mov.u32 %fp_p32, $a;", {{'a', o.base == ptx::base_kind::none ? std::string("0") : base}});
    out_.put("shl.b32 %fp_p32, %fp_p32, 1; add.s32 %fp_p32, %fp_p32, %fp_ks;");
    p.base = "%fp_p32";
    return p;
  }
  if (narrow) out_.put("cvt.u64.u32 %fp_at, $a;", {{'a', base}});
  else out_.put("mov.u64 %fp_at, $a;", {{'a', o.base == ptx::base_kind::none ? std::string("0") : base}});
  out_.put("shl.b64 %fp_p64, %fp_at, 1; add.s64 %fp_p64, %fp_p64, $k;", {{'k', space == "local" ? "%fp_kl" : "%fp_k"}});
  p.base = "%fp_p64", p.machine = "%fp_at";
  return p;
}

/// Words `first`, ... of those that stand beside the bytes from `byte` on.
void rewriter::load_words(const place& p, std::uint64_t byte, unsigned count, unsigned first) {
  const std::string at = "[" + p.base + "+" + std::to_string(p.offset + 2 * static_cast<std::int64_t>(byte)) + "]";
  if (count == 1) return out_.put("ld$s.b32 $a, $p;", {{'s', p.space}, {'p', at}, {'a', temporary(first)}});
  const std::string list = count == 2 ? temporary(first) + ", " + temporary(first + 1)
                                      : temporary(first) + ", " + temporary(first + 1) + ", " + temporary(first + 2) + ", " + temporary(first + 3);
  out_.put("ld$s.v$n.b32 {$l}, $p;", {{'s', p.space}, {'n', std::to_string(count)}, {'l', list}, {'p', at}});
}

/// Words 0, ... `count` - 1 go beside the bytes from `byte` on.
void rewriter::store_words(const place& p, std::uint64_t byte, unsigned count) {
  const std::string at = "[" + p.base + "+" + std::to_string(p.offset + 2 * static_cast<std::int64_t>(byte)) + "]";
  static constexpr const char* lists[] = {"%fp_w0", "{%fp_w0, %fp_w1}", "", "{%fp_w0, %fp_w1, %fp_w2, %fp_w3}"};
  out_.put(count == 1 ? "st$s.b32 $p, $l;" : "st$s.v$n.b32 $p, $l;", {{'s', p.space}, {'n', std::to_string(count)}, {'l', lists[count - 1]}, {'p', at}});
}

/// Integer code reads `bytes` bytes: where the shadow beside them is not zero, it ends.
void rewriter::look_for_numbers(const ptx::instruction& i, const place& p, unsigned bytes) {
  const std::string at = record(event::ended, i);
  const bool narrow = p.base == "%fp_p32";
  place aligned = p;
  aligned.offset = 0, aligned.base = narrow ? "%fp_i" : "%fp_q64";
  out_.put(narrow ? "add.s32 %fp_i, %fp_p32, $o; and.b32 %fp_i, %fp_i, -8;" : "add.s64 %fp_q64, %fp_p64, $o; and.b64 %fp_q64, %fp_q64, -8;", {{'o', std::to_string(p.offset)}});
  out_.put("mov.b32 %fp_j, 0;");
  for (unsigned byte = 0; byte < std::max(4u, bytes); byte += 4) {
    load_words(aligned, byte, 2, 14);
    out_.put("or.b32 %fp_j, %fp_j, %fp_w14; or.b32 %fp_j, %fp_j, %fp_w15;");
  }
  out_.put("setp.ne.s32 %fp_q, %fp_j, 0; ?%fp_q red.global.add.u32 [%fp_records+$k], 1;", {{'k', std::to_string(std::stoul(at) + 20)}});
}

/// Where the words from `first` on are of another format, nothing is known: %fp_r becomes infinite.
void rewriter::check_tags(number_class element, unsigned first) {
  if (!tags_) return;
  const std::string a = temporary(first), b = element == c::f32 ? temporary(first + 1) : element == c::f64 ? temporary(first + 2) : a;
  out_.put("{ .reg .b32 %x, %y; .reg .pred %p, %q; and.b32 %x, $a, 3; and.b32 %y, $b, 3; setp.ne.s32 %p, %x, $t; setp.ne.or.s32 %p, %y, $t, %p; or.b32 %x, $a, $b; setp.ne.and.s32 %p, %x, 0, %p;"
           "selp.f64 %fp_r, $I, %fp_r, %p; ?%p mov.f64 %fp_m, $N; }",
           {{'a', a}, {'b', b}, {'t', std::to_string(tag_of(element))}});
}

/// The shadow of number `part` of `d`, which was loaded, from the words `first`, ...
void rewriter::read_cell(const ptx::operand& d, unsigned part, unsigned first) {
  take_value("%fp_e", d, part, classes_.of(d));
  decode_cell(row(classes_.of(d)).element, first);
  take_result(d, part);
}

/// %fp_m and %fp_r become the shadow of %fp_e by the words `first`, ...
void rewriter::decode_cell(c element, unsigned first) {
  const std::string a = temporary(first), b = temporary(first + 1);
  if (element == c::f64) out_.put("mov.b64 %fp_m, {$a, $b}; mov.b64 %fp_r, {$x, $y};", {{'a', a}, {'b', b}, {'x', temporary(first + 2)}, {'y', temporary(first + 3)}});
  else if (element == c::f32 && !encloses()) out_.put("mov.b64 %fp_m, {$a, $b};", {{'a', a}, {'b', b}});
  else if (!encloses()) out_.put("mov.b32 %fp_x, $a; cvt.f64.f32 %fp_m, %fp_x;", {{'a', a}});
  else {
    if (element == c::f32) out_.put("mov.b32 %fp_x, $a; mov.b32 %fp_y, $b;", {{'a', a}, {'b', b}});
    else out_.put("and.b32 %fp_i, $a, -65536; mov.b32 %fp_x, %fp_i; shl.b32 %fp_i, $a, 16; mov.b32 %fp_y, %fp_i;", {{'a', a}});
    out_.put("cvt.f64.f32 %fp_m, %fp_x; cvt.f64.f32 %fp_r, %fp_y;");
  }
  // The sum is rounded where there is something to add.
  out_.put("setp.eq.f64 %fp_p, %fp_m, $0; add.rn.f64 %fp_m, %fp_e, %fp_m;");
  if (encloses()) out_.put("abs.f64 %fp_n, %fp_m; mul.rp.f64 %fp_n, %fp_n, $U; selp.f64 %fp_n, $0, %fp_n, %fp_p; add.rp.f64 %fp_r, %fp_r, %fp_n;");
  check_tags(element, first);
}

/// Bits that only move go to global memory from `v`, words 0, ... beside them: of which format their numbers are, the kernel's only one says.
void rewriter::note_moved(const ptx::instruction& i, const place& p, const ptx::operand& v, std::uint64_t byte, std::int64_t offset) {
  static constexpr std::tuple<c, unsigned, c> known[] = {{c::f32, 32, c::f32}, {c::f32, 64, c::f32x2}, {c::f16, 16, c::f16}, {c::f16, 32, c::f16x2}, {c::bf16, 16, c::bf16}, {c::bf16, 32, c::bf16x2}, {c::f64, 64, c::f64}};
  const unsigned width = ptx::width(f_.registers[v.id].type);
  const auto at = std::find_if(std::begin(known), std::end(known), [&](const auto& k) { return std::get<0>(k) == only_format_ && std::get<1>(k) == width; });
  if (at == std::end(known)) return;
  const class_row& as = row(std::get<2>(*at));
  out_.put("mov.b32 %fp_i, 0;");
  for (unsigned w = 0; w < width / 16; ++w) out_.put("or.b32 %fp_i, %fp_i, $a;", {{'a', temporary(w)}});
  out_.put("setp.eq.s32 %fp_q, %fp_i, 0; ?%fp_q bra fp_moved$@;");
  const std::string end = "fp_moved" + std::to_string(out_.count());
  for (unsigned part = 0; part < as.numbers; ++part) {
    take_value("%fp_e", v, part, as.id);
    decode_cell(only_format_, part * as.bits / 16);
    note_store(i, p, byte + part * as.bits / 8 + static_cast<std::uint64_t>(offset), only_format_);
  }
  out_.put_text(end + ":");
}

/// Words 0, ... become the cell of number `part` of `v`. Leaves the number in %fp_e and its shadow in %fp_m and %fp_r.
void rewriter::write_cell(const ptx::operand& v, unsigned part, number_class as) {
  const number x = shadow(v, part, as);
  take_value("%fp_e", v, part, as);
  out_.put("mov.f64 %fp_m, $a; mov.f64 %fp_r, $A;", {{'a', x.mid}, {'A', x.rad}});
  encode_cell(row(as).element);
}

/// Words 0, ... become the cell of the number %fp_e whose shadow is %fp_m, %fp_r.
void rewriter::encode_cell(c element) {
  out_.put("{ .reg .f64 %d, %r, %t; .reg .f32 %f; .reg .pred %p, %q; sub.rn.f64 %d, %fp_m, %fp_e; mov.f64 %r, %fp_r;"
           "setp.eq.f64 %p, %fp_m, %fp_e; selp.f64 %d, $0, %d, %p;");
  // An infinity that the shadow has as well came in as data.
  if (encloses()) out_.put("abs.f64 %t, %fp_e; setp.eq.and.f64 %q, %t, $I, %p; selp.f64 %r, $0, %r, %q;");
  if (element == c::f64) out_.put("abs.f64 %t, %d; fma.rp.f64 %r, %t, $U, %r; mov.b64 {%fp_w0, %fp_w1}, %d; mov.b64 {%fp_w2, %fp_w3}, %r;");
  else if (element == c::f32 && !encloses()) out_.put("mov.b64 {%fp_w0, %fp_w1}, %d;");
  else if (!encloses()) out_.put("cvt.rn.f32.f64 %f, %d; mov.b32 %fp_w0, %f;");
  // What binary32 and bfloat16 lack of the distance, and two bits of it for a tag, join the radius.
  else if (element == c::f32)
    out_.put("abs.f64 %t, %d; fma.rp.f64 %r, %t, 0d3EB0000000000000, %r; cvt.rn.f32.f64 %f, %d; mov.b32 %fp_w0, %f;"
             "cvt.rp.f32.f64 %f, %r; mov.b32 %fp_w1, %f;");
  else
    out_.put("abs.f64 %t, %d; fma.rp.f64 %r, %t, 0d3F80000000000000, %r; mul.rp.f64 %r, %r, 0d3FF0200000000000;"
             "cvt.rn.f32.f64 %f, %d; mov.b32 %fp_w0, %f; add.s32 %fp_w0, %fp_w0, 32768; and.b32 %fp_w0, %fp_w0, -65536;"
             "cvt.rp.f32.f64 %f, %r; mov.b32 %fp_w1, %f; add.s32 %fp_w1, %fp_w1, 65535; shr.u32 %fp_w1, %fp_w1, 16;"
             "or.b32 %fp_w0, %fp_w0, %fp_w1;");
  out_.put("}");
  if (!tags_) return;
  if (element == c::f32) out_.put("or.b32 %fp_w0, %fp_w0, 3; or.b32 %fp_w1, %fp_w1, 3;");
  else if (element == c::f64)
    out_.put("or.b32 %fp_w0, %fp_w0, 3; xor.b32 %fp_w0, %fp_w0, 1; add.s32 %fp_w3, %fp_w3, 1;"
             "or.b32 %fp_w2, %fp_w2, 3; xor.b32 %fp_w2, %fp_w2, 1;");
  else out_.put("add.s32 %fp_w0, %fp_w0, 2; or.b32 %fp_w0, %fp_w0, 3; xor.b32 %fp_w0, %fp_w0, 2;");
}

void rewriter::load(const ptx::instruction& i) {
  const std::string space = space_of(i);
  const auto& address = *std::find_if(i.operands.begin(), i.operands.end(), [](const ptx::operand& o) { return o.kind == operand_kind::address; });
  const std::vector<ptx::operand> to = elements(i.operands[0]);
  const unsigned bytes = ptx::width(i.type()) / 8;
  if (space == "const" || space == "param") { // nobody writes there
    machine(i);
    for (const ptx::operand& d : to)
      if (d.kind == operand_kind::reg) restart(d);
    return;
  }
  if (bytes > 8) return leave_out(i, "elements of 16 bytes have no shadow on the device yet");
  const unsigned words = bytes / 2;
  if (to.size() * words > 16) return leave_out(i, "more than 32 bytes at once have no shadow on the device yet");
  const place p = shadow_place(i, address, space);
  const auto keeps = [&](const ptx::operand& o) { return words != 0 && (classes_.of(o) == c::raw || has_shadow(o)); };
  if (!std::all_of(to.begin(), to.end(), keeps)) look_for_numbers(i, p, bytes * static_cast<unsigned>(to.size()));
  for (unsigned k = 0; k < to.size(); ++k)
    if (keeps(to[k])) load_words(p, std::uint64_t{k} * bytes, words, k * words), wait_for_lock(p, std::uint64_t{k} * bytes, words, k * words);
  machine(i);
  unsigned next = 0;
  for (const ptx::operand& d : to) {
    const c is = classes_.of(d);
    if (d.kind == operand_kind::reg && is == c::raw)
      for (unsigned w = 0; w < ptx::width(f_.registers[d.id].type) / 16; ++w) out_.put("mov.b32 $d, $a;", {{'d', word(d.id, w)}, {'a', w < words ? temporary(next + w) : std::string("0")}});
    else if (d.kind == operand_kind::reg && has_shadow(d)) {
      if (ptx::width(f_.registers[d.id].type) != 8 * bytes) forget(d);
      else for (unsigned part = 0; part < row(is).numbers; ++part) read_cell(d, part, next + part * row(is).bits / 16);
    }
    next += words;
  }
}

void rewriter::store(const ptx::instruction& i) {
  const std::string space = space_of(i);
  if (space == "param") return machine(i); // an argument
  const auto& address = *std::find_if(i.operands.begin(), i.operands.end(), [](const ptx::operand& o) { return o.kind == operand_kind::address; });
  const std::vector<ptx::operand> from = elements(i.operands[1]);
  const unsigned bytes = ptx::width(i.type()) / 8;
  if (bytes > 8) return leave_out(i, "elements of 16 bytes have no shadow on the device yet");
  const place p = shadow_place(i, address, space);
  if (from.size() == 1) look_at_update(i, address, from[0], classes_.of(from[0]));
  for (unsigned k = 0; k < from.size(); ++k) {
    const ptx::operand& v = from[k];
    look_at_stored_integer(i, address, v, bytes);
    const c is = classes_.of(v) != c::none ? classes_.of(v) : class_of(i.type()); // of a literal
    const std::uint64_t byte = std::uint64_t{k} * bytes;
    const unsigned words = std::max(1u, bytes / 2);
    const bool fits = v.kind != operand_kind::reg || ptx::width(f_.registers[v.id].type) == 8 * bytes;
    if (row(is).numbers != 0 && fits) {
      for (unsigned part = 0; part < row(is).numbers; ++part) {
        const std::uint64_t at = byte + part * row(is).bits / 8;
        write_cell(v, part, is);
        store_words(p, at, row(is).bits / 16);
        if (p.is_global) note_store(i, p, at + address.value, row(is).element);
      }
      continue;
    }
    if (is != c::none && is != c::raw && is != c::mixed && !fits) end(i, v); // part of its bits
    if (is == c::mixed) result_.gaps.push_back({i.position, i.ptx_line, print_.text_of(i), "registers that hold different things at different times"});
    for (unsigned w = 0; w < words; ++w) out_.put("mov.b32 $d, $a;", {{'d', temporary(w)}, {'a', is == c::raw && fits ? word(v.id, w) : std::string("0")}});
    if (is == c::raw && fits && p.is_global) note_moved(i, p, v, byte, static_cast<std::int64_t>(address.value));
    if (bytes == 1) {
      out_.put(p.base == "%fp_p32" ? "add.s32 %fp_p32, %fp_p32, $o; and.b32 %fp_p32, %fp_p32, -4;" : "add.s64 %fp_p64, %fp_p64, $o; and.b64 %fp_p64, %fp_p64, -4;", {{'o', std::to_string(p.offset)}});
      place narrow = p;
      narrow.offset = 0;
      store_words(narrow, byte, 1);
      if (from.size() > 1) result_.gaps.push_back({i.position, i.ptx_line, print_.text_of(i), "several bytes at once"});
      continue;
    }
    store_words(p, byte, words);
  }
  machine(i);
}

/// Asynchronous copies take their shadows along, in two of the same size where one would be too large.
void rewriter::copy_async(const ptx::instruction& i) {
  const ptx::operand &to = i.operands[0], &from = i.operands[1], &size = i.operands[2];
  if (i.operands.size() != 3 || size.kind != operand_kind::immediate) return leave_out(i, "a copy of this form has no shadow on the device yet");
  const place d = shadow_place(i, to, "shared"), a = shadow_place(i, from, "global");
  const std::uint64_t bytes = 2 * size.value, each = std::min<std::uint64_t>(bytes, 16);
  for (std::uint64_t k = 0; k < bytes; k += each)
    out_.put("cp.async.ca.shared.global [$d], [$a], $n;", {{'d', d.base + "+" + std::to_string(d.offset + static_cast<std::int64_t>(k))}, {'a', a.base + "+" + std::to_string(a.offset + static_cast<std::int64_t>(k))}, {'n', std::to_string(each)}});
  machine(i);
}

} // namespace fpcheck::instrument
