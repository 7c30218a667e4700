#include <fpcheck/interval/text.hpp>

#include "rational.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <optional>

namespace fpcheck::interval {
namespace {

using detail::rational;

/// Exponents beyond this stand for it: the value is out of every format's range anyway.
constexpr long exponent_limit = 40000;

/// An extended real number as written.
struct bound_value {
  rational finite;
  int infinite = 0; ///< -1 or 1 for an infinity
};

/// Reads a literal from left to right; a method that does not match leaves the position alone.
class reader {
public:
  explicit reader(std::string text) : text_(std::move(text)) {}

  bool at_end() const { return at_ == text_.size(); }
  void skip_space() {
    while (!at_end() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(std::string_view word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }
  std::string digits(bool hexadecimal) {
    std::string r;
    while (!at_end() && (hexadecimal ? std::isxdigit(static_cast<unsigned char>(text_[at_])) != 0
                                     : std::isdigit(static_cast<unsigned char>(text_[at_])) != 0))
      r += text_[at_++];
    return r;
  }
  int sign() {
    if (take("-")) return -1;
    take("+");
    return 1;
  }
  /// A decimal integer with a sign, cut to the limit; nothing where there is no digit.
  std::optional<long> exponent() {
    const std::size_t start = at_;
    const int s = sign();
    const std::string d = digits(false);
    if (d.empty()) {
      at_ = start;
      return std::nullopt;
    }
    const long size = d.size() > 6 ? exponent_limit : std::min(std::stol(d), exponent_limit);
    return s * size;
  }

  /// Digits with an optional point: their value as an integer, and how many follow the point.
  struct significand {
    rational value;
    long places = 0;
  };
  std::optional<significand> read_significand(bool hexadecimal) {
    const std::size_t start = at_;
    std::string whole = digits(hexadecimal), fraction;
    if (take(".")) fraction = digits(hexadecimal);
    if (whole.empty() && fraction.empty()) {
      at_ = start;
      return std::nullopt;
    }
    significand s;
    s.places = static_cast<long>(fraction.size());
    mpz_set_str(mpq_numref(s.value.raw()), (whole + fraction).c_str(), hexadecimal ? 16 : 10);
    return s;
  }
  /// A hexadecimal number after "0x", a decimal one or a fraction of two integers; unsigned.
  std::optional<rational> unsigned_number() {
    if (take("0x")) return hexadecimal();
    const std::optional<significand> s = read_significand(false);
    if (!s) return std::nullopt;
    if (s->places == 0 && take("/")) {
      const std::string d = digits(false);
      rational q;
      if (d.empty()) return std::nullopt;
      mpz_set_str(mpq_numref(q.raw()), d.c_str(), 10);
      if (q.sign() == 0) return std::nullopt;
      return s->value / q;
    }
    long e = 0;
    if (take("e")) {
      const std::optional<long> written = exponent();
      if (!written) return std::nullopt;
      e = *written;
    }
    return s->value * rational::power(10, e - s->places);
  }
  std::optional<rational> hexadecimal() {
    const std::optional<significand> s = read_significand(true);
    if (!s || !take("p")) return std::nullopt;
    const std::optional<long> e = exponent();
    if (!e) return std::nullopt;
    return s->value * rational::power(2, *e - 4 * s->places);
  }
  std::optional<bound_value> number() {
    const int s = sign();
    if (take("infinity") || take("inf")) return bound_value{{}, s};
    std::optional<rational> x = unsigned_number();
    if (!x) return std::nullopt;
    return bound_value{s < 0 ? rational() - *x : *x, 0};
  }

private:
  std::string text_;
  std::size_t at_ = 0;
};

/// A set as written: bounds that are still exact.
struct exact_set {
  bool empty = false;
  bool nai = false;
  bound_value lower{{}, -1}, upper{{}, 1};
};

std::optional<exact_set> read_brackets(reader& r) {
  exact_set s;
  r.skip_space();
  if (r.take("]")) return exact_set{true, false, {}, {}};
  if (r.take("nai"))
    s.nai = s.empty = true;
  else if (r.take("empty"))
    s.empty = true;
  else if (!r.take("entire")) {
    if (!r.take(",")) {
      const std::optional<bound_value> l = r.number();
      if (!l) return std::nullopt;
      s.lower = *l;
      r.skip_space();
      if (!r.take(",")) {
        if (l->infinite != 0) return std::nullopt;
        s.upper = *l;
        r.skip_space();
        return r.take("]") ? std::optional(s) : std::nullopt;
      }
    }
    r.skip_space();
    if (!r.take("]")) {
      const std::optional<bound_value> u = r.number();
      if (!u) return std::nullopt;
      s.upper = *u;
      r.skip_space();
      return r.take("]") ? std::optional(s) : std::nullopt;
    }
    return s;
  }
  r.skip_space();
  return r.take("]") ? std::optional(s) : std::nullopt;
}

/// "m?", "m?r", "m??" with an optional direction u or d and an exponent: a number and its uncertainty in units of its
/// last place.
std::optional<exact_set> read_uncertain(reader& r) {
  const int sign = r.sign();
  const auto m = r.read_significand(false);
  if (!m || !r.take("?")) return std::nullopt;
  const bool unlimited = r.take("?");
  rational radius = rational::power(2, -1);
  const std::string d = unlimited ? "" : r.digits(false);
  if (!d.empty()) mpz_set_str(mpq_numref(radius.raw()), d.c_str(), 10), mpz_set_ui(mpq_denref(radius.raw()), 1);
  const bool up_only = r.take("u"), down_only = !up_only && r.take("d");
  long e = 0;
  if (r.take("e")) {
    const std::optional<long> written = r.exponent();
    if (!written) return std::nullopt;
    e = *written;
  }
  const rational unit = rational::power(10, e - m->places);
  const rational middle = (sign < 0 ? rational() - m->value : m->value) * unit, spread = radius * unit;
  exact_set s;
  s.lower = up_only ? bound_value{middle, 0} : bound_value{middle - spread, unlimited ? -1 : 0};
  s.upper = down_only ? bound_value{middle, 0} : bound_value{middle + spread, unlimited ? 1 : 0};
  return s;
}

std::optional<decoration> read_decoration(reader& r) {
  if (r.take("com")) return decoration::com;
  if (r.take("dac")) return decoration::dac;
  if (r.take("def")) return decoration::def;
  if (r.take("trv")) return decoration::trv;
  return std::nullopt;
}

bool is_possible(const exact_set& s) {
  return s.empty || (s.lower.infinite <= 0 && s.upper.infinite >= 0);
}

bool in_order(const exact_set& s) {
  return s.lower.infinite != 0 || s.upper.infinite != 0 || !(s.upper.finite < s.lower.finite);
}

std::string lower_case(std::string_view text) {
  std::string r(text);
  std::transform(r.begin(), r.end(), r.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return r;
}

/// The written decoration, if the exact set allows it.
result<literal> with_decoration(const exact_set& s, interval<double> x, decoration d, std::string_view text) {
  const bool bounded = !s.empty && s.lower.infinite == 0 && s.upper.infinite == 0;
  const bool allowed = s.empty ? d == decoration::trv : (d != decoration::com || bounded);
  if (s.nai || !allowed) return fail("'" + std::string(text) + "': the set does not allow this decoration");
  return literal{decorated<double>{x, d}, true};
}

} // namespace

result<literal> read_literal(std::string_view text) {
  const auto wrong = [&text] { return fail("'" + std::string(text) + "' is no interval literal"); };
  reader r(lower_case(text));
  r.skip_space();
  const std::optional<exact_set> s = r.take("[") ? read_brackets(r) : read_uncertain(r);
  if (!s || !is_possible(*s)) return wrong();
  const bool ordered = s->empty || in_order(*s);
  interval<double> x{};
  if (!s->empty)
    x = interval<double>{s->lower.infinite != 0 ? -infinity : detail::round_down(s->lower.finite),
                         s->upper.infinite != 0 ? infinity : detail::round_up(s->upper.finite)};
  if (!ordered && x.is_empty()) return fail("'" + std::string(text) + "': the lower bound is above the upper one");
  std::optional<decoration> d;
  if (r.take("_")) {
    d = read_decoration(r);
    if (!d) return wrong();
  }
  r.skip_space();
  if (!r.at_end()) return wrong();
  if (d) return with_decoration(*s, x, *d, text);
  if (s->nai) return literal{decorated<double>::nai(), true};
  return literal{decorated<double>{x}, false, !ordered};
}

namespace {

/// x with `digits` significant decimal digits, at or below x.
std::string decimal_below(double x, int digits) {
  if (x == 0) return "0";
  const rational q(x);
  const auto e = static_cast<long>(std::floor(std::log10(std::fabs(x))));
  rational scaled = q * rational::power(10, digits - 1 - e);
  mpz_t n;
  mpz_init(n);
  mpz_fdiv_q(n, mpq_numref(scaled.raw()), mpq_denref(scaled.raw()));
  std::string s(mpz_sizeinbase(n, 10) + 2, '\0');
  mpz_get_str(s.data(), 10, n);
  mpz_clear(n);
  s.resize(s.find('\0'));
  const long shift = e - digits + 1;
  return shift == 0 ? s : s + "e" + std::to_string(shift);
}

std::string mirrored(std::string s) {
  if (s == "0") return s;
  return s.front() == '-' ? s.substr(1) : "-" + s;
}

std::string bound_text(double x, int digits, bool upper) {
  if (x == infinity) return "inf";
  if (x == -infinity) return "-inf";
  if (digits > 0) return upper ? mirrored(decimal_below(-x, digits)) : decimal_below(x, digits);
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%a", x);
  return buffer;
}

} // namespace

std::string to_text(interval<double> x, text_style style) {
  if (x.is_empty()) return "[empty]";
  if (is_entire(x)) return "[entire]";
  return "[" + bound_text(x.lower(), style.digits, false) + ", " + bound_text(x.upper(), style.digits, true) + "]";
}

std::string to_text(decorated<double> x, text_style style) {
  if (x.is_nai()) return "[nai]";
  constexpr const char* names[] = {"ill", "trv", "def", "dac", "com"};
  return to_text(x.part, style) + "_" + names[static_cast<int>(x.mark)];
}

} // namespace fpcheck::interval
