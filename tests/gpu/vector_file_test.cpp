// The vector files: they read back, the host regenerates the inputs that the device saw, and where the host's own
// arithmetic means the same as the instruction, it gives the same outputs.
#include <fpcheck/base/bits.hpp>

#include "vector_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace {

const std::string folder = std::string(FPCHECK_SOURCE_DIR) + "/tests/gpu/vectors/";

gpu::vector_file read(const std::string& name) {
  std::ifstream in(folder + name);
  gpu::vector_file file;
  std::string error;
  EXPECT_TRUE(gpu::read_vectors(in, file, error)) << name << ": " << error;
  return file;
}

TEST(vector_file, every_file_reads_and_is_complete) {
  const std::map<std::string, std::size_t> forms = {
      {"arithmetic.vec", 541}, {"approximate.vec", 30}, {"conversion.vec", 516}, {"integer.vec", 219},
      {"warp.vec", 23},        {"atomic.vec", 69},      {"functions.vec", 27}};
  for (const auto& [name, count] : forms) {
    const gpu::vector_file file = read(name);
    EXPECT_EQ(file.records.size(), count) << name;
    EXPECT_EQ(file.block, 1u << 15);
    std::set<std::string> names;
    for (const gpu::vector_record& r : file.records) {
      EXPECT_TRUE(names.insert(r.form.name).second) << name << ": " << r.form.name;
      EXPECT_GE(r.outputs.size(), 64u) << r.form.name;
      EXPECT_EQ(r.digests.size(), 32u) << r.form.name;
    }
  }
}

TEST(vector_file, says_where_a_file_is_malformed) {
  for (const char* text :
       {"fpcheck-vectors 2\n", "form x\nbody y\noperands f31 > f32\n", "form x\nsample 3\n1 2\n", "body y\n"}) {
    std::istringstream in(text);
    gpu::vector_file file;
    std::string error;
    EXPECT_FALSE(gpu::read_vectors(in, file, error)) << text;
    EXPECT_NE(error.find("line "), std::string::npos);
  }
}

TEST(vector_file, what_is_written_reads_back) {
  gpu::vector_record r;
  r.form = {"add.rn.f32",
            "add.rn.f32 %d, %a, %b;",
            {gpu::operand_class::f32, gpu::operand_class::pred},
            gpu::operand_class::f64};
  r.seed = 0x123456789abcdef0ull;
  r.inputs = {{0x3f800000, 1}, {0xffffffff, 0}};
  r.outputs = {1, 0xffffffffffffffffull};
  r.digests = {5, 6, 7, 8, 9, 10, 11, 12, 13};
  std::stringstream stream;
  gpu::write_record(stream, r);
  gpu::vector_file file;
  std::string error;
  ASSERT_TRUE(gpu::read_vectors(stream, file, error)) << error;
  ASSERT_EQ(file.records.size(), 1u);
  const gpu::vector_record& s = file.records[0];
  EXPECT_EQ(s.form.body, r.form.body);
  EXPECT_EQ(s.form.inputs, r.form.inputs);
  EXPECT_EQ(s.form.output, r.form.output);
  EXPECT_EQ(s.seed, r.seed);
  EXPECT_EQ(s.inputs, r.inputs);
  EXPECT_EQ(s.outputs, r.outputs);
  EXPECT_EQ(s.digests, r.digests);
}

using words = std::uint64_t[3];

std::uint32_t canonical(float y) {
  return y != y ? 0x7fffffffu : fpcheck::bits_of(y);
}
float single(std::uint64_t w) {
  return fpcheck::bit_cast<float>(static_cast<std::uint32_t>(w));
}
std::uint32_t low(std::uint64_t w) {
  return static_cast<std::uint32_t>(w);
}

