#include <fpcheck/tensor/file.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace fpcheck::tensor {
namespace {

/// Mutates `seed` in many ways; whatever comes out parses or gives one line with the file's name.
template <class Parse>
void survives(const std::string& seed, Parse parse) {
  std::mt19937 random(7);
  const auto judge = [&](const std::string& bytes) {
    const auto out = parse(bytes, "hostile");
    if (out) return;
    EXPECT_FALSE(out.error().message.empty());
    EXPECT_EQ(out.error().message.find('\n'), std::string::npos);
    EXPECT_EQ(out.error().where.file.rfind("hostile", 0), 0u) << out.error().text();
    EXPECT_EQ(out.error().code, exit_code::usage);
  };
  for (std::size_t cut = 0; cut < seed.size(); ++cut) judge(seed.substr(0, cut));
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = seed;
    for (int edits = 1 + static_cast<int>(random() % 4); edits > 0 && !bytes.empty(); --edits) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 5) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(0xff);
        break;
      case 2:
        bytes.erase(at, 1 + random() % 4);
        break;
      case 3:
        bytes.insert(at, 1 + random() % 4, static_cast<char>(random()));
        break;
      default:
        bytes[at] ^= static_cast<char>(1 << random() % 8);
        break;
      }
    }
    judge(bytes);
  }
}

TEST(malformed, npy) {
  survives(format_npy(array(dtype::f32, {2, 3})), parse_npy);
}
TEST(malformed, npz) {
  survives(format_npz({{"a", array(dtype::f32, {2})}, {"b", array(dtype::u8, {})}}), parse_npz);
}
TEST(malformed, safetensors) {
  survives(*format_safetensors({{"a", array(dtype::bf16, {2})}, {"b", array(dtype::e5m2, {3})}}), parse_safetensors);
}
TEST(malformed, names_what_is_wrong) {
  EXPECT_EQ(parse_npy("hello", "x.npy").error().text(),
            "x.npy: error: not a valid .npy file: it does not start with \\x93NUMPY\n");
  std::string bytes = format_npy(array(dtype::f32, {2, 3}));
  bytes.resize(bytes.size() - 1);
  EXPECT_EQ(parse_npy(bytes, "x.npy").error().message,
            "not a valid .npy file: its shape 2x3 of f32 does not fit its 23 bytes of data");
}

} // namespace
} // namespace fpcheck::tensor
