// The part of a sweep that a card does besides the function itself; judge_kernel.ptx is compiled into fpcheck:
// nvcc -ptx -arch=sm_80 -std=c++20 -fmad=false -I include -o src/sweep/judge_kernel.ptx src/sweep/judge_kernel.cu
#include <fpcheck/sweep/library_tally.hpp>

using namespace fpcheck::sweep;

/// Out of the way of registers; its name is the same wherever this is compiled.
extern "C" __device__ __noinline__ bool fpcheck_judge_slowly(library_tally* t, double value, double error, std::uint32_t code, std::uint32_t result, subnormals s) {
  return judge(*t, {value, error}, code, result, s);
}

namespace {

constexpr unsigned threads = 128, warp = 32, all_lanes = 0xffffffffu;

/// An input's exact value with its result, for the neighbour.
struct compared {
  expected_value exact;
  std::uint32_t result = 0;
};

/// What the lane before has.
__device__ compared of_lane_before(const compared& mine) {
  const auto before = [](auto x) { return __shfl_up_sync(all_lanes, x, 1); };
  return {{before(mine.exact.value), before(mine.exact.error)}, before(mine.result)};
}
__device__ compared of_last_lane(const compared& mine) {
  const auto last = [](auto x) { return __shfl_sync(all_lanes, x, warp - 1); };
  return {{last(mine.exact.value), last(mine.exact.error)}, last(mine.result)};
}

/// The largest error of a lane, whose inputs rise: of equal ones the first is kept.
struct quick_worst {
  double ulps = -1;
  std::uint32_t code = 0, result = 0, steps_code = 0;
  int steps = -1;
  __device__ void take(double u, int s, std::uint32_t c, std::uint32_t r) {
    if (u > ulps) ulps = u, code = c, result = r;
    if (s > steps) steps = s, steps_code = c;
  }
  __device__ worst_error worst() const { return steps < 0 ? worst_error() : worst_error{ulps, code, result, static_cast<std::uint32_t>(steps), steps_code}; }
};

/// What `library_tally` has of results without surprises, in registers.
struct quick_tally {
  std::uint64_t digest = 0;
  unsigned inputs = 0, not_nearest = 0, not_faithful = 0, above = 0, below = 0, reversals = 0, reversal_code = 0;
  quick_worst normal, subnormal;
  __device__ bool count(std::uint32_t code, std::uint32_t got) {
    ++inputs, digest += detail::mixed(code, got);
    return true;
  }
};

/// `judge` where nothing is special and the tables tell all, with fewer operations in binary64; else false, and nothing is counted.
__device__ bool judge_quickly(quick_tally& t, const expected_value& e, std::uint32_t code, std::uint32_t got, subnormals s) {
  constexpr int bias = 1023, least = bias - 126;
  const std::uint32_t magnitude = got & 0x7fffffffu;
  const int exponent = __double2hiint(e.value) >> 20 & 0x7ff;
  if (magnitude > 0x7f800000u || exponent == 0x7ff) return magnitude > 0x7f800000u && e.value != e.value && t.count(code, got);
  const double low = e.value - e.error, high = e.value + e.error;
  if (magnitude == 0x7f800000u) {
    if (got == 0x7f800000u ? low < detail::beyond_binary32 : high > -detail::beyond_binary32) return false;
    t.normal.take(0, 0, code, got);
    return t.count(code, got);
  }
  if (exponent > bias + 126) return false;
  if (s == subnormals::flushed && magnitude == 0 && fabs(low) < 0x1p-126 && fabs(high) < 0x1p-126) return t.count(code, got);
  const std::uint32_t nearest = __float_as_uint(__double2float_rn(low));
  const int of_ulp = exponent < least ? least : exponent, of_error = __double2hiint(e.error) >> 20;
  if (nearest != __float_as_uint(__double2float_rn(high)) || ((nearest ^ got) >> 31) != 0 || of_error > of_ulp - 44) return false;
  const double distance = static_cast<double>(__uint_as_float(got)) - e.value;
  const double ulps = __dmul_rn(fabs(distance), __hiloint2double((2 * bias + 23 - of_ulp) << 20, 0));
  if (((__double2hiint(low) ^ __double2hiint(high)) >> 20) != 0 && ulps >= 0x1p-7) return false;
  const int steps = abs(static_cast<int>(got - nearest));
  if (exponent >= least) t.normal.take(ulps, steps, code, got);
  else t.subnormal.take(ulps, steps, code, got);
  if (steps != 0) {
    ++t.not_nearest;
    if (ulps >= 1) ++t.not_faithful;
  }
  if (distance > e.error) ++t.above;
  if (distance < -e.error) ++t.below;
  return t.count(code, got);
}

/// `reverses` without conversions.
__device__ bool reverses_quickly(const compared& before, const compared& now) {
  if (before.result == now.result) return false;
  const float a = __uint_as_float(before.result), b = __uint_as_float(now.result);
  const double rise = now.exact.value - before.exact.value, slack = now.exact.error + before.exact.error;
  return (b < a && rise > slack) || (b > a && rise < -slack);
}

__device__ library_tally tally_of(const quick_tally& q) {
  library_tally out;
  out.inputs = q.inputs, out.digest = q.digest, out.not_nearest = q.not_nearest, out.not_faithful = q.not_faithful, out.above = q.above, out.below = q.below;
  out.reversals = q.reversals, out.reversal_code = q.reversal_code;
  out.normal = q.normal.worst(), out.subnormal = q.subnormal.worst();
  return out;
}

/// The results[from .. to) of one warp, neighbouring ones in neighbouring lanes: what they read lies together, and they mostly share a piece of a table.
__device__ void judge_run(quick_tally& t, library_tally* slow, const certified_reference& f, subnormals s, const code_range& range, unsigned first,
                          unsigned from, unsigned to, const std::uint32_t* results, open_input* open, unsigned capacity, unsigned* open_count) {
  const unsigned lane = threadIdx.x % warp;
  compared last;
  if (from != 0) last = {expected(f, argument_of(range.code(from - 1), s)), results[from - 1]};
  for (unsigned base = from; base < to; base += warp) {
    const unsigned i = base + lane;
    const bool is_one = i < to;
    const std::uint32_t code = range.code(i);
    compared mine;
    if (is_one) mine = {expected(f, argument_of(code, s)), results[i]};
    compared before = of_lane_before(mine);
    if (lane == 0) before = last;
    last = of_last_lane(mine);
    if (!is_one) continue;
    const bool is_after = i != 0 && (range.code(i - 1) & 0x7fffffffu) != 0x7fffffffu;
    if (is_after && reverses_quickly(before, mine) && t.reversals++ == 0) t.reversal_code = code;
    if (i < first || judge_quickly(t, mine.exact, code, mine.result, s)) continue;
    if (fpcheck_judge_slowly(slow, mine.exact.value, mine.exact.error, code, mine.result, s)) continue;
    const unsigned at = atomicAdd(open_count, 1u);
    if (at < capacity) open[at] = {code, mine.result};
  }
}

} // namespace

