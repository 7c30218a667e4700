// The model of the multifunction unit against what a device gave: digests of blocks of 2^24 inputs, and the recorded
// vectors of the `.approx` instructions.
#include "mufu_replay.hpp"
#include "vector_file.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <functional>

namespace {

namespace mufu = fpcheck::exec::mufu;

const std::string folder = std::string(FPCHECK_SOURCE_DIR) + "/tests/gpu/vectors/";

/// Rotates with the day, so that over the months each block has its turn; FPCHECK_SEED fixes it.
std::uint64_t seed() {
  if (const char* s = std::getenv("FPCHECK_SEED")) return std::strtoull(s, nullptr, 0);
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::hours>(std::chrono::system_clock::now().time_since_epoch()).count() / 24);
}

TEST(mufu, equals_the_device_on_a_block_of_2_to_the_24_inputs_of_a_third_of_the_forms) {
  const gpu::mufu_digests recorded = gpu::read_mufu_digests(folder + "mufu.digests");
  std::size_t forms = 0;
  gpu::for_each_mufu_form([&](const std::string& name, auto model) {
    ASSERT_TRUE(recorded.contains(name)) << name;
    if ((forms++ + seed()) % 3 != 0) return;
    const std::uint32_t block = static_cast<std::uint32_t>(gpu::mix(seed() + forms) & 0xffu);
    EXPECT_EQ(gpu::mufu_block(block, model), recorded.at(name)[block])
        << name << ", block " << block << ", seed " << seed();
  });
  EXPECT_EQ(forms, 17u);
}

using words = std::vector<std::uint64_t>;
using model = std::function<std::uint64_t(const words&)>;

std::uint32_t low(std::uint64_t w) {
  return static_cast<std::uint32_t>(w);
}

model unary(std::uint32_t (*f)(std::uint32_t)) {
  return [f](const words& w) { return f(low(w[0])); };
}
model binary(std::uint32_t (*f)(std::uint32_t, std::uint32_t)) {
  return [f](const words& w) { return f(low(w[0]), low(w[1])); };
}
model packed(std::uint32_t (*f)(std::uint32_t)) {
  return [f](const words& w) { return f(low(w[0]) & 0xffffu) | f(low(w[0]) >> 16) << 16; };
}

const std::map<std::string, model>& models() {
  static const std::map<std::string, model> all = {
      {"rcp.approx.f32", unary(mufu::rcp_approx)},
      {"rcp.approx.ftz.f32", unary(mufu::rcp_approx_ftz)},
      {"rsqrt.approx.f32", unary(mufu::rsqrt_approx)},
      {"rsqrt.approx.ftz.f32", unary(mufu::rsqrt_approx_ftz)},
      {"sqrt.approx.f32", unary(mufu::sqrt_approx)},
      {"sqrt.approx.ftz.f32", unary(mufu::sqrt_approx_ftz)},
      {"ex2.approx.f32", unary(mufu::ex2_approx)},
      {"ex2.approx.ftz.f32", unary(mufu::ex2_approx_ftz)},
      {"lg2.approx.f32", unary(mufu::lg2_approx)},
      {"lg2.approx.ftz.f32", unary(mufu::lg2_approx_ftz)},
      {"sin.approx.f32", unary(mufu::sin_approx)},
      {"sin.approx.ftz.f32", unary(mufu::sin_approx_ftz)},
      {"cos.approx.f32", unary(mufu::cos_approx)},
      {"cos.approx.ftz.f32", unary(mufu::cos_approx_ftz)},
      {"tanh.approx.f32", unary(mufu::tanh_approx)},
      {"div.full.f32", binary(mufu::div_full)},
      {"div.full.ftz.f32", binary(mufu::div_full_ftz)},
      {"div.approx.f32", binary(mufu::div_approx)},
      {"div.approx.ftz.f32", binary(mufu::div_approx_ftz)},
      {"rcp.approx.ftz.f64", [](const words& w) { return mufu::rcp_approx_ftz_f64(w[0]); }},
      {"rsqrt.approx.ftz.f64", [](const words& w) { return mufu::rsqrt_approx_ftz_f64(w[0]); }},
      {"ex2.approx.f16", unary(mufu::ex2_approx_f16)},
      {"ex2.approx.f16x2", packed(mufu::ex2_approx_f16)},
      {"tanh.approx.f16", unary(mufu::tanh_approx_f16)},
      {"tanh.approx.f16x2", packed(mufu::tanh_approx_f16)},
      {"ex2.approx.ftz.bf16", unary(mufu::ex2_approx_ftz_bf16)},
      {"ex2.approx.ftz.bf16x2", packed(mufu::ex2_approx_ftz_bf16)},
      {"tanh.approx.bf16", unary(mufu::tanh_approx_bf16)},
      {"tanh.approx.bf16x2", packed(mufu::tanh_approx_bf16)}};
  return all;
}

words generated(const gpu::vector_record& r, std::uint64_t index) {
  const gpu::operand_words w =
      gpu::inputs_at(r.seed, index, r.form.inputs.data(), static_cast<std::uint32_t>(r.form.inputs.size()));
  return {w.word, w.word + r.form.inputs.size()};
}

TEST(mufu, equals_the_device_on_the_recorded_vectors_of_every_approximate_instruction) {
  std::ifstream in(folder + "approximate.vec");
  gpu::vector_file file;
  std::string error;
  ASSERT_TRUE(gpu::read_vectors(in, file, error)) << error;
  std::size_t compared = 0;
  for (const gpu::vector_record& r : file.records) {
    if (r.form.name == "rsqrt.approx.f64") continue; // a subroutine around the .ftz form
    ASSERT_TRUE(models().contains(r.form.name)) << r.form.name;
    const model& f = models().at(r.form.name);
    for (std::size_t i = 0; i < r.outputs.size(); ++i)
      EXPECT_EQ(f(r.inputs[i]), r.outputs[i]) << r.form.name << " of " << std::hex << r.inputs[i][0];
    for (std::size_t b = 0; b < r.digests.size(); ++b) {
      words outputs(file.block);
      for (std::uint64_t i = 0; i < file.block; ++i) outputs[i] = f(generated(r, b * file.block + i));
      EXPECT_EQ(gpu::digest(b * file.block, outputs), r.digests[b]) << r.form.name << ", block " << b;
    }
    ++compared;
  }
  EXPECT_EQ(compared, 29u);
}

TEST(mufu, flushes_a_product_by_its_value_before_the_exponent_is_bounded) {
  EXPECT_EQ(mufu::detail::multiply_ftz(0x3f7fffffu, 0x00800000u), 0u);          // (1 - 2^-24) 2^-126
  EXPECT_EQ(mufu::detail::multiply_ftz(0x3f7ffffeu, 0x00800001u), 0x00800000u); // (1 - 2^-46) 2^-126
  EXPECT_EQ(mufu::detail::multiply_ftz(0xbf7fffffu, 0x00800000u), 0x80000000u);
}

} // namespace
