// Kernels whose calls were replaced by bodies: the same bits and findings, and roles that are seen through what were calls
// and through local memory.
#include "launching.hpp"

#include <fpcheck/ptx/inline_calls.hpp>

namespace fpcheck::exec {
namespace {

std::unique_ptr<loaded> load_inlined(const std::string& text) {
  auto out = std::make_unique<loaded>();
  auto m = ptx::parse(text, "test.ptx");
  if (!m) throw std::runtime_error(m.error().text());
  out->module = ptx::inline_calls(*std::move(m));
  auto p = decode(out->module);
  if (!p) throw std::runtime_error(p.error().text());
  out->code = std::move(*p);
  return out;
}

/// A function that writes its local variable only for an argument below `limit`, and returns what it then holds.
const char* const leftover = R"(.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 result) kept(.param .b32 x)
{
  .local .align 4 .b8 depot[8]; .reg .pred %p; .reg .b32 %v; .reg .b64 %at, %sp;
  mov.u64 %sp, depot; cvta.local.u64 %at, %sp;
  ld.param.u32 %v, [x]; setp.lt.u32 %p, %v, 3;
  @!%p bra AROUND;
  st.u32 [%at+4], %v;
AROUND:
  ld.u32 %v, [%at+4]; st.param.b32 [result], %v;
  ret;
}
.visible .entry k(.param .u64 out, .param .u32 turns)
{
  .reg .pred %p; .reg .b32 %i, %n, %v, %sum, %t; .reg .b64 %r, %o;
  ld.param.u64 %r, [out]; ld.param.u32 %n, [turns];
  mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %r, %r, %o;
  mov.u32 %i, 0; mov.u32 %sum, 0;
AGAIN:
  { .param .b32 p0; .param .b32 r0;
  st.param.b32 [p0], %i; call (r0), kept, (p0); ld.param.b32 %v, [r0]; }
  add.u32 %sum, %sum, %v; add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n;
  @%p bra AGAIN;
  st.global.u32 [%r], %sum;
  ret;
}
)";

TEST(inlined_calls, same_sums_and_local_variables_undefined_at_each_turn) {
  for (const int turns : {3, 4})
    for (const auto& k : {load_text(leftover), load_inlined(leftover)}) {
      const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).out(32).value(turns).request(), {});
      ASSERT_TRUE(r) << r.error().text();
      if (turns == 3) {
        EXPECT_EQ(contents<std::uint32_t>(*r, 0)[5], 3u);
      }
      EXPECT_EQ(r->buffers[0]->is_undefined(20, 4), turns == 4) << "what an earlier call left was read as defined";
    }
}

/// x * y and its error term, with the product and the fused product in functions, and the product kept in local memory.
std::string product_and_error(const std::string& between) {
  return R"(.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 result) product(.param .b32 x, .param .b32 y)
{ .reg .f32 %a, %b; ld.param.f32 %a, [x]; ld.param.f32 %b, [y]; mul.rn.f32 %a, %a, %b; st.param.f32 [result], %a; ret; }
.func (.param .b32 result) fused(.param .b32 x, .param .b32 y, .param .b32 z)
{ .reg .f32 %a, %b, %c; ld.param.f32 %a, [x]; ld.param.f32 %b, [y]; ld.param.f32 %c, [z]; fma.rn.f32 %a, %a, %b, %c; st.param.f32 [result], %a; ret; }
.visible .entry k(.param .u64 in, .param .u64 out)
{
  .local .align 8 .b8 depot[16]; .reg .f32 %x, %y, %p, %n, %e; .reg .b64 %r, %w, %sp, %spl, %at, %i, %t; .reg .b32 %v, %j;
  mov.u64 %spl, depot; cvta.local.u64 %sp, %spl; add.u64 %at, %sp, 8;
  ld.param.u64 %r, [in]; ld.param.u64 %w, [out];
  ld.f32 %x, [%r]; ld.f32 %y, [%r+4]; ld.u32 %j, [%r+8];
  { .param .b32 p0; .param .b32 p1; .param .b32 r0; st.param.f32 [p0], %x; st.param.f32 [p1], %y; call (r0), product, (p0, p1); ld.param.f32 %p, [r0]; }
  st.f32 [%at], %p;
  )" + between + R"(
  ld.f32 %n, [%sp+8]; neg.f32 %n, %n;
  { .param .b32 p0; .param .b32 p1; .param .b32 p2; .param .b32 r0;
    st.param.f32 [p0], %x; st.param.f32 [p1], %y; st.param.f32 [p2], %n; call (r0), fused, (p0, p1, p2); ld.param.f32 %e, [r0]; }
  st.f32 [%w], %e;
  ret;
}
)";
}
bool has_residual(const loaded& k) {
  const function_code* entry = nullptr;
  for (const function_code& f : k.code->functions)
    if (f.source->is_entry) entry = &f;
  for (std::uint32_t n = 0; n < entry->count; ++n)
    if (const op& o = k.code->ops[entry->first + n]; o.form == ptx::form::fma_f32) return o.roles.has(role::eft_residual);
  return false;
}

