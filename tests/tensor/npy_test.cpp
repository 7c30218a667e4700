#include <fpcheck/tensor/file.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstring>

namespace fpcheck::tensor {
namespace {

/// The bytes of a .npy file written by hand, as the format's description says.
std::string npy(int version, const std::string& header, const std::string& data) {
  std::string out = "\x93NUMPY";
  out += static_cast<char>(version);
  out += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) out += static_cast<char>(header.size() >> (8 * i));
  return out + header + data;
}

TEST(npy, reads_what_numpy_writes) {
  const std::string data("\x00\x00\x80\x3f\x00\x00\x00\xc0", 8);
  for (const int version : {1, 2, 3}) {
    const auto a =
        parse_npy(npy(version, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }      \n", data), "x.npy");
    ASSERT_TRUE(a) << a.error().text();
    EXPECT_EQ(a->type, dtype::f32);
    EXPECT_EQ(a->shape, shape{2});
    EXPECT_EQ(a->value(0), 1.0);
    EXPECT_EQ(a->value(1), -2.0);
  }
}

TEST(npy, big_endian_and_fortran_order) {
  const std::string data("\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06", 12);
  const auto a = parse_npy(npy(1, "{\"shape\": (2, 3), 'fortran_order': True, 'descr': '>i2'}\n", data), "x.npy");
  ASSERT_TRUE(a) << a.error().text();
  EXPECT_EQ(a->shape, (shape{2, 3}));
  const std::int64_t expected[] = {1, 3, 5, 2, 4, 6};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(a->integer(i), expected[i]);
}

TEST(npy, scalars_empty_arrays_and_raw_codes) {
  EXPECT_EQ(parse_npy(npy(1, "{'descr': '|u1', 'fortran_order': False, 'shape': ()}", "\x05"), "x")->integer(0), 5);
  EXPECT_EQ(parse_npy(npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 7)}", ""), "x")->size(), 0u);
  EXPECT_EQ(parse_npy(npy(1, "{'descr': '|V2', 'fortran_order': False, 'shape': (1,)}", "ab"), "x")->type, dtype::u16);
  EXPECT_EQ(parse_npy(npy(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (1,)}", "\x01"), "x")->type,
            dtype::boolean);
}

TEST(npy, header_is_padded_to_64_bytes) {
  const std::string bytes = format_npy(array(dtype::f32, {3, 5}));
  EXPECT_EQ((bytes.size() - 60) % 64, 0u);
  EXPECT_EQ(bytes[bytes.size() - 61], '\n');
}

TEST(npy, every_tensor_comes_back) {
  EXPECT_TRUE(rc::check("format, then parse", [] {
    const dtype type = *rc::gen::elementOf(all_dtypes());
    const auto extents =
        *rc::gen::container<std::vector<std::uint64_t>>(*rc::gen::inRange(0, 5), rc::gen::inRange<std::uint64_t>(0, 5));
    array a(type, extents);
    for (std::byte& b : a.data) b = static_cast<std::byte>(*rc::gen::inRange(0, 256));
    const auto back = parse_npy(format_npy(a), "x.npy");
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->shape == a.shape);
    RC_ASSERT(back->data == a.data);
    RC_ASSERT(reinterpret(*back, type).has_value());
  }));
}

} // namespace
} // namespace fpcheck::tensor
