// The device code of the hashes and the fingerprint, executed from its PTX: the host's bits.
#include <fpcheck/kernels/fingerprint_tree.hpp>

#include "../exec/launching.hpp"
#include "device_digests.hpp"
#include "hash_outputs.hpp"
#include "kernel_requests.hpp"

namespace fpcheck::exec {
namespace {

using kernels::fingerprint_key;
using tensor::dtype;

const program& device_code() {
  static const auto loaded_once =
      load_text(read_file(std::string(FPCHECK_SOURCE_DIR) + "/tests/kernels/hash_kernels.ptx"), "hash_kernels.ptx");
  return *loaded_once->code;
}

run_record run_kernel(run_request request) {
  request.shadow = shadow_kind::none;
  auto record = run(device_code(), request, run_plan{no_shadow(), {}, nullptr, true});
  if (!record) throw std::runtime_error(record.error().text());
  EXPECT_TRUE(record->faults.empty() && record->incomplete.empty())
      << (record->faults.empty() ? record->incomplete[0].what : record->faults[0].detail);
  return std::move(*record);
}

TEST(EmulatedHash, EveryFunctionHasTheBitsOfTheHost) {
  const std::uint32_t n = 4096;
  const auto record = run_kernel(launcher("outputs", {n / 128}, {128}).out(n * hash_outputs::columns, dtype::u64).value(n).request());
  const auto got = contents<std::uint64_t>(record, 0);
  for (std::uint64_t i = 0; i < n; ++i) {
    std::uint64_t expected[hash_outputs::columns];
    hash_outputs::for_input(i, expected);
    for (std::size_t c = 0; c < hash_outputs::columns; ++c)
      ASSERT_EQ(got[i * hash_outputs::columns + c], expected[c]) << "input " << i << " column " << c;
  }
}

/// A fold of `children`: the struct's pointers are filled in where fold_step has them.
run_request fold(const std::vector<std::uint64_t>& children, std::uint64_t bytes, const fingerprint_key& key) {
  const std::uint64_t parents = kernels::parent_count(children.size());
  const kernels::fold_step step{nullptr, children.size(), 0, nullptr, bytes, nullptr};
  run_request out = launcher("_ZN7fpcheck7kernels16fingerprint_foldILi256EEEvNS0_9fold_stepENS0_15fingerprint_keyE",
                             {static_cast<std::uint32_t>(parents)}, {256})
                        .in(children, dtype::u64)
                        .out(parents, dtype::u64)
                        .out(1, dtype::u64)
                        .value(step)
                        .value(key)
                        .request();
  std::vector<argument>& arguments = out.launches[0].arguments;
  arguments.erase(arguments.begin(), arguments.begin() + 3);
  arguments[0].pointers = {{offsetof(kernels::fold_step, children), 0, 0},
                           {offsetof(kernels::fold_step, parents), 1, 0},
                           {offsetof(kernels::fold_step, digest), 2, 0}};
  return out;
}

TEST(EmulatedFingerprint, LeavesAndNodesHaveTheBitsOfTheHost) {
  const char* leaves_kernel = "_ZN7fpcheck7kernels18fingerprint_leavesILi16EEEvPKhmNS0_15fingerprint_keyEPm";
  for (const std::uint64_t n : {1u, 17u, 8191u, 8192u, 8193u, 70000u}) {
    const auto data = requests::some_bytes(n);
    const fingerprint_key key = kernels::make_fingerprint_key(n);
    const auto expected = kernels::fingerprint_of(std::as_bytes(std::span(data)), key);
    const std::uint64_t leaves = expected.levels[0].size();
    // Three warps: some see several leaves, some none.
    const auto record = run_kernel(
        launcher(leaves_kernel, {1}, {96}).in(data, dtype::u8).value(n).value(key).out(leaves, dtype::u64).request());
    EXPECT_EQ(contents<std::uint64_t>(record, 1), expected.levels[0]) << n;
    const auto folded = run_kernel(fold(expected.levels[0], n, key));
    EXPECT_EQ(contents<std::uint64_t>(folded, 1), expected.levels[1]) << n;
    EXPECT_EQ(contents<std::uint64_t>(folded, 2)[0], expected.digest) << n;
  }
}

TEST(EmulatedFingerprint, AFoldOfSeveralNodes) {
  const fingerprint_key key = kernels::make_fingerprint_key(5);
  std::vector<std::uint64_t> children(2500);
  for (std::size_t i = 0; i < children.size(); ++i) children[i] = kernels::fmix64(i + 77);
  std::vector<std::uint64_t> expected(3);
  for (std::size_t i = 0; i < children.size(); ++i)
    expected[i / kernels::fan_out] += kernels::child_term(key, 0, i, children[i]);
  EXPECT_EQ(contents<std::uint64_t>(run_kernel(fold(children, 0, key)), 1), expected);
}

TEST(EmulatedFingerprint, TheShortTreeHasTheBitsOfTheHostAndOfTheDevice) {
  const std::string ptx = read_file(std::string(FPCHECK_SOURCE_DIR) + "/tests/kernels/hash_kernels.ptx");
  device_digests::digest digest;
  for (const std::uint64_t n : requests::tree_sizes) {
    const auto data = requests::some_bytes(n);
    const fingerprint_key key = kernels::make_fingerprint_key(n + 1);
    const auto expected = kernels::fingerprint_of(std::as_bytes(std::span(data)), key);
    const auto record = run_kernel(requests::short_tree(ptx, data, key));
    EXPECT_EQ(contents<std::uint64_t>(record, 1), expected.levels[0]) << n;
    std::vector<std::uint64_t> above;
    for (std::size_t level = 1; level < expected.levels.size(); ++level)
      above.insert(above.end(), expected.levels[level].begin(), expected.levels[level].end());
    EXPECT_EQ(contents<std::uint64_t>(record, 2), above) << n;
    EXPECT_EQ(contents<std::uint64_t>(record, 3)[0], expected.digest) << n;
    for (std::size_t k = 1; k < 4; ++k) digest.add(record.buffers[k]->data);
  }
  EXPECT_EQ(device_digests::difference_from_device("short_tree", digest), "");
}

TEST(EmulatedFingerprint, FirstDifference) {
  const char* kernel = "_ZN7fpcheck7kernels16first_differenceILi4EEEvPKhS3_mPy";
  const std::uint64_t n = 20003;
  const auto a = requests::some_bytes(n);
  for (const std::uint64_t at : {n, n - 1, n - 4, std::uint64_t{7777}, std::uint64_t{15}, std::uint64_t{0}}) {
    auto b = a;
    for (std::uint64_t i = at; i < n; i += 5003) b[i] ^= 0x10; // later differences beside the first
    const auto record = run_kernel(launcher(kernel, {2}, {64})
                                       .in(a, dtype::u8)
                                       .in(b, dtype::u8)
                                       .value(n)
                                       .inout(std::vector<std::uint64_t>{n}, dtype::u64)
                                       .request());
    EXPECT_EQ(contents<std::uint64_t>(record, 2)[0], at);
  }
}

} // namespace
} // namespace fpcheck::exec
