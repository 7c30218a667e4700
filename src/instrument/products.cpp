// Products of matrices by the tensor cores: the same product in binary64, whose fragments lie alike. Of 16-bit numbers a lane holds columns
// 2t, 2t+1, 2t+8, 2t+9 of A where the fragment in binary64 has t, t+4, t+8, t+12; the rows of B are taken in the same order, so that the sums are the same.
#include "rewriter.hpp"

#include <algorithm>

namespace fpcheck::instrument {

using c = number_class;
using t = ptx::modifier;
using ptx::operand_kind;

namespace {

std::string list_of(const std::vector<std::string>& names) {
  std::string out = "{";
  for (std::size_t k = 0; k < names.size(); ++k) out += (k == 0 ? "" : ", ") + names[k];
  return out + "}";
}

std::vector<std::string> temporaries(const char* name, std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < count; ++k) out.push_back("%fp_" + std::string(name) + std::to_string(k));
  return out;
}

std::vector<std::string> parts_of(const std::vector<number>& numbers, std::string number::* part) {
  std::vector<std::string> out;
  for (const number& n : numbers) out.push_back(n.*part);
  return out;
}

} // namespace

std::optional<number_class> fragment_class(const ptx::instruction& i, unsigned matrix) {
  const bool known = i.form == ptx::form::mma_f16 || i.form == ptx::form::mma_bf16 || i.form == ptx::form::mma_tf32 || i.form == ptx::form::mma_fp8 || i.form == ptx::form::mma_f64;
  if (!known || (i.form != ptx::form::mma_f64 && i.has(t::m8n8k4))) return std::nullopt; // of quarter warps
  switch (i.type(matrix)) {
  case t::f16: return c::f16x2;
  case t::bf16: return c::bf16x2;
  case t::f32:
  case t::tf32: return c::f32;
  case t::f64: return c::f64;
  default: return std::nullopt; // codes, which mean exactly themselves
  }
}

/// The numbers of a fragment in the order of one in binary64.
std::vector<number> rewriter::fragment(const ptx::instruction& i, unsigned matrix) const {
  std::vector<number> in, out;
  const c is = *fragment_class(i, matrix);
  for (const ptx::operand& o : elements(i.operands[matrix]))
    for (unsigned part = 0; part < row(is).numbers; ++part) in.push_back(shadow(o, part, is));
  if (matrix != 1 || row(is).numbers != 2) return in;
  for (std::size_t k = 0; k + 3 < in.size(); k += 4) // of two rows the columns in turn
    for (const std::size_t n : {0, 2, 1, 3}) out.push_back(in[k + n]);
  return out;
}

void rewriter::product(const ptx::instruction& i) {
  if (i.form == ptx::form::mma_fp8 && i.guard == ptx::none) return product_of_codes(i);
  for (unsigned matrix = 0; matrix < 4; ++matrix) {
    const auto is = fragment_class(i, matrix);
    if (!is || i.guard != ptx::none) return leave_out(i, "products of matrices of this form have no shadow on the device yet");
    if (*is == c::f64 && !encloses()) return leave_out(i, "arithmetic in binary64 is no wider than a shadow in binary64: ask for balls");
    for (const ptx::operand& o : elements(i.operands[matrix]))
      if (o.kind != operand_kind::immediate && classes_.of(o) != *is) return leave_out(i, "registers that hold different things at different times");
  }
  look_at_cut_operands(i);
  const std::vector<number> a = fragment(i, 1), b = fragment(i, 2), sums = fragment(i, 3), to = fragment(i, 0);
  static constexpr std::pair<t, const char*> shapes[] = {{t::m8n8k4, "m8n8k4"}, {t::m16n8k4, "m16n8k4"}, {t::m16n8k8, "m16n8k8"}, {t::m16n8k16, "m16n8k16"}};
  const auto shape = std::find_if(std::begin(shapes), std::end(shapes), [&](const auto& s) { return i.has(s.first); });
  const auto multiply = [&](const std::vector<std::string>& d, const std::vector<std::string>& x, const std::vector<std::string>& y, const std::vector<std::string>& z) {
    out_.put_text("mma.sync.aligned." + std::string(shape->second) + ".row.col.f64.f64.f64.f64 " + list_of(d) + ", " + list_of(x) + ", " + list_of(y) + ", " + list_of(z) + ";");
  };
  const auto mids = temporaries("pd", to.size()), radii = temporaries("pe", to.size());
  out_.put_text("{ .reg .f64 %fp_pd<4>, %fp_pe<4>, %fp_pa<8>, %fp_pb<4>, %fp_pc<8>;");
  multiply(mids, fixed(a, &number::mid, "pa"), fixed(b, &number::mid, "pb"), fixed(sums, &number::mid, "pe"));
  if (encloses()) product_radius(a, b, sums, multiply);
  machine(i);
  for (std::size_t k = 0; k < to.size(); ++k) {
    out_.put("mov.f64 $d, $a;", {{'d', to[k].mid}, {'a', mids[k]}});
    if (encloses()) out_.put("mov.f64 $d, $a;", {{'d', to[k].rad}, {'a', radii[k]}});
  }
  out_.put_text("}");
  uses_wide_products_ = uses_wide_products_ || !i.has(t::m8n8k4);
}