/// Instructions whose meaning the host has, each with it.
const std::map<std::string, std::function<std::uint64_t(const words&)>>& host_meanings() {
  static const std::map<std::string, std::function<std::uint64_t(const words&)>> all = {
      {"add.rn.f32", [](const words& w) { return canonical(single(w[0]) + single(w[1])); }},
      {"sub.rn.f32", [](const words& w) { return canonical(single(w[0]) - single(w[1])); }},
      {"mul.rn.f32", [](const words& w) { return canonical(single(w[0]) * single(w[1])); }},
      {"div.rn.f32", [](const words& w) { return canonical(single(w[0]) / single(w[1])); }},
      {"fma.rn.f32", [](const words& w) { return canonical(std::fma(single(w[0]), single(w[1]), single(w[2]))); }},
      {"sqrt.rn.f32", [](const words& w) { return canonical(std::sqrt(single(w[0]))); }},
      {"rcp.rn.f32", [](const words& w) { return canonical(1.0f / single(w[0])); }},
      {"setp.lt.f32", [](const words& w) { return std::uint64_t{single(w[0]) < single(w[1])}; }},
      {"mul.hi.u32", [](const words& w) { return (w[0] * w[1]) >> 32; }},
      {"mul.wide.s32",
       [](const words& w) {
         return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(w[0])} *
                                           static_cast<std::int32_t>(w[1]));
       }},
      {"popc.b32", [](const words& w) { return std::uint64_t(__builtin_popcountll(w[0])); }},
      {"clz.b64", [](const words& w) { return std::uint64_t(fpcheck::count_leading_zeros(w[0])); }},
      {"shl.b32", [](const words& w) { return low(w[1]) > 31 ? 0 : std::uint64_t{low(w[0]) << low(w[1])}; }},
      {"mad.lo.u64", [](const words& w) { return w[0] * w[1] + w[2]; }},
      {"cvt.rn.f32.s64",
       [](const words& w) { return fpcheck::bits_of(static_cast<float>(static_cast<std::int64_t>(w[0]))); }},
      {"cvt.rn.f64.u32", [](const words& w) { return fpcheck::bits_of(static_cast<double>(w[0])); }}};
  return all;
}

TEST(vector_file, host_arithmetic_gives_the_outputs_of_the_device) {
  std::size_t compared = 0;
  for (const char* name : {"arithmetic.vec", "integer.vec", "conversion.vec"}) {
    const gpu::vector_file file = read(name);
    for (const gpu::vector_record& r : file.records) {
      const auto meaning = host_meanings().find(r.form.name);
      if (meaning == host_meanings().end()) continue;
      ++compared;
      std::vector<std::uint64_t> outputs(file.block);
      for (std::size_t b = 0; b < r.digests.size(); b += 5) {
        for (std::uint64_t i = 0; i < file.block; ++i)
          outputs[i] = meaning->second(gpu::inputs_at(r.seed, b * file.block + i, r.form.inputs.data(),
                                                      static_cast<std::uint32_t>(r.form.inputs.size()))
                                           .word);
        EXPECT_EQ(gpu::digest(b * file.block, outputs), r.digests[b]) << r.form.name << ", block " << b;
      }
      for (std::size_t i = 0; i < r.outputs.size(); ++i) {
        words w = {};
        std::copy(r.inputs[i].begin(), r.inputs[i].end(), w);
        EXPECT_EQ(meaning->second(w), r.outputs[i]) << r.form.name << ", sample " << i;
      }
    }
  }
  EXPECT_EQ(compared, host_meanings().size());
}

TEST(vector_inputs, reach_ties_and_the_ends_of_the_range) {
  std::size_t ties = 0, subnormal = 0, cancelled = 0;
  const gpu::operand_class classes[] = {gpu::operand_class::f32, gpu::operand_class::f32};
  for (std::uint64_t i = 1u << 16; i < 1u << 17; ++i) {
    const gpu::operand_words w = gpu::inputs_at(7, i, classes, 2);
    const double a = single(w.word[0]), b = single(w.word[1]), exact = a * b;
    const float y = static_cast<float>(exact);
    if (!std::isfinite(y) || !std::isfinite(exact)) continue;
    const double up = std::nextafter(y, INFINITY), down = std::nextafter(y, -INFINITY);
    ties += exact != y && std::abs(exact - y) * 2 == std::abs((exact > y ? up : down) - y);
    subnormal += y != 0 && std::abs(y) < 0x1p-126f;
    cancelled += a != 0 && std::abs(a + b) < std::abs(a) * 0x1p-12;
  }
  EXPECT_GT(ties, 200u);
  EXPECT_GT(subnormal, 1000u);
  EXPECT_GT(cancelled, 1000u);
}

} // namespace
