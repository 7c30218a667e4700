// Products of matrices by a warp: the integer shapes of mma.sync against a product of matrices laid out as the PTX manual says.
#include "../kernels/device_digests.hpp"
#include "launching.hpp"
#include "matrix_cases.hpp"

namespace fpcheck::exec {
namespace {

using namespace matrices;

run_record run_of(const spelling& s, const std::vector<std::uint32_t>& words, const std::string& guard = "") {
  const auto k = load_text(module_of(s, guard));
  auto r = run(*k->code, request_of(s, words), {});
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

TEST(matrix, integer_products_of_every_shape_and_type) {
  device_digests::digest digest;
  for (const spelling& s : every_spelling())
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
      const auto words = some_words(s, seed);
      const run_record r = run_of(s, words);
      for (const auto& i : r.incomplete) ADD_FAILURE() << i.what;
      for (const auto& f : r.faults) ADD_FAILURE() << f.detail;
      EXPECT_EQ(contents<std::uint32_t>(r, 1), product(s, words)) << instruction(s);
      digest.add(r.buffers[1]->data);
    }
  EXPECT_EQ(device_digests::difference_from_device("integer_mma", digest), "");
}

TEST(matrix, a_product_of_part_of_a_warp_is_a_fault) {
  const spelling s{16, 32, "s8", "s8"};
  const run_record r = run_of(s, some_words(s, 1), "@%p1 ");
  ASSERT_FALSE(r.faults.empty());
  EXPECT_EQ(r.faults[0].kind, fault::undefined_lane);
}

TEST(matrix, undefined_elements_reach_the_row_and_the_column_that_they_belong_to) {
  // Lane 5 leaves its first word of A undefined: row 1 of the product, which lanes 4 to 7 hold in their first two words.
  const spelling s{16, 32, "s8", "s8"};
  std::string text = module_of(s);
  const std::string load = "ld.global.u32 %a0, [%rd2+0];\n";
  text.replace(text.find(load), load.size(), "setp.ne.u32 %p1, %r1, 5;\nld.shared.u32 %a0, [room];\n@%p1 ld.global.u32 %a0, [%rd2+0];\n");
  text.replace(text.find(".reg .b32 %r<4>;"), 0, ".shared .align 4 .b8 room[4]; ");
  const auto k = load_text(text);
  const auto words = some_words(s, 2);
  const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).in(words, tensor::dtype::u32).out(128, tensor::dtype::u32).request(), {});
  ASSERT_TRUE(r) << r.error().text();
  const region& out = *r->buffers[1];
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned word = 0; word < 4; ++word)
      EXPECT_EQ(out.is_undefined((lane * 4 + word) * 4, 4), lane / 4 == 1 && word < 2) << lane << ' ' << word;
}

TEST(matrix, fragments_of_another_length_are_told) {
  const auto refused = [](const std::string& mma) {
    std::string text = module_of({16, 32, "s8", "s8"});
    const std::size_t at = text.find("mma.sync");
    text.replace(at, text.find(';', at) + 1 - at, mma);
    const auto k = load_text(text);
    const auto r = run(*k->code, launcher("k", {1, 1, 1}, {32, 1, 1}).in(std::vector<std::uint32_t>(32 * 10), tensor::dtype::u32).out(128, tensor::dtype::u32).request(), {});
    return !r || !r->incomplete.empty();
  };
  const std::string start = "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 ";
  EXPECT_TRUE(refused(start + "{%c0, %c1}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c1, %c2, %c3};"));
  EXPECT_TRUE(refused(start + "{%c0, %c1, %c2, %c3}, {%a0, %a1}, {%b0, %b1}, {%c0, %c1, %c2, %c3};"));
  EXPECT_TRUE(refused(start + "{%c0, %c1, %c2, %c3}, {%a0, %a1, %a2, %a3}, {%rd1, %rd2}, {%c0, %c1, %c2, %c3};"));
  EXPECT_FALSE(refused(start + "{%c0, %c1, %c2, %c3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c1, %c2, %c3};"));
}

} // namespace
} // namespace fpcheck::exec
