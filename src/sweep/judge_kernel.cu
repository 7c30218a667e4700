// The part of a sweep that a card does besides the function itself; judge_kernel.ptx is compiled into fpcheck:
// nvcc -ptx -arch=sm_80 -std=c++20 -fmad=false -I include -o src/sweep/judge_kernel.ptx src/sweep/judge_kernel.cu
#include <fpcheck/sweep/library_tally.hpp>

using namespace fpcheck::sweep;

/// Out of the way of registers; its name is the same wherever this is compiled.
extern "C" __device__ __noinline__ bool fpcheck_judge_slowly(library_tally* t, double value, double error, std::uint32_t code, std::uint32_t result, subnormals s) {
  return judge(*t, {value, error}, code, result, s);
}

namespace {

constexpr unsigned threads = 128;

/// An input's exact value with its result, for the neighbour; as it stands, of a neighbour that nothing compares with.
struct compared {
  expected_value exact{detail::not_a_number, 0};
  std::uint32_t result = 0;
};

/// The largest error of a thread, whose inputs rise: of equal ones the first is kept.
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

/// What `library_tally` has of results without surprises, in registers; subnormal ones are counted in memory.
struct quick_tally {
  std::uint64_t digest = 0;
  unsigned inputs = 0, not_nearest = 0, not_faithful = 0, reversals = 0, reversal_code = 0;
  unsigned sides = 0; ///< results above their exact value, and 2^16 times those below: a thread has fewer than 2^16
  quick_worst normal;
  __device__ void take_side(double distance, double error) {
    if (fabs(distance) > error) sides += __double2hiint(distance) < 0 ? 0x10000 : 1;
  }
};

__device__ void take_subnormal(worst_error& w, double ulps, std::uint32_t steps, std::uint32_t code, std::uint32_t result) {
  if (ulps > w.ulps || w.code == 0xffffffffu) w.ulps = ulps, w.code = code, w.result = result;
  if (steps > w.steps || w.steps_code == 0xffffffffu) w.steps = steps, w.steps_code = code;
}

/// `judge` of a NaN, an infinity, a zero or a large value where nothing is wrong; else false, and nothing is counted.
__device__ bool judge_special_quickly(quick_tally& t, const expected_value& e, std::uint32_t code, std::uint32_t got, subnormals s) {
  if ((got & 0x7fffffffu) > 0x7f800000u) return e.value != e.value;
  const double low = e.value - e.error, high = e.value + e.error;
  if ((got & 0x7fffffffu) == 0) return s == subnormals::flushed && fabs(low) < 0x1p-126 && fabs(high) < 0x1p-126;
  if (got == 0x7f800000u ? !(low >= detail::beyond_binary32) : got != 0xff800000u || !(high <= -detail::beyond_binary32)) return false;
  if (fabs(e.value) == __builtin_huge_val()) return true;
  t.normal.take(0, 0, code, got);
  return true;
}

/// `judge` where nothing is special and the tables tell all, with fewer operations in binary64; else false, and nothing is counted.
__device__ bool judge_quickly(quick_tally& t, worst_error& subnormal, const expected_value& e, std::uint32_t code, std::uint32_t got, subnormals s) {
  constexpr int bias = 1023, least = bias - 126;
  const int exponent = __double2hiint(e.value) >> 20 & 0x7ff;
  if ((got & 0x7fffffffu) - 1u >= 0x7f7fffffu || exponent > bias + 126) {
    if (judge_special_quickly(t, e, code, got, s)) return true;
    if ((got & 0x7fffffffu) != 0 || exponent > bias + 126) return false;
  }
  const double low = e.value - e.error, high = e.value + e.error;
  const std::uint32_t nearest = __float_as_uint(__double2float_rn(low));
  const int of_ulp = exponent < least ? least : exponent, of_error = __double2hiint(e.error) >> 20;
  if (nearest != __float_as_uint(__double2float_rn(high)) || static_cast<int>(nearest ^ got) < 0 || of_error > of_ulp - 44) return false;
  const double distance = static_cast<double>(__uint_as_float(got)) - e.value;
  const double ulps = __dmul_rn(fabs(distance), __hiloint2double((2 * bias + 23 - of_ulp) << 20, 0));
  if (static_cast<unsigned>(__double2hiint(low) ^ __double2hiint(high)) >= 0x100000u && ulps >= 0x1p-7) return false;
  const int steps = abs(static_cast<int>(got - nearest));
  if (exponent >= least) t.normal.take(ulps, steps, code, got);
  else take_subnormal(subnormal, ulps, static_cast<std::uint32_t>(steps), code, got);
  if (steps != 0) {
    ++t.not_nearest;
    if (ulps >= 1) ++t.not_faithful;
  }
  t.take_side(distance, e.error);
  return true;
}

/// `reverses` without conversions.
__device__ bool reverses_quickly(const compared& before, const compared& now) {
  const float a = __uint_as_float(before.result), b = __uint_as_float(now.result);
  const double rise = now.exact.value - before.exact.value;
  // Most often both go the same way, or the result stays; of an infinity or NaN this may say anything.
  if (a == b || (__double2hiint(rise) ^ __float_as_int(b - a)) >= 0) return false;
  const double slack = now.exact.error + before.exact.error;
  return (b < a && rise > slack) || (b > a && rise < -slack);
}

/// Adds what was found quickly.
__device__ void merge(library_tally& into, const quick_tally& q) {
  library_tally more;
  more.inputs = q.inputs, more.digest = q.digest, more.not_nearest = q.not_nearest, more.not_faithful = q.not_faithful;
  more.above = q.sides & 0xffffu, more.below = q.sides >> 16;
  more.reversals = q.reversals, more.reversal_code = q.reversal_code;
  more.normal = q.normal.worst();
  fpcheck::sweep::merge(into, more);
}

/// A table's piece that serves inputs which lie together: it is read once for all of them.
class piece_at_hand {
public:
  /// `evaluate` of the table at two numbers, the same side by side where one piece serves both, or what is opposite to that.
  __device__ void evaluate(const taylor_view& table, const double (&v)[2], bool is_opposite, expected_value (&out)[2]) {
    const int first = __double2hiint(v[0]), second = __double2hiint(v[1]);
    if (first >> shift_ != key_) take(table, first, is_opposite);
    if (second >> shift_ == key_) {
      const double t = part_of(v[0]), u = part_of(v[1]);
      double s = c_[taylor_degree], r = s;
#pragma unroll
      for (int i = taylor_degree - 1; i >= 0; --i) s = __fma_rn(s, t, c_[i]), r = __fma_rn(r, u, c_[i]);
      out[0] = {s, error_}, out[1] = {r, error_};
      return;
    }
    out[0] = {at(part_of(v[0])), error_};
    take(table, second, is_opposite);
    out[1] = {at(part_of(v[1])), error_};
  }

private:
  __device__ double part_of(double v) const { return __dmul_rn(v - center_, scale_); }
  __device__ double at(double t) const {
    double s = c_[taylor_degree];
#pragma unroll
    for (int i = taylor_degree - 1; i >= 0; --i) s = __fma_rn(s, t, c_[i]);
    return s;
  }
  __device__ void take(const taylor_view& table, int high, bool is_opposite) {
    const taylor_binade b = table.binades[(high >> 20) - 1023 - table.least_exponent];
    const taylor_piece& p = table.pieces[b.first + ((static_cast<unsigned>(high) & 0xfffffu) >> (20 - b.bits))];
    shift_ = 20 - static_cast<int>(b.bits), key_ = high >> shift_;
    center_ = p.center, error_ = p.error, scale_ = b.scale;
#pragma unroll
    for (int i = 0; i <= taylor_degree; ++i) c_[i] = is_opposite ? -p.c[i] : p.c[i];
  }
  int shift_ = 0, key_ = -1; // no positive number's
  double center_ = 0, error_ = 0, scale_ = 0, c_[taylor_degree + 1] = {};
};

/// `expected` for numbers that one branch serves, two at a time.
class branch_at_hand {
public:
  __device__ branch_at_hand(const certified_reference& f, const reference_branch& b) : f_(f), b_(b), kind_(static_cast<int>(b.kind)) {
    offset_ = b.offset, factor_ = b.factor, is_opposite_ = b.sign < 0;
  }
  __device__ void expect(float x, float y, expected_value (&out)[2]) {
    const double size[2] = {fabs(static_cast<double>(x)), fabs(static_cast<double>(y))};
    if (kind_ == static_cast<int>(branch_kind::table)) {
      const double v[2] = {offset_ + __dmul_rn(factor_, size[0]), offset_ + __dmul_rn(factor_, size[1])};
      if (v[0] != 0 && v[1] != 0) return piece_.evaluate(b_.table, v, is_opposite_, out);
    } else if (kind_ == static_cast<int>(branch_kind::power)) {
      return power(size, out);
    }
    out[0] = detail::follow(b_, x, f_.turns), out[1] = detail::follow(b_, y, f_.turns);
  }

private:
  /// `power_of`.
  __device__ void power(const double (&v)[2], expected_value (&out)[2]) {
    double m[2], scale[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const int high = __double2hiint(v[i]), e = (high >> 20) - 1023, k = (e + 1100 * b_.period) / b_.period - 1100;
      m[i] = __hiloint2double((high & 0xfffff) | (1023 + e - b_.period * k) << 20, __double2loint(v[i]));
      scale[i] = __hiloint2double((1023 + b_.power * k) << 20, 0);
    }
    piece_.evaluate(b_.table, m, is_opposite_, out);
#pragma unroll
    for (int i = 0; i < 2; ++i) out[i] = {__dmul_rn(out[i].value, scale[i]), __dmul_rn(out[i].error, scale[i])};
  }
  const certified_reference& f_;
  const reference_branch& b_;
  int kind_;
  bool is_opposite_;
  double offset_, factor_;
  piece_at_hand piece_;
};

/// What every input of a launch is judged by, and where it is written.
struct judgement_of_results {
  const certified_reference& f;
  subnormals treatment;
  code_range range;
  unsigned first;
  const uint4* results; ///< by fours; room for a multiple of that is there
  open_input* open;
  unsigned capacity;
  unsigned* open_count;
};

/// Some neighbouring inputs, one after the other, from a multiple of 4 on.
struct judged_run {
  const judgement_of_results& j;
  quick_tally& t;
  library_tally* slow;
  compared last;
  uint4 four;

