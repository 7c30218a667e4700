#pragma once
#include <fpcheck/formats/tags.hpp>
#include <fpcheck/kernels/exp2_unit.hpp>

#include <limits>

/// The running state of a softmax: a reference and the sum of exponentials relative to it. Every schedule (safe, online,
/// split, lazy) is a way of adding elements to states and merging them.
namespace fpcheck::kernels {

inline constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

/// Sum of 2^((z - max) c) over the logits seen so far. The default is the state of no logits, the identity of a merge.
struct online_state {
  float max = minus_infinity;
  float sum = 0;
};

/// The larger of two logits, +0 being larger than -0; a NaN second operand is not taken, so that no reference is NaN.
FPCHECK_HD FPCHECK_INLINE float larger(float a, float b) noexcept {
#if defined(__CUDA_ARCH__)
  return fmaxf(a, b);
#else
  const float equal = bit_cast<float>(bits_of(a) & bits_of(b)); // the zero that is positive, if one is
  return b > a ? b : a == b ? equal : a;
#endif
}

/// What logits are taken relative to: their maximum, or 0 where there is none but minus infinity, which then weighs 0.
FPCHECK_HD FPCHECK_INLINE float reference_of(float max) noexcept { return max == minus_infinity ? 0.0f : max; }

/// (z - reference) c: the exponent of a weight to the base two.
/// Error: (2 u) relative, u = 2^-24; `c` brings its own.
FPCHECK_HD FPCHECK_INLINE float exponent_of(float z, float reference, float c) noexcept { return exact::mul(z - reference, c); }

/// The factor that takes a sum relative to `from` to one relative to the larger `to`.
/// Requires: to is `reference_of` a maximum not below `from`. Range: [0, 1]. Proved: SMX-1
template <class Exp2>
FPCHECK_HD FPCHECK_INLINE float rebase_factor(float from, float to, float c) noexcept {
  return Exp2::of(exponent_of(from, to, c));
}

/// The state of the logits of both.
/// Error: relative to the exact merge 2^-24 (2 a + 3) + Exp2::relative_error, a = the difference of the maxima times c
/// log 2. Proved: SMX-1 (associative and commutative in exact arithmetic; commutative in bits too)
template <class Exp2>
FPCHECK_HD FPCHECK_INLINE online_state merge(online_state a, online_state b, float c) noexcept {
  const float max = larger(a.max, b.max), reference = reference_of(max);
  return {max, exact::mul(a.sum, rebase_factor<Exp2>(a.max, reference, c)) +
                   exact::mul(b.sum, rebase_factor<Exp2>(b.max, reference, c))};
}

/// The sum of `Count` numbers by halving: depth log2 Count.
template <int Count>
FPCHECK_HD FPCHECK_INLINE float tree_sum(const float* x) noexcept {
  if constexpr (Count == 1) return x[0];
  else return tree_sum<Count / 2>(x) + tree_sum<Count - Count / 2>(x + Count / 2);
}

/// The largest of `Count` logits that is not NaN.
template <int Count>
FPCHECK_HD FPCHECK_INLINE float tree_max(const float* x) noexcept {
  if constexpr (Count == 1) return larger(minus_infinity, x[0]);
  else return larger(tree_max<Count / 2>(x), tree_max<Count - Count / 2>(x + Count / 2));
}

/// The largest threshold at which weights up to 2^threshold are finite in the format. Proved: SMX-2
template <class Tag>
inline constexpr int largest_lazy_threshold =
    static_cast<int>(max_magnitude(Tag::row) >> mantissa_bits(Tag::row)) + min_exponent(Tag::row) - 1;

/// The largest threshold at which a binary32 sum of weights is finite for every row length. Proved: SMX-2
inline constexpr int largest_sum_threshold = 103;

/// A state whose reference lags behind the maximum by at most `Threshold` powers of two, so that it seldom rescales.
/// `Weight` is the format in which the weights are used, as the factor of a product for example.
template <class Exp2, int Threshold, class Weight = f32_format>
class lazy_state {
  static_assert(Threshold >= 0, "the reference cannot be above the maximum");
  static_assert(Threshold <= largest_sum_threshold, "SMX-2: the sum of a long row would overflow binary32");
  static_assert(Threshold <= largest_lazy_threshold<Weight>,
                "SMX-2: a weight of 2^Threshold would overflow the format of the weights");

public:
  FPCHECK_HD FPCHECK_INLINE explicit lazy_state(float c) noexcept : c_(c) {}

  /// Adds `Count` logits. Error: as `merge`, once for each time that the reference moves.
  template <int Count>
  FPCHECK_HD FPCHECK_INLINE void add(const float* z) noexcept {
    const float most = tree_max<Count>(z);
    if (lags(most)) move_to(most);
    float weight[Count];
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int i = 0; i < Count; ++i) weight[i] = Exp2::sum_term(exponent_of(z[i], reference_of(state_.max), c_));
    state_.sum += tree_sum<Count>(weight);
  }

  FPCHECK_HD FPCHECK_INLINE const online_state& state() const noexcept { return state_; }

private:
  FPCHECK_HD FPCHECK_INLINE bool lags(float most) const noexcept {
    return most > state_.max && (state_.max == minus_infinity || exponent_of(most, state_.max, c_) > static_cast<float>(Threshold));
  }
  FPCHECK_HD FPCHECK_INLINE void move_to(float most) noexcept {
    state_.sum = exact::mul(state_.sum, rebase_factor<Exp2>(state_.max, most, c_));
    state_.max = most;
  }

  online_state state_;
  float c_;
};

} // namespace fpcheck::kernels
