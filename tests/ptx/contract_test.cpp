// Multiplications fused into additions, as PTX text.
#include <fpcheck/ptx/contract.hpp>
#include <fpcheck/ptx/parse.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace fpcheck::ptx {
namespace {

/// The instructions of a kernel with this body, fused, one a line; "out R" stores R.
std::string fused(std::string body, std::size_t expected, products how = products::fuse) {
  for (std::size_t at; (at = body.find("out ")) != std::string::npos;)
    body.replace(at, 4, body.compare(at + 4, 2, "%x") == 0 || body.compare(at + 4, 2, "%z") == 0 ? "st.f64 [%m], " : "st.f32 [%m], ");
  const std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n.reg .f32 %a, %b, %c, %d, %e, %r, %s, %t, %u;\n.reg .f64 %x, %y, %z;\n"
                           ".reg .b64 %m;\n.reg .b32 %h, %i, %j, %k;\n.reg .pred %p;\n" + body + "ret;\n}\n";
  const auto m = parse(text, "k.ptx");
  if (!m) return m.error().text();
  const contraction c = contract(*m, how);
  EXPECT_EQ(c.fused, expected) << body;
  if (how == products::stay) { EXPECT_EQ(c.divided, expected) << body; }
  std::string out;
  const function& f = (expected != 0 ? c.code : *m).functions[0];
  for (const instruction& i : f.body) {
    if (i.form == form::ret || i.form == form::st) continue;
    out += i.text;
    for (const operand& p : i.operands) out += ' ' + (p.kind == operand_kind::reg ? f.registers[p.id].name : "?");
    out += '\n';
  }
  return out;
}

TEST(contract, sums_and_differences) {
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; add.f32 %d, %r, %c; out %d;", 1), "fma.rn.f32 %d %a %b %c\n");
  EXPECT_EQ(fused("mul.ftz.f32 %r, %a, %b; add.ftz.sat.f32 %d, %c, %r; out %d;", 1), "fma.rn.ftz.sat.f32 %d %a %b %c\n");
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; sub.f32 %d, %r, %c; out %d;", 1), "neg.f32 %fused18 %c\nfma.rn.f32 %d %a %b %fused18\n");
  EXPECT_EQ(fused("mul.f64 %z, %x, %y; sub.f64 %x, %x, %z; out %x;", 1), "neg.f64 %fused18 %x\nfma.rn.f64 %x %fused18 %y %x\n");
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; sub.f32 %d, %r, 0f3F800000; out %d;", 1), "fma.rn.f32 %d %a %b ?\n");
}

TEST(contract, every_sum_that_takes_the_product) {
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; add.f32 %d, %r, %c; add.f32 %e, %r, %a; out %d; out %e;", 2), "fma.rn.f32 %d %a %b %c\nfma.rn.f32 %e %a %b %a\n");
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; mov.f32 %s, %r; neg.f32 %t, %s; add.f32 %d, %t, %c; out %d;", 1), "neg.f32 %fused18 %a\nfma.rn.f32 %d %fused18 %b %c\n");
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; mov.f32 %a, %c; add.f32 %d, %r, %c; out %a; out %d;", 1), "mov.b32 %fused18 %a\nmov.f32 %a %c\nfma.rn.f32 %d %fused18 %b %c\n");
  fused("mul.f32 %r, %a, %b; L: add.f32 %d, %r, %c; out %d;", 1);
  fused("mul.f32 %r, %a, %b; @%p bra L; L: add.f32 %d, %r, %c; out %d;", 1);
  fused("mul.f32 %r, %a, %b; @%p add.f32 %d, %r, %c; out %d;", 1);
  fused("mul.f32 %r, %a, %b; add.f32 %d, %r, %c; mul.f32 %e, %r, %r; out %d;", 1); // nobody reads the square
}

TEST(contract, divisions_are_products) {
  EXPECT_EQ(fused("div.approx.ftz.f32 %r, %a, %b; add.ftz.f32 %d, %r, %c; out %d;", 1),
            "mov.b32 %fused18 %a\nrcp.approx.ftz.f32 %fused19 %b\nfma.rn.ftz.f32 %d %fused18 %fused19 %c\n");
  EXPECT_EQ(fused("div.full.ftz.f32 %r, %a, %b; sub.ftz.f32 %d, %c, %r; out %d;", 1),
            "mov.b32 %fused18 %a\nabs.f32 %fused19 %b\nsetp.gt.f32 %fused20 %fused19 ?\nselp.f32 %fused21 ? ? %fused20\nmul.rn.ftz.f32 %fused22 %a %fused21\n"
            "mul.rn.ftz.f32 %fused23 %b %fused21\nrcp.approx.ftz.f32 %fused24 %fused23\nneg.f32 %fused25 %fused22\nfma.rn.ftz.f32 %d %fused25 %fused24 %c\n");
  EXPECT_EQ(fused("div.full.f32 %r, %a, 0f447A0000; out %r;", 1), "mul.f32 %r %a ?\n") << "by its reciprocal";
  EXPECT_EQ(fused("mov.f32 %b, 0f447A0000; div.full.f32 %r, %a, %b; add.f32 %d, %r, %c; out %d;", 2), "fma.rn.f32 %d %a ? %c\n");
  EXPECT_EQ(fused("div.full.f32 %r, %a, 0f7EFFFFFF; out %r;", 0), "div.full.f32 %r %a ?\n") << "its reciprocal is not normal";
  EXPECT_EQ(fused("div.full.f32 %r, %a, %b; add.f32 %d, %r, %c; out %d; out %r;", 0), "div.full.f32 %r %a %b\nadd.f32 %d %r %c\n") << "read as it is";
  EXPECT_EQ(fused("div.full.f32 %r, %a, %b; add.ftz.f32 %d, %r, %c; out %d;", 0), "div.full.f32 %r %a %b\nadd.ftz.f32 %d %r %c\n");
  EXPECT_EQ(fused("div.rn.f32 %r, %a, %b; add.f32 %d, %r, %c; out %d;", 0), "div.rn.f32 %r %a %b\nadd.f32 %d %r %c\n");
  fused("div.full.f32 %r, %a, %b; mul.f32 %s, %c, %d; add.f32 %t, %s, %r; out %t;", 1);
}

TEST(contract, divisions_by_constants_are_products_that_may_not_fuse) {
  EXPECT_EQ(fused("div.full.f32 %r, %a, 0f447A0000; add.f32 %d, %r, %c; out %d;", 1, products::stay), "mul.f32 %r %a ?\nadd.f32 %d %r %c\n");
  EXPECT_EQ(fused("div.approx.ftz.f32 %r, %a, 0f447A0000; out %r;", 1, products::stay), "mul.ftz.f32 %r %a ?\n");
  EXPECT_EQ(fused("div.full.f32 %r, %a, %b; add.f32 %d, %r, %c; out %d;", 0, products::stay), "div.full.f32 %r %a %b\nadd.f32 %d %r %c\n");
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; add.f32 %d, %r, %c; out %d;", 0, products::stay), "mul.f32 %r %a %b\nadd.f32 %d %r %c\n");
}

TEST(contract, calls_stay) {
  const std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n.func (.param .f32 r) f(.param .f32 x) { .reg .f32 %v; ld.param.f32 %v, [x]; st.param.f32 [r], %v; ret; }\n"
                           ".visible .entry k(.param .u64 out)\n{\n.reg .f32 %a, %b, %c, %d, %e;\n.reg .b64 %m;\nld.param.u64 %m, [out];\n"
                           "{ .param .b32 p; st.param.f32 [p], %a; .param .b32 q; call.uni (q), f, (p); ld.param.f32 %e, [q]; }\n"
                           "mul.f32 %c, %a, %b; add.f32 %d, %c, %e; st.f32 [%m], %d; ret;\n}\n";
  const auto m = parse(text, "k.ptx");
  ASSERT_TRUE(m) << m.error().text();
  const contraction c = contract(*m);
  ASSERT_EQ(c.fused, 1u);
  const auto calls = [](const module& of) { return std::count_if(of.functions[1].body.begin(), of.functions[1].body.end(), [](const instruction& i) { return i.form == form::call; }); };
  EXPECT_EQ(calls(*m), 1);
  EXPECT_EQ(calls(c.code), 1);
}

TEST(contract, of_two_products_one) {
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; mul.f32 %s, %c, %d; add.f32 %t, %s, %r; out %t;", 1), "mul.f32 %r %a %b\nfma.rn.f32 %t %c %d %r\n") << "the first operand";
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; mul.f32 %s, %c, %d; add.f32 %t, %r, %s; add.f32 %u, %r, %e; out %t; out %u;", 1),
            "mul.f32 %r %a %b\nfma.rn.f32 %t %c %d %r\nadd.f32 %u %r %e\n") << "the one that fewer sums take";
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; mul.f32 %s, %c, %d; add.f32 %t, %e, %r; add.f32 %u, %s, %r; out %t; out %u;", 1),
            "mul.f32 %r %a %b\nadd.f32 %t %e %r\nfma.rn.f32 %u %c %d %r\n") << "it is offered before";
  EXPECT_EQ(fused("mul.f32 %r, %a, %b; mul.f32 %s, %c, %d; add.f32 %t, %r, %s; sub.f32 %u, %s, %r; out %t; out %u;", 2),
            "mul.f32 %s %c %d\nfma.rn.f32 %t %a %b %s\nneg.f32 %fused18 %a\nfma.rn.f32 %u %fused18 %b %s\n") << "in order of the program";
}

