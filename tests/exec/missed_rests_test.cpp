// Error terms that are what a sum loses, and those that miss a part of it.
#include "launching.hpp"

namespace fpcheck::exec {
namespace {

/// How many error terms of the corpus' sums missed something, with the terms as the machine makes them.
std::size_t missed_by(const std::string& kernel) {
  const auto loaded = load_text(read_file(FPCHECK_SOURCE_DIR "/tests/corpus/bugs/285_missed_rests.ptx"), "285_missed_rests.ptx");
  const std::vector<float> x{3, 2e10f, 5, -2e10f, 0.75f, 5e7f, 9.5f, -5e7f};
  const run_request request = launcher(kernel, {1}, {32}).in(x, tensor::dtype::f32).out(2, tensor::dtype::f32).value(4).request();
  run_plan plan;
  plan.domain = wide_shadow();
  plan.keeps_error_terms = true;
  const auto record = run(*loaded->code, request, plan);
  if (!record) throw std::runtime_error(record.error().text());
  return record->missed_terms.size();
}

TEST(missed_rests, of_two_terms_the_one_that_is_taken_counts) {
  EXPECT_EQ(missed_by("_Z12larger_firstPKfPfi"), 0u);
  EXPECT_GT(missed_by("_Z13smaller_firstPKfPfi"), 0u);
}

} // namespace
} // namespace fpcheck::exec
