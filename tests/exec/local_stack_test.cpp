// Local memory taken at run time.
#include "launching.hpp"

namespace fpcheck::exec {
namespace {

/// Each thread takes room for its index plus one words, writes them, calls a function that takes room too, and adds them up.
const char* const sums = R"(.version 8.0
.target sm_90
.address_size 64
.func (.param .b32 result) fill(.param .b32 n)
{
  .reg .pred %p; .reg .b32 %i, %n, %v; .reg .b64 %a, %s;
  ld.param.u32 %n, [n]; mul.wide.u32 %s, %n, 4;
  alloca.u64 %a, %s, 16;
  mov.u32 %i, 0;
AGAIN:
  mov.u32 %v, 7; st.local.u32 [%a], %v; add.u64 %a, %a, 4; add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n;
  @%p bra AGAIN;
  ld.local.u32 %v, [%a+-4]; st.param.b32 [result], %v;
  ret;
}
.visible .entry k(.param .u64 out, .param .u32 extra)
{
  .reg .pred %p; .reg .b32 %t, %n, %i, %v, %sum, %e; .reg .b64 %o, %r, %a, %q, %s;
  .param .b32 words; .param .b32 back;
  ld.param.u64 %r, [out]; ld.param.u32 %e, [extra];
  mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %r, %r, %o; add.u32 %n, %t, 1; add.u32 %n, %n, %e;
  mul.wide.u32 %s, %n, 4;
  alloca.u64 %a, %s, 16;
  mov.u64 %q, %a; mov.u32 %i, 0;
WRITE:
  st.local.u32 [%q], %i; add.u64 %q, %q, 4; add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n;
  @%p bra WRITE;
  st.param.b32 [words], %n;
  call (back), fill, (words);
  ld.param.b32 %sum, [back];
  mov.u64 %q, %a; mov.u32 %i, 0;
READ:
  ld.local.u32 %v, [%q]; add.u32 %sum, %sum, %v; add.u64 %q, %q, 4; add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n;
  @%p bra READ;
  st.global.u32 [%r], %sum;
  ret;
}
)";

TEST(local_stack, room_of_each_thread_is_its_own_and_survives_calls) {
  const auto k = load_text(sums);
  const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).out(32).value(0).request(), {});
  ASSERT_TRUE(r) << r.error().text();
  ASSERT_TRUE(r->faults.empty() && r->incomplete.empty());
  const auto got = contents<std::uint32_t>(*r, 0);
  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(got[t], 7 + t * (t + 1) / 2) << t;
}

/// What nvcc makes of an inlined device function that calls alloca, in a loop: each turn saves the stack, takes room of
/// another size and gives it back.
const char* const turns = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 count)
{
  .reg .pred %p; .reg .b32 %t, %n, %i, %v, %sum, %saved; .reg .b64 %o, %r, %a, %s, %wide;
  ld.param.u64 %r, [out]; ld.param.u32 %n, [count];
  mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %r, %r, %o;
  mov.u32 %i, 0; mov.u32 %sum, 0;
AGAIN:
  stacksave.u32 %saved;
  add.u32 %v, %i, 1; mul.wide.u32 %s, %v, 1024;
  alloca.u64 %a, %s, 16;
  st.local.u32 [%a], %i; ld.local.u32 %v, [%a]; add.u32 %sum, %sum, %v;
  stackrestore.u32 %saved;
  stacksave.u64 %wide; stackrestore.u64 %wide;
  add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n;
  @%p bra AGAIN;
  st.global.u32 [%r], %sum;
  ret;
}
)";

TEST(local_stack, room_that_is_given_back_serves_again) {
  const auto k = load_text(turns);
  // 200 turns of up to 200 KiB each would be more than a thread has, were nothing given back.
  const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).out(32).value(200).request(), {});
  ASSERT_TRUE(r) << r.error().text();
  ASSERT_TRUE(r->faults.empty() && r->incomplete.empty());
  for (const std::uint32_t got : contents<std::uint32_t>(*r, 0)) EXPECT_EQ(got, 199u * 200 / 2);
}

TEST(local_stack, more_than_there_is_ends_incomplete) {
  const auto k = load_text(sums);
  const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).out(32).value(1 << 20).request(), {});
  ASSERT_TRUE(r) << r.error().text();
  ASSERT_FALSE(r->incomplete.empty());
  EXPECT_NE(r->incomplete[0].what.find("alloca"), std::string::npos);
}

} // namespace
} // namespace fpcheck::exec
