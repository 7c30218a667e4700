#include <fpcheck/ptx/form_tables.hpp>

#include "form_syntax.hpp"
#include "kernel_text.hpp"
#include "probe.hpp"

#include <gmock/gmock.h>

#include <set>

namespace fpcheck::ptx {
namespace {

TEST(form_tables, every_row_is_well_written) {
  for (const form_pattern& p : patterns()) EXPECT_EQ(p.problem, "") << name(p.id) << ": " << syntax(p.id);
}

TEST(form_tables, every_form_is_in_one_table) {
  std::set<form> seen;
  for (const form_table& table : form_tables()) {
    EXPECT_FALSE(table.forms.empty()) << table.name;
    for (form f : table.forms) EXPECT_TRUE(seen.insert(f).second) << name(f);
  }
  EXPECT_EQ(seen.size() + 1, static_cast<std::size_t>(form::count));
  EXPECT_EQ(seen.count(form::unknown), 0u);
}

struct word_row {
  std::string_view text;
  modifier word;
  unsigned bits;
};

constexpr word_row words[] = {
#define FPCHECK_MODIFIER(name, word) {word, modifier::name, 0},
#define FPCHECK_TYPE(name, word, bits) {word, modifier::name, bits},
#include <fpcheck/ptx/isa/modifiers.def>
};

TEST(form_tables, words_are_distinct_and_found_by_their_text) {
  std::set<std::string_view> texts;
  for (const word_row& row : words) {
    EXPECT_TRUE(texts.insert(row.text).second) << row.text;
    EXPECT_EQ(word_of(row.text), row.word) << row.text;
    EXPECT_EQ(text(row.word), row.text);
    EXPECT_EQ(width(row.word), row.bits) << row.text;
    EXPECT_EQ(is_type(row.word), row.bits != 0) << row.text;
  }
  EXPECT_EQ(word_of(".nonsense"), modifier::none);
}

TEST(form_tables, the_shape_of_a_row_is_read_from_its_syntax) {
  const form_pattern& p = patterns()[static_cast<std::size_t>(form::setp_bool_f32)];
  EXPECT_EQ(p.opcode, "setp");
  ASSERT_EQ(p.words.size(), 4u);
  EXPECT_EQ(p.words[0].alternatives.size(), 14u);
  EXPECT_TRUE(p.words[2].is_optional);
  ASSERT_EQ(p.operands.size(), 3u);
  EXPECT_TRUE(p.operands[1].is_optional);
  EXPECT_TRUE(p.operands[1].operands[0].is_joined);
  EXPECT_EQ(p.operands[2].operands.size(), 3u);
}

struct spelling {
  const char* opcode;
  form expected;
};

class which_row : public testing::TestWithParam<spelling> {};

TEST_P(which_row, takes_the_words) {
  std::vector<modifier> words;
  const std::string all = GetParam().opcode;
  const std::size_t dot = std::min(all.find('.'), all.size());
  for (std::size_t at = dot; at < all.size();) {
    const std::size_t end = std::min(all.find('.', at + 1), all.size());
    words.push_back(word_of(all.substr(at, end - at)));
    at = end;
  }
  form found = form::unknown;
  for (form f : forms_of(all.substr(0, dot)))
    if (matches(patterns()[static_cast<std::size_t>(f)], words)) {
      found = f;
      break;
    }
  EXPECT_EQ(name(found), name(GetParam().expected)) << all;
}

INSTANTIATE_TEST_SUITE_P(
    legal, which_row,
    testing::Values(spelling{"add.s32", form::add_int}, spelling{"add.sat.s32", form::add_sat_s32},
                    spelling{"add.f32", form::add_f32}, spelling{"add.rn.ftz.sat.f32", form::add_f32},
                    spelling{"add.rz.f64", form::add_f64}, spelling{"fma.rn.relu.f16x2", form::fma_f16x2},
                    spelling{"cvt.rn.bf16.f32", form::cvt_narrow},
                    spelling{"cvt.rn.relu.bf16.f32", form::cvt_narrow_clamped},
                    spelling{"cvt.rzi.s32.f32", form::cvt_float_to_int},
                    spelling{"cvt.rn.f32.u64", form::cvt_int_to_float}, spelling{"cvt.u32.u8", form::cvt_int_to_int},
                    spelling{"cvt.f32.f16", form::cvt_widen}, spelling{"cvt.rni.f32.f32", form::cvt_round_to_integral},
                    spelling{"cvt.rn.satfinite.e4m3x2.f32", form::cvt_fp8_pair},
                    spelling{"cvt.rna.tf32.f32", form::cvt_tf32_away}, spelling{"ld.global.nc.v4.f32", form::ld_nc},
                    spelling{"ld.relaxed.gpu.global.u32", form::ld_relaxed},
                    spelling{"atom.global.cta.add.u32", form::atom_add_int},
                    spelling{"atom.acq_rel.gpu.global.cas.b32", form::atom_cas},
                    spelling{"atom.add.release.cta.u64", form::atom_add_int},
                    spelling{"red.global.add.noftz.f16x2", form::red_add_f16}, spelling{"bar.sync", form::bar_sync},
                    spelling{"red.global.add.v2.f32", form::red_add_vec_f32}, spelling{"red.global.v4.f32.add", form::red_add_vec_f32},
                    spelling{"red.global.v2.bf16x2.min.noftz", form::red_vec_half}, spelling{"atom.b32.cas.global", form::atom_cas}, spelling{"max.s32.relu", form::max_relu_int},
                    spelling{"barrier.cluster.arrive.relaxed.aligned", form::barrier_cluster_arrive},
                    spelling{"wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16", form::wgmma_f16},
                    spelling{"mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32", form::mma_fp8}));

INSTANTIATE_TEST_SUITE_P(
    illegal, which_row,
    testing::Values(spelling{"add.ftz.f64", form::unknown}, spelling{"add.sat.u32", form::unknown},
                    spelling{"add.rn.s32", form::unknown}, spelling{"add.f32.rn", form::unknown},
                    spelling{"add", form::unknown}, spelling{"fma.f32", form::unknown},
                    spelling{"mul.s32", form::unknown}, spelling{"mul.wide.s64", form::unknown},
                    spelling{"mul.rz.f16", form::unknown}, spelling{"add.ftz.bf16", form::unknown},
                    spelling{"setp.lo.s32", form::unknown}, spelling{"setp.lt.b32", form::unknown},
                    spelling{"setp.ltu.s32", form::unknown}, spelling{"cvt.f32.f64", form::unknown},
                    spelling{"cvt.s32.f32", form::unknown}, spelling{"cvt.rn.f64.f32", form::unknown},
                    spelling{"cvt.rm.tf32.f32", form::unknown}, spelling{"ex2.rn.f32", form::unknown},
                    spelling{"shl.s32", form::unknown}, spelling{"ld.global.f16x3", form::unknown},
                    spelling{"st.const.f32", form::unknown}, spelling{"red.acquire.gpu.global.add.u32", form::unknown},
                    spelling{"atom.add.s64", form::unknown},
                    spelling{"mma.sync.aligned.m16n8k16.col.row.f32.bf16.bf16.f32", form::unknown},
                    spelling{"frobnicate", form::unknown}));

TEST(probes, each_finds_its_row_through_the_parser) {
  // The rows of one opcode overlap in words where only the operands tell them apart; the parser must choose the right
  // one.
  for (const test::probe& p : test::probes(1)) {
    if (p.opcode.substr(0, 5) == "alloc" || p.form == form::call) continue;
    bool found = false;
    std::string why;
    for (const std::string& operands : p.operands) {
      const auto m = parse(test::probe_prologue("sm_90a") + p.opcode + operands + ";\n}\n", "probe.ptx");
      if (!m) {
        why = m.error().text();
        continue;
      }
      const instruction& i = m->functions.back().body.back();
      found = found || i.form == p.form;
      if (!found) why = std::string(name(i.form));
    }
    EXPECT_TRUE(found) << name(p.form) << ": " << p.opcode << p.operands.front() << "\n" << why;
  }
}

} // namespace
} // namespace fpcheck::ptx
