// What a card does with stretches besides the function itself; stretch_kernel.ptx is compiled into fpcheck:
// nvcc -ptx -arch=sm_80 -std=c++20 -fmad=false -I include -o src/sweep/stretch_kernel.ptx src/sweep/stretch_kernel.cu
#include <fpcheck/sweep/stretch.hpp>

using namespace fpcheck::sweep;

namespace {

constexpr unsigned threads = 256;

} // namespace

/// The inputs of some stretches, `each` of every one: where it has fewer its last one stands for the rest.
extern "C" __global__ void fpcheck_stretch_inputs(const stretch* stretches, unsigned each, std::uint64_t* out, std::uint64_t* seconds, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const stretch& s = stretches[i / each];
  const unsigned k = i % each;
  out[i] = s.code(k < s.count ? k : s.count - 1);
  if (seconds != nullptr) seconds[i] = s.second;
}

/// A block judges `part` inputs of one stretch; `part` divides `each`.
extern "C" __global__ void fpcheck_stretch_judge(const stretch* stretches, unsigned each, unsigned part, const double* results, stretch_tally* tallies) {
  __shared__ stretch_tally shared[threads];
  const unsigned begin = blockIdx.x * part;
  const stretch s = stretches[begin / each];
  stretch_tally mine;
  for (unsigned i = threadIdx.x; i < part; i += threads) {
    const unsigned at = begin + i, k = at % each;
    if (k < s.count) judge(mine, s, k, results[at], k == 0 ? nullptr : results + at - 1);
  }
  shared[threadIdx.x] = mine;
  for (unsigned half = threads / 2; half != 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) merge(shared[threadIdx.x], shared[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) tallies[blockIdx.x] = shared[0];
}
