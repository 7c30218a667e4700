#pragma once
#include <fpcheck/kernels/packet.hpp>
#include <fpcheck/kernels/softmax_plan.hpp>

/// The elements that a thread holds in registers. Needs a compiler of CUDA code.
namespace fpcheck::kernels {

namespace detail {

/// `p`, made opaque: the compiler would keep one address for each access rather than one for all.
template <class T>
__device__ __forceinline__ T* opaque(T* p) {
  asm volatile("" : "+l"(p));
  return p;
}

/// A word of codes that weigh nothing: minus infinity, where the format has it.
template <class Tag>
__device__ __forceinline__ constexpr std::uint32_t absent_word() {
  constexpr std::uint32_t code = has_infinity(Tag::row) ? sign_mask(Tag::row) | infinity_magnitude(Tag::row) : 0;
  return Tag::row.bits == 32 ? code : Tag::row.bits == 16 ? code * 0x10001u : code * 0x1010101u;
}

/// The packets of a thread. `left` counts elements from the thread's first one to the row's end.
template <class Tag, class Schedule>
struct held_packets {
  static constexpr int vector = Schedule::vector;
  static constexpr int step = Schedule::row_threads * vector;
  packet<Tag, vector> packets[Schedule::vectors];

  /// Packets beyond the row's end are made of words `absent`.
  template <access_hint Hint>
  __device__ __forceinline__ void load(const code_type<Tag>* x, std::int64_t column, std::int32_t left, std::uint32_t absent) {
#pragma unroll
    for (int k = 0; k < Schedule::vectors; ++k) {
#pragma unroll
      for (std::uint32_t& word : packets[k].word) word = absent;
      if (k * step < left) packets[k] = load_packet<Tag, vector, Hint>(x + k * step * (vector == 1 ? column : 1));
    }
  }

  /// The numbers of packet `k`. `zero` is 0 and another variable in every pass: seeing the same numbers again, the
  /// compiler would keep all of them in registers, where the codes are half or a quarter as large.
  __device__ __forceinline__ void values(int k, std::uint32_t zero, float (&x)[vector]) const {
    packet<Tag, vector> p = packets[k];
    if constexpr (sizeof(code_type<Tag>) < 4)
#pragma unroll
      for (std::uint32_t& word : p.word) word ^= zero;
    unpack<Tag>(p, x);
  }
};

/// The logits among the numbers of packet `k`; what the row does not see becomes minus infinity.
template <class Plan>
__device__ __forceinline__ void make_logits(int k, std::int32_t left, const row_logits& r, float (&z)[Plan::schedule::vector]) {
  using kind = typename Plan::kind;
  constexpr bool masks_elements = kind::mask != row_mask::none || !has_infinity(Plan::in::row);
#pragma unroll
  for (int i = 0; i < Plan::schedule::vector; ++i) {
    z[i] = logit<kind, typename Plan::exp2>(z[i], r);
    if (masks_elements && k * Plan::schedule::row_threads * Plan::schedule::vector + i >= left) z[i] = minus_infinity;
  }
}

/// Writes the results that `result_of(k, y)` gives for each packet of a thread.
template <class Tag, class Schedule, access_hint Hint, class Result>
__device__ __forceinline__ void store_results(code_type<Tag>* to, std::int64_t column, std::int32_t left, const Result& result_of) {
  constexpr int vector = Schedule::vector, step = Schedule::row_threads * vector;
#pragma unroll
  for (int k = 0; k < Schedule::vectors; ++k) {
    if (k * step >= left) continue;
    float y[vector];
    result_of(k, y);
    store_packet<Tag, vector, Hint>(to + k * step * (vector == 1 ? column : 1), pack<Tag>(y));
  }
}

} // namespace detail

} // namespace fpcheck::kernels
