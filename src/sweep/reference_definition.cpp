#include <fpcheck/exact/elementary_table.hpp>
#include <fpcheck/sweep/reference_definition.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include "reference_rows.hpp"
#include "table_builder.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <string>

namespace fpcheck::sweep {

struct reference_tables::memory {
  exact_function exact = nullptr;
  std::deque<taylor_storage> tables; ///< a deque: views point into them
  std::vector<std::uint64_t> turns;
};

reference_tables::reference_tables() : memory_(std::make_unique<memory>()) {}
reference_tables::~reference_tables() = default;
reference_tables::reference_tables(reference_tables&&) noexcept = default;
reference_tables& reference_tables::operator=(reference_tables&&) noexcept = default;

namespace {

/// The least positive number and the least distance of one from 1/2, 1 or 2.
constexpr double least_number = 0x1p-149, least_distance = 0x1p-26, past_every_number = 0x1p128;

bool is_circle(branch_kind k) {
  return k == branch_kind::circle_sine || k == branch_kind::circle_cosine || k == branch_kind::circle_tangent;
}
bool is_turn(branch_kind k) {
  return k == branch_kind::turn_sine || k == branch_kind::turn_cosine;
}

/// The arguments that |x| in [from, b.below) gives, the last one left out; where they fall as |x| grows, it is what `from` itself gives that is last.
std::array<double, 2> arguments_of(const branch_row& b, double from) {
  const double to = std::min(b.below, past_every_number);
  if (b.offset == 0) return {std::max(from, least_number), to};
  const double ends[2] = {b.offset + b.factor * from, b.offset + b.factor * to};
  if (b.factor < 0) return {std::max(ends[1], least_distance), std::nextafter(ends[0], past_every_number)};
  return {std::max(std::min(ends[0], ends[1]), least_distance), std::max(ends[0], ends[1])};
}

/// f at the x that belongs to an argument.
auto as_function_of_argument(exact_function f, const branch_row& b) {
  return [f, offset = b.offset, factor = b.factor, negative = b.side == branch_side::negative](mpfr_ptr y, mpfr_srcptr v) {
    precise x(mpfr_get_prec(v) + 128);
    mpfr_sub_d(x, v, offset, MPFR_RNDN);
    mpfr_mul_d(x, x, negative ? -factor : factor, MPFR_RNDN);
    f(y, x);
  };
}

/// Tables of the named function up to past an eighth of a turn.
taylor_storage of_part(const char* name, series s, double most, double argument_error) {
  const exact_function f = exact_function_named(name);
  return build_table({[f](mpfr_ptr y, mpfr_srcptr v) { f(y, v); }, s, 0x1p-44, most, argument_error, 0});
}

/// 2^(e - 23) 2 / pi modulo 4 for e = -1 .. 127, cut to 126 fractional bits.
std::vector<std::uint64_t> turn_words() {
  std::vector<std::uint64_t> out;
  for (int e = -1; e <= 127; ++e) {
    // 2 / pi = sum of word i 2^(-64 i), i from 1: the window starts at bit 2^(1 - (e - 23)) of it
    const int first = e - 23 - 2; // bits of 2 / pi above the window, from 2^-1 on
    std::uint64_t window[2] = {0, 0}; // high, low
    for (int bit = 0; bit < 128; ++bit) {
      const int at = first + bit; // the bit 2^(-1 - at)
      const bool set = at >= 0 && (exact::table::two_over_pi(at / 64 + 1) >> (63 - at % 64) & 1) != 0;
      if (set) window[bit / 64] |= std::uint64_t{1} << (63 - bit % 64);
    }
    out.push_back(window[1]);
    out.push_back(window[0]);
  }
  return out;
}

} // namespace

std::vector<std::string_view> reference_names() {
  std::vector<std::string_view> out;
  for (const reference_row& r : reference_rows()) out.push_back(r.name);
  return out;
}

result<reference_tables> reference_tables::make(std::string_view function) {
  const auto& rows = reference_rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const reference_row& r) { return r.name == function; });
  if (row == rows.end()) {
    std::string names;
    for (const reference_row& r : rows) names += (names.empty() ? "" : ", ") + std::string(r.name);
    return fail("no reference for a function '" + std::string(function) + "'", {"command line"}, "there are " + names);
  }
  reference_tables out;
  memory& m = *out.memory_;
  certified_reference& c = out.host_;
  m.exact = exact_function_named(row->name);
  c.at_zero[0] = row->at_zero, c.at_zero[1] = row->at_minus_zero;
  c.at_infinity[0] = row->at_infinity, c.at_infinity[1] = row->at_minus_infinity;
  int count[2] = {0, 0};
  for (const branch_row& b : row->branches) {
    reference_branch made{b.below, b.kind, b.offset, b.factor, 1, b.value, b.error, b.at_edge, b.period, b.power, {}, {}};
    const int side = b.side == branch_side::negative ? 1 : 0, from_branch = count[side];
    const double from = from_branch == 0 ? 0 : c.branches[side][from_branch - 1].below;
    if (b.kind == branch_kind::table || b.kind == branch_kind::power) {
      const auto range = b.kind == branch_kind::power ? std::array{1.0, std::ldexp(1.0, b.period)} : arguments_of(b, from);
      m.tables.push_back(build_table({as_function_of_argument(m.exact, b), b.coefficients, range[0], range[1], 0, b.range_margin}));
      made.table = m.tables.back().view();
    } else if (is_circle(b.kind) || is_turn(b.kind)) {
      const bool turn = is_turn(b.kind), tangent = b.kind == branch_kind::circle_tangent;
      const double most = turn ? 0.3 : 0.79, argument_error = turn ? 0 : 0x1p-51;
      m.tables.push_back(of_part(turn ? "sinpi" : tangent ? "tan" : "sin", b.coefficients, most, argument_error));
      made.table = m.tables.back().view();
      if (b.other != nullptr) {
        m.tables.push_back(of_part(turn ? "cospi" : "cos", b.other, most, argument_error));
        made.other = m.tables.back().view();
      }
      if (!turn && m.turns.empty()) m.turns = turn_words();
    }
    c.branches[side][count[side]++] = made;
    if (b.side == branch_side::both) {
      if (row->symmetry == parity::odd) made.sign = -1, made.value = -made.value, made.at_edge = -made.at_edge;
      c.branches[1][count[1]++] = made;
    }
  }
  // The last branch has what is left.
  for (int side = 0; side < 2; ++side)
    for (int i = count[side]; i < certified_reference::most; ++i) c.branches[side][i] = c.branches[side][count[side] - 1];
  c.turns = m.turns.data();
  return out;
}

