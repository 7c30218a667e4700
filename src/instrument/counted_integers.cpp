// Products and sums of 32 bits that a conversion to floating point takes for numbers: beside them stands what 64 bits make of the same operands.
#include "rewriter.hpp"

namespace fpcheck::instrument {

namespace {

/// %fp_q64: the result with operands that are read as `type` says, of the words %fp_i, %fp_j and, of a product with an addend, %fp_p32.
std::string exact_result(const ptx::instruction& i, const std::string& sign) {
  using f = ptx::form;
  const std::string wide = "cvt." + sign + "64." + sign + "32 ";
  if (i.form == f::mul_lo || i.form == f::mad_lo) {
    const std::string product = "mul.wide." + sign + "32 %fp_q64, %fp_i, %fp_j;";
    return i.form == f::mul_lo ? product : product + "{ .reg .b64 %c; " + wide + "%c, %fp_p32; add.s64 %fp_q64, %fp_q64, %c; }";
  }
  const std::string how = i.form == f::sub_int ? "sub" : "add";
  return "{ .reg .b64 %a, %b; " + wide + "%a, %fp_i; " + wide + "%b, %fp_j; " + how + ".s64 %fp_q64, %a, %b; }";
}

} // namespace

/// As the engine counts them: 32 bits do not hold the result, whichever way its operands are meant where there is no sign.
void rewriter::look_at_counted(const ptx::instruction& i) {
  using f = ptx::form;
  const counted how = watched_at(at_).counted_as;
  if (how == counted::nothing || i.operands.size() < 3) return;
  out_.put("mov.b32 %fp_i, $a; mov.b32 %fp_j, $b;", {{'a', text(i.operands[1])}, {'b', text(i.operands[2])}});
  if (i.form == f::mad_lo) out_.put("mov.b32 %fp_p32, $c;", {{'c', text(i.operands[3])}});
  if (how != counted::natural) out_.put(exact_result(i, "s") + "setp.lt.s64 %fp_q, %fp_q64, -2147483648; setp.gt.or.s64 %fp_q, %fp_q64, 2147483647, %fp_q;");
  else out_.put("setp.eq.s32 %fp_q, 0, 0;");
  if (how != counted::with_sign) out_.put(exact_result(i, "u") + "setp.gt.and.u64 %fp_q, %fp_q64, 4294967295, %fp_q;");
  const bool adds = i.form == f::add_int || i.form == f::sub_int; // a difference may be negative, a product beyond 2^63
  out_.put(how == counted::with_sign || adds ? "cvt.rn.f64.s64 %fp_n, %fp_q64;" : "cvt.rn.f64.u64 %fp_n, %fp_q64;");
  note_event(event::left_range, i, "%fp_n");
}

} // namespace fpcheck::instrument
