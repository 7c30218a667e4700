// Textures and surfaces: addressing, weights, formats and what is told of bad ones.
#include "launching.hpp"

#include <fpcheck/exec/pointer_tables.hpp>
#include <fpcheck/exec/texture_object.hpp>

#include <fpcheck/base/bits.hpp>

#include <cmath>

namespace fpcheck::exec {
namespace {

/// One thread for each coordinate. `fetch` leaves its result in %f1 for the coordinate in %f5.
std::string kernel(const std::string& fetch) {
  return R"(.version 8.4
.target sm_90
.address_size 64
.visible .entry k(.param .u64 texels, .param .u64 object, .param .u64 at, .param .u64 out)
{
  .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>; .reg .b16 %rs<5>;
  ld.param.u64 %rd1, [object];
  ld.param.u64 %rd2, [at];
  ld.param.u64 %rd3, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd4, %r1, 4;
  add.s64 %rd5, %rd2, %rd4;
  add.s64 %rd6, %rd3, %rd4;
  ld.global.f32 %f5, [%rd5];
)" + fetch + "\n  st.global.f32 [%rd6], %f1;\n  ret;\n}\n";
}
const std::string fetch_1d = "tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5}];";

texture_object line_of(std::uint64_t width) {
  texture_object t;
  t.extents = {width, 1, 1}, t.strides = {width * 4, width * 4};
  return t;
}

template <class T>
run_record fetched(const std::string& text, texture_object t, const std::vector<T>& texels, tensor::dtype type, const std::vector<float>& at, const domain_table& domain = {}) {
  const auto k = load_text(text);
  const auto bytes = encode(t);
  run_request request = launcher("k", {1, 1, 1}, {static_cast<std::uint32_t>(at.size()), 1, 1}).inout(texels, type).in(std::vector<std::byte>(bytes.begin(), bytes.end()), tensor::dtype::u64)
                            .in(at).out(at.size()).request();
  request.launches[0].arguments.push_back(pointer_table(1, {{texture_address_offset, 0, 0}}));
  run_plan plan;
  plan.domain = domain;
  auto r = run(*k->code, request, plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}
std::vector<float> values(const texture_object& t, const std::vector<float>& texels, const std::vector<float>& at, const std::string& fetch = fetch_1d) {
  const run_record r = fetched(kernel(fetch), t, texels, tensor::dtype::f32, at);
  EXPECT_TRUE(r.faults.empty()) << r.faults[0].detail;
  EXPECT_TRUE(r.incomplete.empty()) << r.incomplete[0].what;
  return contents<float>(r, 3);
}

const std::vector<float> four = {1, 10, 100, 1000};

TEST(textures, objects_are_read_back) {
  texture_object t;
  t.address = 0x7f0012345600u, t.dimensions = 2, t.layered = true, t.texel = texel_type::s16, t.channels = 2, t.extents = {31, 7, 5}, t.strides = {124, 868};
  t.filter = texture_filter::linear, t.edges = {texture_edge::wrap, texture_edge::mirror, texture_edge::border}, t.normalised_coordinates = t.normalised_reads = true, t.border = {1, 2, 3, 4};
  const auto bytes = encode(t);
  const auto back = decode_texture_object(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(encode(*back), bytes);
  EXPECT_EQ(back->address, t.address);
  EXPECT_EQ(back->extents, t.extents);
  EXPECT_EQ(back->edges, t.edges);
  EXPECT_FALSE(decode_texture_object(std::array<std::byte, texture_object_bytes>{}));
  t.normalised_reads = false;
  EXPECT_FALSE(check(t)) << "integers are not filtered";
}

TEST(textures, points_are_the_texels_that_coordinates_are_in) {
  texture_object t = line_of(4);
  EXPECT_EQ(values(t, four, {-1, 0, 0.99f, 1, 3.5f, 4, 77}), (std::vector<float>{1, 1, 1, 10, 1000, 1000, 1000}));
  t.edges.fill(texture_edge::border), t.border.fill(-5);
  EXPECT_EQ(values(t, four, {-0.1f, 0, 4}), (std::vector<float>{-5, 1, -5}));
  t.edges.fill(texture_edge::wrap);
  EXPECT_EQ(values(t, four, {-0.1f, 4}), (std::vector<float>{1, 1000})) << "nothing is repeated without normalised coordinates";
  t.normalised_coordinates = true;
  EXPECT_EQ(values(t, four, {-0.1f, 0.3f, 1, 1.3f, -1}), (std::vector<float>{1000, 10, 1, 10, 1}));
  t.edges.fill(texture_edge::mirror);
  EXPECT_EQ(values(t, four, {-0.1f, 1.1f, 1.9f, 2.1f}), (std::vector<float>{1, 1000, 1, 1}));
}

TEST(textures, integer_coordinates_outside_give_zero) {
  EXPECT_EQ(values(line_of(4), four, {0, 3, 4, -1}, "cvt.rni.s32.f32 %r2, %f5;\ntex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r2}];"), (std::vector<float>{1, 1000, 0, 0}));
}

/// Source: CUDA's guide, linear filtering: x - 0.5 in fixed point with 8 bits of fraction.
TEST(textures, averages_have_weights_of_eight_bits) {
  texture_object t = line_of(4);
  t.filter = texture_filter::linear;
  std::vector<float> at;
  for (int k = 0; k < 700; ++k) at.push_back(0.4f + static_cast<float>(k) * 0x1p-8f * 1.37f);
  const auto got = values(t, four, at);
  for (std::size_t k = 0; k < at.size(); ++k) {
    const double steps = std::nearbyint((double{at[k]} - 0.5) * 256), lower = std::floor(steps / 256), weight = (steps - 256 * lower) / 256;
    const auto texel = [&](double i) { return double{four[static_cast<std::size_t>(std::min(std::max(i, 0.0), 3.0))]}; };
    EXPECT_EQ(got[k], static_cast<float>((1 - weight) * texel(lower) + weight * texel(lower + 1))) << at[k];
  }
}

TEST(textures, bytes_are_read_as_fractions_and_halves_as_numbers) {
  texture_object t = line_of(4);
  t.texel = texel_type::u8, t.normalised_reads = true, t.strides = {4, 4};
  const run_record r = fetched(kernel(fetch_1d), t, std::vector<std::uint8_t>{0, 1, 128, 255}, tensor::dtype::u8, {0.5f, 1.5f, 2.5f, 3.5f});
  EXPECT_EQ(contents<float>(r, 3), (std::vector<float>{0, 1 / 255.0f, 128 / 255.0f, 1}));
  t.texel = texel_type::f16, t.normalised_reads = false, t.strides = {8, 8};
  const run_record h = fetched(kernel(fetch_1d), t, std::vector<std::uint16_t>{0x3c00, 0xc000, 0x0001, 0x7bff}, tensor::dtype::f16, {0.5f, 1.5f, 2.5f, 3.5f});
  EXPECT_EQ(contents<float>(h, 3), (std::vector<float>{1, -2, 0x1p-24f, 65504}));
}

TEST(textures, surfaces_are_bytes) {
  const std::string twice = "cvt.rni.s32.f32 %r2, %f5;\nshl.b32 %r2, %r2, 2;\nsuld.b.1d.b32.clamp {%r3}, [%rd1, {%r2}];\nmov.b32 %f1, %r3;\nadd.f32 %f2, %f1, %f1;\nmov.b32 %r4, %f2;\n"
                            "sust.b.1d.b32.zero [%rd1, {%r2}], {%r4};";
  const run_record r = fetched(kernel(twice), line_of(4), four, tensor::dtype::f32, {0, 2, 3});
  EXPECT_TRUE(r.faults.empty()) << r.faults[0].detail;
  EXPECT_EQ(contents<float>(r, 3), (std::vector<float>{1, 100, 1000}));
  EXPECT_EQ(contents<float>(r, 0), (std::vector<float>{2, 10, 200, 2000}));
  const run_record beyond = fetched(kernel(twice), line_of(4), four, tensor::dtype::f32, {9});
  EXPECT_TRUE(beyond.faults.empty()) << beyond.faults[0].detail;
  EXPECT_EQ(contents<float>(beyond, 3)[0], 1000) << "clamped";
  EXPECT_EQ(contents<float>(beyond, 0), four) << "dropped";
  const run_record trapped = fetched(kernel("mov.b32 %r2, 16;\nsuld.b.1d.b32.trap {%r3}, [%rd1, {%r2}];\nmov.b32 %f1, %r3;"), line_of(4), four, tensor::dtype::f32, {0});
  ASSERT_EQ(trapped.faults.size(), 1u);
  EXPECT_EQ(trapped.faults[0].kind, fault::out_of_bounds);
}

TEST(textures, a_number_that_is_no_handle_is_told) {
  const run_record r = fetched(kernel("mov.b64 %rd1, 77;\n" + fetch_1d), line_of(4), four, tensor::dtype::f32, {0});
  ASSERT_EQ(r.faults.size(), 1u);
  EXPECT_EQ(r.faults[0].kind, fault::out_of_bounds);
  EXPECT_TRUE(r.buffers[3]->is_undefined(0, 4));
  const run_record flat = fetched(kernel("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f5}];"), line_of(4), four, tensor::dtype::f32, {0});
  ASSERT_EQ(flat.faults.size(), 1u) << "an object of one dimension";
}

/// Midpoint and radius of what was stored of a fetch at `x`, of which the machine makes 1 before.
std::pair<double, double> enclosure_of(float x, const std::string& format) {
  texture_object t = line_of(4);
  t.filter = texture_filter::linear;
  const std::string narrow = "cvt.rn." + format + ".f32 %rs1, %f5;\ncvt.f32." + format + " %f5, %rs1;\n";
  const run_record r = fetched(kernel(narrow + fetch_1d), t, four, tensor::dtype::f32, {x}, ball_shadow());
  EXPECT_TRUE(r.incomplete.empty());
  const shadow_cell* const cell = r.buffers[3]->shadow.find(0);
  EXPECT_NE(cell, nullptr);
  if (cell == nullptr) return {};
  EXPECT_EQ(contents<float>(r, 3)[0], 5.5f);
  return {bit_cast<double>(r.buffers[3]->shadow.words(0)[0]), bit_cast<double>(r.buffers[3]->shadow.words(0)[1])};
}

TEST(textures, averages_carry_what_is_not_known_of_a_device) {
  const auto [midpoint, radius] = enclosure_of(1, "f16");
  EXPECT_EQ(midpoint, 5.5);
  EXPECT_GE(radius, 5.5 * 0x1p-23);
  EXPECT_LE(radius, 5.5 * 0x1p-22);
}

TEST(textures, weights_follow_the_coordinate_beyond_their_own_rounding) {
  EXPECT_EQ(enclosure_of(1 + 0x1p-12f, "f16").first, 5.5) << "less than half a step";
  EXPECT_NEAR(enclosure_of(1 + 0x1.ep-9f, "bf16").first, 5.5 + 9 * 0x1.ep-9, 1e-9) << "nearly a step";
}

} // namespace
} // namespace fpcheck::exec
