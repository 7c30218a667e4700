#include <fpcheck/record/fat_binary.hpp>

#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/session/process.hpp>
#include <fpcheck/tensor/file.hpp>

#include <gtest/gtest.h>

#include <fstream>

namespace {

using namespace fpcheck;
using record::fat_binary;

constexpr const char* source = "__global__ void mark(float* x) { x[threadIdx.x] = x[threadIdx.x] * 1.25f + 0x1.8p-3f; }\n"
                               "extern \"C\" __global__ void other(double* x) { *x = *x / 3; }\n";

/// A fat binary as nvcc makes it with these flags; empty where there is no nvcc.
std::string built(const std::string& flags) {
  const std::string nvcc = session::find_nvcc();
  if (nvcc.empty()) return {};
  const auto scratch = session::temporary_directory::make();
  const std::string file = (scratch->path() / "k.cu").string(), out = (scratch->path() / "k.fatbin").string();
  std::ofstream(file) << source;
  std::vector<std::string> words{nvcc, "-fatbin", file, "-o", out};
  const auto more = session::split_flags(flags);
  words.insert(words.end(), more->begin(), more->end());
  const auto done = session::run_process(words, *scratch);
  EXPECT_TRUE(done && done->status == 0) << (done ? done->messages : done.error().text());
  return tensor::read_bytes(out).value_or("");
}

std::span<const std::byte> bytes_of(const std::string& s) { return std::as_bytes(std::span(s)); }

class modes : public testing::TestWithParam<const char*> {};

TEST_P(modes, hold_the_same_text) {
  static const std::string plain = built("--compress-mode=none -gencode arch=compute_90,code=[sm_90,compute_90]");
  if (plain.empty()) GTEST_SKIP() << "no nvcc here";
  const std::string packed = built(std::string("-gencode arch=compute_90,code=[sm_90,compute_90] --compress-mode=") + GetParam());
  const auto a = record::read_fat_binary(bytes_of(plain)), b = record::read_fat_binary(bytes_of(packed));
  ASSERT_TRUE(a) << a.error().text();
  ASSERT_TRUE(b) << b.error().text();
  ASSERT_EQ(b->ptx.size(), 1u);
  EXPECT_EQ(b->ptx[0].sm, 90u);
  EXPECT_EQ(b->machine_code, std::vector<std::uint32_t>{90u});
  EXPECT_EQ(b->ptx[0].text, a->ptx.at(0).text);
  EXPECT_NE(b->ptx[0].text.find(".visible .entry _Z4markPf"), std::string::npos);
  EXPECT_NE(b->ptx[0].text.find(".visible .entry other"), std::string::npos);
  EXPECT_TRUE(b->ptx[0].text.ends_with("}\n\n") || b->ptx[0].text.ends_with("}\n")) << b->ptx[0].text.substr(b->ptx[0].text.size() - 8);
}
INSTANTIATE_TEST_SUITE_P(of_nvcc, modes, testing::Values("none", "speed", "balance", "size", "default"));

TEST(fat_binary, the_newest_that_is_modelled) {
  const std::string many = built("-gencode arch=compute_80,code=compute_80 -gencode arch=compute_90,code=compute_90 -gencode arch=compute_100,code=compute_100");
  if (many.empty()) GTEST_SKIP() << "no nvcc here";
  const auto all = record::read_fat_binary(bytes_of(many));
  ASSERT_TRUE(all) << all.error().text();
  ASSERT_EQ(all->ptx.size(), 3u);
  EXPECT_TRUE(all->machine_code.empty());
  EXPECT_EQ(record::best_ptx(all->ptx, 90).at(0).sm, 90u);
  EXPECT_EQ(record::best_ptx(all->ptx, 89).at(0).sm, 80u);
  EXPECT_EQ(record::best_ptx(all->ptx, 75).at(0).sm, 80u);
  EXPECT_EQ(record::best_ptx(all->ptx, 120).at(0).sm, 100u);
  EXPECT_TRUE(record::best_ptx({}, 90).empty());
}

TEST(fat_binary, several_in_a_row) {
  std::string one = built("-arch=compute_90");
  if (one.empty()) GTEST_SKIP() << "no nvcc here";
  while (one.size() % 8 != 0) one.push_back('\0');
  const std::string two = one + std::string(4, '\0') + one;
  const auto all = record::read_fat_binary(bytes_of(two));
  ASSERT_TRUE(all) << all.error().text();
  EXPECT_EQ(all->ptx.size(), 2u);
}

/// Every length, and damage at every byte of the headers and here and there behind: an answer, or an error, and no other end.
TEST(fat_binary, damage_is_told) {
  for (const char* flags : {"-arch=compute_90", "-arch=compute_90 --compress-mode=speed", "-arch=compute_90 --compress-mode=none"}) {
    const std::string whole = built(flags);
    if (whole.empty()) GTEST_SKIP() << "no nvcc here";
    for (std::size_t n = 0; n < whole.size(); ++n) {
      const std::string cut(whole.data(), n); // its own block, so that a sanitizer sees what is read behind it
      EXPECT_FALSE(record::read_fat_binary(bytes_of(cut))) << flags << ' ' << n;
    }
    for (std::size_t at = 0; at < whole.size(); at += at < 160 ? 1 : 37)
      for (const int value : {0, 1, 0x7f, 0xff}) {
        std::string bad = whole;
        bad[at] = static_cast<char>(value);
        const auto read = record::read_fat_binary(bytes_of(bad));
        EXPECT_TRUE(read || !read.error().message.empty());
      }
  }
}

TEST(fat_binary, what_is_none) {
  EXPECT_FALSE(record::read_fat_binary({}));
  EXPECT_FALSE(record::read_fat_binary(bytes_of(std::string(64, 'x'))));
  EXPECT_EQ(record::fat_binary_size(std::string(16, '\0').data()), 0u);
}

} // namespace
