#include "parser.hpp"

namespace fpcheck::ptx {
namespace {

constexpr unsigned deepest_expression = 64;

struct binary_operator {
  std::string_view text;
  int level; ///< binds tighter when greater
};

// Longer spellings come first, so that `<=` is not read as `<`.
constexpr binary_operator operators[] = {{"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7}, {">=", 7},
                                         {"<<", 8}, {">>", 8}, {"|", 3},  {"^", 4},  {"&", 5},  {"<", 7},
                                         {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};
constexpr int tightest = 10;

/// The operator of `level` that comes next, if one does.
const binary_operator* next_operator(cursor& in, int level) {
  const char c = in.peek();
  for (const binary_operator& op : operators)
    if (op.text[0] == c && (op.text.size() == 1 || op.text[1] == in.ahead(1))) return op.level == level ? &op : nullptr;
  return nullptr;
}

double as_double(const literal& x) {
  if (x.kind == literal_kind::f64) return __builtin_bit_cast(double, x.bits);
  if (x.kind == literal_kind::f32) return __builtin_bit_cast(float, static_cast<std::uint32_t>(x.bits));
  return static_cast<double>(static_cast<std::int64_t>(x.bits));
}

/// `a op b` on 64-bit integers that wrap. Requires: b is not 0 for `/` and `%`.
std::uint64_t apply(std::string_view op, std::uint64_t a, std::uint64_t b) {
  const auto sa = static_cast<std::int64_t>(a), sb = static_cast<std::int64_t>(b);
  if (op == "||") return a || b;
  if (op == "&&") return a && b;
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<=") return sa <= sb;
  if (op == ">=") return sa >= sb;
  if (op == "<<") return b > 63 ? 0 : a << b;
  if (op == ">>") return b > 63 ? (sa < 0 ? ~std::uint64_t{0} : 0) : static_cast<std::uint64_t>(sa >> b);
  if (op == "|") return a | b;
  if (op == "^") return a ^ b;
  if (op == "&") return a & b;
  if (op == "<") return sa < sb;
  if (op == ">") return sa > sb;
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return a * b;
  if (sb == -1) return op == "/" ? 0 - a : 0;
  return static_cast<std::uint64_t>(op == "/" ? sa / sb : sa % sb);
}

} // namespace

bool parser::read_constant(literal& out) {
  return read_constant_ternary(out, 0);
}

bool parser::read_constant_ternary(literal& out, unsigned depth) {
  if (!read_constant_binary(out, 1, depth)) return false;
  if (in_.peek() != '?') return true;
  in_.accept('?');
  literal yes, no;
  if (!read_constant_ternary(yes, depth + 1) || !expect(':') || !read_constant_ternary(no, depth + 1)) return false;
  out = out.bits != 0 ? yes : no;
  return true;
}

bool parser::read_constant_binary(literal& out, int level, unsigned depth) {
  if (level > tightest) return read_constant_unary(out, depth);
  if (!read_constant_binary(out, level + 1, depth)) return false;
  for (;;) {
    const std::size_t position = in_.token();
    const binary_operator* op = next_operator(in_, level);
    if (!op) return true;
    for (char c : op->text) in_.accept(c);
    literal right;
    if (!read_constant_binary(right, level + 1, depth)) return false;
    if (out.kind != literal_kind::integer || right.kind != literal_kind::integer) {
      const double a = as_double(out), b = as_double(right);
      if (op->level < 9 || op->text == "%")
        return fail_at(position, "a floating-point constant cannot stand beside '" + std::string(op->text) + "'");
      const double value = op->text == "+" ? a + b : op->text == "-" ? a - b : op->text == "*" ? a * b : a / b;
      out = {__builtin_bit_cast(std::uint64_t, value), literal_kind::f64};
      continue;
    }
    if ((op->text == "/" || op->text == "%") && right.bits == 0)
      return fail_at(position, "division by zero in a constant");
    out.bits = apply(op->text, out.bits, right.bits);
  }
}

bool parser::read_constant_unary(literal& out, unsigned depth) {
  if (depth > deepest_expression) return fail_here("a constant expression is nested too deeply");
  const char sign = in_.peek();
  if (sign != '-' && sign != '+' && sign != '~' && sign != '!') return read_constant_primary(out, depth);
  const std::size_t position = in_.token();
  in_.accept(sign);
  if (!read_constant_unary(out, depth + 1)) return false;
  if (sign == '+') return true;
  if (out.kind == literal_kind::integer) {
    out.bits = sign == '-' ? 0 - out.bits : sign == '~' ? ~out.bits : out.bits == 0;
    return true;
  }
  if (sign != '-') return fail_at(position, std::string("a floating-point constant cannot follow '") + sign + "'");
  out.bits ^= out.kind == literal_kind::f32 ? std::uint64_t{1} << 31 : std::uint64_t{1} << 63;
  return true;
}

bool parser::read_constant_primary(literal& out, unsigned depth) {
  const std::size_t position = in_.token();
  if (in_.accept('(')) {
    const std::string_view cast = in_.dotted();
    if (!cast.empty()) {
      if (cast != ".s64" && cast != ".u64") return fail_at(position, "a cast in a constant is (.s64) or (.u64)");
      return expect(')') && read_constant_unary(out, depth + 1);
    }
    return read_constant_ternary(out, depth + 1) && expect(')');
  }
  if (const auto number = in_.number()) return out = *number, true;
  const auto start = in_.here();
  if (in_.name() == "WARP_SZ") return out = {32, literal_kind::integer}, true;
  in_.back_to(start);
  if (in_.peek() >= '0' && in_.peek() <= '9')
    return fail_here("malformed number",
                     "integers have at most 64 bits; 0f takes 8 and 0d takes 16 hexadecimal digits");
  return fail_expected("a constant");
}

bool parser::read_count(std::uint64_t& out, std::uint64_t most, std::string_view what) {
  const std::size_t position = in_.token();
  literal value;
  if (!read_constant(value)) return false;
  if (value.kind != literal_kind::integer || value.bits > most)
    return fail_at(position, std::string(what) + " must be an integer between 0 and " + std::to_string(most));
  out = value.bits;
  return true;
}

} // namespace fpcheck::ptx
