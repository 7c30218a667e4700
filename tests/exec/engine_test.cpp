// The engine against host twins, bit for bit.
#include "launching.hpp"

#include <fpcheck/base/bits.hpp>

#include <cmath>
#include <random>
#include <regex>

namespace fpcheck::exec {
namespace {

const std::string kernels = FPCHECK_SOURCE_DIR "/tests/exec/kernels/";

std::vector<float> uniform(std::size_t n, float lo, float hi, unsigned seed = 1) {
  std::mt19937 g(seed);
  std::vector<float> v(n);
  for (float& x : v) x = lo + (hi - lo) * static_cast<float>(g() >> 8) * 0x1p-24f;
  return v;
}

std::vector<float> naive_variance_twin(const std::vector<float>& x, int rows, int n, int threads) {
  std::vector<float> out;
  for (int r = 0; r < rows; ++r) {
    std::vector<float> s(threads, 0.0f), q(threads, 0.0f);
    for (int t = 0; t < threads; ++t)
      for (int i = t; i < n; i += threads) {
        const float v = x[static_cast<std::size_t>(r * n + i)];
        s[static_cast<std::size_t>(t)] += v;
        q[static_cast<std::size_t>(t)] = std::fma(v, v, q[static_cast<std::size_t>(t)]);
      }
    for (int o = threads / 2; o; o >>= 1)
      for (int t = 0; t < o; ++t) {
        s[static_cast<std::size_t>(t)] += s[static_cast<std::size_t>(t + o)];
        q[static_cast<std::size_t>(t)] += q[static_cast<std::size_t>(t + o)];
      }
    const float m = s[0] / static_cast<float>(n), e = q[0] / static_cast<float>(n);
    out.push_back(e - m * m);
  }
  return out;
}

/// The same PTX with untyped registers, as Triton and newer targets write it.
std::string untyped(const std::string& text) {
  return std::regex_replace(text, std::regex("\\.reg \\.f32"), ".reg .b32");
}

TEST(engine, naive_variance_equals_its_twin) {
  const std::string text = read_file(kernels + "variance.ptx");
  const int rows = 3, n = 1000, threads = 128;
  const std::vector<float> x = uniform(static_cast<std::size_t>(rows * n), 999.0f, 1001.0f);
  for (const std::string& t : {text, untyped(text)}) {
    const auto k = load_text(t);
    const auto r = run(*k->code, launcher("naive_variance", {3, 1, 1}, {128, 1, 1}).in(x).out(3).value(n).request(), {});
    ASSERT_TRUE(r) << r.error().text();
    EXPECT_TRUE(r->faults.empty() && r->incomplete.empty());
    const std::vector<float> got = contents<float>(*r, 1), want = naive_variance_twin(x, rows, n, threads);
    for (int i = 0; i < rows; ++i) EXPECT_EQ(bits_of(got[static_cast<std::size_t>(i)]), bits_of(want[static_cast<std::size_t>(i)]));
  }
}

TEST(engine, welford_equals_its_twin_with_a_partial_warp) {
  const auto k = load_text(read_file(kernels + "variance.ptx"));
  const int rows = 45, n = 77;
  const std::vector<float> x = uniform(static_cast<std::size_t>(rows * n), -3.0f, 5.0f);
  const auto r = run(*k->code, launcher("welford", {2, 1, 1}, {32, 1, 1}).in(x).out(rows).value(rows).value(n).request(), {});
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_TRUE(r->faults.empty() && r->incomplete.empty());
  const std::vector<float> got = contents<float>(*r, 1);
  for (int t = 0; t < rows; ++t) {
    float m = 0, q = 0;
    for (int i = 0; i < n; ++i) {
      const float v = x[static_cast<std::size_t>(t * n + i)], d = v - m;
      m += d / static_cast<float>(i + 1);
      q = std::fma(d, v - m, q);
    }
    const float want = q / static_cast<float>(n);
    EXPECT_EQ(bits_of(got[static_cast<std::size_t>(t)]), bits_of(want)) << t;
  }
}

TEST(engine, softmax_shuffles) {
  const auto k = load_text(read_file(kernels + "variance.ptx"));
  const int n = 100;
  const std::vector<float> x = uniform(static_cast<std::size_t>(2 * n), -4.0f, 4.0f);
  const auto r = run(*k->code, launcher("softmax_rows", {2, 1, 1}, {32, 1, 1}).in(x).out(2 * n).value(n).request(), {});
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_TRUE(r->faults.empty() && r->incomplete.empty());
  const std::vector<float> got = contents<float>(*r, 1);
  for (int row = 0; row < 2; ++row) {
    double sum = 0, max = -1e9;
    for (int i = 0; i < n; ++i) max = std::max(max, static_cast<double>(x[static_cast<std::size_t>(row * n + i)]));
    for (int i = 0; i < n; ++i) sum += std::exp(x[static_cast<std::size_t>(row * n + i)] - max);
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(got[static_cast<std::size_t>(row * n + i)], std::exp(x[static_cast<std::size_t>(row * n + i)] - max) / sum, 1e-7);
  }
}

} // namespace
} // namespace fpcheck::exec
