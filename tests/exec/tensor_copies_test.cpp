// Boxes of tensors that are copied as tensor maps say: bytes against a plain walk over the box, order, and what ends in a fault.
#include "launching.hpp"
#include "tensor_boxes.hpp"

#include <fpcheck/exec/tensor_map.hpp>

#include <gmock/gmock.h>

namespace fpcheck::exec {
namespace {

using testing::HasSubstr;

/// A kernel that moves one box. %r0 is the thread, %r9 the box in shared memory, %r8 the mbarrier, %rd0 the map, %rd1 the other buffer, %r5 words of the box,
/// %r10 to %r14 the coordinates, %r15 its bytes.
std::string kernel(const std::string& body) {
  return R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 other, .param .align 4 .b8 at[28], .param .u32 count)
{
.reg .b16 %h<4>; .reg .b32 %r<24>; .reg .b64 %rd<8>; .reg .pred %p<6>; .reg .f32 %f<8>;
.shared .align 1024 .b8 box[65536];
.shared .align 8 .b64 signal;
mov.b64 %rd0, map;
cvta.param.u64 %rd0, %rd0;
ld.param.u64 %rd1, [other];
ld.param.u32 %r5, [count];
ld.param.u32 %r10, [at]; ld.param.u32 %r11, [at+4]; ld.param.u32 %r12, [at+8]; ld.param.u32 %r13, [at+12]; ld.param.u32 %r14, [at+16];
mov.u32 %r0, %tid.x;
mov.u32 %r9, box;
ld.param.u32 %r1, [at+20];
add.u32 %r9, %r9, %r1;
mov.u32 %r8, signal;
ld.param.u32 %r15, [at+24];
setp.eq.u32 %p0, %r0, 0;
)" + body + "\nret;\n}\n";
}

const std::string made = "@%p0 mbarrier.init.shared::cta.b64 [%r8], 1;\nbar.sync 0;\n";
const std::string announced = "@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r8], %r15;\n";
const std::string waited = "WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 %p1, [%r8], 0;\n@!%p1 bra WAIT;\n";
/// Every thread moves words of the box to or from the other buffer.
const std::string taken = "mov.u32 %r1, %r0;\nTAKE:\nsetp.ge.u32 %p2, %r1, %r5;\n@%p2 bra TAKEN;\nshl.b32 %r2, %r1, 2;\nadd.u32 %r3, %r9, %r2;\nld.shared.u32 %r4, [%r3];\n"
                          "cvt.u64.u32 %rd2, %r2;\nadd.u64 %rd2, %rd1, %rd2;\nst.global.u32 [%rd2], %r4;\nadd.u32 %r1, %r1, 32;\nbra TAKE;\nTAKEN:\n";
const std::string given = "mov.u32 %r1, %r0;\nGIVE:\nsetp.ge.u32 %p2, %r1, %r5;\n@%p2 bra GIVEN;\nshl.b32 %r2, %r1, 2;\nadd.u32 %r3, %r9, %r2;\ncvt.u64.u32 %rd2, %r2;\n"
                          "add.u64 %rd2, %rd1, %rd2;\nld.global.u32 %r4, [%rd2];\nst.shared.u32 [%r3], %r4;\nadd.u32 %r1, %r1, 32;\nbra GIVE;\nGIVEN:\n";
/// Zeros in the box, and what lies between its rows.
const std::string cleared = "mov.u32 %r1, %r0;\nmov.u32 %r4, 0;\nCLEAR:\nsetp.ge.u32 %p2, %r1, %r5;\n@%p2 bra CLEARED;\nshl.b32 %r2, %r1, 2;\nadd.u32 %r3, %r9, %r2;\n"
                            "st.shared.u32 [%r3], %r4;\nadd.u32 %r1, %r1, 32;\nbra CLEAR;\nCLEARED:\nfence.proxy.async.shared::cta;\n";
