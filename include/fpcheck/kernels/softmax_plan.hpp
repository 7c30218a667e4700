#pragma once
#include <fpcheck/kernels/element.hpp>
#include <fpcheck/kernels/logits.hpp>

/// A softmax over rows, as data: formats, kind of logits, who computes 2^x, and the schedule. What one thread does with
/// its elements is here, for host and device alike; how threads meet is in softmax.hpp and softmax_twin.hpp.
namespace fpcheck::kernels {

/// What is written for each element.
enum class softmax_result : std::uint8_t { probability, log_probability };

/// What a thread keeps of its elements between the sum and the result.
enum class kept_values : std::uint8_t {
  weights, ///< exponentials in binary32: one 2^x an element
  codes    ///< the stored codes: fewer registers for narrow formats, a second 2^x an element
};

/// How the elements of a row are spread over threads.
/// A CTA of `Threads` holds Threads / RowThreads rows; a thread holds `Vectors` packets of `Vector` elements, and where a
/// row is longer than a CTA holds it is split over several CTAs that are resident together.
template <int Threads, int RowThreads, int Vector, int Vectors, int Ctas = 1>
struct row_schedule {
  static_assert(Threads % RowThreads == 0 && RowThreads % 32 == 0 && Threads <= 1024);
  static constexpr int threads = Threads;
  static constexpr int row_threads = RowThreads;
  static constexpr int vector = Vector;
  static constexpr int vectors = Vectors;
  static constexpr int ctas = Ctas; ///< for each multiprocessor, at least
  static constexpr int rows = Threads / RowThreads;
  static constexpr int row_warps = RowThreads / 32;
  static constexpr std::int32_t capacity = RowThreads * Vector * Vectors; ///< elements of a part of a row
};

/// The index within a row of the first element of packet `k` of thread `lane` in part `part`.
template <class Schedule>
FPCHECK_HD FPCHECK_INLINE std::int32_t packet_start(std::int32_t part, int k, int lane) noexcept {
  return part * Schedule::capacity + (k * Schedule::row_threads + lane) * Schedule::vector;
}

/// How many parts a row of `columns` elements has.
template <class Schedule>
FPCHECK_HD FPCHECK_INLINE constexpr std::int32_t parts_of(std::int32_t columns) noexcept {
  return columns <= Schedule::capacity ? 1 : (columns + Schedule::capacity - 1) / Schedule::capacity;
}

/// Everything about a softmax that is fixed at compile time.
template <class In, class Out, class Kind, class Exp2, class Schedule, softmax_result Result = softmax_result::probability,
          kept_values Kept = kept_values::weights>
struct softmax_plan {
  static_assert(Result == softmax_result::probability || Kept == kept_values::codes, "a logarithm is made from the logit");
  using in = In;
  using out = Out;
  using kind = Kind;
  using exp2 = Exp2;
  using schedule = Schedule;
  static constexpr softmax_result result = Result;
  static constexpr kept_values kept = Kept;
};

/// What rows a softmax reads and writes. Strides count elements.
struct softmax_arguments {
  const void* x = nullptr;
  void* y = nullptr;
  float* log_sum_exp = nullptr;      ///< of each row, or nullptr
  std::uint64_t* exchange = nullptr; ///< rows * parts words, all ones, where a row has several parts
  std::int64_t rows = 0;
  std::int32_t columns = 0;
  std::int32_t parts = 1;
  std::int64_t x_row = 0, x_column = 1;
  std::int64_t y_row = 0, y_column = 1;
  float result_scale = 1;            ///< the results' factor, for formats with little range
  logit_parameters logits;
};

/// What the results of a row are made from, once its state is known.
struct row_result {
  float reference;
  float factor;  ///< result scale / sum; 0 for a row without weight
  float log_sum; ///< 0 for a row without weight
};

/// Range: factor and logarithm are NaN where the sum is. Error: factor 2^-23, log_sum 2^-24 relative.
FPCHECK_HD FPCHECK_INLINE row_result result_of(const online_state& s, float result_scale, softmax_result wanted) noexcept {
  row_result r{reference_of(s.max), 0, 0};
  if (s.sum == 0) return r;
  if (wanted == softmax_result::probability) r.factor = exact::mul(1.0f / s.sum, result_scale);
  else r.log_sum = static_cast<float>(log_of(s.sum));
  return r;
}

/// log sum e^z of a row. Error: half an ulp besides the sum's relative error. Range: minus infinity for a row without
/// weight.
FPCHECK_HD FPCHECK_INLINE float log_sum_exp_of(const online_state& s, const row_logits& r) noexcept {
  if (s.sum == 0) return minus_infinity;
  return static_cast<float>(exact::fma(static_cast<double>(s.max), static_cast<double>(r.scale), log_of(s.sum)));
}

/// The state of one thread's elements. `logits_of(pass, k, z)` gives the logits of packet k; `keep(k, w)` takes their weights
/// relative to the returned maximum.
template <class Plan, class Exp2, class Logits, class Keep>
FPCHECK_HD FPCHECK_INLINE online_state state_of_thread(const Logits& logits_of, float c, const Keep& keep) noexcept {
  constexpr int vector = Plan::schedule::vector;
  online_state s;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int k = 0; k < Plan::schedule::vectors; ++k) {
    float z[vector];
    logits_of(0, k, z);
    s.max = larger(s.max, tree_max<vector>(z));
  }
  const float reference = reference_of(s.max);
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int k = 0; k < Plan::schedule::vectors; ++k) {
    float z[vector], w[vector];
    logits_of(1, k, z);
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int i = 0; i < vector; ++i) {
      const float t = exponent_of(z[i], reference, c);
      w[i] = Plan::kept == kept_values::weights ? Exp2::of(t) : Exp2::sum_term(t);
    }
    keep(k, w);
    s.sum += tree_sum<vector>(w);
  }
  return s;
}

/// The factor that takes a thread's kept weights, relative to `max`, to results.
template <class Exp2>
FPCHECK_HD FPCHECK_INLINE float weight_factor(float max, const row_result& r, float c) noexcept {
  return exact::mul(rebase_factor<Exp2>(max, r.reference, c), r.factor);
}

/// The result of an element from its logit.
template <class Plan, class Exp2>
FPCHECK_HD FPCHECK_INLINE float result_of_logit(float z, const row_result& r, const row_logits& row, float result_scale) noexcept {
  if constexpr (Plan::result == softmax_result::log_probability)
    return exact::mul(exact::fma(z - r.reference, row.scale, -r.log_sum), result_scale);
  return exact::mul(Exp2::of(exponent_of(z, r.reference, row.c)), r.factor);
}

} // namespace fpcheck::kernels
