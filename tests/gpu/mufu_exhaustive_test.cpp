// All 2^32 inputs of every form of the multifunction unit against the digests recorded on a device.
#include "mufu_replay.hpp"

#include <gtest/gtest.h>

namespace {

TEST(mufu_exhaustive, equals_the_device_on_every_input) {
  const gpu::mufu_digests recorded =
      gpu::read_mufu_digests(std::string(FPCHECK_SOURCE_DIR) + "/tests/gpu/vectors/mufu.digests");
  gpu::for_each_mufu_form([&](const std::string& name, auto model) {
    ASSERT_TRUE(recorded.contains(name)) << name;
    for (std::uint32_t block = 0; block < 256; ++block)
      EXPECT_EQ(gpu::mufu_block(block, model), recorded.at(name)[block]) << name << ", block " << block;
  });
}

} // namespace