std::vector<reference_tables::block> reference_tables::blocks() const {
  std::vector<block> out;
  for (const taylor_storage& t : memory_->tables) {
    out.push_back({t.binades.data(), t.binades.size() * sizeof(taylor_binade)});
    out.push_back({t.pieces.data(), t.pieces.size() * sizeof(taylor_piece)});
  }
  if (!memory_->turns.empty()) out.push_back({memory_->turns.data(), memory_->turns.size() * sizeof(std::uint64_t)});
  return out;
}

std::size_t reference_tables::bytes() const {
  std::size_t out = 0;
  for (const block& b : blocks()) out += b.bytes;
  return out;
}

reference_tables::rounded reference_tables::exactly(float x, int precision) const {
  precise argument(24), near(precision), midpoint(precision + 1);
  mpfr_set_flt(argument, x, MPFR_RNDN);
  for (mpfr_prec_t bits = 256; bits <= 4096; bits *= 2) {
    precise y(bits);
    memory_->exact(y, argument);
    if (mpfr_nan_p(y) || mpfr_inf_p(y) || mpfr_zero_p(y)) return {mpfr_get_d(y, MPFR_RNDN), 0};
    const int side = mpfr_set(near, y, MPFR_RNDN);
    if (side == 0) return {mpfr_get_d(near, MPFR_RNDN), 0};
    // What a composite loses must not move it over the middle of two numbers.
    precise low(precision), high(precision), slack(bits);
    mpfr_abs(slack, y, MPFR_RNDN);
    mpfr_mul_2si(slack, slack, 24 - bits, MPFR_RNDN);
    precise moved(bits);
    mpfr_sub(moved, y, slack, MPFR_RNDD);
    mpfr_set(low, moved, MPFR_RNDN);
    mpfr_add(moved, y, slack, MPFR_RNDU);
    mpfr_set(high, moved, MPFR_RNDN);
    if (mpfr_equal_p(low, high)) return {mpfr_get_d(near, MPFR_RNDN), side};
  }
  return {std::numeric_limits<double>::quiet_NaN(), 0};
}

} // namespace fpcheck::sweep
