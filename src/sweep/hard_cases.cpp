#include "hard_cases.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fpcheck::sweep {
namespace {

using wide = unsigned __int128;

constexpr mpfr_prec_t value_bits = 220;
/// Stretches that are walked with 64 fractional bits, of which the differences' roundings take 30, before the cubic is looked at again.
constexpr int walk = 512;
constexpr int phase_bits = 62;
constexpr std::uint64_t turn = std::uint64_t{1} << phase_bits;

/// The least y < count with low <= step y mod modulus <= high, or count: a step of Euclid's algorithm, of which count shrinks as the numbers do.
/// Requires: low <= high < modulus, step < modulus.
std::uint64_t first_in(std::uint64_t step, std::uint64_t modulus, std::uint64_t low, std::uint64_t high, std::uint64_t count) {
  if (count == 0) return 0;
  if (low == 0) return 0;
  if (step == 0) return count;
  if (step > modulus - step) {
    step = modulus - step;
    const std::uint64_t old_low = low;
    low = modulus - high, high = modulus - old_low;
  }
  if (low == 0) return 0;
  const std::uint64_t up = (low + step - 1) / step;
  if (up >= count) return count; // a wrap comes later still
  if (wide{step} * up <= high) return up;
  // step y - modulus w in [low, high]: w is the least one with -modulus w mod step in [low, high] mod step
  const wide last = wide{step} * (count - 1);
  if (last < low) return count;
  const std::uint64_t wraps = static_cast<std::uint64_t>((last - low) / modulus) + 1;
  const std::uint64_t w = first_in(modulus % step == 0 ? 0 : step - modulus % step, step, low % step, high % step, wraps);
  if (w >= wraps) return count;
  return static_cast<std::uint64_t>((wide{modulus} * w + low + step - 1) / step);
}

/// value / 2^exponent as a fixed-point number with 64 fractional bits, modulo 2^64.
wide fixed_point(mpfr_srcptr value, mpfr_exp_t exponent) {
  precise scaled(mpfr_get_prec(value)), whole(mpfr_get_prec(value));
  mpfr_mul_2si(scaled, value, 64 - exponent, MPFR_RNDN);
  mpfr_rint(scaled, scaled, MPFR_RNDN);
  mpfr_div_2ui(whole, scaled, 64, MPFR_RNDN);
  mpfr_floor(whole, whole);
  const long high = mpfr_get_si(whole, MPFR_RNDN);
  mpfr_mul_2ui(whole, whole, 64, MPFR_RNDN);
  mpfr_sub(scaled, scaled, whole, MPFR_RNDN);
  return wide{static_cast<std::uint64_t>(high)} << 64 | mpfr_get_uj(scaled, MPFR_RNDN);
}

/// The function along a block, in ulps: the cubic through its values at stretches 0, q, 2 q and 3 q.
class cubic {
public:
  /// Range: whether the function is finite and in one binade there.
  bool read(const free_function& f, double start, double width, int quarter, const hard_search& how) {
    quarter_ = quarter;
    for (int j = 0; j < 4; ++j) {
      value(f, start + j * quarter * width, differences_[j]);
      if (mpfr_regular_p(differences_[j].value) == 0) return false;
    }
    const mpfr_exp_t binade = mpfr_get_exp(differences_[0].value);
    for (int j = 1; j < 4; ++j)
      if (mpfr_get_exp(differences_[j].value) != binade || mpfr_sgn(differences_[j].value) != mpfr_sgn(differences_[0].value)) return false;
    if (binade - 1 < how.least_exponent || binade - 1 > how.most_exponent) return false;
    ulp_ = binade - how.precision;
    for (int order = 1; order < 4; ++order)
      for (int j = 3; j >= order; --j) mpfr_sub(differences_[j], differences_[j], differences_[j - 1], MPFR_RNDN);
    return true;
  }
  /// How far a stretch is from a line, in ulps.
  double curvature() const {
    const double second = std::fabs(mpfr_get_d(differences_[2], MPFR_RNDN)), third = std::fabs(mpfr_get_d(differences_[3], MPFR_RNDN));
    return std::ldexp(second + 2 * third, -static_cast<int>(ulp_)) / 8 / quarter_ / quarter_;
  }
  /// Whether the function is the cubic between its values too, within `allowed` ulps.
  bool serves(const free_function& f, double start, double width, double allowed) const {
    for (const int half : {1, 5}) {
      precise exact(value_bits), model(value_bits);
      value(f, start + half * (quarter_ / 2) * width, exact);
      at(half * (quarter_ / 2), model);
      mpfr_sub(model, model, exact, MPFR_RNDN);
      if (!(std::fabs(std::ldexp(mpfr_get_d(model, MPFR_RNDN), -static_cast<int>(ulp_))) <= allowed)) return false;
    }
    return true;
  }
  /// The value at a stretch, and the differences from one stretch to the next.
  std::array<wide, 4> differences_at(int stretch) const {
    precise d[4] = {precise(value_bits), precise(value_bits), precise(value_bits), precise(value_bits)};
    for (int k = 0; k < 4; ++k) at(stretch + k, d[k]);
    for (int order = 1; order < 4; ++order)
      for (int k = 3; k >= order; --k) mpfr_sub(d[k], d[k], d[k - 1], MPFR_RNDN);
    return {fixed_point(d[0], ulp_), fixed_point(d[1], ulp_), fixed_point(d[2], ulp_), fixed_point(d[3], ulp_)};
  }

private:
  static void value(const free_function& f, double at, precise& out) {
    precise x(64);
    mpfr_set_d(x, at, MPFR_RNDN);
    f(out, x);
  }
  /// Newton's formula.
  void at(int stretch, mpfr_ptr out) const {
    precise t(value_bits), binomial(value_bits);
    mpfr_set(out, differences_[0], MPFR_RNDN);
    mpfr_set_ui(binomial, 1, MPFR_RNDN);
    for (int j = 1; j < 4; ++j) {
      mpfr_mul_si(binomial, binomial, stretch - (j - 1) * quarter_, MPFR_RNDN);
      mpfr_div_si(binomial, binomial, j * quarter_, MPFR_RNDN);
      mpfr_mul(t, differences_[j], binomial, MPFR_RNDN);
      mpfr_add(out, out, t, MPFR_RNDN);
    }
  }

