#pragma once
// Loads of a warp each of whose lanes walks a row of its own: the rows of a matrix are often a multiple of 4096 bytes apart, so
// that all lanes' words lie in one set of the cache and push each other out. A line of each lane is read at once and kept.
#include "lanes.hpp"

#include <cstring>
#include <utility>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

using word_row [[gnu::vector_size(64)]] = std::uint32_t;

/// One step of transposing 16 x 16 words: words that are `Step` columns apart change places between two rows.
template <int Step, int... Column>
FPCHECK_INLINE void exchange(word_row& a, word_row& b, std::integer_sequence<int, Column...>) {
  const word_row upper = __builtin_shufflevector(a, b, ((Column & Step) == 0 ? Column : 16 + Column - Step)...);
  b = __builtin_shufflevector(a, b, ((Column & Step) == 0 ? Column + Step : 16 + Column)...);
  a = upper;
}
template <int Step>
FPCHECK_INLINE void exchange_all(word_row* rows) {
  for (int r = 0; r < 16; ++r)
    if ((r & Step) == 0) exchange<Step>(rows[r], rows[r + Step], std::make_integer_sequence<int, 16>{});
}

/// Fills a tile with the 16 words from `first[i]` on of each lane i. Requires: they lie in `data`, whose byte 0 is at `zero`.
inline void fill(row_tile& t, const std::byte* data, std::uint64_t zero, const std::uint64_t* first) {
  std::memcpy(t.first.data(), first, sizeof t.first);
  for (int half = 0; half < warp_size; half += 16) {
    word_row rows[16];
    for (int i = 0; i < 16; ++i) std::memcpy(&rows[i], data + (first[half + i] - zero), sizeof rows[i]);
    exchange_all<8>(rows), exchange_all<4>(rows), exchange_all<2>(rows), exchange_all<1>(rows);
    for (unsigned c = 0; c < row_tile::words; ++c) std::memcpy(t.word[c].data() + half, &rows[c], sizeof rows[c]);
  }
}

/// The words of a tile at the lanes' addresses `a` + `displacement`; nullptr if those are not all in it, in one column.
FPCHECK_INLINE const std::uint32_t* find(const row_tile& t, const std::uint64_t* a, std::uint64_t displacement) {
  const std::uint64_t column = a[0] + displacement - t.first[0];
  if (column >= 4 * row_tile::words || (column & 3) != 0) return nullptr;
  const std::uint64_t shift = column - displacement;
#if defined(__AVX512F__)
  __m512i apart = _mm512_setzero_si512();
  for (int i = 0; i < warp_size; i += 8)
    apart = _mm512_or_si512(apart, _mm512_xor_si512(_mm512_load_si512(a + i), _mm512_add_epi64(_mm512_load_si512(t.first.data() + i), _mm512_set1_epi64(static_cast<long long>(shift)))));
  if (_mm512_test_epi64_mask(apart, apart) != 0) return nullptr;
#else
  std::uint64_t apart = 0;
  for (int i = 0; i < warp_size; ++i) apart |= a[i] ^ (t.first[static_cast<std::size_t>(i)] + shift);
  if (apart != 0) return nullptr;
#endif
  return t.word[column / 4].data();
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
