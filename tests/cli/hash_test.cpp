#include "session.hpp"

#include <fpcheck/kernels/fingerprint_tree.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

namespace fpcheck::cli {
namespace {

using nlohmann::json;
using tensor::array;
using tensor::dtype;

class cli_hash : public session {
protected:
  std::string save(const std::string& name, const array& a) const {
    EXPECT_TRUE(tensor::save(path(name), a));
    return path(name);
  }
  static array numbers(dtype type, tensor::shape extents) {
    array a(type, std::move(extents));
    for (std::uint64_t i = 0; i < a.size(); ++i) a.set(i, static_cast<double>(i % 50));
    return a;
  }
};

TEST_F(cli_hash, a_line_for_each_tensor) {
  const array a = numbers(dtype::f32, {3, 700}), b = numbers(dtype::i16, {5}), scalar = numbers(dtype::f64, {});
  const std::string x = save("a.npy", a), y = save("b.npy", b), z = save("c.npy", scalar);
  const auto r = call({"hash", x, y, z});
  EXPECT_EQ(r.code, exit_code::passed) << r.err;
  const auto digest = [](const array& t) {
    return kernels::hexadecimal(kernels::fingerprint_of(t.data, kernels::make_fingerprint_key(0)).digest);
  };
  EXPECT_EQ(r.out, digest(a) + "  3x700 f32  " + x + '\n' + digest(b) + "  5 i16  " + y + '\n' + digest(scalar) +
                       "  scalar f64  " + z + '\n');
  EXPECT_NE(call({"hash", x, "--key", "1"}).out.substr(0, 16), digest(a));
}

TEST_F(cli_hash, two_are_compared) {
  array a = numbers(dtype::f32, {3, 7000});
  const std::string x = save("a.npy", a), same = save("same.npy", a);
  const auto equal = call({"hash", x, same});
  EXPECT_EQ(equal.code, exit_code::passed);
  EXPECT_NE(equal.out.find("the same"), std::string::npos) << equal.out;
  a.set(3 * 7000 - 1, -1);
  a.set(2 * 7000 + 17, 0.5);
  const std::string other = save("other.npy", a);
  const auto differ = call({"hash", x, other});
  EXPECT_EQ(differ.code, exit_code::findings);
  EXPECT_NE(differ.out.find("differ: first at [2, 17]: 17 (0x41880000) against 0.5 (0x3f000000)"), std::string::npos)
      << differ.out;
  const json j = json::parse(call({"hash", x, other, "--format", "json"}).out);
  EXPECT_EQ(j["schema"], "fpcheck/hash-1");
  EXPECT_EQ(j["comparison"]["index"], json({2, 17}));
  EXPECT_EQ(j["comparison"]["values"][1], "0.5 (0x3f000000)");
  EXPECT_NE(j["tensors"][0]["digest"], j["tensors"][1]["digest"]);
  EXPECT_EQ(j["tensors"][0]["chunks"].size(), 1u);
  EXPECT_EQ(json::parse(call({"hash", x, same, "--format", "json"}).out)["comparison"]["same"], true);
}

TEST_F(cli_hash, bits_count_not_values) {
  array a = numbers(dtype::f16, {4}), b = a;
  a.set(2, 0.0), b.set(2, -0.0);
  EXPECT_EQ(call({"hash", save("a.npy", a), save("b.npy", b)}).code, exit_code::findings);
  a.set(2, NAN), b = a; // a NaN is itself
  EXPECT_EQ(call({"hash", save("a.npy", a), save("b.npy", b)}).code, exit_code::passed);
}

TEST_F(cli_hash, other_kinds_differ) {
  const std::string x = save("x.npy", numbers(dtype::u8, {6}));
  const auto shape = call({"hash", x, save("y.npy", numbers(dtype::u8, {2, 3}))});
  EXPECT_EQ(shape.code, exit_code::findings);
  EXPECT_NE(shape.out.find("differ: shape 6 against 2x3"), std::string::npos) << shape.out;
  const auto type = call({"hash", x, save("z.npy", numbers(dtype::i8, {6}))});
  EXPECT_EQ(type.code, exit_code::findings);
  EXPECT_NE(type.out.find("differ: dtype u8 against i8"), std::string::npos) << type.out;
}

TEST_F(cli_hash, archives_by_key_and_errors) {
  array a = numbers(dtype::bf16, {4});
  const auto bytes = tensor::format_safetensors({{"w", a}, {"v", numbers(dtype::i64, {2})}});
  ASSERT_TRUE(bytes);
  write("m.safetensors", *bytes);
  const auto r = call({"hash", path("m.safetensors") + "#w", path("m.safetensors") + "#w"});
  EXPECT_EQ(r.code, exit_code::passed) << r.err;
  EXPECT_NE(r.out.find("4 bf16"), std::string::npos) << r.out;
  write("n.npz", tensor::format_npz({{"k", a}}));
  EXPECT_EQ(call({"hash", path("n.npz") + "#k"}).code, exit_code::passed);
  EXPECT_EQ(call({"hash"}).code, exit_code::usage);
  EXPECT_EQ(call({"hash", path("nothing.npy")}).code, exit_code::usage);
  EXPECT_EQ(call({"hash", path("m.safetensors") + "#u"}).code, exit_code::usage);
  EXPECT_EQ(call({"hash", path("m.safetensors") + "#w", "--format", "xml"}).code, exit_code::usage);
  EXPECT_EQ(call({"hash", path("m.safetensors") + "#w", "--key", "-1"}).code, exit_code::usage);
  const std::string none = save("none.npy", array(dtype::f32, {0}));
  EXPECT_EQ(call({"hash", none, none}).code, exit_code::incomplete) << "nothing was compared";
}

} // namespace
} // namespace fpcheck::cli
