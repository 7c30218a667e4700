// The device code of the hashes and the fingerprint, executed from its PTX: the host's bits.
#include <fpcheck/kernels/fingerprint_tree.hpp>

#include "../exec/launching.hpp"
#include "hash_outputs.hpp"

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

std::vector<std::uint8_t> some_bytes(std::uint64_t n) {
  std::vector<std::uint8_t> out(n);
  for (std::uint64_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(kernels::fmix64(i));
  return out;
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
    const auto data = some_bytes(n);
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

/// A launch of the short tree: its struct's pointers are filled in where short_tree has them.
run_request short_tree(const std::vector<std::uint8_t>& data, const fingerprint_key& key) {
  const std::uint64_t leaves = kernels::leaf_count(data.size()), parents = kernels::parent_count(leaves);
  const auto blocks = static_cast<std::uint32_t>((leaves + 7) / 8);
  std::vector<std::uint64_t> slots(2 * blocks); // as an earlier launch, of another tag, left them
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = kernels::fmix64(i);
  const kernels::short_tree to{nullptr, nullptr, nullptr, nullptr, 0x1234567890abcdefu};
  run_request out = launcher("_ZN7fpcheck7kernels22fingerprint_short_treeILi256ELi16EEEvPKhmNS0_15fingerprint_keyENS0_10short_treeE", {blocks}, {256})
                        .in(data, dtype::u8)
                        .out(leaves, dtype::u64)
                        .out(parents + (parents > 1 ? 1 : 0), dtype::u64)
                        .out(1, dtype::u64)
                        .inout(slots, dtype::u64)
                        .value(std::uint64_t{data.size()})
                        .value(key)
                        .value(to)
                        .request();
  std::vector<argument>& arguments = out.launches[0].arguments;
  arguments.erase(arguments.begin() + 1, arguments.begin() + 5);
  arguments[3].pointers = {{offsetof(kernels::short_tree, leaves), 1, 0},
                           {offsetof(kernels::short_tree, parents), 2, 0},
                           {offsetof(kernels::short_tree, digest), 3, 0},
                           {offsetof(kernels::short_tree, slots), 4, 0}};
  return out;
}

TEST(EmulatedFingerprint, TheShortTreeHasTheBitsOfTheHost) {
  for (const std::uint64_t n : {1u, 8193u, 100001u, 8395000u}) { // the last has two nodes below the top
    const auto data = some_bytes(n);
    const fingerprint_key key = kernels::make_fingerprint_key(n + 1);
    const auto expected = kernels::fingerprint_of(std::as_bytes(std::span(data)), key);
    const auto record = run_kernel(short_tree(data, key));
    EXPECT_EQ(contents<std::uint64_t>(record, 1), expected.levels[0]) << n;
    std::vector<std::uint64_t> above;
    for (std::size_t level = 1; level < expected.levels.size(); ++level)
      above.insert(above.end(), expected.levels[level].begin(), expected.levels[level].end());
    EXPECT_EQ(contents<std::uint64_t>(record, 2), above) << n;
    EXPECT_EQ(contents<std::uint64_t>(record, 3)[0], expected.digest) << n;
  }
}

TEST(EmulatedFingerprint, FirstDifference) {
  const char* kernel = "_ZN7fpcheck7kernels16first_differenceILi4EEEvPKhS3_mPy";
  const std::uint64_t n = 20003;
  const auto a = some_bytes(n);
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
