#include "library_values.hpp"

#include "value_origins.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

namespace fpcheck::exec {
namespace {

/// Matches expressions over one argument backwards from their last step, through moves.
class library_matcher {
  using f = ptx::form;
  using coefficients = std::span<const std::uint32_t>;

public:
  library_matcher(const program& p, const def_use& g) : p_(p), g_(g) {}

  library_value of(const op& o) {
    switch (o.form) {
    case f::fma_f32: return of_sum(o);
    case f::selp: return of_selection(o);
    case f::mul_f64: return of_fraction(o);
    default: return {};
    }
  }

private:
  // From the highest power down.
  static constexpr std::array sine{0xb94d4153u, 0x3c0885e4u, 0xbe2aaaa8u};
  static constexpr std::array cosine{0x37cbac00u, 0xbab607edu, 0x3d2aaabbu, 0xbeffffffu};
  static constexpr std::array tangent{0x3c190000u, 0x3b560000u, 0x3cc70000u, 0x3d5b0000u, 0x3e089438u, 0x3eaaaa88u};
  static constexpr std::array tanh_near_zero{0x3c80f082u, 0xbd563caeu, 0x3e085941u, 0xbeaaa9edu};
  static constexpr std::uint32_t one = 0x3f800000u, zero = 0, minus_two = 0xc0000000u, two_over_ln2 = 0x4038aa3bu;

  const op* made_by(const ref& r, std::uint32_t pc, f form) const {
    const op* d = g_.seen(origin(g_, r, pc), pc);
    return d != nullptr && d->form == form && !d->guard ? d : nullptr;
  }
  bool is(const ref& r, std::uint32_t bits) const {
    const double v = literal(g_, r, false);
    return v == v && bits_of(static_cast<float>(v)) == bits;
  }
  bool is_argument(const ref& r, std::uint32_t pc) const { return same(origin(g_, r, pc), argument_); }
  /// The other operand of a step that the two operands of a product are.
  template <class First, class Second>
  static bool either(const op& o, First first, Second second) { return (first(o.a) && second(o.b)) || (first(o.b) && second(o.a)); }

  /// The square of the argument, which it sets where it is not known yet.
  bool is_square(const ref& r, std::uint32_t pc) {
    const op* d = made_by(r, pc, f::mul_f32);
    if (d == nullptr || d->a.where != pool::frame) return false;
    const ref x = origin(g_, d->a, d->pc);
    if (!same(x, origin(g_, d->b, d->pc)) || x.where != pool::frame || (argument_ && !same(x, argument_))) return false;
    argument_ = x;
    return true;
  }
  /// Whether the operand is one of two, by a selection or a branch, of which `first` and `second` hold.
  template <class First, class Second>
  bool is_choice(const ref& r, std::uint32_t pc, First first, Second second) const {
    const ref x = origin(g_, r, pc);
    if (const op* d = made_by(x, pc, f::selp))
      return (first(d->a, d->pc) && second(d->b, d->pc)) || (first(d->b, d->pc) && second(d->a, d->pc));
    bool takes_first = false, takes_second = false;
    for (const std::uint32_t at : g_.definitions(x)) {
      const ref from = g_.moved(p_.ops[at], x), made = from ? from : x;
      const bool one_way = first(made, at), other_way = !one_way && second(made, at);
      if (!one_way && !other_way) return false;
      takes_first |= one_way, takes_second |= other_way;
    }
    return takes_first && takes_second;
  }
  bool is_coefficient(const ref& r, std::uint32_t pc, std::uint32_t x, std::uint32_t y) const {
    return is_choice(r, pc, [&](const ref& k, std::uint32_t) { return is(k, x); }, [&](const ref& k, std::uint32_t) { return is(k, y); });
  }
  /// A polynomial in the argument's square.
  bool is_polynomial(const ref& r, std::uint32_t pc, coefficients k) {
    if (k.size() == 1) return is(r, k[0]);
    const op* d = made_by(r, pc, f::fma_f32);
    if (d == nullptr || !is(d->c, k.back())) return false;
    return either(*d, [&](const ref& x) { return is_square(x, d->pc); }, [&](const ref& x) { return is_polynomial(x, d->pc, k.first(k.size() - 1)); });
  }
  /// Sine's first coefficient, or cosine's first two.
  bool is_first_of_both(const ref& r, std::uint32_t pc) {
    const auto begins_cosine = [&](const ref& x, std::uint32_t at) {
      const op& d = p_.ops[at]; // defines `x` itself, unless it moved it there
      return same(d.d, x) ? begins(d) : is_polynomial(x, at, coefficients(cosine).first(2));
    };
    return is_choice(r, pc, [&](const ref& x, std::uint32_t) { return is(x, sine[0]); }, begins_cosine);
  }
  bool begins(const op& o) {
    return o.form == f::fma_f32 && !o.guard && is(o.c, cosine[1]) && either(o, [&](const ref& x) { return is_square(x, o.pc); }, [&](const ref& x) { return is(x, cosine[0]); });
  }
  bool is_polynomial_of_both(const ref& r, std::uint32_t pc, std::size_t level) {
    if (level == 0) return is_first_of_both(r, pc);
    const op* d = made_by(r, pc, f::fma_f32);
    if (d == nullptr || !is_coefficient(d->c, d->pc, sine[level], cosine[level + 1])) return false;
    return either(*d, [&](const ref& x) { return is_square(x, d->pc); }, [&](const ref& x) { return is_polynomial_of_both(x, d->pc, level - 1); });
  }
  /// The square times `x`, which 0 may be added to.
  template <class Is>
  bool is_square_times(const ref& r, std::uint32_t pc, Is x) {
    const op* d = made_by(r, pc, f::fma_f32);
    if (d == nullptr) d = made_by(r, pc, f::mul_f32);
    else if (!is(d->c, zero)) return false;
    return d != nullptr && either(*d, [&](const ref& y) { return is_square(y, d->pc); }, [&](const ref& y) { return x(y, d->pc); });
  }
  /// Whether the product in `o` is the polynomial `k` times the square times the argument.
  bool multiplies_cube(const op& o, coefficients k) {
    return either(o, [&](const ref& x) { return is_square_times(x, o.pc, [&](const ref& y, std::uint32_t pc) { return is_argument(y, pc); }); },
                  [&](const ref& x) { return is_polynomial(x, o.pc, k); });
  }