  precise differences_[4] = {precise(value_bits), precise(value_bits), precise(value_bits), precise(value_bits)};
  mpfr_exp_t ulp_ = 0;
  int quarter_ = 1;
};

/// Where a block starts, how far apart its numbers are and which way, and what is looked for.
struct block_place {
  double start, step, end;
  std::uint64_t inputs; ///< of a stretch
  const hard_search& how;
  double width() const { return static_cast<double>(inputs) * step; }
};

/// As many inputs a stretch as are a line, a power of two, or 0.
std::uint64_t inputs_of_stretch(const free_function& f, block_place b, double allowed) {
  for (b.inputs = std::uint64_t{1} << 10; b.inputs != 0; b.inputs /= 16) {
    cubic c;
    if (!c.read(f, b.start, b.width(), 2, b.how)) continue;
    const double times = std::sqrt(allowed / c.curvature());
    std::uint64_t out = b.inputs;
    for (; out < (std::uint64_t{1} << 20) && 2 * static_cast<double>(out) <= times * static_cast<double>(b.inputs); out *= 2) {}
    for (; out > 1 && static_cast<double>(out) > times * static_cast<double>(b.inputs); out /= 2) {}
    return out;
  }
  return 0;
}

/// All inputs of a stretch whose line comes into the box around a middle, confirmed.
void search_stretch(const free_function& f, const block_place& b, double first, wide value, wide rise, std::vector<hard_input>& found) {
  // 2^-closeness ulps to each side of a middle, and half as much for what the line leaves out.
  const std::uint64_t box = std::uint64_t{3} << (phase_bits - b.how.closeness - 1);
  const auto slope = static_cast<std::uint64_t>(static_cast<__int128>(rise) / static_cast<__int128>(b.inputs)) >> (64 - phase_bits);
  std::uint64_t phase = ((static_cast<std::uint64_t>(value) >> (64 - phase_bits)) - turn / 2 + box) & (turn - 1);
  for (std::uint64_t k = 0; k < b.inputs; ++k) {
    const std::uint64_t jump = first_within(phase, slope, 2 * box, b.inputs - k);
    k += jump;
    if (k >= b.inputs) return;
    const double x = first + static_cast<double>(k) * b.step, distance = distance_from_middle(f, x, b.how);
    if (std::fabs(distance) <= std::ldexp(1.0, -b.how.closeness)) found.push_back({x, distance});
    phase = (phase + slope * (jump + 1)) & (turn - 1);
  }
}

} // namespace

