// Where memory lies on a card, and what a rewritten kernel is launched with; no card is needed.
#include <fpcheck/device/run.hpp>
#include <fpcheck/ptx/parse.hpp>

#include <fpcheck/exec/pointer_tables.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <numeric>

namespace fpcheck::device {
namespace {

/// Two kernels that share the second of two module variables, and a launch of each.
constexpr const char* text = R"(.version 7.8
.target sm_80
.address_size 64
.global .align 4 .b8 unused[20];
.global .align 4 .f32 total = 0f3F800000;
.const .align 4 .f32 factor;
.visible .entry first(.param .u64 x) {
  .reg .b64 %rd<3>;
  .reg .f32 %f<3>;
  ld.param.u64 %rd1, [x];
  ld.global.f32 %f1, [%rd1];
  st.global.f32 [total], %f1;
  ret;
}
.visible .entry second(.param .u64 y) {
  .reg .b64 %rd<3>;
  .reg .f32 %f<3>;
  .shared .align 4 .f32 cell;
  ld.param.u64 %rd1, [y];
  ld.global.f32 %f1, [total];
  ld.const.f32 %f2, [factor];
  st.shared.f32 [cell], %f2;
  st.global.f32 [%rd1+4], %f1;
  ret;
}
)";

exec::buffer buffer_of(const char* name, exec::buffer_role role, std::uint64_t elements) {
  exec::buffer b;
  b.name = name, b.role = role, b.type = tensor::dtype::f32, b.shape = {elements};
  b.data.resize(4 * elements);
  return b;
}

exec::launch launch_of(const char* kernel, std::uint32_t buffer, std::int64_t addend) {
  exec::launch l;
  l.kernel = kernel;
  l.arguments.resize(1);
  l.arguments[0].bytes.resize(8);
  l.arguments[0].pointers.push_back({0, buffer, addend});
  return l;
}

class layout : public ::testing::Test {
protected:
  layout() {
    module_ = *ptx::parse(text, "layout.ptx");
    program_ = *exec::decode(module_);
    request_.buffers = {buffer_of("x", exec::buffer_role::input, 100), buffer_of("y", exec::buffer_role::output, 3)};
    request_.launches = {launch_of("first", 0, 0), launch_of("second", 1, 8)};
    request_.launches[1].dynamic_shared = 20;
    request_.launches[1].symbols = {{"total", std::vector<std::byte>(4)}, {"factor", std::vector<std::byte>(4)}};
    kernels_ = *rewrite_all(*program_, request_, instrument::domain::ball);
    where_ = layout_of(request_, kernels_);
  }
  ptx::module module_;
  std::unique_ptr<exec::program> program_;
  exec::run_request request_;
  std::vector<instrument::rewritten> kernels_;
  arena_layout where_;
};

TEST_F(layout, buffers_begin_where_allocations_do) {
  EXPECT_EQ(where_.buffers, (std::vector<std::uint64_t>{0, 512}));
  EXPECT_EQ(where_.globals, 768u);
  EXPECT_EQ(where_.bytes % arena_alignment, 0u);
  EXPECT_EQ(memory_needed(where_, kernels_), 3 * where_.bytes + std::max(kernels_[0].sites.size(), kernels_[1].sites.size()) * sizeof(instrument::record));
}

TEST_F(layout, kernels_of_a_module_share_its_variables) {
  ASSERT_EQ(kernels_[0].globals.size(), 1u);
  ASSERT_EQ(kernels_[1].globals.size(), 1u);
  EXPECT_EQ(kernels_[0].globals[0].offset, kernels_[1].globals[0].offset);
  EXPECT_GE(kernels_[0].globals[0].offset, 20u);
}

TEST_F(layout, variables_begin_as_the_module_says) {
  const auto pieces = first_contents(request_, module_, kernels_, where_);
  const auto at = std::find_if(pieces.begin(), pieces.end(), [&](const piece& p) { return p.at == where_.globals + kernels_[0].globals[0].offset; });
  ASSERT_NE(at, pieces.end());
  float value = 0;
  ASSERT_EQ(at->bytes.size(), sizeof value);
  std::memcpy(&value, at->bytes.data(), sizeof value);
  EXPECT_EQ(value, 1.0f);
  const auto set = set_before(request_.launches[1], module_, kernels_[1], where_);
  ASSERT_EQ(set.size(), 1u); // the constant stays in the module
  EXPECT_EQ(set[0].at, at->at);
}

TEST_F(layout, a_launch_points_into_the_arena_and_takes_five_parameters_more) {
  const exec::launch l = shadowed(request_.launches[1], module_, kernels_[1], where_);
  ASSERT_EQ(l.arguments.size(), 6u);
  EXPECT_EQ(l.arguments[0].pointers[0].buffer, static_cast<std::uint32_t>(memory::arena));
  EXPECT_EQ(l.arguments[0].pointers[0].addend, 512 + 8);
  EXPECT_EQ(l.arguments[1].pointers[0].buffer, static_cast<std::uint32_t>(memory::shadow));
  EXPECT_EQ(l.arguments[2].pointers[0].buffer, static_cast<std::uint32_t>(memory::records));
  EXPECT_EQ(l.arguments[3].pointers[0].addend, 768);
  std::uint32_t shared = 0;
  std::memcpy(&shared, l.arguments[5].bytes.data(), sizeof shared);
  EXPECT_EQ(shared, 48u); // four bytes of its own and twenty, each to a multiple of 16
  EXPECT_EQ(l.dynamic_shared, 3 * shared);
  ASSERT_EQ(l.symbols.size(), 1u);
  EXPECT_EQ(l.symbols[0].name, "factor");
}

TEST_F(layout, records_name_elements) {
  const auto last = element_at(where_, request_, (512 + 8) / 2);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->buffer, 1u);
  EXPECT_EQ(last->index, 2u);
  EXPECT_FALSE(element_at(where_, request_, (512 + 12) / 2)); // behind the buffer
}

TEST_F(layout, clusters_and_too_much_shared_memory_are_refused_with_the_kernel) {
  exec::run_request r = request_;
  r.launches[0].cluster = exec::dim3{2, 1, 1};
  auto refused = rewrite_all(*program_, r, instrument::domain::f64);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, exit_code::incomplete);
  EXPECT_NE(refused.error().message.find("first is launched in clusters"), std::string::npos);
  r = request_;
  r.launches[0].arguments.push_back(exec::pointer_table(0, {{0, 0, 0}}));
  refused = rewrite_all(*program_, r, instrument::domain::f64);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("first is given textures, tensor maps or tables of pointers"), std::string::npos);
  r = request_;
  r.launches[1].dynamic_shared = 100000;
  refused = rewrite_all(*program_, r, instrument::domain::f64);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, exit_code::incomplete);
  EXPECT_NE(refused.error().message.find("shared memory"), std::string::npos);
}

} // namespace
} // namespace fpcheck::device