  library_value of_sum(const op& o) {
    argument_ = {};
    const auto settled = [&](library_function which, bool fits) { return fits ? library_value(which, argument_) : library_value(); };
    if (is(o.c, one)) {
      const auto square = [&](const ref& x) { return is_square(x, o.pc) || is_square_times(x, o.pc, [&](const ref& y, std::uint32_t) { return is(y, one); }); };
      return settled(library_function::circular, either(o, square, [&](const ref& x) { return is_polynomial(x, o.pc, cosine); }));
    }
    if (o.c.where != pool::frame) return {};
    const ref addend = origin(g_, o.c, o.pc);
    const auto takes_argument = [&](const ref& x, std::uint32_t pc) {
      const ref at = origin(g_, x, pc);
      if (at.where != pool::frame || same(x, addend) || (argument_ && !same(at, argument_))) return false;
      argument_ = at;
      return true;
    };
    if (is_choice(addend, o.pc, [&](const ref& x, std::uint32_t) { return is(x, one); }, takes_argument)) {
      const auto cube = [&](const ref& y) { return is_square_times(y, o.pc, [&](const ref& z, std::uint32_t pc) { return same(origin(g_, z, pc), addend); }); };
      return settled(library_function::circular, either(o, cube, [&](const ref& y) { return is_polynomial_of_both(y, o.pc, sine.size() - 1); }));
    }
    argument_ = addend;
    if (multiplies_cube(o, sine)) return library_value(library_function::circular, argument_);
    if (multiplies_cube(o, tangent)) return library_value(library_function::tangent, argument_);
    return settled(library_function::hyperbolic, is_small_tanh(o));
  }
  /// fma(fma(polynomial, x^2, 0), x, x).
  bool is_small_tanh(const op& o) {
    return either(o, [&](const ref& x) { return is_argument(x, o.pc); }, [&](const ref& x) {
      return is_square_times(x, o.pc, [&](const ref& y, std::uint32_t pc) { return is_polynomial(y, pc, tanh_near_zero); });
    });
  }
  /// 1 where x is at least 9.01, 1 - 2 / (e^2x + 1) where it is not.
  library_value of_selection(const op& o) {
    argument_ = {};
    const bool first = is(o.a, one);
    if (first == is(o.b, one) || o.d_bits != 32) return {};
    const op* last = made_by(first ? o.b : o.a, o.pc, f::fma_f32);
    if (last == nullptr || !is(last->c, one)) return {};
    const auto quotient = [&](const ref& r) {
      const op* inverse = made_by(r, last->pc, f::rcp_approx_f32);
      const op* sum = inverse != nullptr ? made_by(inverse->a, inverse->pc, f::add_f32) : nullptr;
      return sum != nullptr && either(*sum, [&](const ref& x) { return is(x, one); }, [&](const ref& x) { return is_square_of_exponential(x, sum->pc); });
    };
    if (!either(*last, [&](const ref& x) { return is(x, minus_two); }, quotient) || argument_.where != pool::frame) return {};
    return library_value(library_function::hyperbolic, argument_);
  }
  bool is_square_of_exponential(const ref& r, std::uint32_t pc) {
    const op* power = made_by(r, pc, f::ex2_approx_f32);
    const op* product = power != nullptr ? made_by(power->a, power->pc, f::mul_f32) : nullptr;
    return product != nullptr && either(*product, [&](const ref& x) { return is(x, two_over_ln2); }, [&](const ref& x) {
      argument_ = origin(g_, x, product->pc);
      return true;
    });
  }
  library_value of_fraction(const op& o) const {
    const auto turns = [&](const ref& r) {
      const double v = literal(g_, r, true);
      return v == v && bits_of(v) == 0x3bf921fb54442d19u;
    };
    const auto counted = [&](const ref& r) { return made_by(r, o.pc, f::cvt_int_to_float) != nullptr; };
    return either(o, turns, counted) ? library_value(library_function::fraction_of_turn, {}) : library_value();
  }

  const program& p_;
  const def_use& g_;
  ref argument_;
};

} // namespace

void find_library_values(program& p, const function_code& code, const def_use& g) {
  library_matcher matcher(p, g);
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (!may_be_library_value(o.form) || o.sat) continue;
    if (const library_value v = matcher.of(o); v.function() != library_function::none) o.choice.set(v);
  }
}

} // namespace fpcheck::exec
