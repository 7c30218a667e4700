// Multiplications fused into additions, as PTX text.
#include <fpcheck/ptx/contract.hpp>
#include <fpcheck/ptx/parse.hpp>

#include <gtest/gtest.h>

namespace fpcheck::ptx {
namespace {

/// The instructions of a kernel with this body, fused, one a line.
std::string fused(const std::string& body, std::size_t expected) {
  const std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n.reg .f32 %a, %b, %c, %d, %e, %r;\n.reg .f64 %x, %y, %z;\n.reg .pred %p;\n" +
                           body + "ret;\n}\n";
  const auto m = parse(text, "k.ptx");
  if (!m) return m.error().text();
  const contraction c = contract(*m);
  EXPECT_EQ(c.fused, expected) << body;
  std::string out;
  for (const instruction& i : (expected != 0 ? c.code : *m).functions[0].body) {
    out += i.text;
    for (const operand& p : i.operands) out += ' ' + (p.kind == operand_kind::reg ? (expected != 0 ? c.code : *m).functions[0].registers[p.id].name : "?");
    out += '\n';
  }
  return out;
}

TEST(contract, sums_and_differences) {
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; add.f32 %d, %r, %c;", 1), "mul.f32 %r %a %b\nfma.rn.f32 %d %a %b %c\nret\n");
  EXPECT_EQ(fused("mul.ftz.f32 %r, %a, %b; add.ftz.sat.f32 %d, %c, %r;", 1), "mul.ftz.f32 %r %a %b\nfma.rn.ftz.sat.f32 %d %a %b %c\nret\n");
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; sub.f32 %d, %r, %c;", 1), "neg.f32 %r %c\nfma.rn.f32 %d %a %b %r\nret\n");
  EXPECT_EQ(fused("mul.f64 %z, %x, %y; sub.f64 %x, %x, %z;", 1), "neg.f64 %z %x\nfma.rn.f64 %x %z %y %x\nret\n");
}

TEST(contract, an_operand_that_comes_between_is_waited_for) {
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; mul.rn.f32 %c, %a, %a; sub.f32 %d, %r, %c;", 1), "mul.rn.f32 %c %a %a\nneg.f32 %r %c\nfma.rn.f32 %d %a %b %r\nret\n");
}

TEST(contract, what_stays) {
  for (const char* body : {"mul.rn.f32 %r, %a, %b; add.f32 %d, %r, %c;", "mul.f32 %r, %a, %b; add.rn.f32 %d, %r, %c;", "mul.f32 %r, %a, %b; add.ftz.f32 %d, %r, %c;",
                           "mul.sat.f32 %r, %a, %b; add.f32 %d, %r, %c;", "mul.f32 %r, %a, %b; add.f32 %d, %r, %c; mov.f32 %e, %r;",
                           "mul.f32 %r, %a, %b; mov.f32 %a, %c; add.f32 %d, %r, %c;", "mul.f32 %r, %a, %b; L: add.f32 %d, %r, %c;",
                           "mul.f32 %r, %a, %b; add.f32 %d, %r, %r;", "@%p mul.f32 %r, %a, %b; add.f32 %d, %r, %c;", "mul.f32 %r, %a, %b; @%p bra L; add.f32 %d, %r, %c; L:"})
    fused(body, 0);
}

} // namespace
} // namespace fpcheck::ptx