/// Of products in tf32: operands that have more digits than the tensor core reads.
void rewriter::look_at_cut_operands(const ptx::instruction& i) {
  if (i.form != ptx::form::mma_tf32 || how_.looks_for != depth::causes) return;
  out_.put("mov.b32 %fp_i, 0;");
  for (const unsigned matrix : {1u, 2u})
    for (const ptx::operand& o : elements(i.operands[matrix])) out_.put("mov.b32 %fp_j, $a; or.b32 %fp_i, %fp_i, %fp_j;", {{'a', text(o)}});
  out_.put("and.b32 %fp_i, %fp_i, 8191; setp.ne.s32 %fp_q, %fp_i, 0;");
  note_event(event::narrowed, i, "0d40C0000000000000");
}

namespace {

/// The four numbers of 8 bits in `reg`, in binary64.
void put_codes(scribe& out, const std::string& reg, const char* format, const std::vector<std::string>& to) {
  out.put("{ .reg .b16 %a, %b, %c, %d; .reg .b32 %x, %y; mov.b32 {%a, %b}, $r; cvt.rn.f16x2.$f %x, %a; cvt.rn.f16x2.$f %y, %b; mov.b32 {%a, %b}, %x; mov.b32 {%c, %d}, %y;"
          "cvt.f64.f16 $0, %a; cvt.f64.f16 $1, %b; cvt.f64.f16 $2, %c; cvt.f64.f16 $3, %d; }",
          {{'r', reg}, {'f', format}, {'0', to[0]}, {'1', to[1]}, {'2', to[2]}, {'3', to[3]}});
}

} // namespace

/// Of codes of 8 bits, which mean exactly themselves: a lane's four neighbours in a row of A stand in one register, and so do those of B, so
/// that a product of 32 columns is two of 16 in binary64 with the columns in the same other order.
void rewriter::product_of_codes(const ptx::instruction& i) {
  const c is = *fragment_class(i, 0);
  const std::vector<ptx::operand> as = elements(i.operands[1]), bs = elements(i.operands[2]), ds = elements(i.operands[0]), cs = elements(i.operands[3]);
  const auto is_other = [&](const ptx::operand& o) { return o.kind != operand_kind::immediate && classes_.of(o) != is; };
  if (std::any_of(ds.begin(), ds.end(), is_other) || std::any_of(cs.begin(), cs.end(), is_other)) return leave_out(i, "registers that hold different things at different times");
  out_.put_text("{ .reg .f64 %fp_pd<4>, %fp_pe<4>, %fp_pf<4>, %fp_pa<8>, %fp_pb<4>, %fp_pc<8>, %fp_qa<8>, %fp_qb<4>;");
  const auto multiply = [&](const std::vector<std::string>& d, const std::vector<std::string>& x, const std::vector<std::string>& y, const std::vector<std::string>& z) {
    out_.put_text("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 " + list_of(d) + ", " + list_of(x) + ", " + list_of(y) + ", " + list_of(z) + ";");
  };
  const auto qa = temporaries("qa", 8), qb = temporaries("qb", 4), mids = temporaries("pd", 4), radii = temporaries("pe", 4), before = temporaries("pf", 4);
  const std::vector<number> sums = fragment(i, 3);
  for (std::size_t k = 0; k < 4; ++k) out_.put("mov.f64 $d, $a; mov.f64 $r, $R;", {{'d', mids[k]}, {'a', sums[k].mid}, {'r', radii[k]}, {'R', sums[k].rad}});
  const std::string formats[] = {std::string(ptx::text(i.type(1)).substr(1)) + "x2", std::string(ptx::text(i.type(2)).substr(1)) + "x2"};
  for (std::size_t half = 0; half < bs.size(); ++half) {
    put_codes(out_, text(as[2 * half]), formats[0].c_str(), {qa[0], qa[2], qa[4], qa[6]});
    put_codes(out_, text(as[2 * half + 1]), formats[0].c_str(), {qa[1], qa[3], qa[5], qa[7]});
    put_codes(out_, text(bs[half]), formats[1].c_str(), qb);
    std::vector<number> a, b, z;
    for (const std::string& n : qa) a.push_back({n, literal(0)});
    for (const std::string& n : qb) b.push_back({n, literal(0)});
    for (std::size_t k = 0; k < 4; ++k) out_.put("mov.f64 $d, $a;", {{'d', before[k]}, {'a', radii[k]}}), z.push_back({mids[k], before[k]});
    if (encloses()) product_radius(a, b, z, multiply);
    multiply(mids, qa, qb, mids);
  }
  machine(i);
  const std::vector<number> to = fragment(i, 0);
  for (std::size_t k = 0; k < to.size(); ++k) {
    out_.put("mov.f64 $d, $a;", {{'d', to[k].mid}, {'a', mids[k]}});
    if (encloses()) out_.put("mov.f64 $d, $a;", {{'d', to[k].rad}, {'a', radii[k]}});
  }
  out_.put_text("}");
  uses_wide_products_ = true;
}

