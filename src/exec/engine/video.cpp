// Instructions on two halves or four bytes of a word, as CUDA's SIMD intrinsics use them. All exact; the PTX manual is the
// source of every rule.
#include "lanes.hpp"
#include "tables.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

using m = ptx::modifier;
using f = ptx::form;

/// Bits of op::selector: signs of the result and of the operands, clamping to the result's range, adding up to `c`.
enum : std::uint32_t { signed_result = 1, signed_a = 2, signed_b = 4, saturates = 8, adds_up = 16 };

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
  const std::uint32_t s = o.selector;
  const std::int32_t low = (s & signed_result) != 0 ? -(1 << (Bits - 1)) : 0, high = (1 << ((s & signed_result) != 0 ? Bits - 1 : Bits)) - 1;
  map3<t_u32>(w, o, [=](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    std::uint32_t packed = 0, total = c;
    for (int k = 0; k < 32 / Bits; ++k) {
      std::int32_t v = Op::of(part_of<Bits>(a, k, (s & signed_a) != 0), part_of<Bits>(b, k, (s & signed_b) != 0));
      if ((s & saturates) != 0) v = v < low ? low : v > high ? high : v;
      packed |= (static_cast<std::uint32_t>(v) & ((1u << Bits) - 1u)) << (Bits * k);
      total += static_cast<std::uint32_t>(v);
    }
    return (s & adds_up) != 0 ? total : packed;
  });
}

template <class Op, int Bits>
handler select_video(const ptx::instruction& i, op& o) {
  o.selector = (i.type(0) == m::s32 ? signed_result : 0u) | (i.type(1) == m::s32 ? signed_a : 0u) | (i.type(2) == m::s32 ? signed_b : 0u) |
               (i.has(m::sat) ? saturates : 0u) | (i.has(m::add) ? adds_up : 0u);
  return &video<Op, Bits>;
}

template <int Bits>
handler select_set(const ptx::instruction& i, op& o) {
  o.selector = (i.type(0) == m::s32 ? signed_a : 0u) | (i.type(1) == m::s32 ? signed_b : 0u) | (i.has(m::add) ? adds_up : 0u);
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