  /// The result of input i, the one after that of the last call.
  __device__ std::uint32_t next_result(unsigned i) {
    if (i % 4 == 0) four = j.results[i / 4];
    const std::uint32_t out = four.x;
    four.x = four.y, four.y = four.z, four.z = four.w;
    return out;
  }

  __device__ void take(std::uint32_t code, const compared& now) {
    if (reverses_quickly(last, now) && t.reversals++ == 0) t.reversal_code = code;
    last = now;
    if (judge_quickly(t, slow->subnormal, now.exact, code, now.result, j.treatment)) {
      t.digest += detail::mixed(code, now.result);
      return;
    }
    --t.inputs;
    if (fpcheck_judge_slowly(slow, now.exact.value, now.exact.error, code, now.result, j.treatment)) return;
    const unsigned at = atomicAdd(j.open_count, 1u);
    if (at < j.capacity) j.open[at] = {code, now.result};
  }
  __device__ expected_value exactly(std::uint32_t code) const { return expected(j.f, argument_of(code, j.treatment)); }
  /// The inputs from the first one on that are numbers of one branch, or the first one alone; the first one after them.
  __device__ unsigned walk_stretch(unsigned from, unsigned to) {
    std::uint32_t code = j.range.code(from);
    const std::uint32_t magnitude = code & 0x7fffffffu, stride = static_cast<std::uint32_t>(j.range.stride);
    if (magnitude >= 0x7f800000u || magnitude < (j.treatment == subnormals::flushed ? 0x800000u : 1u)) {
      take(code, {exactly(code), next_result(from)});
      return from + 1;
    }
    const auto& branches = j.f.branches[code >> 31];
    const double size = fabs(static_cast<double>(__uint_as_float(code)));
    int k = 0;
    while (k + 1 < certified_reference::most && size >= branches[k].below) ++k;
    // Up to the least number of binary32 that is not below the branch's end.
    const std::uint32_t limit = k + 1 < certified_reference::most ? __float_as_uint(__double2float_ru(fmin(branches[k].below, 0x1p128))) : 0x7f800000u;
    const std::uint32_t count = (limit - magnitude - 1) / stride + 1;
    const unsigned end = count < to - from ? from + count : to;
    branch_at_hand branch(j.f, branches[k]);
    for (unsigned i = from; i < end; i += 2) {
      const bool are_two = i + 1 < end;
      const std::uint32_t second = are_two ? code + stride : code;
      expected_value exact[2];
      branch.expect(__uint_as_float(code), __uint_as_float(second), exact);
      take(code, {exact[0], next_result(i)});
      if (are_two) take(second, {exact[1], next_result(i + 1)});
      code = second + stride;
    }
    return end;
  }
  __device__ void walk(unsigned from, unsigned to) {
    if (from != 0) last = {exactly(j.range.code(from - 1)), j.results[from / 4 - 1].w};
    if (from < j.first) last = {exactly(j.range.code(from)), next_result(from)}, ++from;
    t.inputs += to - from;
    while (from < to) from = walk_stretch(from, to);
  }
};

} // namespace