std::uint64_t first_within(std::uint64_t first, std::uint64_t step, std::uint64_t width, std::uint64_t count) {
  if (first <= width || count == 0) return 0;
  const std::uint64_t low = turn - first; // step k = -first .. -first + width
  return first_in(step, turn, low, low + width, count);
}

double distance_from_middle(const free_function& f, double x, const hard_search& how) {
  precise argument(64);
  mpfr_set_d(argument, x, MPFR_RNDN);
  for (mpfr_prec_t bits = 256; bits <= 1024; bits *= 2) {
    precise y(bits), middle(how.precision + 1);
    f(y, argument);
    if (!mpfr_regular_p(y.value)) return 1;
    const mpfr_exp_t binade = mpfr_get_exp(y.value);
    if (binade - 1 < how.least_exponent || binade - 1 > how.most_exponent) return 1;
    // The nearest multiple of an ulp, moved by half an ulp.
    precise scaled(bits), whole(bits);
    mpfr_mul_2si(scaled, y, how.precision - binade, MPFR_RNDN);
    mpfr_floor(whole, scaled);
    mpfr_sub(scaled, scaled, whole, MPFR_RNDN);
    mpfr_sub_d(scaled, scaled, 0.5, MPFR_RNDN);
    const double distance = mpfr_get_d(scaled, MPFR_RNDN);
    // A composite is right to 2^16 ulps of its bits.
    if (std::fabs(distance) > std::ldexp(1.0, how.precision + 24 - static_cast<int>(bits))) return distance;
  }
  return 1;
}

hard_block search_block(const free_function& f, double start, const hard_search& how) {
  hard_block out;
  int exponent = 0;
  std::frexp(start, &exponent);
  block_place b{start, std::copysign(std::ldexp(1.0, exponent - how.precision), start), std::ldexp(1.0, exponent), 0, how};
  const double allowed = std::ldexp(1.0, -how.closeness - 2);
  b.inputs = inputs_of_stretch(f, b, allowed);
  if (b.inputs < 2) return out;
  for (int quarter = 8192; quarter >= 16; quarter /= 4) {
    if (std::fabs(start) + 3 * quarter * std::fabs(b.width()) >= b.end) continue;
    cubic c;
    if (!c.read(f, start, b.width(), quarter, how) || c.curvature() > 2 * allowed || !c.serves(f, start, b.width(), allowed)) continue;
    for (int stretch = 0; stretch < 3 * quarter; stretch += walk) {
      std::array<wide, 4> d = c.differences_at(stretch);
      for (int i = stretch; i < std::min(stretch + walk, 3 * quarter); ++i) {
        search_stretch(f, b, start + i * b.width(), d[0], d[1], out.found);
        d[0] += d[1], d[1] += d[2], d[2] += d[3];
      }
    }
    out.inputs = b.inputs * 3 * static_cast<std::uint64_t>(quarter);
    return out;
  }
  return out;
}

} // namespace fpcheck::sweep