TEST(contract, what_stays) {
  for (const char* body :
       {"mul.rn.f32 %r, %a, %b; add.f32 %d, %r, %c; out %d;", "mul.f32 %r, %a, %b; add.rn.f32 %d, %r, %c; out %d;",
        "mul.f32 %r, %a, %b; add.ftz.f32 %d, %r, %c; out %d;", "mul.sat.f32 %r, %a, %b; add.f32 %d, %r, %c; out %d;",
        "mul.f32 %r, %a, %b; add.f32 %d, %r, %c; out %d; out %r;", "mul.f32 %r, %a, %b; add.f32 %d, %r, %r; out %d;",
        "mul.f32 %r, %a, %b; neg.f32 %s, %r; add.f32 %d, %r, %s; out %d;", "mul.f32 %r, %a, %b; neg.ftz.f32 %s, %r; add.f32 %d, %c, %s; out %d;",
        "mul.f32 %r, %a, %b; abs.f32 %s, %r; add.f32 %d, %c, %s; out %d;", "mul.f32 %r, %a, %b; selp.f32 %s, %r, %a, %p; add.f32 %d, %c, %s; out %d;",
        "mul.f32 %r, %a, %b; add.f32 %d, %r, %c; setp.lt.f32 %p, %r, %c; @%p mov.f32 %d, %c; out %d;",
        "mul.f32 %r, %a, %b; add.f32 %d, %r, %c; fma.rn.f32 %e, %a, %c, %r; out %d; out %e;",
        "mul.f32 %r, %a, %b; mul.f32 %s, %b, %a; add.f32 %d, %r, %s; out %d;", "mul.f32 %r, 0f3DCCCCCD, 0f3DCCCCCD; add.f32 %d, %r, %c; out %d;",
        "@%p mul.f32 %r, %a, %b; add.f32 %d, %r, %c; out %d;", "mul.f32 %r, %a, %b; @%p add.f32 %r, %r, %c; out %r;",
        "mul.f32 %r, %a, %b; @%p bra L; add.f32 %d, %r, %c; L: out %d;", "L: add.f32 %d, %r, %c; mul.f32 %r, %a, %b; @%p bra L; out %d;",
        "mul.f32 %r, %a, %b; add.f32 %d, %r, %c; @%p bra L; out %r; L: out %d;", "mul.bf16x2 %h, %i, %j; neg.bf16x2 %h, %h; add.bf16x2 %k, %h, %i; st.b32 [%m], %k;"})
    fused(body, 0);
}

} // namespace
} // namespace fpcheck::ptx
