// Checks inside a kernel on a device: what fails is recorded once, with its line, block, thread and value, the latest
// 1,024 are kept and all are counted.
#include <fpcheck/kernels/probe.hpp>

#include "device.hpp"

#include <set>
#include <string>

namespace probe = fpcheck::probe;

namespace {

struct unit_interval {
  __device__ double lower() const { return 0; }
  __device__ double upper() const { return 1; }
};

constexpr std::uint32_t range_line = __LINE__ + 4; // of the first check
/// Thread i checks i: in [0, limit], in [0, 1], and 1 / (i - 5) for being finite.
__global__ void checks(int limit) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  probe::range(i, 0, limit);
  if (limit >= 60) probe::encloses(unit_interval{}, i < limit ? 0.5 : 2.0);
  if (limit >= 60) probe::finite(1.0f / static_cast<float>(i - 5));
}

int wrong = 0;
void expect(bool held, const char* what) {
  if (held) return;
  ++wrong;
  std::printf("probe FAILED: %s\n", what);
}

} // namespace

int main() {
  if (!gpu::present()) return gpu::skip("probe");
  std::printf("probe on %s\n", gpu::name().c_str());
  probe::clear();
  checks<<<2, 32>>>(60); // 61, 62, 63 out of range; 60 to 63 not enclosed; 5 infinite
  probe::report r = probe::read();
  expect(r.understood && r.failures == 8 && r.hits.size() == 8, "eight failures");
  std::set<std::string> seen;
  for (const probe::hit& h : r.hits) {
    const std::uint32_t i = h.block[0] * 32 + h.thread[0];
    expect(std::string(h.file).ends_with("probe.cu"), "the file");
    // The three checks stand on three lines: range, encloses, finite.
    const std::uint32_t below = h.what == probe::kind::range ? 0 : (h.what == probe::kind::encloses ? 1 : 2);
    expect(h.line == range_line + below, "the line");
    if (h.what == probe::kind::range) expect(h.value == i && i > 60 && h.upper == 60, "a value out of range");
    if (h.what == probe::kind::encloses) expect(h.value == 2 && i >= 60 && h.upper == 1, "a value not enclosed");
    if (h.what == probe::kind::finite) expect(i == 5 && h.value - h.value != 0, "an infinity");
    seen.insert(std::to_string(static_cast<int>(h.what)) + ' ' + std::to_string(i));
  }
  expect(seen.size() == 8, "each failure once");
  probe::clear();
  checks<<<64, 64>>>(0); // 4,095 failures of 4,096
  r = probe::read();
  expect(r.failures == 4095 && r.hits.size() == probe::capacity, "all counted, the latest kept");
  for (const probe::hit& h : r.hits) expect(h.order >= 1 && h.order <= 4095, "numbered"); // of two that meet in a slot either may stay
  probe::clear();
  expect(probe::read().failures == 0, "nothing after clearing");
  std::printf("probe: %s\n", wrong == 0 ? "ok" : "FAILED");
  return wrong == 0 ? 0 : 1;
}
