// What instructions mean: every row against its syntax, and rows of each kind against what the PTX manual says of them.
#include "form_syntax.hpp"
#include "kernel_text.hpp"

#include <fpcheck/ptx/meaning.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace fpcheck::ptx {
namespace {

using test::parse_kernel;
using m = modifier;

constexpr auto form_count = static_cast<std::size_t>(form::count);

/// The meaning of the first instruction of `body`.
meaning of(std::string_view body) {
  const auto module = parse_kernel(body);
  EXPECT_TRUE(module) << body << ": " << (module ? std::string() : module.error().text());
  return module ? meaning_of(module->functions.front().body.front()) : meaning{};
}

template <class F>
void each_form(F visit) {
  for (std::size_t k = 1; k < form_count; ++k) {
    const auto f = static_cast<form>(k);
    SCOPED_TRACE(std::string(name(f)) + ": " + std::string(syntax(f)));
    visit(f, meaning_of(f), patterns()[k]);
  }
}

template <class F>
bool has_operand(const form_pattern& p, F wanted) {
  return std::any_of(p.operands.begin(), p.operands.end(), [&](const operand_group& g) { return std::any_of(g.operands.begin(), g.operands.end(), wanted); });
}

/// The type words that may come first.
std::set<modifier> first_types(const form_pattern& p) {
  std::set<modifier> out;
  for (const word_group& g : p.words) {
    for (const auto& run : g.alternatives)
      if (const auto t = std::find_if(run.begin(), run.end(), is_type); t != run.end()) out.insert(*t);
    if (!out.empty()) return out;
  }
  return out;
}
bool is_float(modifier t) {
  return std::set{m::f16, m::bf16, m::f32, m::tf32, m::f64, m::f16x2, m::bf16x2, m::f32x2}.contains(t);
}
bool is_integer(modifier t) {
  return std::set{m::u8, m::s8, m::u16, m::s16, m::u32, m::s32, m::u64, m::s64, m::u16x2, m::s16x2}.contains(t);
}
bool is_arithmetic(operation o) { return o >= operation::sum && o <= operation::hyperbolic_tangent && o != operation::matrix_product; }

TEST(meaning, rows_agree_with_the_operands_of_their_syntax) {
  each_form([](form, const meaning& row, const form_pattern& p) {
    const bool addresses = has_operand(p, [](const operand_pattern& o) { return o.is_address; });
    const bool only_named = row.operation == operation::query || row.operation == operation::policy || row.operation == operation::fence;
    if (addresses && !only_named) { EXPECT_NE(row.access, access::none); }
    if (accesses_by_lane(row)) { EXPECT_TRUE(addresses); }
    const bool returns = !p.operands.empty() && !p.operands[0].operands.empty() && (p.operands[0].operands[0].name == "d" || p.operands[0].operands[0].name == "p") && !p.operands[0].operands[0].is_address;
    if (row.operation != operation::call) { EXPECT_EQ(returns, row.gives != content::none); }
    if (!returns) return;
    const operand_pattern& d = p.operands[0].operands[0];
    const bool predicate = d.rule == type_rule::fixed ? d.fixed == m::pred : first_types(p) == std::set{m::pred};
    EXPECT_EQ(predicate, row.gives == content::predicate);
  });
}

TEST(meaning, rows_agree_with_the_type_words_of_their_syntax) {
  each_form([](form, const meaning& row, const form_pattern& p) {
    const std::set<modifier> types = first_types(p);
    if (is_arithmetic(row.operation) && !types.empty()) {
      EXPECT_EQ(std::all_of(types.begin(), types.end(), is_float), row.takes == content::real);
      if (row.takes == content::integer) { EXPECT_TRUE(std::all_of(types.begin(), types.end(), is_integer)); }
    }
    if (row.lineage == lineage::computes || row.lineage == lineage::selects) { EXPECT_THAT(row.takes, testing::AnyOf(content::real, content::as_is)); }
    if (row.shadow == shadowing::functor) { EXPECT_TRUE(row.takes == content::real || row.gives == content::real || row.takes == content::as_typed); }
    if (row.shadow == shadowing::none) { EXPECT_TRUE(row.gives == content::none || row.operation == operation::call || row.operation == operation::barrier); }
    if (row.takes == content::none) { EXPECT_THAT(row.lineage, testing::AnyOf(lineage::none, lineage::decides)); }
    EXPECT_NE(row.operation, operation::unknown);
  });
}

TEST(meaning, order_words_are_the_order_and_none_is_weak_or_the_default) {
  EXPECT_EQ(of("ld.global.f32 %f1, [%rd1];").order, ordering::weak);
  EXPECT_EQ(of("ld.volatile.global.f32 %f1, [%rd1];").order, ordering::volatile_);
  EXPECT_EQ(of("ld.acquire.gpu.global.u32 %r1, [%rd1];").order, ordering::acquire);
  EXPECT_EQ(of("ld.mmio.relaxed.sys.global.u32 %r1, [%rd1];").order, ordering::relaxed);
  EXPECT_EQ(of("st.release.gpu.global.u32 [%rd1], %r1;").order, ordering::release);
  EXPECT_EQ(of("atom.global.add.u32 %r1, [%rd1], %r2;").order, ordering::relaxed);
  EXPECT_EQ(of("atom.acq_rel.gpu.global.add.u32 %r1, [%rd1], %r2;").order, ordering::acq_rel);
  EXPECT_EQ(of("red.release.gpu.global.add.u32 [%rd1], %r2;").order, ordering::release);
  EXPECT_EQ(of("fence.sc.gpu;").order, ordering::sc);
  EXPECT_EQ(of("fence.acq_rel.gpu;").order, ordering::acq_rel);
  EXPECT_EQ(of("membar.gl;").order, ordering::sc);
  EXPECT_EQ(of("bar.arrive 0, 64;").order, ordering::release);
  EXPECT_EQ(of("mbarrier.arrive.relaxed.cluster.shared::cta.b64 %rd1, [%r1];").order, ordering::relaxed);
  EXPECT_FALSE(is_ordered(of("st.global.f32 [%rd1], %f1;")));
  EXPECT_TRUE(is_ordered(of("st.mmio.relaxed.sys.global.u32 [%rd1], %r1;")));
  EXPECT_TRUE(releases(of("atom.release.gpu.global.exch.b32 %r1, [%rd1], %r2;")) && !acquires(of("atom.release.gpu.global.exch.b32 %r1, [%rd1], %r2;")));
}

TEST(meaning, words_and_types_settle_what_rows_leave_open) {
  EXPECT_EQ(of("redux.sync.add.u32 %r1, %r2, -1;").operation, operation::sum);
  EXPECT_EQ(of("redux.sync.min.u32 %r1, %r2, -1;").operation, operation::minimum);
  EXPECT_EQ(of("redux.sync.min.u32 %r1, %r2, -1;").lineage, lineage::reshapes); // the winner's bits
  EXPECT_EQ(of("redux.sync.add.u32 %r1, %r2, -1;").lineage, lineage::discrete);
  EXPECT_EQ(of("atom.global.max.u32 %r1, [%rd1], %r2;").operation, operation::maximum);
  EXPECT_EQ(of("red.global.xor.b32 [%rd1], %r2;").operation, operation::logic);
  EXPECT_EQ(of("atom.global.v2.f16x2.max.noftz {%r1, %r2}, [%rd1], {%r3, %r4};").lineage, lineage::selects);
  EXPECT_EQ(of("set.lt.f32.f32 %f1, %f2, %f3;").gives, content::real);
  EXPECT_EQ(of("set.lt.u32.f32 %r1, %f2, %f3;").gives, content::integer);
  EXPECT_EQ(of("set.lt.u32.f32 %r1, %f2, %f3;").source, m::f32);
  EXPECT_EQ(of("set.lt.u32.f32 %r1, %f2, %f3;").result, m::u32);
  EXPECT_EQ(of("add.rn.f32.f16 %f1, %h1, %f2;").source, m::f16);
  EXPECT_EQ(of("mov.b32 %r1, {%h1, %h2};").operation, operation::packing);
  EXPECT_EQ(of("mov.b32 {%h1, %h2}, %r1;").operation, operation::unpacking);
  EXPECT_EQ(of("mov.b32 %r1, %r2;").operation, operation::move);
  EXPECT_EQ(of("mov.pred %p1, %p2;").gives, content::predicate);
  EXPECT_EQ(of("add.f16x2 %r1, %r2, %r3;").parts, 2);
  EXPECT_EQ(of("cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;").parts, 2);
  EXPECT_EQ(of("add.f32 %f1, %f2, %f3;").parts, 1);
  EXPECT_TRUE(of("rcp.approx.f32 %f1, %f2;").approximate && of("div.full.f32 %f1, %f2, %f3;").approximate);
  EXPECT_FALSE(of("rcp.rn.f32 %f1, %f2;").approximate);
}

TEST(meaning, predicates_among_the_sources_are_known) {
  for (const char* text : {"selp.f32 %f1, %f2, %f3, %p1;", "setp.lt.and.f32 %p1, %f1, %f2, %p3;", "set.lt.and.u32.f32 %r1, %f1, %f2, %p3;", "and.pred %p1, %p2, %p3;", "not.pred %p1, %p2;",
                           "vote.sync.any.pred %p1, %p2, -1;", "vote.sync.ballot.b32 %r1, %p2, -1;", "bar.red.popc.u32 %r1, 0, %p1;", "bar.red.and.pred %p1, 0, %p2;",
                           "lop3.or.b32 %r1|%p1, %r2, %r3, %r4, 0x80, %p2;", "mov.pred %p1, %p2;"})
    EXPECT_TRUE(of(text).asks_predicate) << text;
  for (const char* text : {"setp.lt.f32 %p1, %f1, %f2;", "setp.lt.f32 %p1|%p2, %f1, %f2;", "lop3.b32 %r1, %r2, %r3, %r4, 0x80;", "shfl.sync.idx.b32 %r1|%p1, %r2, 0, 31, -1;", "isspacep.global %p1, %rd1;",
                           "add.f32 %f1, %f2, %f3;"})
    EXPECT_FALSE(of(text).asks_predicate) << text;
}

TEST(meaning, lineages_are_what_becomes_of_a_number) {
  EXPECT_EQ(of("fma.rn.f32 %f1, %f2, %f3, %f4;").lineage, lineage::computes);
  EXPECT_EQ(of("cvt.rn.f16.f32 %h1, %f1;").lineage, lineage::computes); // rounded, still that number
  EXPECT_EQ(of("cvt.rzi.s32.f32 %r1, %f1;").lineage, lineage::discrete);
  EXPECT_EQ(of("cvt.rni.f32.f32 %f1, %f2;").lineage, lineage::discrete);
  EXPECT_EQ(of("min.f32 %f1, %f2, %f3;").lineage, lineage::selects);
  EXPECT_EQ(of("selp.f32 %f1, %f2, %f3, %p1;").lineage, lineage::carries);
  EXPECT_EQ(of("setp.lt.f32 %p1, %f1, %f2;").lineage, lineage::decides);
  EXPECT_EQ(of("setp.lt.s32 %p1, %r1, %r2;").lineage, lineage::decides); // on its bits
  EXPECT_EQ(of("shl.b32 %r1, %r2, 16;").lineage, lineage::reshapes);
  EXPECT_EQ(of("popc.b32 %r1, %r2;").lineage, lineage::discrete);
  EXPECT_EQ(of("shfl.sync.bfly.b32 %r1, %r2, 1, 31, -1;").lineage, lineage::carries);
  EXPECT_EQ(of("st.global.f32 [%rd1], %f1;").lineage, lineage::stores);
  EXPECT_EQ(of("atom.global.add.f32 %f1, [%rd1], %f2;").lineage, lineage::computes);
  EXPECT_EQ(of("atom.global.add.u32 %r1, [%rd1], %r2;").lineage, lineage::discrete);
  EXPECT_EQ(of("match.any.sync.b32 %r1, %r2, -1;").lineage, lineage::decides);
}

TEST(meaning, kinds_are_told_apart) {
  EXPECT_TRUE(is_real_sum(of("mad.rn.f64 %fd1, %fd2, %fd3, %fd4;")) && is_real_sum(of("sub.bf16 %h1, %h2, %h3;")) && is_real_sum(of("red.global.add.f32 [%rd1], %f1;")));
  EXPECT_FALSE(is_real_sum(of("add.s32 %r1, %r2, %r3;")) || is_real_sum(of("mul.f32 %f1, %f2, %f3;")) || is_real_sum(of("mad.lo.s32 %r1, %r2, %r3, %r4;")));
  EXPECT_TRUE(is_rounding_conversion(of("cvt.rn.f16.f32 %h1, %f1;")) && is_rounding_conversion(of("cvt.rzi.s32.f32 %r1, %f1;")));
  EXPECT_FALSE(is_rounding_conversion(of("cvt.f32.f16 %f1, %h1;")) || is_rounding_conversion(of("cvt.rn.f32.s32 %f1, %r1;")) || is_rounding_conversion(of("cvt.u16.u32 %h1, %r1;")));
  EXPECT_TRUE(has_pole(of("rsqrt.approx.f32 %f1, %f2;")) && has_pole(of("lg2.approx.f32 %f1, %f2;")) && !has_pole(of("ex2.approx.f32 %f1, %f2;")));
  for (const char* text : {"not.b32 %r1, %r2;", "abs.s32 %r1, %r2;", "neg.s32 %r1, %r2;", "popc.b32 %r1, %r2;", "clz.b32 %r1, %r2;", "div.s32 %r1, %r2, %r3;", "rem.u32 %r1, %r2, %r3;",
                           "bfe.u32 %r1, %r2, 23, 8;", "prmt.b32 %r1, %r2, %r3, 0x5410;", "setp.eq.b32 %p1, %r1, %r2;", "cvt.rn.f32.s32 %f1, %r1;", "cvt.u16.u32 %h1, %r1;"})
    EXPECT_TRUE(reads_integers(of(text))) << text;
  for (const char* text : {"mov.b32 %r1, %r2;", "selp.b32 %r1, %r2, %r3, %p1;", "ld.global.u32 %r1, [%rd1];", "shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;", "cvta.to.global.u64 %rd1, %rd2;", "add.f32 %f1, %f2, %f3;"})
    EXPECT_FALSE(reads_integers(of(text))) << text;
  EXPECT_TRUE(is_pure(of("add.s32 %r1, %r2, %r3;")) && !is_pure(of("addc.u32 %r1, %r2, %r3;")) && !is_pure(of("ld.global.u32 %r1, [%rd1];")) && !is_pure(of("vote.sync.ballot.b32 %r1, %p2, -1;")));
  EXPECT_TRUE(crosses_lanes(of("shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;")) && crosses_lanes(of("bar.sync 0;")) && !crosses_lanes(of("addc.u32 %r1, %r2, %r3;")));
}

} // namespace
} // namespace fpcheck::ptx
