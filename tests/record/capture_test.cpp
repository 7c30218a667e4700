#include <fpcheck/record/capture.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace {

using namespace fpcheck::record;

bytes some(std::size_t n, unsigned seed) {
  std::minstd_rand r(seed);
  bytes out(n);
  for (std::size_t k = 0; k < n; ++k) out[k] = k % 3 == 0 ? std::byte{0} : static_cast<std::byte>(r());
  return out;
}

capture example() {
  capture c;
  c.kernel = "_Z4scalePfS_i", c.program = "a.out", c.device = "a card";
  c.grid[0] = 7, c.grid[1] = 2, c.block[0] = 128, c.cluster[0] = 2, c.cluster[1] = c.cluster[2] = 1;
  c.shared = 4096, c.number = 12;
  c.places = {{0, 8}, {8, 8}, {16, 4}};
  c.parameters = some(20, 1);
  c.code = {some(5000, 2), {}};
  c.companions = {{".ttir", some(70, 3)}, {".json", some(10, 4)}};
  c.memory.resize(3);
  c.memory[0].address = 0x7f0000000000, c.memory[0].before = some(1000, 5);
  c.memory[1].address = 0x7f0000001000, c.memory[1].before = some(64, 6), c.memory[1].undefined = true;
  c.memory[2].address = 0x7f0000002000, c.memory[2].before = some(8, 7);
  bytes left = c.memory[0].before;
  left[17] = ~left[17], left[900] = ~left[900];
  note_changes(c.memory[0], left);
  c.variables.resize(1);
  c.variables[0].name = "table", c.variables[0].before = some(16, 8), c.variables[0].address = 0x7f0000009000;
  c.holes = {{0x7f1000000000, 1 << 20}};
  return c;
}

TEST(capture, comes_back_as_it_was) {
  const capture c = example();
  const auto back = read_capture(write_capture(c), "x.fpcap");
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(write_capture(*back), write_capture(c));
  EXPECT_EQ(back->kernel, c.kernel);
  EXPECT_EQ(back->cluster[0], 2u);
  EXPECT_EQ(back->parameters, c.parameters);
  EXPECT_EQ(back->code, c.code);
  EXPECT_EQ(back->memory[0].changed_at, 17u);
  EXPECT_EQ(back->memory[0].changed.size(), 900u - 17 + 1);
  EXPECT_TRUE(back->memory[1].undefined && back->memory[1].changed.empty());
  bytes left = c.memory[0].before;
  left[17] = ~left[17], left[900] = ~left[900];
  EXPECT_EQ(after(back->memory[0]), left);
  EXPECT_EQ(back->holes[0].size, 1u << 20);
}

TEST(capture, nothing_changed_and_nothing_there) {
  saved_bytes s;
  s.before = some(10, 1);
  note_changes(s, s.before);
  EXPECT_TRUE(s.changed.empty());
  saved_bytes none;
  note_changes(none, {});
  EXPECT_TRUE(after(none).empty());
}

TEST(capture, large_zeros_are_small_in_the_file) {
  capture c = example();
  c.memory[2].before = bytes(std::size_t{1} << 22);
  const std::string file = write_capture(c);
  EXPECT_LT(file.size(), 40000u);
  EXPECT_TRUE(read_capture(file, "x.fpcap"));
}

TEST(capture, more_memory_than_is_taken) {
  capture c = example();
  c.memory[2].before = bytes(std::size_t{1} << 22);
  const auto read = read_capture(write_capture(c), "x.fpcap", 1 << 20);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("more memory"), std::string::npos);
}

TEST(capture, every_cut_and_every_changed_byte_is_told) {
  const std::string file = write_capture(example());
  for (std::size_t n = 0; n < file.size(); n += n < 400 ? 1 : 37) EXPECT_FALSE(read_capture(std::string_view(file).substr(0, n), "x.fpcap")) << n;
  std::size_t told = 0, tried = 0;
  for (std::size_t k = 0; k < file.size(); k += k < 800 ? 1 : 23, ++tried) {
    std::string bad = file;
    bad[k] = static_cast<char>(bad[k] ^ 0x55);
    const auto read = read_capture(bad, "x.fpcap");
    told += read ? 0 : 1;
    if (!read) { EXPECT_FALSE(read.error().text().empty()); }
  }
  EXPECT_GE(told + 8, tried); // bits of a deflated stream that say nothing
}

TEST(capture, other_versions_and_other_files) {
  std::string file = write_capture(example());
  file[7] = 2;
  const auto newer = read_capture(file, "x.fpcap");
  ASSERT_FALSE(newer);
  EXPECT_NE(newer.error().message.find("version 2"), std::string::npos);
  EXPECT_NE(read_capture("something else", "x.fpcap").error().message.find("no capture"), std::string::npos);
}

} // namespace
