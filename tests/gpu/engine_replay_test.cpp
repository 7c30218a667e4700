// The emulator against the device: the kernels of the vector files on their recorded inputs, and, for a sixteenth of
// the forms that changes with the day, on a block of 2^15 generated inputs. A form that the emulator does not model is
// reported and passes: the emulator refuses it as well.
#include "engine_replay.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

namespace {

const std::string folder = std::string(FPCHECK_SOURCE_DIR) + "/tests/gpu/vectors/";

std::uint64_t seed() {
  if (const char* s = std::getenv("FPCHECK_SEED")) return std::strtoull(s, nullptr, 0);
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::hours>(std::chrono::system_clock::now().time_since_epoch()).count() / 24);
}

/// Whether a run failed only because the emulator says that it does not model the instruction.
bool refused(const std::string& error) {
  return error.starts_with("incomplete: ") && error.ends_with("is not modelled");
}

std::string text_of(const std::vector<std::uint64_t>& words) {
  std::ostringstream s;
  for (std::uint64_t w : words) s << std::hex << w << ' ';
  return s.str();
}

class engine_replay : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override {
    std::ifstream in(folder + GetParam());
    std::string error;
    ASSERT_TRUE(gpu::read_vectors(in, file, error)) << error;
  }
  gpu::vector_file file;
};

void compare_sample(const gpu::vector_record& r, const gpu::loaded_kernel& k, int& refusals) {
  std::string error;
  const auto outputs = gpu::replay(k, r.form, gpu::columns_of(r.inputs, r.form.inputs.size()), error);
  if (!outputs) {
    EXPECT_TRUE(refused(error)) << r.form.name << ": " << error;
    std::printf("not modelled: %s\n", r.form.name.c_str());
    ++refusals;
    return;
  }
  for (std::size_t i = 0; i < outputs->size(); ++i)
    if ((*outputs)[i] != r.outputs[i]) {
      ADD_FAILURE() << r.form.name << " of " << text_of(r.inputs[i]) << "gives " << text_of({(*outputs)[i]})
                    << "and on the device " << text_of({r.outputs[i]});
      return;
    }
}

void compare_block(const gpu::vector_file& file, const gpu::vector_record& r, const gpu::loaded_kernel& k,
                   std::size_t block) {
  std::string error;
  const auto outputs = gpu::replay(k, r.form, gpu::generated_inputs(r, block * file.block, file.block), error);
  if (!outputs) return;
  EXPECT_EQ(gpu::digest(block * file.block, *outputs), r.digests[block])
      << r.form.name << ", block " << block << ", seed " << seed();
}

TEST_P(engine_replay, equals_the_device) {
  int refusals = 0;
  const bool all = std::getenv("FPCHECK_EVERY_VECTOR") != nullptr;
  for (const gpu::vector_record& r : file.records) {
    std::string error;
    const auto kernel = gpu::kernel_of(r, folder, error);
    ASSERT_TRUE(kernel) << r.form.name << ": " << error;
    const int before = refusals;
    compare_sample(r, *kernel, refusals);
    if (refusals != before || r.digests.empty()) continue;
    const std::uint64_t pick = gpu::mix(r.seed ^ seed());
    for (std::size_t b = 0; b < r.digests.size(); ++b)
      if (all || (pick % 16 == 0 && (pick >> 8) % r.digests.size() == b)) compare_block(file, r, *kernel, b);
  }
  RecordProperty("not_modelled", refusals);
}

INSTANTIATE_TEST_SUITE_P(files, engine_replay,
                         testing::Values("settled.vec", "arithmetic.vec", "approximate.vec", "conversion.vec",
                                         "integer.vec", "warp.vec", "atomic.vec", "functions.vec"),
                         [](const auto& info) { return std::string(info.param, std::strlen(info.param) - 4); });

} // namespace
