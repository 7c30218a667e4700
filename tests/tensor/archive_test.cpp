#include <fpcheck/tensor/file.hpp>

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>

namespace fpcheck::tensor {
namespace {

array counting(dtype type, shape extents) {
  array a(type, std::move(extents));
  for (std::uint64_t i = 0; i < a.size(); ++i) a.set(i, static_cast<double>(i % 13) - 3);
  return a;
}

std::string le(std::uint64_t value, int width) {
  std::string out;
  for (int i = 0; i < width; ++i) out += static_cast<char>(i < 8 ? value >> (8 * i) : 0);
  return out;
}

/// A zip archive with one deflated member, with a data descriptor as streaming writers leave it.
std::string deflated(const std::string& name, const std::string& data) {
  std::string packed(data.size() + 1000, '\0');
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  const std::string crc = le(crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size())), 4);
  const std::string local = le(0x04034b50, 4) + le(20, 2) + le(8, 2) + le(8, 2) + le(0, 4) + le(0, 12) +
                            le(name.size(), 2) + le(0, 2) + name + packed + le(0x08074b50, 4) + crc +
                            le(packed.size(), 4) + le(data.size(), 4);
  const std::string central = le(0x02014b50, 4) + le(20, 2) + le(20, 2) + le(8, 2) + le(8, 2) + le(0, 4) + crc +
                              le(packed.size(), 4) + le(data.size(), 4) + le(name.size(), 2) + le(0, 12) + le(0, 4) +
                              name;
  return local + central + le(0x06054b50, 4) + le(0, 4) + le(1, 2) + le(1, 2) + le(central.size(), 4) +
         le(local.size(), 4) + le(0, 2);
}

TEST(npz, round_trip) {
  const archive in{
      {"a", counting(dtype::f32, {3, 4})}, {"b/c", counting(dtype::i64, {})}, {"empty", array(dtype::u8, {0})}};
  const auto out = parse_npz(format_npz(in), "x.npz");
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(*out, in);
}

TEST(npz, deflated_member) {
  const array a = counting(dtype::f64, {100, 200});
  const auto out = parse_npz(deflated("weights.npy", format_npy(a)), "x.npz");
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(out->at("weights"), a);
}

TEST(npz, a_flipped_bit_fails_the_checksum) {
  std::string bytes = format_npz({{"a", counting(dtype::f32, {64})}});
  bytes[bytes.find('\n') + 9] ^= 1;
  const auto out = parse_npz(bytes, "x.npz");
  ASSERT_FALSE(out);
  EXPECT_NE(out.error().message.find("checksum"), std::string::npos);
}

TEST(safetensors, round_trip_of_every_named_type) {
  archive in;
  for (const dtype type : all_dtypes())
    if (!safetensors_name(type).empty()) in.emplace("t." + std::string(name(type)), counting(type, {2, 3}));
  const auto bytes = format_safetensors(in);
  ASSERT_TRUE(bytes);
  const auto out = parse_safetensors(*bytes, "m.safetensors");
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(*out, in);
  EXPECT_EQ(out->at("t.bf16").type, dtype::bf16);
  EXPECT_FALSE(format_safetensors({{"x", array(dtype::e2m1fn, {4})}}));
}

TEST(safetensors, by_hand_with_metadata) {
  const std::string header = R"({"__metadata__":{"a":"b"},"w":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]}})";
  const auto out = parse_safetensors(le(header.size(), 8) + header + "\x38\x7e", "m.safetensors");
  ASSERT_TRUE(out) << out.error().text();
  EXPECT_EQ(out->at("w").value(0), 1.0);
  EXPECT_EQ(out->at("w").value(1), 448.0);
}

TEST(safetensors, refuses_what_the_format_forbids) {
  const auto with = [](const std::string& header, const std::string& data) {
    return parse_safetensors(le(header.size(), 8) + header + data, "m.safetensors");
  };
  EXPECT_FALSE(with(R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "abcdefgh")); // hole at the end
  EXPECT_FALSE(with(R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", "abcdefgh")); // hole before
  EXPECT_FALSE(with(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "abcd"));     // wrong size
  EXPECT_FALSE(with(R"({"w":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", "abcd"));    // negative
  EXPECT_FALSE(with(R"({"w":{"dtype":"F99","shape":[1],"data_offsets":[0,4]}})", "abcd"));     // unknown type
  EXPECT_FALSE(with(
      R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
      "abcd"));
  EXPECT_FALSE(with(R"({"w":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}})", ""));
  EXPECT_FALSE(with("[1]", ""));
  EXPECT_FALSE(parse_safetensors(le(1ull << 60, 8) + "{}", "m.safetensors"));
}

class file_test : public ::testing::Test {
protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("fpcheck_tensor_" + std::to_string(getpid()));
};

TEST_F(file_test, loads_by_content_and_key) {
  const array a = counting(dtype::f32, {4}), b = counting(dtype::i32, {2});
  ASSERT_TRUE(save(path("a.npy"), a));
  ASSERT_TRUE(write_bytes(path("m.npz"), format_npz({{"left", a}, {"right", b}})));
  ASSERT_TRUE(write_bytes(path("m.safetensors"), *format_safetensors({{"only", b}})));
  EXPECT_EQ(*load(path("a.npy")), a);
  EXPECT_EQ(*load(path("m.npz#right")), b);
  EXPECT_EQ(*load(path("m.safetensors")), b);
  const auto ambiguous = load(path("m.npz"));
  ASSERT_FALSE(ambiguous);
  EXPECT_NE(ambiguous.error().hint.find("left, right"), std::string::npos);
  const auto typo = load(path("m.npz#rihgt"));
  ASSERT_FALSE(typo);
  EXPECT_EQ(typo.error().hint, "did you mean 'right'?");
  EXPECT_FALSE(load(path("missing.npy")));
  EXPECT_FALSE(load(folder_.string()));
  EXPECT_FALSE(save(path("a.txt"), a));
}

} // namespace
} // namespace fpcheck::tensor