/// 16 codes a thread, in fours that lie together: starting a thread costs more than writing a code. Room for a multiple of 4 is there.
extern "C" __global__ void fpcheck_fill(uint4* in, code_range range) {
  for (unsigned k = 0; k < 4; ++k) {
    const std::uint64_t four = (blockIdx.x * 4ull + k) * blockDim.x + threadIdx.x, i = 4 * four;
    if (i < range.count) in[four] = {range.code(i), range.code(i + 1), range.code(i + 2), range.code(i + 3)};
  }
}

/// Judges range.count results, 32 `run` of them a warp, those before `first` for their neighbours only. Each block adds to its own tally.
extern "C" __global__ void __launch_bounds__(threads) fpcheck_judge(const __grid_constant__ certified_reference f, unsigned flushed, code_range range,
                                                                    unsigned first, unsigned run, const std::uint32_t* results, library_tally* tallies,
                                                                    open_input* open, unsigned capacity, unsigned* open_count) {
  __shared__ library_tally shared[threads / 2];
  quick_tally quick;
  library_tally mine;
  const std::uint64_t from = (blockIdx.x * static_cast<std::uint64_t>(threads / warp) + threadIdx.x / warp) * run * warp;
  const std::uint64_t to = from + run * warp < range.count ? from + run * warp : range.count;
  if (from < to)
    judge_run(quick, &mine, f, flushed != 0 ? subnormals::flushed : subnormals::kept, range, first, static_cast<unsigned>(from),
              static_cast<unsigned>(to), results, open, capacity, open_count);
  merge(mine, tally_of(quick));
  for (unsigned half = threads / 2; half != 0; half /= 2) {
    if (threadIdx.x >= half && threadIdx.x < 2 * half) shared[threadIdx.x - half] = mine;
    __syncthreads();
    if (threadIdx.x < half) merge(mine, shared[threadIdx.x]);
    __syncthreads();
  }
  if (threadIdx.x == 0) merge(tallies[blockIdx.x], mine);
}
