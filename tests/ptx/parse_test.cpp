#include "kernel_text.hpp"

#include <gmock/gmock.h>

namespace fpcheck::ptx {
namespace {

using test::parse_kernel;

/// The instructions of the kernel around `body`; fails the test where it does not parse.
module parsed(std::string_view body) {
  auto m = parse_kernel(body);
  EXPECT_TRUE(m) << (m ? std::string() : m.error().text());
  return m ? std::move(*m) : module{};
}

const function& kernel(const module& m) {
  return m.functions.front();
}
const instruction& only(const module& m) {
  return kernel(m).body.front();
}
const std::string& register_name(const module& m, const operand& o) {
  return kernel(m).registers[o.id].name;
}

TEST(instruction, has_its_form_words_and_operands) {
  const module m = parsed("@!%p3 add.rn.ftz.f32 %f1, %f2, 0fBF800000;");
  const instruction& i = only(m);
  EXPECT_EQ(i.form, form::add_f32);
  EXPECT_EQ(i.text, "add.rn.ftz.f32");
  EXPECT_EQ(i.ptx_line, 8u);
  EXPECT_EQ(kernel(m).registers[i.guard].name, "%p3");
  EXPECT_TRUE(i.guard_negated);
  EXPECT_TRUE(i.has(modifier::rn) && i.has(modifier::ftz) && !i.has(modifier::sat));
  EXPECT_EQ(i.type(), modifier::f32);
  EXPECT_EQ(i.type(1), modifier::none);
  ASSERT_EQ(i.operands.size(), 3u);
  EXPECT_EQ(register_name(m, i.operands[0]), "%f1");
  EXPECT_EQ(i.operands[2].kind, operand_kind::immediate);
  EXPECT_EQ(i.operands[2].literal, literal_kind::f32);
  EXPECT_EQ(i.operands[2].value, 0xBF800000u);
}

TEST(instruction, tells_forms_of_one_spelling_apart_by_operands) {
  const module m = parsed("min.f32 %f1, %f2, %f3;\nmin.f32 %f1, %f2, %f3, %f4;");
  EXPECT_EQ(kernel(m).body[0].form, form::min_f32);
  EXPECT_EQ(kernel(m).body[1].form, form::min3_f32);
}

TEST(instruction, pairs_keep_their_second_half) {
  const module m = parsed("setp.lt.s32 %p1|%p2, %r1, %r2;\nshfl.sync.bfly.b32 %r3|_, %r1, 1, 31, -1;");
  const instruction& set = kernel(m).body[0];
  ASSERT_EQ(set.operands.size(), 4u);
  EXPECT_FALSE(set.operands[0].joined);
  EXPECT_TRUE(set.operands[1].joined);
  EXPECT_EQ(register_name(m, set.operands[1]), "%p2");
  EXPECT_EQ(kernel(m).body[1].operands[1].kind, operand_kind::sink);
  EXPECT_EQ(kernel(m).body[1].operands[5].value, ~std::uint64_t{0});
}

TEST(literals, take_the_type_of_their_place) {
  const module m = parsed("add.f32 %f1, %f1, 0.1;\nadd.f64 %fd1, %fd1, 0f3F800000;\nadd.f64 %fd1, %fd1, 0.1;\nmov.b32 "
                          "%r1, 0F7f800001;\nmov.b64 %rd1, -1;\n"
                          "add.s32 %r1, %r1, WARP_SZ;\nmov.u32 %r1, 0b101;\nmov.u32 %r1, 017;\nmov.u32 %r1, (1 << 3) | "
                          "2 + 3 * 4 % 5;\nmov.u32 %r1, 7U;");
  const auto& body = kernel(m).body;
  const auto last = [&](std::size_t i) { return body[i].operands.back(); };
  EXPECT_EQ(last(0).literal, literal_kind::f32);
  EXPECT_EQ(last(0).value, 0x3DCCCCCDu);
  EXPECT_EQ(last(1).literal, literal_kind::f64);
  EXPECT_EQ(last(1).value, 0x3FF0000000000000u);
  EXPECT_EQ(last(2).value, 0x3FB999999999999Au);
  EXPECT_EQ(last(3).value, 0x7f800001u);
  EXPECT_EQ(last(4).value, ~std::uint64_t{0});
  EXPECT_EQ(last(5).value, 32u);
  EXPECT_EQ(last(6).value, 5u);
  EXPECT_EQ(last(7).value, 15u);
  EXPECT_EQ(last(8).value, 12u); // (8 | (2 + 2))
  EXPECT_EQ(last(9).value, 7u);
}

TEST(addresses, have_a_base_and_a_signed_offset) {
  const module m = parsed("ld.global.f32 %f1, [%rd1+-16];\nld.param.u32 %r1, [n+0];\nst.shared.u32 [64], "
                          "%r1;\nld.global.v4.f32 {%f1, _, %f2, %f3}, [%rd1];\n"
                          "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];");
  const auto& body = kernel(m).body;
  EXPECT_EQ(static_cast<std::int64_t>(body[0].operands[1].value), -16);
  EXPECT_EQ(body[0].operands[1].base, base_kind::reg);
  EXPECT_EQ(body[1].operands[1].base, base_kind::symbol);
  EXPECT_EQ(m.symbols[body[1].operands[1].id].name, "n");
  EXPECT_EQ(body[2].operands[0].base, base_kind::none);
  EXPECT_EQ(body[2].operands[0].value, 64u);
  const operand& v = body[3].operands[0];
  ASSERT_EQ(v.count, 4u);
  EXPECT_EQ(kernel(m).operand_pool[v.first + 1].kind, operand_kind::sink);
  const operand& t = body[4].operands[1];
  ASSERT_EQ(t.count, 1u);
  EXPECT_EQ(kernel(m).operand_pool[t.first].kind, operand_kind::vector);
  EXPECT_EQ(kernel(m).operand_pool[t.first].count, 2u);
}

TEST(registers, are_listed_in_order_of_first_use) {
  const module m = parsed("mov.u32 %r7, %r3;\nmov.u32 %r3, %r7;");
  ASSERT_EQ(kernel(m).registers.size(), 2u);
  EXPECT_EQ(kernel(m).registers[0].name, "%r7");
  EXPECT_EQ(kernel(m).registers[1].name, "%r3");
  EXPECT_EQ(kernel(m).registers[1].type, modifier::b32);
}

TEST(registers, inner_scopes_hide_outer_ones) {
  const module m = parsed("mov.u32 %r1, 1;\n{ .reg .b32 %r<2>; mov.u32 %r1, 2; mov.u32 %r5, %r1; }\nmov.u32 %r5, %r1;");
  const auto& body = kernel(m).body;
  EXPECT_NE(body[0].operands[0].id, body[1].operands[0].id);
  EXPECT_EQ(body[1].operands[0].id, body[2].operands[1].id);
  EXPECT_EQ(body[0].operands[0].id, body[3].operands[1].id);
  EXPECT_EQ(body[2].operands[0].id, body[3].operands[0].id); // %r5 is the outer one: the inner range ends at %r1
}

TEST(registers, a_vector_register_is_its_components) {
  const module m = parsed(".reg .v4 .f32 v;\nmov.f32 v.y, %f1;\nst.global.v4.f32 [%rd1], v;");
  const auto& body = kernel(m).body;
  EXPECT_EQ(register_name(m, body[0].operands[0]), "v.y");
  ASSERT_EQ(body[1].operands[1].count, 4u);
  EXPECT_EQ(kernel(m).operand_pool[body[1].operands[1].first + 1].id, body[0].operands[0].id);
}

TEST(registers, a_vector_of_one_element_is_the_element) {
  const module m = parsed("ld.global.b32 {%r1}, [%rd1];\nst.global.b32 [%rd1], {%r1};\nmov.b32 {%r2}, %r1;\nmov.b32 %r3, {%r2};\nld.shared.f32 {%f1}, [%r1];");
  for (const auto& i : kernel(m).body)
    for (const operand& x : i.operands) EXPECT_NE(x.kind, operand_kind::vector) << i.text;
  EXPECT_EQ(register_name(m, kernel(m).body[0].operands[0]), "%r1");
  EXPECT_EQ(kernel(m).body[0].form, form::ld);
  // ptxas refuses these.
  for (const char* wrong : {"add.s32 {%r1}, %r2, %r3;", "add.s32 %r1, {%r2}, %r3;", "atom.global.add.u32 %r1, [%rd1], {%r2};", "cvt.rn.f32.s32 {%f1}, %r1;",
                            "ld.global.v2.b32 {%r1}, [%rd1];", "ld.global.b32 {%h1}, [%rd1];"})
    EXPECT_FALSE(parse_kernel(wrong).has_value()) << wrong;
}

TEST(labels, are_local_to_their_scope_and_may_come_later) {
  const module m = parsed("L: bra L;\n{ bra L; L: bra L; { bra M; } }\nM: ret;");
  const auto& f = kernel(m);
  const auto target = [&](std::size_t i) { return f.labels[f.body[i].operands[0].id].instruction; };
  EXPECT_EQ(target(0), 0u);
  EXPECT_EQ(target(1), 2u);
  EXPECT_EQ(target(2), 2u);
  EXPECT_EQ(target(3), 4u);
}

TEST(labels, jump_tables_list_them) {
  const module m = parsed("T: .branchtargets A, B, A;\nbrx.idx %r1, T;\nA: ret;\nB: ret;");
  const auto& f = kernel(m);
  ASSERT_EQ(f.branch_targets.size(), 1u);
  ASSERT_EQ(f.branch_targets[0].targets.size(), 3u);
  EXPECT_EQ(f.labels[f.branch_targets[0].targets[1]].name, "B");
  EXPECT_EQ(f.body[0].operands[1].kind, operand_kind::branch_targets);
}

TEST(module_scope, an_unknown_instruction_is_kept_for_the_report) {
  const module m = parsed("frobnicate.rn %r1, [nowhere], {x};\nret;");
  EXPECT_EQ(kernel(m).body[0].form, form::unknown);
  EXPECT_EQ(kernel(m).body[0].text, "frobnicate.rn");
  EXPECT_EQ(kernel(m).body[1].form, form::ret);
}

constexpr std::string_view head = ".version 8.3\n.target sm_80\n.address_size 64\n";

module module_of(std::string_view text) {
  auto m = parse(std::string(head) + std::string(text), "m.ptx");
  EXPECT_TRUE(m) << (m ? std::string() : m.error().text());
  return m ? std::move(*m) : module{};
}

std::vector<unsigned> bytes(const variable& v) {
  std::vector<unsigned> out;
  for (std::byte b : v.initial) out.push_back(std::to_integer<unsigned>(b));
  return out;
}

TEST(module_scope, header) {
  const module m = module_of("");
  EXPECT_EQ(m.version_major, 8);
  EXPECT_EQ(m.version_minor, 3);
  EXPECT_EQ(m.target, "sm_80");
}

TEST(variables, sizes_alignment_and_initial_bytes) {
  const module m = module_of(".global .align 8 .b8 a[3] = {1, 255};\n.const .s16 b = -2;\n.shared .f32 "
                             "c[2][3];\n.global .f32 d[2] = {1.0, 0fC0000000};\n"
                             ".extern .shared .align 16 .b8 e[];\n.global .v2 .f64 f;\n.global .u32 g[] = {1, "
                             "2};\n.global .u16 h[2][2] = {{1}, {2, 3}};");
  ASSERT_EQ(m.variables.size(), 8u);
  EXPECT_EQ(m.variables[0].size, 3u);
  EXPECT_EQ(m.variables[0].alignment, 8u);
  EXPECT_THAT(bytes(m.variables[0]), testing::ElementsAre(1, 255));
  EXPECT_THAT(bytes(m.variables[1]), testing::ElementsAre(0xfe, 0xff));
  EXPECT_EQ(m.variables[1].space, state_space::constant);
  EXPECT_EQ(m.variables[2].size, 24u);
  EXPECT_EQ(m.variables[2].alignment, 4u);
  EXPECT_TRUE(m.variables[2].initial.empty());
  EXPECT_THAT(bytes(m.variables[3]), testing::ElementsAre(0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0));
  EXPECT_TRUE(m.variables[4].is_extern && m.variables[4].is_array);
  EXPECT_EQ(m.variables[4].size, 0u);
  EXPECT_EQ(m.variables[5].size, 16u);
  EXPECT_EQ(m.variables[5].alignment, 16u);
  EXPECT_EQ(m.variables[6].size, 8u);
  EXPECT_THAT(bytes(m.variables[7]), testing::ElementsAre(1, 0, 0, 0, 2, 0, 3, 0));
}

TEST(variables, addresses_become_relocations) {
  const module m = module_of(".global .u32 a[4];\n.func f ();\n.global .u64 p[3] = {generic(a)+4, a-8, f};\n"
                             ".global .align 8 .b8 q[9] = {1, 0xFF(a), 0xFF00(a), 0xFF0000(a), 0xFF000000(a), "
                             "0xFF00000000(a), 0xFF0000000000(a), "
                             "0xFF000000000000(a), 0xFF00000000000000(a)};");
  const variable& p = m.variables[1];
  ASSERT_EQ(p.relocations.size(), 3u);
  EXPECT_TRUE(p.relocations[0].generic);
  EXPECT_EQ(p.relocations[0].addend, 4u);
  EXPECT_EQ(p.relocations[1].offset, 8u);
  EXPECT_EQ(static_cast<std::int64_t>(p.relocations[1].addend), -8);
  EXPECT_TRUE(m.symbols[p.relocations[2].symbol].is_function);
  const variable& q = m.variables[2];
  ASSERT_EQ(q.relocations.size(), 1u);
  EXPECT_EQ(q.relocations[0].offset, 1u);
  EXPECT_EQ(q.initial.size(), 9u);
}

TEST(functions, parameters_prototypes_and_calls) {
  const module m = module_of(".extern .func (.param .b32 r) g (.param .b64 a, .param .align 8 .b8 s[24]);\n"
                             ".visible .entry k (.param .u64 .ptr .global .align 16 a, .param .align 8 .b8 s[24]) "
                             ".maxntid 128, 2 .reqntid 64 {\n"
                             ".reg .b64 %rd<3>; .reg .b32 %r<3>;\n"
                             "{ .param .b64 p0; .param .align 8 .b8 p1[24]; .param .b32 ret0;\n"
                             "call.uni (ret0), g, (p0, p1);\n"
                             "proto: .callprototype (.param .b32 _) _ (.param .b64 _, .param .align 8 .b8 _[24]);\n"
                             "mov.u64 %rd1, g;\ncall (ret0), %rd1, (p0, p1), proto; }\nret; }");
  ASSERT_EQ(m.functions.size(), 2u);
  EXPECT_FALSE(m.functions[0].has_body);
  const function& k = m.functions[1];
  EXPECT_TRUE(k.is_entry && k.has_body);
  EXPECT_THAT(k.maxntid, testing::ElementsAre(128, 2, 1));
  EXPECT_THAT(k.reqntid, testing::ElementsAre(64, 1, 1));
  ASSERT_EQ(k.parameters.size(), 2u);
  EXPECT_EQ(m.variables[k.parameters[0]].alignment, 8u) << "the alignment after .ptr is that of the pointee";
  EXPECT_EQ(m.variables[k.parameters[1]].size, 24u);
  const instruction& direct = k.body[0];
  EXPECT_EQ(direct.form, form::call);
  ASSERT_EQ(direct.operands.size(), 3u);
  EXPECT_EQ(direct.operands[0].count, 1u);
  EXPECT_EQ(m.symbols[direct.operands[1].id].name, "g");
  ASSERT_EQ(direct.operands[2].count, 2u);
  EXPECT_EQ(m.symbols[k.operand_pool[direct.operands[2].first + 1].id].name, "p1");
  const instruction& indirect = k.body[2];
  ASSERT_EQ(indirect.operands.size(), 4u);
  EXPECT_EQ(indirect.operands[1].kind, operand_kind::reg);
  EXPECT_EQ(indirect.operands[3].kind, operand_kind::prototype);
  EXPECT_EQ(k.prototypes[indirect.operands[3].id].parameters[1].size, 24u);
}

TEST(functions, an_alias_is_the_function_it_names) {
  const module m =
      module_of(".func f ();\n.func g ();\n.func g () { ret; }\n.alias f, g;\n.entry k () { call f; ret; }");
  const index f = kernel(m).name == "f" ? 0 : 1;
  const instruction& call = m.functions[2].body[0];
  EXPECT_EQ(m.functions[m.symbols[call.operands[1].id].id].name, "g");
  EXPECT_EQ(f, 0u);
}

TEST(lines, positions_carry_the_inline_stack) {
  const module m =
      module_of(".file 1 \"a.cu\"\n.file 2 \"b.cuh\"\n.entry k () {\n.reg .f32 %f<3>;\nadd.f32 %f1, %f1, %f1;\n.loc 1 "
                "10 3\nadd.f32 %f1, %f1, %f1;\n"
                ".loc 2 20 5, function_name $L_s0, inlined_at 1 10 3\nadd.f32 %f1, %f1, %f1;\n"
                ".loc 2 30 7, function_name $L_s0+4, inlined_at 2 20 5\nadd.f32 %f1, %f1, %f1;\n.loc 3 1 1\nret;\n}\n"
                ".section .debug_str {\n$L_s0:\n.b8 102, 111, 111, 0\n.b8 98, 97, 0\n}");
  const function& k = m.functions[0];
  EXPECT_EQ(k.body[0].position, none);
  const source_position& plain = m.positions[k.body[1].position];
  EXPECT_EQ(m.files[plain.file], "a.cu");
  EXPECT_EQ(plain.line, 10u);
  EXPECT_EQ(plain.column, 3u);
  EXPECT_TRUE(plain.inlined_at.empty());
  const source_position& deep = m.positions[k.body[3].position];
  EXPECT_EQ(deep.line, 30u);
  ASSERT_EQ(deep.inlined_at.size(), 2u);
  EXPECT_EQ(deep.inlined_at[0].function, "ba");
  EXPECT_EQ(deep.inlined_at[0].line, 20u);
  EXPECT_EQ(m.files[deep.inlined_at[0].file], "b.cuh");
  EXPECT_EQ(deep.inlined_at[1].function, "foo");
  EXPECT_EQ(deep.inlined_at[1].line, 10u);
  EXPECT_EQ(m.positions[k.body[4].position].file, none) << "file 3 was never declared";
}

} // namespace
} // namespace fpcheck::ptx