TEST(inlined_calls, an_error_term_is_seen_through_calls_and_local_memory) {
  EXPECT_TRUE(has_residual(*load_inlined(product_and_error(""))));
  // Stores to global memory and to other local places change nothing.
  EXPECT_TRUE(has_residual(*load_inlined(product_and_error("st.f32 [%w], %x; st.f32 [%sp+4], %y;"))));
  EXPECT_TRUE(has_residual(*load_inlined(product_and_error("bra.uni ON; ON:"))));
}

TEST(inlined_calls, local_memory_that_something_may_have_changed_is_another_value) {
  for (const char* between : {"st.f32 [%sp+8], %y;", "st.u16 [%sp+10], 7;", "cvt.u64.u32 %i, %j; add.u64 %i, %sp, %i; st.f32 [%i], %y;", "st.v2.f32 [%sp+4], {%x, %y};",
                              "st.u64 [%w], %at; ld.u64 %t, [%w]; st.f32 [%t], %y;"})
    EXPECT_FALSE(has_residual(*load_inlined(product_and_error(between)))) << between;
}

/// A function that is given a struct of three words by value, and adds up and changes the first one through a pointer.
const char* const by_value = R"(.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 result) total(.param .align 4 .b8 s[12])
{
  .reg .pred %p; .reg .b32 %v, %w, %i, %b; .reg .b64 %l, %at;
  mov.b64 %l, s; cvta.local.u64 %at, %l; mov.u32 %v, 0; mov.u32 %i, 0;
AGAIN:
  ld.u32 %w, [%at]; add.u32 %v, %v, %w; add.u32 %w, %w, 1; st.u32 [%at], %w;
  add.u32 %i, %i, 1; setp.lt.u32 %p, %i, 3;
  @%p bra AGAIN;
  ld.param.u32 %w, [s+4]; add.u32 %v, %v, %w; ld.u8 %b, [%at+8]; add.u32 %v, %v, %b;
  st.param.b32 [result], %v;
  ret;
}
.visible .entry k(.param .u64 out)
{
  .reg .b32 %v, %t; .reg .b64 %r, %o; .param .align 4 .b8 p0[12]; .param .b32 r0;
  ld.param.u64 %r, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %r, %r, %o;
  st.param.b32 [p0], %t; st.param.b32 [p0+4], 1000; st.param.b32 [p0+8], 7;
  call (r0), total, (p0); ld.param.b32 %v, [r0];
  st.global.u32 [%r], %v;
  ret;
}
)";

TEST(inlined_calls, a_parameter_whose_address_is_taken_is_in_local_memory) {
  const auto k = load_inlined(by_value);
  const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).out(32).request(), {});
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_TRUE(r->incomplete.empty());
  const auto sums = contents<std::uint32_t>(*r, 0);
  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(sums[t], 3 * t + 3 + 1000 + 7);
}

TEST(inlined_calls, the_workspace_of_a_cooperative_launch_is_eight_bytes_of_zeros) {
  const auto k = load_inlined(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
{
  .reg .b32 %v, %h, %l, %t; .reg .b64 %r, %o, %a;
  ld.param.u64 %r, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %r, %r, %o;
  mov.u32 %h, %envreg1; mov.u32 %l, %envreg2; mov.b64 %a, {%l, %h};
  atom.global.add.u32 %v, [%a+4], 1;
  st.global.u32 [%r], %v;
  ret;
}
)");
  const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).out(32).request(), {});
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_TRUE(r->incomplete.empty() && r->faults.empty());
  const auto turns = contents<std::uint32_t>(*r, 0);
  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(turns[t], t);
}

} // namespace
} // namespace fpcheck::exec