/// Registers with one part of the numbers: literals stand in no list.
std::vector<std::string> rewriter::fixed(const std::vector<number>& numbers, std::string number::* part, const char* name) {
  std::vector<std::string> out = parts_of(numbers, part);
  const auto names = temporaries(name, out.size());
  for (std::size_t k = 0; k < out.size(); ++k)
    if (out[k].starts_with("0d")) out_.put("mov.f64 $d, $a;", {{'d', names[k]}, {'a', out[k]}}), out[k] = names[k];
  return out;
}

/// |A'B' + C' - (AB + C)| <= |A| RB + RA (|B| + RB) + RC, and 2^-47 of |A| |B| + |C| for the roundings of at most 17 sums; 2^-40 of it all
/// for those of the radius.
template <class Multiply>
void rewriter::product_radius(const std::vector<number>& a, const std::vector<number>& b, const std::vector<number>& sums, Multiply&& multiply) {
  const auto pa = temporaries("pa", a.size()), pb = temporaries("pb", b.size()), pe = temporaries("pe", sums.size());
  for (std::size_t k = 0; k < a.size(); ++k) out_.put("abs.f64 $d, $a;", {{'d', pa[k]}, {'a', a[k].mid}});
  for (std::size_t k = 0; k < b.size(); ++k) out_.put("abs.f64 $d, $b; fma.rp.f64 $d, $d, 0d3D00000000000000, $B;", {{'d', pb[k]}, {'b', b[k].mid}, {'B', b[k].rad}});
  for (std::size_t k = 0; k < sums.size(); ++k) out_.put("abs.f64 $d, $c; fma.rp.f64 $d, $d, 0d3D00000000000000, $C;", {{'d', pe[k]}, {'c', sums[k].mid}, {'C', sums[k].rad}});
  multiply(pe, pa, pb, pe);
  for (std::size_t k = 0; k < b.size(); ++k) out_.put("abs.f64 $d, $b; add.rp.f64 $d, $d, $B;", {{'d', pb[k]}, {'b', b[k].mid}, {'B', b[k].rad}});
  multiply(pe, fixed(a, &number::rad, "pc"), pb, pe);
  for (const std::string& r : pe) out_.put("fma.rp.f64 $d, $d, 0d3D70000000000000, $d;", {{'d', r}});
}

/// ldmatrix: each lane holds two neighbours of a row whose address another lane gave, or of a column.
void rewriter::load_matrix(const ptx::instruction& i) {
  const std::vector<ptx::operand> to = elements(i.operands[0]);
  const auto is_pair = [&](const ptx::operand& o) { return classes_.of(o) == c::f16x2 || classes_.of(o) == c::bf16x2; };
  if (space_of(i) != "shared" || i.guard != ptx::none || !std::all_of(to.begin(), to.end(), is_pair)) return leave_out(i, "matrices whose elements are not known to be numbers of 16 bits have no shadow on the device yet");
  const place p = shadow_place(i, i.operands[1], "shared");
  machine(i);
  const bool transposed = i.has(t::trans);
  for (std::size_t q = 0; q < to.size(); ++q) {
    for (unsigned part = 0; part < 2; ++part) {
      out_.put(transposed ? "mov.u32 %fp_j, %laneid; shr.u32 %fp_w2, %fp_j, 2; shl.b32 %fp_w2, %fp_w2, 2; and.b32 %fp_j, %fp_j, 3; shl.b32 %fp_j, %fp_j, 1; add.s32 %fp_j, %fp_j, $n;"
                          : "mov.u32 %fp_j, %laneid; and.b32 %fp_w2, %fp_j, 3; shl.b32 %fp_w2, %fp_w2, 3; shr.u32 %fp_j, %fp_j, 2; add.s32 %fp_j, %fp_j, $n;",
               {{'n', std::to_string(8 * q + (transposed ? part : 0))}});
      out_.put("shfl.sync.idx.b32 %fp_i, $p, %fp_j, 31, -1; add.s32 %fp_i, %fp_i, %fp_w2; ld.shared.b32 $w, [%fp_i+$o];",
               {{'p', p.base}, {'w', "%fp_w" + std::to_string(part)}, {'o', std::to_string(p.offset + (transposed ? 0 : 4 * static_cast<std::int64_t>(part)))}});
    }
    for (unsigned part = 0; part < 2; ++part) read_cell(to[q], part, part);
  }
}

} // namespace fpcheck::instrument
