// What the device writes down.
#include "rewriter.hpp"

namespace fpcheck::instrument {

std::string rewriter::record(event what, const ptx::instruction& i) {
  result_.sites.push_back({what, i.position, i.ptx_line, print_.text_of(i)});
  return std::to_string((result_.sites.size() - 1) * sizeof(instrument::record));
}

/// %s becomes 2 / ulp of the number in %fp_m, of the format `of`. Of numbers near the end of binary64 a smaller one.
void rewriter::put_scale(const class_row& of) {
  const int least = of.bits == 64 ? 64 : 1023 + of.least_exponent;
  out_.put("mov.b64 {%l, %h}, %fp_m; and.b32 %h, %h, 2146435072; max.u32 %h, %h, $e; sub.u32 %h, $s, %h; mov.b32 %l, 0; mov.b64 %s, {%l, %h};",
           {{'e', std::to_string(std::int64_t{least} << 20)}, {'s', std::to_string(static_cast<std::int32_t>(static_cast<std::uint32_t>(2046 + of.precision) << 20))}});
}

/// Of a decision or an end with the margin or error %fp_e beside the number %fp_m, %fp_r of it uncertain.
void rewriter::note_margin(const std::string& at, const class_row& of, event what) {
  const auto offset = [&](int more) { return std::to_string(std::stoul(at) + static_cast<unsigned>(more)); };
  out_.put("{ .reg .f64 %s, %u, %v; .reg .b32 %l, %h; .reg .b64 %k, %o; .reg .f32 %f; .reg .pred %p, %q, %z;");
  put_scale(of);
  out_.put("add.rp.f64 %u, %fp_e, %fp_r; mul.rp.f64 %u, %u, %s; setp.gtu.f64 %q, %u, $L;");
  if (what == event::decided) out_.put("sub.rm.f64 %v, %fp_e, %fp_r; mul.rm.f64 %v, %v, %s; setp.gt.f64 %p, %v, $L; ?%p red.global.add.u32 [%fp_records+$k], 1; not.pred %p, %p; and.pred %q, %q, %p;", {{'k', offset(16)}});
  out_.put("?%q red.global.add.u32 [%fp_records+$k], 1;"
           "cvt.rp.f32.f64 %f, %u; mov.b32 %h, %f; setp.num.f32 %z, %f, %f; selp.b32 %h, %h, 2139095040, %z; max.u32 %h, %h, 1; mov.b64 %k, {%fp_cta, %h}; ld.global.b64 %o, [%fp_records+$i]; setp.gt.u64 %p, %k, %o; ?%p red.global.max.u64 [%fp_records+$i], %k; }",
           {{'k', offset(20)}, {'i', at}});
}

/// Of the number %fp_e that goes to byte `byte` of `p`, with the shadow %fp_m, %fp_r.
void rewriter::note_store(const ptx::instruction& i, const place& p, std::uint64_t byte, number_class element) {
  const std::string at = record(event::stored, i);
  const auto offset = [&](int more) { return std::to_string(std::stoul(at) + static_cast<unsigned>(more)); };
  const class_row& of = row(element);
  out_.put("{ .reg .f64 %d, %u, %s; .reg .b32 %l, %h, %i; .reg .b64 %k, %o, %n, %e; .reg .f32 %f; .reg .pred %p, %q;");
  if (!p.elsewhere.empty()) out_.put("?$p bra fp_elsewhere$@;", {{'p', p.elsewhere}});
  const std::string end = "fp_elsewhere" + std::to_string(out_.count());
  put_scale(of);
  out_.put("sub.rn.f64 %d, %fp_e, %fp_m; abs.f64 %d, %d;");
  out_.put(encloses() ? "fma.rp.f64 %u, %d, 0d3CB0000000000000, %fp_r; add.rp.f64 %u, %u, %d; mul.rp.f64 %u, %u, %s;" : "mul.rp.f64 %u, %d, %s;");
  // A NaN that came in as data, or as a literal.
  if (encloses() && !has_literal_infinity_) out_.put("setp.nan.f64 %q, %fp_m, %fp_m; setp.eq.and.f64 %q, %fp_r, $0, %q; selp.f64 %u, $0, %u, %q;");
  out_.put("setp.lt.f64 %p, %u, $I; ?%p bra fp_finite$@; mov.f64 %u, $0; abs.f64 %d, %fp_e; setp.lt.f64 %q, %d, $I; ?%q red.global.add.u32 [%fp_records+$n], 1; ?%q bra fp_finite$@;"
           "$y ?%p bra fp_finite$@; red.global.add.u32 [%fp_records+$l], 1; abs.f64 %d, %fp_m; add.rp.f64 %d, %d, %fp_r; setp.lt.f64 %q, %d, $I; selp.f64 %u, $I, $0, %q; mov.f64 %d, $0; fp_finite$@:",
           {{'n', offset(28)}, {'l', offset(24)}, {'y', has_literal_infinity_ ? "setp.ne.s32 %_p, 0, 0;" : "setp.eq.f64 %_p, %fp_e, %fp_m;"}});
  out_.put("cvt.rp.f32.f64 %f, %u; mov.b32 %h, %f; setp.le.f32 %p, %f, 0f42000000; ?%p bra fp_within$@;"
           "sub.rm.f64 %d, %d, %fp_r; mul.rm.f64 %d, %d, %s; setp.gt.f64 %q, %d, $L; ?%q red.global.add.u32 [%fp_records+$j], 1; setp.lt.and.f64 %p, %u, $I, !%q; ?%p red.global.add.u32 [%fp_records+$k], 1; fp_within$@:"
           "mov.b64 %k, {%fp_cta, %h}; sub.s64 %e, $m, %fp_arena; add.s64 %e, %e, $b; shr.u64 %e, %e, 1; cvt.u32.u64 %i, %e; mov.b64 %e, {%i, %h}; ld.global.v2.b64 {%o, %n}, [%fp_records+$i];"
           "setp.gt.u64 %p, %k, %o; setp.ne.and.s32 %p, %h, 0, %p; ?%p red.global.max.u64 [%fp_records+$i], %k; setp.gt.u64 %p, %e, %n; setp.ne.and.s32 %p, %h, 0, %p; ?%p red.global.max.u64 [%fp_records+$g], %e;",
           {{'i', at}, {'g', offset(8)}, {'j', offset(16)}, {'k', offset(20)}, {'m', p.machine}, {'b', std::to_string(byte)}});
  out_.put_text(end + ":\n}");
}

} // namespace fpcheck::instrument