/// Judges range.count results, `run` neighbouring ones a thread (a multiple of 4), those before `first` for their neighbours only. Each block adds to its own tally.
extern "C" __global__ void __launch_bounds__(threads) fpcheck_judge(const __grid_constant__ certified_reference f, unsigned flushed, code_range range,
                                                                    unsigned first, unsigned run, const uint4* results, library_tally* tallies,
                                                                    open_input* open, unsigned capacity, unsigned* open_count) {
  __shared__ library_tally shared[threads / 2];
  quick_tally quick;
  library_tally mine;
  const judgement_of_results j{f, flushed != 0 ? subnormals::flushed : subnormals::kept, range, first, results, open, capacity, open_count};
  const std::uint64_t from = (blockIdx.x * static_cast<std::uint64_t>(threads) + threadIdx.x) * run;
  const std::uint64_t to = from + run < range.count ? from + run : range.count;
  if (from < to) judged_run{j, quick, &mine, {}, {}}.walk(static_cast<unsigned>(from), static_cast<unsigned>(to));
  merge(mine, quick);
  for (unsigned half = threads / 2; half != 0; half /= 2) {
    if (threadIdx.x >= half && threadIdx.x < 2 * half) shared[threadIdx.x - half] = mine;
    __syncthreads();
    if (threadIdx.x < half) merge(mine, shared[threadIdx.x]);
    __syncthreads();
  }
  if (threadIdx.x == 0) merge(tallies[blockIdx.x], mine);
}
