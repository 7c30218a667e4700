#pragma once
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/narrow.hpp>

#include <cstddef>
#include <span>

/// Whole arrays at once. The loops are plain and carry no intrinsics; on x86 with gcc or clang each is compiled for the
/// baseline, AVX2 and AVX-512, and the processor chooses. Include from code that is compiled with optimisation (-O3).
namespace fpcheck {

/// What the vectorised loops are compiled for.
enum class isa_level : std::uint8_t { baseline, avx2, avx512 };

/// The best level that this processor has.
inline isa_level best_isa_level() noexcept {
#if FPCHECK_HAS_TARGETS
  static const isa_level best = [] {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
      return isa_level::avx512;
    return __builtin_cpu_supports("avx2") ? isa_level::avx2 : isa_level::baseline;
  }();
  return best;
#else
  return isa_level::baseline;
#endif
}

namespace detail {

template <class Body>
FPCHECK_INLINE void plain_loop(std::size_t count, const Body& body) noexcept {
  for (std::size_t i = 0; i < count; ++i) body(i);
}

/// The four quarters of the range side by side: as many streams from memory, which one stream cannot keep busy, and four
/// chances for the next page to be ready. (Copies in C libraries do the same.)
template <class Body>
FPCHECK_INLINE void four_streams(std::size_t count, const Body& body) noexcept {
  const std::size_t quarter = count / 256 * 64; // whole cache lines
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#elif FPCHECK_HAS_TARGETS
#pragma GCC ivdep // the quarters do not meet
#endif
  for (std::size_t i = 0; i < quarter; ++i)
    body(i), body(i + quarter), body(i + 2 * quarter), body(i + 3 * quarter);
  for (std::size_t i = 4 * quarter; i < count; ++i) body(i);
}

/// The elements of a turn of `fetching_loop`, and how far ahead of it memory is asked for: enough that the answer is there
/// in time, and so little that it is still in the first cache.
inline constexpr std::size_t turn = 64, ahead = 1024;

/// Asks for a turn's elements from `p` on.
template <class T>
FPCHECK_INLINE void fetch_to_read(const T* p) noexcept {
  for (std::size_t i = 0; i < turn; i += 64 / sizeof(T)) __builtin_prefetch(p + i, 0);
}
template <class T>
FPCHECK_INLINE void fetch_to_write(const T* p) noexcept {
  for (std::size_t i = 0; i < turn; i += 64 / sizeof(T)) __builtin_prefetch(p + i, 1);
}

/// The loop of a `Body` that is done sooner than its memory is there, and asks for it ahead. A turn of one half of the range, then one of the other: memory answers
/// two streams sooner than one, and sooner than four.
template <class Body>
FPCHECK_INLINE void fetching_loop(std::size_t count, const Body& body) noexcept {
  const std::size_t half = count / (2 * turn) * turn;
  std::size_t i = 0;
  for (; i + ahead + turn <= half; i += turn)
    for (const std::size_t start : {i, half + i}) {
      body.fetch(start + ahead);
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#endif
      for (std::size_t k = 0; k < turn; ++k) body(start + k);
    }
  const std::size_t left = half - i;
  for (std::size_t k = 0; k < left; ++k) body(i + k);
  for (std::size_t k = half + i; k < count; ++k) body(k);
}

/// From how many elements on an array and its codes are taken to come from memory.
inline constexpr std::size_t beyond_cache = std::size_t{1} << 20;

/// One loop, three times. `Body` has an always-inlined operator(), or AVX-512 code would leak into the baseline.
template <class Body>
__attribute__((noinline)) void loop_baseline(std::size_t count, Body body) noexcept {
  plain_loop(count, body);
}
#if FPCHECK_HAS_TARGETS
template <class Body>
FPCHECK_TARGET_AVX2 void loop_avx2(std::size_t count, Body body) noexcept {
  plain_loop(count, body);
}
template <class Body>
FPCHECK_TARGET_AVX512 void loop_avx512(std::size_t count, Body body) noexcept {
  plain_loop(count, body);
}
template <class Body>
FPCHECK_TARGET_AVX2 void streams_avx2(std::size_t count, Body body) noexcept {
  four_streams(count, body);
}
template <class Body>
FPCHECK_TARGET_AVX512 void streams_avx512(std::size_t count, Body body) noexcept {
  four_streams(count, body);
}
template <class Body>
FPCHECK_TARGET_AVX512 void fetching_avx512(std::size_t count, Body body) noexcept {
  fetching_loop(count, body);
}
#endif

template <class Body>
void loop(std::size_t count, const Body& body, isa_level level) noexcept {
#if FPCHECK_HAS_TARGETS
  if (level == isa_level::avx512) return loop_avx512(count, body);
  if (level == isa_level::avx2) return loop_avx2(count, body);
#endif
  (void)level;
  loop_baseline(count, body);
}

/// The same for an array that does not fit in the cache.
template <class Body>
void streams(std::size_t count, const Body& body, isa_level level) noexcept {
#if FPCHECK_HAS_TARGETS
  if (level == isa_level::avx512) return streams_avx512(count, body);
  if (level == isa_level::avx2) return streams_avx2(count, body);
#endif
  loop(count, body, level);
}

template <class Tag, policy P>
struct encode_body {
  const float* __restrict in;
  code_type<Tag>* __restrict out;
  FPCHECK_INLINE void operator()(std::size_t i) const noexcept {
    constexpr policy p = P;
    if constexpr (encodes_narrowly(Tag::row, P))
      out[i] = static_cast<code_type<Tag>>(encode_narrow(row_of<Tag>(), bits_of(in[i]), p));
    else
      out[i] = encode<Tag>(in[i], p).code;
  }
};
template <class Tag, policy P>
struct encode_half_body {
  const float* __restrict in;
  code_type<Tag>* __restrict out;
  FPCHECK_INLINE void fetch(std::size_t i) const noexcept { fetch_to_read(in + i), fetch_to_write(out + i); }
  FPCHECK_INLINE void operator()(std::size_t i) const noexcept {
    constexpr policy p = P;
    out[i] = static_cast<code_type<Tag>>(encode_half(row_of<Tag>(), bits_of(in[i]), p));
  }
};
template <class Tag>
struct encode_any_body {
  const float* __restrict in;
  code_type<Tag>* __restrict out;
  policy p;
  FPCHECK_INLINE void operator()(std::size_t i) const noexcept { out[i] = encode<Tag>(in[i], p).code; }
};
template <class Tag, policy P>
struct encode_random_body {
  const float* __restrict in;
  const std::uint32_t* __restrict random;
  code_type<Tag>* __restrict out;
  FPCHECK_INLINE void operator()(std::size_t i) const noexcept {
    constexpr policy p = P;
    out[i] = encode<Tag>(in[i], p, random[i]).code;
  }
};
template <class Tag>
struct decode_body {
  const code_type<Tag>* __restrict in;
  float* __restrict out;
  FPCHECK_INLINE void operator()(std::size_t i) const noexcept {
    out[i] = bit_cast<float>(decode_bits32(row_of<Tag>(), in[i]));
  }
};

} // namespace detail

/// Encodes with the policy P, known at compile time, at full speed.
/// Requires: out.size() >= in.size(), no overlap, a rounding other than stochastic.
template <class Tag, policy P>
void encode(std::span<const float> in, std::span<code_type<Tag>> out, isa_level level = best_isa_level()) noexcept {
  using body = detail::encode_body<Tag, P>;
  const bool halves = encodes_in_halves(Tag::row, P) && level == isa_level::avx512;
  if (!halves && in.size() < detail::beyond_cache) return detail::loop(in.size(), body{in.data(), out.data()}, level);
  // From a whole cache line on: a read across two takes the time of two.
  const std::size_t to_line = (16 - reinterpret_cast<std::uintptr_t>(in.data()) / sizeof(float) % 16) % 16;
  const std::size_t head = to_line < in.size() ? to_line : in.size(), left = in.size() - head;
  const float* const from = in.data() + head;
  code_type<Tag>* const to = out.data() + head;
  detail::loop_baseline(head, body{in.data(), out.data()});
#if FPCHECK_HAS_TARGETS
  if constexpr (encodes_in_halves(Tag::row, P))
    if (halves) return detail::fetching_avx512(left, detail::encode_half_body<Tag, P>{from, to});
#endif
  detail::streams(left, body{from, to}, level);
}

namespace detail {

/// Encodes if the policy is nearest-even with one of the usual saturations and NaNs, for which a loop is compiled.
template <class Tag, saturation Saturate>
bool encode_known(const float* in, code_type<Tag>* out, std::size_t count, const policy& p, isa_level level) noexcept {
  constexpr policy quiet{.saturate = Saturate};
  constexpr policy positive{.saturate = Saturate, .nan = nan_rule::positive};
  if (p == quiet) return encode<Tag, quiet>({in, count}, {out, count}, level), true;
  if (p == positive) return encode<Tag, positive>({in, count}, {out, count}, level), true;
  return false;
}

} // namespace detail

/// Encodes in[i] into out[i]. Requires: out.size() >= in.size(), no overlap, a rounding other than stochastic.
/// Nearest-even with the usual saturations runs at full speed, any other policy at a few ns an element; a policy that
/// is known at compile time is fast whatever it is: `encode<Tag, policy{...}>(in, out)`.
template <class Tag>
void encode(std::span<const float> in, std::span<code_type<Tag>> out, const policy& p = {},
            isa_level level = best_isa_level()) noexcept {
  // What cannot differ in the result must not keep a policy from its fast loop.
  policy q = p;
  if (is_signed(Tag::row)) q.negative = negative_rule::nan;
  if (has_zero(Tag::row)) q.without_zero = no_zero::min;
  if (has_infinity(Tag::row) || !has_nan(Tag::row)) q.without_infinity = no_infinity::nan;
  if (has_nan(Tag::row)) q.without_nan = no_nan::positive_max;
  q.stochastic = stochastic_rule::a;
  q.stochastic_bits = policy{}.stochastic_bits;
  const bool done = detail::encode_known<Tag, saturation::none>(in.data(), out.data(), in.size(), q, level) ||
                    detail::encode_known<Tag, saturation::finite>(in.data(), out.data(), in.size(), q, level);
  if (!done) detail::loop(in.size(), detail::encode_any_body<Tag>{in.data(), out.data(), q}, level);
}

/// Encodes with stochastic rounding by the policy P and one random word an element.
/// Requires: as above; random.size() >= in.size().
template <class Tag, policy P>
requires(P.round == rounding::stochastic) void encode(std::span<const float> in, std::span<const std::uint32_t> random,
                                                      std::span<code_type<Tag>> out,
                                                      isa_level level = best_isa_level()) noexcept {
  detail::loop(in.size(), detail::encode_random_body<Tag, P>{in.data(), random.data(), out.data()}, level);
}

/// Decodes in[i] into out[i]. Requires: out.size() >= in.size(), no overlap.
template <class Tag>
requires(fits_binary32(Tag::row)) void decode(std::span<const code_type<Tag>> in, std::span<float> out,
                                              isa_level level = best_isa_level()) noexcept {
  detail::loop(in.size(), detail::decode_body<Tag>{in.data(), out.data()}, level);
}

} // namespace fpcheck
