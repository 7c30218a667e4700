// The part of a sweep that a card does besides the function itself; judge_kernel.ptx is compiled into fpcheck:
// nvcc -ptx -arch=sm_80 -std=c++20 -fmad=false -I include -o src/sweep/judge_kernel.ptx src/sweep/judge_kernel.cu
#include <fpcheck/sweep/library_tally.hpp>

using namespace fpcheck::sweep;

namespace {

constexpr unsigned threads = 128;

/// The results[from .. to) of one thread.
__device__ void judge_run(library_tally& t, const certified_reference& f, subnormals s, const code_range& range, unsigned first, unsigned from, unsigned to,
                          const std::uint32_t* results, open_input* open, unsigned capacity, unsigned* open_count) {
  expected_value before;
  bool is_after = false;
  for (unsigned i = from == 0 ? from : from - 1; i < to; ++i) {
    const std::uint32_t code = range.code(i), got = results[i];
    const expected_value e = expected(f, argument_of(code, s));
    if (is_after && reverses(before, results[i - 1], e, got)) {
      if (t.reversals++ == 0 || code < t.reversal_code) t.reversal_code = code;
    }
    before = e, is_after = (code & 0x7fffffffu) != 0x7fffffffu;
    if (i < from || i < first || judge(t, e, code, got, s)) continue;
    const unsigned at = atomicAdd(open_count, 1u);
    if (at < capacity) open[at] = {code, got};
  }
}

} // namespace

extern "C" __global__ void fpcheck_fill(std::uint32_t* in, code_range range) {
  const std::uint64_t i = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x;
  if (i < range.count) in[i] = range.code(i);
}

/// Judges range.count results, `run` of them a thread, those before `first` for their neighbours only. Each block adds to its own tally.
extern "C" __global__ void __launch_bounds__(threads) fpcheck_judge(const __grid_constant__ certified_reference f, unsigned flushed, code_range range,
                                                                    unsigned first, unsigned run, const std::uint32_t* results, library_tally* tallies,
                                                                    open_input* open, unsigned capacity, unsigned* open_count) {
  __shared__ library_tally shared[threads / 2];
  library_tally mine;
  const std::uint64_t from = (blockIdx.x * static_cast<std::uint64_t>(threads) + threadIdx.x) * run;
  const std::uint64_t to = from + run < range.count ? from + run : range.count;
  if (from < to)
    judge_run(mine, f, flushed != 0 ? subnormals::flushed : subnormals::kept, range, first, static_cast<unsigned>(from), static_cast<unsigned>(to), results, open,
              capacity, open_count);
  for (unsigned half = threads / 2; half != 0; half /= 2) {
    if (threadIdx.x >= half && threadIdx.x < 2 * half) shared[threadIdx.x - half] = mine;
    __syncthreads();
    if (threadIdx.x < half) merge(mine, shared[threadIdx.x]);
    __syncthreads();
  }
  if (threadIdx.x == 0) merge(tallies[blockIdx.x], mine);
}
