// Small changes of a program, as PTX text.
#include <fpcheck/ptx/edits.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/ptx/print.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace fpcheck::ptx {
namespace {

module read(const std::string& body, const std::string& registers = "") {
  auto m = parse(".version 8.0\n.target sm_90\n.address_size 64\n.file 1 \"k.cu\"\n.const .align 4 .f32 half[2] = {0f3F000000, 0f3F800000};\n"
                 ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<20>; .reg .b64 %rd<9>; .reg .f32 %f<20>; .reg .f64 %fd<9>; .reg .b16 %rs<9>; .reg .pred %p<9>;\n" +
                     registers + ".loc 1 4 2\n" + body + "\nret;\n}\n",
                 "k.ptx");
  EXPECT_TRUE(m) << (m ? "" : m.error().text());
  return m ? *std::move(m) : module{};
}
const edit* find(const std::vector<edit>& all, const std::string& with) {
  const auto it = std::find_if(all.begin(), all.end(), [&](const edit& e) { return e.with == with; });
  return it == all.end() ? nullptr : &*it;
}
/// The instructions of the kernel with a change, one a line.
std::string changed(const module& m, const replacement& r) {
  const auto other = parse(changeable_text(m).with(r), "k.ptx");
  EXPECT_TRUE(other) << (other ? "" : other.error().text());
  std::string out;
  if (other)
    for (const instruction& i : other->functions[0].body) out += print(*other, other->functions[0], i) + '\n';
  return out;
}

TEST(edits, a_shuffle_gets_another_width) {
  const module m = read("mov.u32 %r1, 4127; mov.u32 %r2, -1; mov.u32 %r3, 8;\nshfl.sync.down.b32 %r4|%p1, %r5, %r3, %r1, %r2;");
  const auto all = small_edits(m, 0);
  const edit* const e = find(all, "a shuffle width of 32");
  ASSERT_NE(e, nullptr);
  EXPECT_EQ(e->now, "16");
  EXPECT_NE(changed(m, e->instead).find("shfl.sync.down.b32 %r4|%p1, %r5, %r3, 31, %r2;"), std::string::npos);
  EXPECT_EQ(all[0].rank, e->rank) << "the first to be tried";
}

TEST(edits, what_comes_from_one_place_changes_together) {
  const module m = read("cvt.rzi.s32.f32 %r1, %f1;\ncvt.rzi.s32.f32 %r2, %f2;\n.loc 1 5 2\ncvt.rzi.s32.f32 %r3, %f3;");
  std::vector<std::size_t> sizes;
  for (const edit& e : small_edits(m, 0))
    if (e.with == "rounding down") sizes.push_back(e.instead.instructions.size());
  EXPECT_EQ(sizes, (std::vector<std::size_t>{2, 1}));
}

TEST(edits, a_guard_stays_with_what_stands_in_its_place) {
  const module m = read("@%p1 and.b32 %r1, %r2, -65536;");
  const auto all = small_edits(m, 0);
  const edit* const e = find(all, "half of the last bit added before the bits are cut off");
  ASSERT_NE(e, nullptr);
  const std::string text = changed(m, e->instead);
  EXPECT_NE(text.find("@%p1 add.s32 %edit_b32, %r2, 32768;\n@%p1 and.b32 %r1, %edit_b32, -65536;"), std::string::npos) << text;
}

TEST(edits, keys_of_negative_numbers_are_inverted_and_read_back) {
  const module m = read("xor.b32 %r1, %r2, -2147483648;\n.loc 1 9 1\nxor.b32 %r3, %r4, -2147483648;");
  const auto all = small_edits(m, 0);
  const auto e = std::find_if(all.begin(), all.end(), [](const edit& x) { return x.with.starts_with("all bits of negative numbers inverted, and back"); });
  ASSERT_NE(e, all.end());
  const std::string text = changed(m, e->instead);
  EXPECT_NE(text.find("shr.s32 %edit_b32, %r2, 31;\nor.b32 %edit_b32, %edit_b32, -2147483648;\nxor.b32 %r1, %r2, %edit_b32;"), std::string::npos) << text;
  EXPECT_NE(text.find("shr.s32 %edit_b32, %r4, 31;\nnot.b32 %edit_b32, %edit_b32;"), std::string::npos) << text;
}

TEST(edits, a_constant_is_left_open) {
  const module m = read("mov.f32 %f1, 0f3FC00000;\nfma.rn.f32 %f2, %f3, %f1, %f4;");
  const auto all = small_edits(m, 0);
  const auto e = std::find_if(all.begin(), all.end(), [](const edit& x) { return x.open && x.at == 1; });
  ASSERT_NE(e, all.end());
  EXPECT_EQ(e->open->now, 1.5);
  EXPECT_NE(changed(m, with_constant(*e, 0.25)).find("fma.rn.f32 %f2, %f3, 0f3E800000, %f4;"), std::string::npos);
}

TEST(edits, a_number_of_a_table_is_another) {
  const module m = read("ld.const.f32 %f18, [half+4];");
  const auto all = small_edits(m, 0);
  const auto e = std::find_if(all.begin(), all.end(), [](const edit& x) { return x.with == "for element 1 of half"; });
  ASSERT_NE(e, all.end());
  EXPECT_EQ(e->open->now, 1);
  const module other = with_element(m, *e, 0.75);
  float held[2];
  std::memcpy(held, other.variables[*e->open->table].initial.data(), sizeof held);
  EXPECT_EQ(held[0], 0.5f);
  EXPECT_EQ(held[1], 0.75f);
}

TEST(edits, a_quotient_keeps_its_divisor_and_its_guard) {
  const auto floored = [](const std::string& body) {
    const auto all = small_edits(read(body), 0);
    return std::count_if(all.begin(), all.end(), [](const edit& e) { return e.with.find("by a positive divisor") != std::string::npos; });
  };
  EXPECT_EQ(floored("rem.s32 %r1, %r2, %r3;"), 1);
  EXPECT_EQ(floored("div.s32 %r1, %r1, %r3;"), 1);
  EXPECT_EQ(floored("@%p1 rem.s32 %r1, %r2, %r3;"), 0) << "what follows has no guard";
  EXPECT_EQ(floored("rem.s32 %r3, %r2, %r3;"), 0) << "the divisor is lost";
}

TEST(edits, any_64_bits_are_a_literal) {
  const module m = read("add.s32 %r1, %r1, 9223372036854775807; add.s32 %r2, %r2, -9223372036854775808; shl.b32 %r3, %r3, 9223372036854775807;\nld.global.f32 %f1, [%rd1+9223372036854775807]; st.global.f32 [%rd1+-9223372036854775808], %f1;");
  EXPECT_NE(find(small_edits(m, 0), "the next element"), nullptr);
}

TEST(edits, are_all_ptx) {
  const module m = read(R"(
    shfl.sync.bfly.b32 %r4|%p1, %r5, 8, 31, -1; mov.b32 %f5, %r4; add.f32 %f6, %f7, %f5;
    shfl.sync.down.b32 %r6|%p2, %r7, 4, 4127, -1; add.s32 %r8, %r7, %r6;
    cvt.rni.s32.f32 %r1, %f1; cvt.rzi.u32.f32 %r2, %f2; cvt.rn.f32.s32 %f3, %r1; cvt.rmi.f32.f32 %f4, %f3;
    min.f32 %f8, %f1, %f2; max.f64 %fd1, %fd2, %fd3; max.s32 %r9, %r1, %r2; max.ftz.f32 %f9, %f8, 0f00800000;
    mov.f32 %f10, 0f00800000; mov.u32 %r10, -2147483648; selp.b32 %r11, 0, %r10, %p1; selp.f32 %f11, 0f00000000, %f10, %p2;
    shr.s32 %r12, %r11, 31; shl.b32 %r13, %r12, %r1; shr.u32 %r14, %r13, 16; and.b32 %r15, %r14, 65535; and.b64 %rd1, %rd2, 1020;
    setp.lt.f32 %p3, %f1, 0f3F000000; setp.geu.f64 %p4, %fd1, 0d3FE0000000000000; setp.hi.u32 %p5, %r1, 31; setp.eq.s32 %p6, %r1, %r2; and.pred %p7, %p3, %p4;
    add.rn.f32 %f12, %f11, %f10; sub.f64 %fd4, %fd3, %fd2; mul.f32 %f13, %f12, 0f40000000; div.rn.f32 %f14, %f13, %f12; fma.rn.f64 %fd5, %fd4, 0d3FF8000000000000, %fd1;
    mad.lo.s32 %r16, %r15, 7, %r14; mul.wide.s32 %rd3, %r16, 4; mul.wide.u32 %rd4, %r15, 32; rem.s32 %r17, %r16, 8; div.s32 %r18, %r17, 3;
    neg.f32 %f15, %f14; abs.f32 %f16, %f15; not.b32 %r19, %r18; cvt.rn.f16.f32 %rs1, %f16; cvt.f32.f16 %f17, %rs1; cvt.s32.s8 %r3, %r2; cvt.u16.u32 %rs2, %r2; cvt.u32.u16 %r5, %rs2;
    ld.const.f32 %f18, [half+4]; ld.global.u8 %r7, [%rd3+-1]; ld.global.v2.f32 {%f1, %f2}, [%rd4]; st.global.f32 [%rd4+4], %f18; atom.global.max.s32 %r8, [%rd4], %r7; red.global.min.u32 [%rd4], %r7;
    div.approx.ftz.f32 %f19, %f18, %f17; mul.ftz.f32 %f1, %f19, %f18;)");
  const auto all = small_edits(m, 0);
  EXPECT_GT(all.size(), 250u);
  const changeable_text text(m);
  for (const edit& e : all) {
    if (e.open && e.open->table) continue;
    const auto other = parse(text.with(e.open ? with_constant(e, 2.5) : e.instead), "k.ptx");
    ASSERT_TRUE(other) << e.with << ": " << other.error().text();
    for (const instruction& i : other->functions[0].body) EXPECT_NE(i.form, form::unknown) << e.with << ": " << i.text;
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const edit& a, const edit& b) { return a.rank < b.rank; }));
  }
}

} // namespace
} // namespace fpcheck::ptx
