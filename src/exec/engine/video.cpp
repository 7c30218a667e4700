// Instructions on two halves or four bytes of a word, as CUDA's SIMD intrinsics use them. All exact; the PTX manual is the
// source of every rule.
#include "lanes.hpp"
#include "tables.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

using m = ptx::modifier;
using f = ptx::form;

/// op::choice: signs of the operands, and what becomes of the parts of the result.
enum class end_of_parts : std::uint8_t { packed, clamped, added_up };
struct video_choice {
  bool signed_result = false, signed_a = false, signed_b = false;
  end_of_parts end = end_of_parts::packed;
};
end_of_parts end_of(const ptx::instruction& i) { return i.has(m::sat) ? end_of_parts::clamped : i.has(m::add) ? end_of_parts::added_up : end_of_parts::packed; }

template <int Bits>
std::int32_t part_of(std::uint32_t word, int k, bool is_signed) {
  const std::uint32_t v = (word >> (Bits * k)) & ((1u << Bits) - 1u);
  return is_signed && (v >> (Bits - 1)) != 0 ? static_cast<std::int32_t>(v) - (1 << Bits) : static_cast<std::int32_t>(v);
}

struct sum_of { static std::int32_t of(std::int32_t a, std::int32_t b) { return a + b; } };
struct difference_of { static std::int32_t of(std::int32_t a, std::int32_t b) { return a - b; } };
struct distance_of { static std::int32_t of(std::int32_t a, std::int32_t b) { return a < b ? b - a : a - b; } };
struct smaller_of { static std::int32_t of(std::int32_t a, std::int32_t b) { return b < a ? b : a; } };
struct larger_of { static std::int32_t of(std::int32_t a, std::int32_t b) { return a < b ? b : a; } };
/// Rounded to the nearest, ties up; negative sums towards minus infinity.
struct average_of { static std::int32_t of(std::int32_t a, std::int32_t b) { return a + b < 0 ? (a + b) >> 1 : (a + b + 1) >> 1; } };
/// Whether a comparison holds, as 1 or 0. `Outcomes`: bit 0 less, 1 equal, 2 greater.
template <unsigned Outcomes>
struct comparison_of { static std::int32_t of(std::int32_t a, std::int32_t b) { return static_cast<std::int32_t>(Outcomes >> (a < b ? 0 : a == b ? 1 : 2) & 1u); } };

template <class Op, int Bits>
void video(warp& w, const op& o) {
  const auto s = o.choice.as<video_choice>();
  const std::int32_t low = s.signed_result ? -(1 << (Bits - 1)) : 0, high = (1 << (s.signed_result ? Bits - 1 : Bits)) - 1;
  map3<t_u32>(w, o, [=](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    std::uint32_t packed = 0, total = c;
    for (int k = 0; k < 32 / Bits; ++k) {
      std::int32_t v = Op::of(part_of<Bits>(a, k, s.signed_a), part_of<Bits>(b, k, s.signed_b));
      if (s.end == end_of_parts::clamped) v = v < low ? low : v > high ? high : v;
      packed |= (static_cast<std::uint32_t>(v) & ((1u << Bits) - 1u)) << (Bits * k);
      total += static_cast<std::uint32_t>(v);
    }
    return s.end == end_of_parts::added_up ? total : packed;
  });
}

template <class Op, int Bits>
handler select_video(const ptx::instruction& i, op& o) {
  o.choice.set(video_choice{i.type(0) == m::s32, i.type(1) == m::s32, i.type(2) == m::s32, end_of(i)});
  return &video<Op, Bits>;
}

template <int Bits>
handler select_set(const ptx::instruction& i, op& o) {
  o.choice.set(video_choice{false, i.type(0) == m::s32, i.type(1) == m::s32, end_of(i)});
  constexpr std::pair<m, handler> rows[] = {{m::eq, &video<comparison_of<2>, Bits>}, {m::ne, &video<comparison_of<5>, Bits>}, {m::lt, &video<comparison_of<1>, Bits>},
                                            {m::le, &video<comparison_of<3>, Bits>}, {m::gt, &video<comparison_of<4>, Bits>}, {m::ge, &video<comparison_of<6>, Bits>}};
  for (const auto& [word, run] : rows)
    if (i.has(word)) return run;
  return nullptr;
}

constexpr binding table[] = {
    {f::vadd2, &select_video<sum_of, 16>}, {f::vadd4, &select_video<sum_of, 8>},
    {f::vsub2, &select_video<difference_of, 16>}, {f::vsub4, &select_video<difference_of, 8>},
    {f::vabsdiff2, &select_video<distance_of, 16>}, {f::vabsdiff4, &select_video<distance_of, 8>},
    {f::vmin2, &select_video<smaller_of, 16>}, {f::vmin4, &select_video<smaller_of, 8>},
    {f::vmax2, &select_video<larger_of, 16>}, {f::vmax4, &select_video<larger_of, 8>},
    {f::vavrg2, &select_video<average_of, 16>}, {f::vavrg4, &select_video<average_of, 8>},
    {f::vset2, &select_set<16>}, {f::vset4, &select_set<8>},
};

} // namespace

std::span<const binding> video_bindings() { return table; }

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
