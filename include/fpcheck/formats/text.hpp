#pragma once
#include <fpcheck/formats/basic_float.hpp>

#include <charconv>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

/// Text in and out. Reading rounds the written number itself, once, however many digits it has.
namespace fpcheck {

/// A number as it was written: exact, or jammed below its 61 leading bits, which every format rounds correctly.
struct written_number {
  enum class kind : std::uint8_t { finite, infinity, nan };
  kind what = kind::finite;
  unrounded64 value; ///< its sign holds for infinities and NaNs too
  bool jammed = false;
};

/// What `read_number` found, and where it stopped: at `first` itself if there was no number.
struct read_result {
  written_number number;
  const char* end = nullptr;
};

namespace detail {

/// A natural number of any size, in base 2^32, least significant first.
class natural {
public:
  natural() = default;
  explicit natural(std::uint32_t x) {
    if (x != 0) limbs_.push_back(x);
  }

  void multiply_add(std::uint32_t factor, std::uint32_t addend) {
    std::uint64_t carry = addend;
    for (auto& limb : limbs_) {
      carry += std::uint64_t{limb} * factor;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  }

  void shift_left(int by) {
    if (limbs_.empty()) return;
    for (int bit = by % 32; bit > 0;) {
      multiply_add(1u << bit, 0);
      bit = 0;
    }
    limbs_.insert(limbs_.begin(), static_cast<std::size_t>(by / 32), 0u);
  }

  int bit_length() const {
    return limbs_.empty() ? 0 : static_cast<int>(limbs_.size()) * 32 - __builtin_clz(limbs_.back());
  }

  bool bit(int i) const {
    const auto limb = static_cast<std::size_t>(i / 32);
    return limb < limbs_.size() && ((limbs_[limb] >> (i % 32)) & 1) != 0;
  }

  bool any_below(int i) const {
    for (int b = 0; b < i; ++b)
      if (bit(b)) return true;
    return false;
  }

  bool not_below(const natural& other) const {
    if (limbs_.size() != other.limbs_.size()) return limbs_.size() > other.limbs_.size();
    for (std::size_t i = limbs_.size(); i-- > 0;)
      if (limbs_[i] != other.limbs_[i]) return limbs_[i] > other.limbs_[i];
    return true;
  }

  void subtract(const natural& other) {
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      borrow += std::int64_t{limbs_[i]} - (i < other.limbs_.size() ? other.limbs_[i] : 0);
      limbs_[i] = static_cast<std::uint32_t>(borrow);
      borrow >>= 32;
    }
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
  }