const std::string shown = "fence.proxy.async.shared::cta;\n", met = "bar.sync 0;\n";

std::string coordinates(int rank) {
  std::string out;
  for (int k = 0; k < rank; ++k) out += (k == 0 ? "%r1" : ", %r1") + std::to_string(k);
  return "{" + out + "}";
}
std::string load_of(int rank) {
  return "@%p0 cp.async.bulk.tensor." + std::to_string(rank) + "d.shared::cluster.global.mbarrier::complete_tx::bytes [%r9], [%rd0, " + coordinates(rank) + "], [%r8];\n";
}
std::string store_of(int rank, const std::string& how = "cp.async.bulk.tensor.", const std::string& operation = "") {
  return "@%p0 " + how + std::to_string(rank) + "d.global.shared::cta" + operation + ".bulk_group [%rd0, " + coordinates(rank) +
         "], [%r9];\n@%p0 cp.async.bulk.commit_group;\n@%p0 cp.async.bulk.wait_group 0;\n";
}

/// Runs one: buffer 0 is the tensor, buffer 1 the words of the box.
run_record run_job(const std::string& ptx, const job& j, bool loads, domain_table domain = no_shadow()) {
  const auto k = load_text(ptx);
  const auto words = static_cast<std::uint32_t>(j.map.box_span() / 4), bytes_of_box = static_cast<std::uint32_t>(j.map.box_bytes());
  run_request request;
  const auto add = [&](std::vector<std::byte> bytes, buffer_role role) {
    buffer b;
    b.name = request.buffers.empty() ? "tensor" : "box", b.role = role, b.type = tensor::dtype::u8, b.shape = {bytes.size()}, b.data = std::move(bytes);
    request.buffers.push_back(std::move(b));
  };
  add(j.tensor, loads ? buffer_role::input : buffer_role::inout);
  std::vector<std::byte> other(words * 4);
  if (!loads) std::memcpy(other.data(), j.box.data(), std::min(other.size(), j.box.size() * 4));
  add(std::move(other), loads ? buffer_role::output : buffer_role::input);
  launch l;
  l.kernel = "k", l.block = {32, 1, 1};
  const auto bytes = encode(j.map);
  l.arguments.resize(4);
  l.arguments[0] = {{bytes.begin(), bytes.end()}, {{0, 0, 0}}};
  l.arguments[1] = {std::vector<std::byte>(8), {{0, 1, 0}}};
  l.arguments[2].bytes.resize(28), l.arguments[3].bytes.resize(4);
  std::memcpy(l.arguments[2].bytes.data(), j.at.data(), 20);
  std::memcpy(l.arguments[2].bytes.data() + 20, &j.offset, 4);
  std::memcpy(l.arguments[2].bytes.data() + 24, &bytes_of_box, 4);
  std::memcpy(l.arguments[3].bytes.data(), &words, 4);
  request.launches.push_back(std::move(l));
  request.instruction_budget = 1u << 24;
  run_plan plan;
  plan.domain = domain;
  auto r = run(*k->code, request, plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

std::string complaints(const run_record& r) {
  std::string out;
  for (const auto& f : r.faults) out += f.detail + "; ";
  for (const auto& i : r.incomplete) out += i.what + "; ";
  return out;
}

TEST(tensor_map, bytes_are_those_of_the_driver_and_come_back) {
  std::mt19937 draw(7);
  for (unsigned e = 0; e < map_elements; ++e)
    for (int n = 0; n < 50; ++n) {
      tensor_map m = random_job(draw, static_cast<map_element>(e), box_use::load).map;
      m.address = 0x7f00'1234'5670u, m.promotion = static_cast<std::uint8_t>(n % 4);
      m.fills_nan = n % 2 == 1 && e >= static_cast<unsigned>(map_element::f16);
      const auto bytes = encode(m);
      const tensor_map back = decode_tensor_map(bytes);
      EXPECT_EQ(encode(back), bytes);
      EXPECT_EQ(back.element, m.element);
      EXPECT_EQ(back.strides, m.strides);
      EXPECT_EQ(back.box, m.box);
      EXPECT_TRUE(check(back).has_value());
    }
  // A map of 100 x 64 binary16, box of 32 x 64, swizzle of 128 bytes, as a driver made it.
  tensor_map m;
  m.rank = 2, m.element = map_element::f16, m.swizzle = map_swizzle::by_128, m.extents = {64, 100, 1, 1, 1}, m.strides = {128, 0, 0, 0}, m.box = {64, 32, 1, 1, 1};
  const auto bytes = encode(m);
  std::array<std::uint64_t, 16> words;
  std::memcpy(words.data(), bytes.data(), 128);
  EXPECT_EQ(words[1] >> 4 & 7, 1u);
  EXPECT_EQ(words[1] >> 32, 8u);
  EXPECT_EQ(words[4], 99ull << 32 | 63);
  EXPECT_EQ(words[6] >> 56, 63u);
  EXPECT_EQ(words[7], 31u);
  EXPECT_EQ(words[8], 4096u);
  EXPECT_EQ(words[9], 0x400u);
}

TEST(tensor_map, what_a_driver_refuses_is_told) {
  const auto told = [](auto change) {
    tensor_map m;
    m.rank = 2, m.element = map_element::f16, m.extents = {64, 64, 1, 1, 1}, m.strides = {128, 0, 0, 0}, m.box = {64, 8, 1, 1, 1};
    change(m);
    const auto ok = check(m);
    return ok ? std::string() : ok.error().message;
  };
  EXPECT_EQ(told([](tensor_map&) {}), "");
  EXPECT_THAT(told([](tensor_map& m) { m.box[1] = 257; }), HasSubstr("1 to 256"));
  EXPECT_THAT(told([](tensor_map& m) { m.box[0] = 7; }), HasSubstr("multiple of 16"));
  EXPECT_THAT(told([](tensor_map& m) { m.strides[0] = 72; }), HasSubstr("multiple of 16"));
  EXPECT_THAT(told([](tensor_map& m) { m.swizzle = map_swizzle::by_64; }), HasSubstr("at most so many"));
  EXPECT_THAT(told([](tensor_map& m) { m.extents[1] = 0; }), HasSubstr("1 to 2^32"));
  EXPECT_THAT(told([](tensor_map& m) { m.element_strides[1] = 9; }), HasSubstr("1 to 8"));
}

TEST(tensor_copy, loads_are_what_a_plain_walk_finds) {
  std::mt19937 draw(11);
  for (const map_element e : {map_element::u8, map_element::f16, map_element::bf16, map_element::f32, map_element::f64})
    for (int n = 0; n < 40; ++n) {
      const job j = random_job(draw, e, box_use::load);
      if (j.map.box_span() > most_box_bytes) continue;
      const run_record r = run_job(kernel(cleared + made + announced + load_of(j.map.rank) + waited + taken), j, true);
      ASSERT_EQ(complaints(r), "");
      const auto got = contents<std::byte>(r, 1);
      std::vector<std::byte> wanted(got.size());
      each_element(j, box_use::load, [&](std::uint64_t byte, bool inside, std::uint64_t there) {
        if (inside && byte - j.offset < wanted.size()) std::memcpy(wanted.data() + (byte - j.offset), j.tensor.data() + there, size_of(e));
      });
      ASSERT_EQ(got, wanted) << "element " << static_cast<int>(e) << " number " << n;
    }
}

TEST(tensor_copy, stores_and_sums_are_what_a_plain_walk_leaves) {
  std::mt19937 draw(12);
  for (const map_element e : {map_element::u8, map_element::f16, map_element::u32, map_element::u64})
    for (int n = 0; n < 40; ++n) {
      const job j = random_job(draw, e, box_use::store);
      if (j.map.box_span() > most_box_bytes) continue;
      const bool sums = n % 2 == 1 && e >= map_element::u32 && e <= map_element::u64;
      const std::string store = sums ? store_of(j.map.rank, "cp.reduce.async.bulk.tensor.", ".add") : store_of(j.map.rank);
      const run_record r = run_job(kernel(given + shown + met + store), j, false);
      ASSERT_EQ(complaints(r), "");
      std::vector<std::byte> wanted = j.tensor;
      each_element(j, box_use::store, [&](std::uint64_t byte, bool inside, std::uint64_t there) {
        if (!inside) return;
        std::uint64_t v = 0, old = 0;
        if (byte - j.offset < j.box.size() * 4) std::memcpy(&v, reinterpret_cast<const std::byte*>(j.box.data()) + (byte - j.offset), size_of(e));
        std::memcpy(&old, wanted.data() + there, size_of(e));
        if (sums) v += old;
        std::memcpy(wanted.data() + there, &v, size_of(e));
      });
      ASSERT_EQ(contents<std::byte>(r, 0), wanted) << "element " << static_cast<int>(e) << " number " << n;
    }
}

/// A tensor of 8 x 64 binary16 and a box of 4 x 32.
job halves() {
  job j;
  j.map.rank = 2, j.map.element = map_element::f16, j.map.extents = {64, 8, 1, 1, 1}, j.map.strides = {128, 0, 0, 0}, j.map.box = {32, 4, 1, 1, 1};
  j.tensor.resize(1024);
  j.box.assign(64, 0x3c003c00u);
  return j;
}

TEST(tensor_copy, numbers_travel_with_their_bytes) {
  // A tenth of each half is rounded.
  const std::string rounded = "mov.u32 %r1, 0x2e662e66;\nmov.u32 %r2, %r0;\nEACH:\nsetp.ge.u32 %p2, %r2, %r5;\n@%p2 bra DONE;\nshl.b32 %r3, %r2, 2;\nadd.u32 %r3, %r9, %r3;\nld.shared.u32 %r4, [%r3];\n"
                              "mul.f16x2 %r4, %r4, %r1;\nmul.f16x2 %r4, %r4, %r1;\nst.shared.u32 [%r3], %r4;\nadd.u32 %r2, %r2, 32;\nbra EACH;\nDONE:\n";
  for (const std::int32_t column : {0, 8}) {
    job j = halves();
    j.at = {column, 1, 0, 0, 0};
    const run_record r = run_job(kernel(given + met + rounded + shown + met + store_of(2)), j, false, ball_shadow());
    ASSERT_EQ(complaints(r), "");
    const region& tensor = *r.buffers[0];
    const std::uint64_t at = 128 + static_cast<std::uint64_t>(column) * 2 + 20;
    const shadow_cell* const cell = tensor.shadow.find(at / 4);
    ASSERT_NE(cell, nullptr);
    EXPECT_EQ(cell->tag, shadow_tag::half2);
    EXPECT_EQ(cell->taints & taint_cut, 0);
    const std::uint64_t* const words = const_cast<shadow_memory&>(tensor.shadow).words(at / 4, static_cast<int>(at / 2 % 2));
    double exact = 0;
    std::memcpy(&exact, words, sizeof exact);
    const double tenth = 0x1.998p-4;
    EXPECT_DOUBLE_EQ(exact, tenth * tenth);
  }
}

TEST(tensor_copy, elements_outside_are_nan_and_tf32_is_rounded) {
  job j;
  j.map.rank = 1, j.map.element = map_element::tf32, j.map.extents[0] = 12, j.map.box[0] = 16, j.map.fills_nan = true;
  const std::array<std::uint32_t, 12> in{0x7f800000u, 0xffc00001u, 0x7f7fffffu, 0x80000000u, 1u, 0x807fffffu, 0x3f801000u, 0x3f801001u, 0x3f803000u, 0xbf800fffu, 0x3f802000u, 0u};
  j.tensor.resize(sizeof in);
  std::memcpy(j.tensor.data(), in.data(), sizeof in);
  const run_record r = run_job(kernel(made + announced + load_of(1) + waited + taken), j, true);
  ASSERT_EQ(complaints(r), "");
  const std::vector<std::uint32_t> wanted{0x7f800000u, 0x7fffe000u, 0x7f800000u, 0x80000000u, 0u, 0x80800000u, 0x3f800000u, 0x3f802000u, 0x3f804000u, 0xbf800000u, 0x3f802000u, 0u,
                                          0x7ff77ff7u, 0x7ff77ff7u, 0x7ff77ff7u, 0x7ff77ff7u}; // as a card has it
  EXPECT_EQ(contents<std::uint32_t>(r, 1), wanted);
}

TEST(tensor_copy, order_is_looked_at) {
  const job j = halves();
  const auto kind = [&](const std::string& body, bool loads = true) {
    const run_record r = run_job(kernel(body), j, loads);
    return r.faults.empty() ? std::string() : r.faults[0].detail;
  };
  EXPECT_EQ(kind(made + announced + load_of(2) + waited + taken), "");
  EXPECT_THAT(kind(made + announced + load_of(2) + taken), HasSubstr("a write of an asynchronous copy"));
  EXPECT_THAT(kind(made + announced + load_of(2) + waited + taken + load_of(2)), HasSubstr("a read of thread")); // refilled while it is read
  EXPECT_EQ(kind(given + shown + met + store_of(2), false), "");
  EXPECT_EQ(kind(given + met + shown + store_of(2), false), "");
  EXPECT_THAT(kind(given + met + store_of(2), false), HasSubstr("no fence.proxy.async lies between"));
  EXPECT_THAT(kind(shown + given + met + store_of(2), false), HasSubstr("no fence.proxy.async lies between"));
  const std::string later = "@%p0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd0, {%r10, %r11}], [%r9];\n@%p0 cp.async.bulk.commit_group;\n";
  EXPECT_THAT(kind(given + shown + met + later + "@%p0 st.shared.u32 [%r9], %r5;\n", false), HasSubstr("a read of an asynchronous copy"));
}

TEST(tensor_copy, what_cannot_be_is_a_fault) {
  const auto told = [](auto change, const std::string& body, int rank = 2) {
    job j = halves();
    change(j);
    const run_record r = run_job(kernel(made + announced + load_of(rank) + body), j, true);
    return complaints(r);
  };
  const auto same = [](job&) {};
  EXPECT_THAT(told(same, "", 3), HasSubstr("of 2 dimensions, the instruction of 3"));
  EXPECT_THAT(told([](job& j) { j.map.box[0] = 5; }, ""), HasSubstr("multiple of 16"));
  EXPECT_THAT(told([](job& j) { j.map.extents[1] = 100; j.at[1] = 60; }, ""), HasSubstr("access"));
  // More is announced than comes, and less.
  const std::string wrong = "@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r8], ";
  for (const char* bytes : {"512", "128"}) {
    const run_record r = run_job(kernel(made + wrong + bytes + ";\n" + load_of(2) + waited + taken), halves(), true);
    EXPECT_THAT(complaints(r), HasSubstr("never ends"));
  }
  EXPECT_THAT(told([](job& j) { j.at[0] = 4; }, ""), HasSubstr("no multiple of 16 bytes"));
  EXPECT_EQ(told([](job& j) { j.at = {-8, -1}; }, waited), "");
  const auto stored = [](auto change) {
    job j = halves();
    change(j);
    return complaints(run_job(kernel(given + shown + met + store_of(2)), j, false));
  };
  EXPECT_THAT(stored([](job& j) { j.at[1] = -1; }), HasSubstr("negative coordinate"));
  EXPECT_EQ(stored([](job& j) { j.map.extents[0] = 60, j.at[0] = 40; }), "");
  // The last row ends in the middle of a piece of 16 bytes, and all of it is written: four bytes behind the tensor.
  EXPECT_THAT(stored([](job& j) { j.map.extents[0] = 62, j.at = {40, 7}, j.tensor.resize(1020); }), HasSubstr("access"));
  EXPECT_THAT(complaints(run_job(kernel("add.u32 %r9, %r9, 64;\n" + made + announced + load_of(2)), halves(), true)), HasSubstr("multiple of 128"));
}

TEST(tensor_copy, maps_made_on_the_device) {
  // The map is made of zeros in shared memory, as Triton makes it, and published in the other buffer.
  const auto field = [](const std::string& name, const std::string& value, const std::string& bits = "b32") {
    return "@%p0 tensormap.replace.tile." + name + ".shared::cta.b1024." + bits + " [%r9], " + value + ";\n";
  };
  const std::string zeroed = "mov.u32 %r1, 0;\nshl.b32 %r2, %r0, 2;\nadd.u32 %r3, %r9, %r2;\nst.shared.u32 [%r3], %r1;\nbar.warp.sync -1;\n";
  const std::string filled = field("global_address", "%rd1", "b64") + field("rank", "1") + field("box_dim", "0, 32") + field("box_dim", "1, 4") + field("global_dim", "0, 64") + field("global_dim", "1, 8") +
                             field("global_stride", "0, 128", "b64") + field("element_stride", "0, 1") + field("element_stride", "1, 1") + field("elemtype", "6") + field("interleave_layout", "0") +
                             field("swizzle_mode", "2") + field("fill_mode", "0");
  const std::string copied = "mov.u32 %r1, 0;\nld.shared.u32 %r4, [%r3];\nadd.u64 %rd2, %rd1, 1024;\nmul.wide.u32 %rd3, %r0, 4;\nadd.u64 %rd2, %rd2, %rd3;\nst.global.u32 [%rd2], %r4;\n";
  job j = halves();
  j.box.resize(288);
  const auto k = load_text(kernel("add.u32 %r9, %r9, 0;\n" + zeroed + filled + "bar.warp.sync -1;\n" + copied));
  run_request request;
  for (int n = 0; n < 2; ++n) {
    buffer b;
    b.name = n == 0 ? "tensor" : "box", b.role = buffer_role::inout, b.type = tensor::dtype::u8, b.data.resize(n == 0 ? 1024 : 1152), b.shape = {b.data.size()};
    request.buffers.push_back(std::move(b));
  }
  launch l;
  l.kernel = "k", l.block = {32, 1, 1};
  l.arguments.resize(4);
  l.arguments[0].bytes.resize(128), l.arguments[2].bytes.resize(28), l.arguments[3].bytes.resize(4);
  l.arguments[1] = {std::vector<std::byte>(8), {{0, 1, 0}}};
  request.launches.push_back(std::move(l));
  run_plan plan;
  plan.domain = no_shadow();
  const auto r = run(*k->code, request, plan);
  ASSERT_TRUE(r.has_value());
  ASSERT_EQ(complaints(*r), "");
  std::array<std::byte, tensor_map_bytes> bytes;
  std::memcpy(bytes.data(), r->buffers[1]->data.data() + 1024, bytes.size());
  const tensor_map m = decode_tensor_map(bytes);
  EXPECT_EQ(m.address, r->buffers[1]->base);
  EXPECT_EQ(m.rank, 2);
  EXPECT_EQ(m.element, map_element::f16);
  EXPECT_EQ(m.swizzle, map_swizzle::by_64);
  EXPECT_EQ(m.box[0], 32u);
  EXPECT_EQ(m.box[1], 4u);
  EXPECT_EQ(m.extents[1], 8u);
  EXPECT_EQ(m.strides[0], 128u);
}

} // namespace
} // namespace fpcheck::exec