  bool is_zero() const { return limbs_.empty(); }

private:
  std::vector<std::uint32_t> limbs_;
};

/// The 61 leading bits of x * 2^exponent, jammed.
inline written_number leading_bits(const natural& x, int exponent) {
  written_number out;
  const int length = x.bit_length();
  const int drop = length > 61 ? length - 61 : 0;
  for (int i = length - 1; i >= drop; --i) out.value.significand = out.value.significand << 1 | (x.bit(i) ? 1 : 0);
  out.jammed = x.any_below(drop);
  out.value.significand |= out.jammed ? 1 : 0;
  out.value.exponent = exponent + drop + 60;
  return out;
}

/// digits * 10^exponent.
inline written_number from_decimal(natural digits, int exponent) {
  for (int i = 0; i < exponent; ++i) digits.multiply_add(10, 0);
  if (exponent >= 0 || digits.is_zero()) return leading_bits(digits, 0);
  natural divisor(1);
  for (int i = 0; i < -exponent; ++i) divisor.multiply_add(10, 0);
  // A quotient of 62 or 63 bits, bit by bit.
  int scale = 62 + divisor.bit_length() - digits.bit_length();
  if (scale > 0)
    digits.shift_left(scale);
  else
    scale = 0;
  const int steps = digits.bit_length() - divisor.bit_length();
  natural part = divisor;
  part.shift_left(steps > 0 ? steps : 0);
  natural quotient;
  for (int i = steps > 0 ? steps : 0; i >= 0; --i) {
    natural step = divisor;
    step.shift_left(i);
    const bool take = digits.not_below(step);
    if (take) digits.subtract(step);
    if (quotient.is_zero())
      quotient = natural(take ? 1 : 0);
    else
      quotient.multiply_add(2, take ? 1 : 0);
  }
  quotient.multiply_add(2, digits.is_zero() ? 0 : 1); // what is left over
  if (quotient.is_zero()) quotient = natural(digits.is_zero() ? 0 : 1);
  return leading_bits(quotient, -scale - 1);
}

inline bool starts_with_word(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if ((text[i] | 0x20) != word[i]) return false;
  return true;
}

inline int digit_of(char c, int base) {
  if (c >= '0' && c <= '9') return c - '0';
  if (base == 16 && (c | 0x20) >= 'a' && (c | 0x20) <= 'f') return (c | 0x20) - 'a' + 10;
  return -1;
}

/// Reads digits with at most one point. Stops before the exponent.
struct digit_run {
  natural digits;
  int after_point = 0;
  std::size_t length = 0;
  bool any = false;
};
inline digit_run read_digits(std::string_view text, int base) {
  digit_run run;
  bool point = false;
  for (; run.length < text.size(); ++run.length) {
    if (text[run.length] == '.' && !point) {
      point = true;
      continue;
    }
    const int d = digit_of(text[run.length], base);
    if (d < 0) break;
    run.any = true;
    if (run.digits.is_zero())
      run.digits = natural(static_cast<std::uint32_t>(d));
    else
      run.digits.multiply_add(static_cast<std::uint32_t>(base), static_cast<std::uint32_t>(d));
    run.after_point += point ? 1 : 0;
  }
  return run;
}

/// Reads an exponent after `e` or `p`; `length` is 0 if there is none. Beyond +-100000 it stops growing.
struct exponent_run {
  int value = 0;
  std::size_t length = 0;
};
inline exponent_run read_exponent(std::string_view text, char letter) {
  if (text.empty() || (text[0] | 0x20) != letter) return {};
  std::size_t i = 1;
  const bool negative = i < text.size() && text[i] == '-';
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  const std::size_t first = i;
  int value = 0;
  for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
    value = value < 10000 ? value * 10 + (text[i] - '0') : value;
  if (i == first) return {};
  return {negative ? -value : value, i};
}

} // namespace detail

/// Reads a number: decimal, `0x` hex float with or without `p`, `inf`, `nan`, with an optional sign.
/// Range: numbers beyond 10^+-6000 read as the same overflow or the same speck.
inline read_result read_number(const char* first, const char* last) {
  std::string_view text(first, static_cast<std::size_t>(last - first));
  const bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  written_number out;
  const auto finish = [&](std::size_t used) {
    out.value.sign = negative ? 1 : 0;
    return read_result{out, text.data() + used};
  };
  if (detail::starts_with_word(text, "inf")) {
    out.what = written_number::kind::infinity;
    return finish(detail::starts_with_word(text, "infinity") ? 8 : 3);
  }
  if (detail::starts_with_word(text, "nan")) {
    out.what = written_number::kind::nan;
    return finish(3);
  }
  const bool hex = text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'x';
  const std::size_t prefix = hex ? 2 : 0;
  const auto run = detail::read_digits(text.substr(prefix), hex ? 16 : 10);
  if (!run.any) return {{}, first};
  const auto exponent = detail::read_exponent(text.substr(prefix + run.length), hex ? 'p' : 'e');
  if (hex) {
    out = detail::leading_bits(run.digits, exponent.value - 4 * run.after_point);
  } else {
    const int power = exponent.value - run.after_point;
    out = detail::from_decimal(run.digits, power > 6000 ? 6000 : power < -6000 ? -6000 : power);
  }
  return finish(prefix + run.length + exponent.length);
}

/// The code that a written number becomes.
inline encoded<std::uint32_t> encode_written(const format_row& row, const written_number& x, const policy& p,
                                             std::uint32_t random = 0) {
  encoded<std::uint32_t> out;
  const auto sign = static_cast<std::uint32_t>(x.value.sign);
  switch (x.what) {
  case written_number::kind::finite:
    return encode_unrounded(row, x.value, p, random);
  case written_number::kind::infinity:
    out = round_infinity<std::uint32_t>(row, p, sign);
    break;
  case written_number::kind::nan:
    out = round_nan<std::uint32_t>(row, p, sign, 0, false);
    break;
  }
  return {out.code << row.box_shift, out.flags};
}

/// Reads a number of the format `Tag`, as std::from_chars does; a result beyond the format is by the policy and no
/// error.
template <class Tag>
std::from_chars_result from_chars(const char* first, const char* last, basic_float<Tag>& value, const policy& p = {}) {
  const read_result read = read_number(first, last);
  if (read.end == first) return {first, std::errc::invalid_argument};
  value = basic_float<Tag>::from_code(static_cast<code_type<Tag>>(encode_written(row_of<Tag>(), read.number, p).code));
  return {read.end, std::errc{}};
}

/// How a number is written.
enum class notation : std::uint8_t {
  shortest, ///< the fewest decimal digits that read back as the same code, or the exact value if that is no longer
  exact,    ///< the exact value in decimal
  hex       ///< 0x1.8p+3
};

/// The number with the stored code `code` as text; "nan", "inf" and "-inf" for the others.
inline std::string to_string(const format_row& row, std::uint32_t code, notation how = notation::shortest) {
  const std::uint32_t plain = (code >> row.box_shift) & code_mask(row);
  if (is_nan_code(row, plain)) return "nan";
  const double x = decode_double(row, code);
  if (is_infinity_code(row, plain)) return x < 0 ? "-inf" : "inf";
  char buffer[1200]; // the longest exact decimal of a binary64 number has 767 digits
  const auto text = [&](std::to_chars_result r) { return std::string(buffer, r.ptr); };
  if (how == notation::exact)
    return text(std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::general, 1100));
  if (how == notation::hex) {
    std::string digits = text(std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::hex));
    return digits.insert(digits[0] == '-' ? 1 : 0, "0x");
  }
  for (int precision = 1; precision < 18; ++precision) {
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::general, precision);
    const auto back = encode_written(row, read_number(buffer, end.ptr).number, policy{});
    if (back.code != code) continue;
    const std::string rounded = text(end), exact = to_string(row, code, notation::exact);
    return exact.size() <= rounded.size() ? exact : rounded; // 448 rather than 4.5e+02
  }
  return text(std::to_chars(buffer, buffer + sizeof buffer, x));
}
/// A number as text.
template <class Tag>
std::string to_string(basic_float<Tag> x, notation how = notation::shortest) {
  return to_string(row_of<Tag>(), x.code(), how);
}

/// Writes a number as std::to_chars does.
template <class Tag>
std::to_chars_result to_chars(char* first, char* last, basic_float<Tag> x, notation how = notation::shortest) {
  const std::string text = to_string(x, how);
  if (static_cast<std::size_t>(last - first) < text.size()) return {last, std::errc::value_too_large};
  std::memcpy(first, text.data(), text.size());
  return {first + text.size(), std::errc{}};
}

} // namespace fpcheck
