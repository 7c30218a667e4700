#include <fpcheck/ptx/contract.hpp>

#include "block_values.hpp"
#include "form_syntax.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace fpcheck::ptx {
namespace {

/// The arithmetic of one type: what fuses, and into what.
struct family {
  form mul, add, sub, fma, neg;
  modifier type, bits;   ///< `bits`: of a move
};
constexpr family families[] = {
    {form::mul_f32, form::add_f32, form::sub_f32, form::fma_f32, form::neg_f32, modifier::f32, modifier::b32},
    {form::mul_f64, form::add_f64, form::sub_f64, form::fma_f64, form::neg_f64, modifier::f64, modifier::b64},
    {form::mul_f16, form::add_f16, form::sub_f16, form::fma_f16, form::neg_f16, modifier::f16, modifier::b16},
    {form::mul_f16x2, form::add_f16x2, form::sub_f16x2, form::fma_f16x2, form::neg_f16, modifier::f16x2, modifier::b32},
    {form::mul_bf16, form::add_bf16, form::sub_bf16, form::fma_bf16, form::neg_bf16, modifier::bf16, modifier::b16},
    {form::mul_bf16x2, form::add_bf16x2, form::sub_bf16x2, form::fma_bf16x2, form::neg_bf16, modifier::bf16x2, modifier::b32},
};

bool rounds_as_written(const instruction& i) {
  return i.has(modifier::rn) || i.has(modifier::rz) || i.has(modifier::rm) || i.has(modifier::rp);
}
const family* family_of(const instruction& i) {
  const auto kin = std::find_if(std::begin(families), std::end(families), [&](const family& x) {
    return (i.form == x.mul || i.form == x.add || i.form == x.sub) && i.type() == x.type;
  });
  return kin == std::end(families) ? nullptr : &*kin;
}
/// A product or a sum that may be fused: nothing says how it is rounded.
bool is_bare(const instruction& i) { return !rounds_as_written(i) && i.operands.size() == 3 && i.operands[0].kind == operand_kind::reg; }

/// A division that ptxas makes a product of the numerator and an approximated reciprocal.
bool is_quotient(const instruction& i) { return (i.form == form::div_approx_f32 || i.form == form::div_full_f32) && i.operands.size() == 3 && i.operands[0].kind == operand_kind::reg; }

void give_words(instruction& i, std::initializer_list<modifier> words) {
  i.modifier_count = 0;
  for (const modifier m : words)
    if (m != modifier::none) i.modifiers[i.modifier_count++] = m;
  i.text = std::string(patterns()[static_cast<std::size_t>(i.form)].opcode);
  for (std::uint8_t k = 0; k < i.modifier_count; ++k) i.text += text(i.modifiers[k]);
}

/// The reciprocal of a constant divisor, rounded to nearest, where that and the divisor are normal numbers.
std::optional<std::uint64_t> reciprocal_of(std::uint64_t divisor) {
  const float c = bit_cast<float>(static_cast<std::uint32_t>(divisor)), r = 1.0f / c;
  const auto is_normal = [](float x) { return std::fabs(x) >= 0x1p-126f && std::fabs(x) <= std::numeric_limits<float>::max(); };
  if (!is_normal(c) || !is_normal(r)) return std::nullopt;
  return bit_cast<std::uint32_t>(r);
}

/// Makes the approximate divisions by constants products with their reciprocals; returns how many there were.
std::size_t multiply_by_reciprocals(function& f) {
  if (std::none_of(f.body.begin(), f.body.end(), is_quotient)) return 0;
  const block_values values(f);
  std::size_t out = 0;
  std::vector<std::pair<std::size_t, std::uint64_t>> found;
  for (std::size_t at = 0; at < f.body.size(); ++at) {
    const instruction& i = f.body[at];
    if (!is_quotient(i)) continue;
    const operand* divisor = &i.operands[2];
    const index v = values.read(at, 2);
    if (v != none && values[v].definition != block_value::comes_in) {
      const instruction& from = f.body[values[v].definition];
      if (from.form == form::mov && from.guard == none && from.operands[1].kind == operand_kind::immediate) divisor = &from.operands[1];
    }
    if (divisor->kind != operand_kind::immediate) continue;
    if (const auto r = reciprocal_of(divisor->value)) found.emplace_back(at, *r);
  }
  for (const auto& [at, reciprocal] : found) {
    instruction& i = f.body[at];
    const modifier flush = i.has(modifier::ftz) ? modifier::ftz : modifier::none;
    operand r;
    r.kind = operand_kind::immediate, r.literal = literal_kind::f32, r.value = reciprocal;
    i.form = form::mul_f32;
    i.operands = {i.operands[0], i.operands[1], r};
    give_words(i, {flush, modifier::f32});
    ++out;
  }
  return out;
}

/// A value behind moves and negations.
struct signed_value {
  index value = none;
  bool negative = false;
};

/// A bare sum; `product` is that of its fused multiply-add, once there is one.
struct sum {
  std::size_t instruction = 0;
  const family* kin = nullptr;
  std::array<signed_value, 2> terms; ///< what it adds: the sign of a subtrahend is turned
  std::size_t product = none;        ///< into products_
  std::size_t place = 0;             ///< of its product among the terms
};

/// A bare product of which every use may become part of a fused multiply-add; `others` says of one that may not.
struct product {
  std::size_t instruction = 0;
  const family* kin = nullptr;
  bool others = false;           ///< it is read as it is
  std::vector<std::size_t> sums; ///< that add it, in order
  std::vector<std::size_t> carriers; ///< moves and negations on the way
};

/// Fuses within one function.
class fuser {
public:
  explicit fuser(function& f) : f_(f), values_(f) {}
  std::size_t run() {
    find_sums();
    find_products();
    for (std::size_t s = 0; s < sums_.size(); ++s)
      if (sums_[s].kin->add != form::add_f16x2 && sums_[s].kin->add != form::add_bf16x2) choose(s, reach::one_sum);
    for (std::size_t s = 0; s < sums_.size(); ++s) choose(s, reach::any);
    const auto fused = static_cast<std::size_t>(std::count_if(sums_.begin(), sums_.end(), [](const sum& s) { return s.product != none; }));
    if (fused != 0) rewrite();
    return fused;
  }

private:
  enum class reach : std::uint8_t { one_sum, any };

  /// Whether the instruction hands on one operand as it is or negated. A negation that flushes is arithmetic, and so is that of
  /// two bfloat16 at once.
  bool carries(std::size_t at) const {
    const instruction& i = f_.body[at];
    if (i.guard != none || i.operands.size() != 2 || i.operands[0].kind != operand_kind::reg || i.operands[1].kind != operand_kind::reg) return false;
    if (i.form == form::mov) return i.type() != modifier::pred;
    const bool negates = i.form == form::neg_f32 || i.form == form::neg_f64 || i.form == form::neg_f16 || i.form == form::neg_bf16;
    return negates && !i.has(modifier::ftz) && i.type() != modifier::bf16x2;
  }
  signed_value behind(index v) const {
    signed_value out{v, false};
    while (out.value != none && values_[out.value].definition != block_value::comes_in && carries(values_[out.value].definition) &&
           values_.read(values_[out.value].definition, 1) != none) {
      const std::size_t at = values_[out.value].definition;
      out.negative = out.negative != (f_.body[at].form != form::mov);
      out.value = values_.read(at, 1);
    }
    return out;
  }

  void find_sums() {
    for (std::size_t at = 0; at < f_.body.size(); ++at) {
      const instruction& i = f_.body[at];
      const family* kin = family_of(i);
      if (kin == nullptr || i.form == kin->mul || !is_bare(i) || values_.is_dead(at)) continue;
      sum s{at, kin, {behind(values_.read(at, 1)), behind(values_.read(at, 2))}, none, 0};
      s.terms[1].negative = s.terms[1].negative != (i.form == kin->sub);
      sum_at_[at] = sums_.size();
      sums_.push_back(s);
    }
  }
  void find_products() {
    for (std::size_t at = 0; at < f_.body.size(); ++at) {
      const instruction& i = f_.body[at];
      const bool divides = is_quotient(i) && i.operands[1].kind == operand_kind::reg && i.operands[2].kind == operand_kind::reg;
      const family* kin = divides ? &families[0] : family_of(i);
      if (kin == nullptr || (!divides && (i.form != kin->mul || !is_bare(i))) || i.guard != none || i.has(modifier::sat) || values_.is_dead(at)) continue;
      if (is_constant(at, 1) && is_constant(at, 2)) continue; // folded
      product p{at, kin, false, {}, {}};
      follow(p, values_.written(at));
      product_of_[values_.written(at)] = products_.size();
      products_.push_back(std::move(p));
    }
    for (product& p : products_)
      for (const std::size_t s : p.sums) p.others = p.others || doubles(sums_[s]);
  }
  bool is_constant(std::size_t at, std::size_t k) const {
    if (f_.body[at].operands[k].kind == operand_kind::immediate) return true;
    const signed_value v = behind(values_.read(at, k));
    if (v.value == none || values_[v.value].definition == block_value::comes_in) return false;
    const instruction& i = f_.body[values_[v.value].definition];
    return i.form == form::mov && i.guard == none && i.operands[1].kind == operand_kind::immediate;
  }

  /// Collects the uses of `v`, a product or what carries it.
  void follow(product& p, index v) {
    p.others = p.others || values_[v].escapes;
    for (const value_use& u : values_[v].uses) {
      const bool whole = u.operand == value_use::whole;
      const auto s = sum_at_.find(u.instruction);
      const instruction& i = f_.body[u.instruction];
      if (!whole && carries(u.instruction)) {
        p.carriers.push_back(u.instruction);
        follow(p, values_.written(u.instruction));
      } else if (!whole && s != sum_at_.end() && sums_[s->second].kin == p.kin && i.has(modifier::ftz) == f_.body[p.instruction].has(modifier::ftz)) {
        p.sums.push_back(s->second);
      } else {
        p.others = true;
      }
    }
  }

  /// Whether the sum is twice the same product, or the sum of two products of the same factors.
  bool doubles(const sum& s) const {
    if (s.terms[0].value == s.terms[1].value) return true;
    const auto a = product_of_.find(s.terms[0].value), b = product_of_.find(s.terms[1].value);
    return a != product_of_.end() && b != product_of_.end() && s.terms[0].negative == s.terms[1].negative && factors(a->second) == factors(b->second);
  }
  using factor = std::tuple<index, bool, std::uint64_t>;
  std::pair<factor, factor> factors(std::size_t p) const {
    const auto one = [&](std::size_t k) {
      const operand& x = f_.body[products_[p].instruction].operands[k];
      const signed_value v = behind(values_.read(products_[p].instruction, k));
      return factor{v.value, v.negative, x.kind == operand_kind::immediate ? x.value : 0};
    };
    const factor a = one(1);
    factor b = one(2);
    if (is_quotient(f_.body[products_[p].instruction])) std::get<2>(b) = ~std::uint64_t{0}; // a reciprocal is another factor than the number
    return std::minmax(a, b);
  }

  /// Fuses a sum with one of its products: the one that fewer sums take, else the first. A product fuses while nothing reads it
  /// as it is, and the addend of another fused multiply-add is read as it is.
  void choose(std::size_t which, reach how) {
    sum& s = sums_[which];
    if (s.product != none) return;
    std::optional<std::size_t> best;
    for (std::size_t place = 0; place < 2; ++place) {
      const auto p = product_of_.find(s.terms[place].value);
      if (p == product_of_.end() || !may_fuse(p->second, how)) continue;
      if (best && products_[p->second].sums.size() >= products_[*best].sums.size()) continue;
      best = p->second;
      s.place = place;
    }
    if (best) s.product = *best;
  }
  bool may_fuse(std::size_t which, reach how) const {
    const product& p = products_[which];
    if (p.others || (how == reach::one_sum && p.sums.size() != 1)) return false;
    return std::all_of(p.sums.begin(), p.sums.end(), [&](std::size_t s) { return sums_[s].product == none || sums_[s].product == which; });
  }

  void rewrite() {
    std::vector<std::vector<instruction>> before(f_.body.size());
    std::vector<bool> dropped(f_.body.size(), false);
    for (std::size_t at = 0; at < dropped.size(); ++at) dropped[at] = values_.is_dead(at);
    for (const sum& s : sums_)
      if (s.product != none) fuse(s, before);
    for (std::size_t p = 0; p < products_.size(); ++p) {
      const product& x = products_[p];
      if (x.others || !std::all_of(x.sums.begin(), x.sums.end(), [&](std::size_t s) { return sums_[s].product == p; })) continue;
      dropped[x.instruction] = true;
      for (const std::size_t c : x.carriers) dropped[c] = true;
    }
    std::vector<instruction> body;
    std::vector<index> moved(f_.body.size() + 1);
    for (std::size_t at = 0; at < f_.body.size(); ++at) {
      moved[at] = static_cast<index>(body.size());
      std::move(before[at].begin(), before[at].end(), std::back_inserter(body));
      if (!dropped[at]) body.push_back(std::move(f_.body[at]));
    }
    moved[f_.body.size()] = static_cast<index>(body.size());
    for (label& l : f_.labels) l.instruction = moved[l.instruction];
    f_.body = std::move(body);
  }

  void fuse(const sum& s, std::vector<std::vector<instruction>>& before) {
    instruction& i = f_.body[s.instruction];
    const product& p = products_[s.product];
    operand a = factor_at(p, 1, s.instruction, before), b = factor_at(p, 2, s.instruction, before), c = i.operands[s.place == 0 ? 2 : 1];
    if (s.terms[s.place].negative) {
      operand& negated = a.kind == operand_kind::reg ? a : b;
      negated = unary(s.instruction, s.kin->neg, s.kin->type, negated, before);
    }
    if (s.place == 0 && i.form == s.kin->sub) {
      if (c.kind == operand_kind::reg) c = unary(s.instruction, s.kin->neg, s.kin->type, c, before);
      else c.value ^= std::uint64_t{1} << (width(s.kin->type) - 1u);
    }
    const modifier flush = i.has(modifier::ftz) ? modifier::ftz : modifier::none, clamp = i.has(modifier::sat) ? modifier::sat : modifier::none;
    i.form = s.kin->fma;
    i.operands = {i.operands[0], a, b, c};
    give_words(i, {modifier::rn, flush, clamp, s.kin->type});
  }
  /// A factor of the product as `at` can read it: a copy, where the register is written in between.
  operand factor_at(const product& p, std::size_t k, std::size_t at, std::vector<std::vector<instruction>>& before) {
    if (is_quotient(f_.body[p.instruction])) {
      const auto [made, fresh] = quotients_.try_emplace(p.instruction);
      if (fresh) made->second = factors_of_quotient(p.instruction, before);
      return k == 1 ? made->second.first : made->second.second;
    }
    const operand x = f_.body[p.instruction].operands[k];
    if (x.kind != operand_kind::reg || !values_.writes_between(x.id, p.instruction, at)) return x;
    const auto [copy, fresh] = copies_.try_emplace({p.instruction, k});
    if (fresh) copy->second = unary(p.instruction, form::mov, p.kin->bits, x, before);
    return copy->second;
  }
  /// The numerator and the reciprocal whose product a division is, both scaled out of the way of overflow and underflow. The last instructions of
  /// what ptxas makes of it are those.
  std::pair<operand, operand> factors_of_quotient(std::size_t at, std::vector<std::vector<instruction>>& before) {
    const bool flushes = f_.body[at].has(modifier::ftz), full = f_.body[at].form == form::div_full_f32;
    const modifier ftz = flushes ? modifier::ftz : modifier::none;
    const operand a = f_.body[at].operands[1], b = f_.body[at].operands[2];
    operand numerator = unary(at, form::mov, modifier::b32, a, before), divisor = b;
    if (full || !flushes) {
      const operand size = made(at, form::abs_f32, {modifier::f32}, modifier::f32, {b}, before);
      operand scale = single(0x3f800000u);
      if (full) scale = chosen(at, modifier::gt, size, 0x7e800000u, 0x3e800000u, scale, before);  // beyond 2^126 a quarter
      if (!flushes) scale = chosen(at, modifier::lt, size, 0x00800000u, 0x4b800000u, scale, before); // below 2^-126 times 2^24
      numerator = made(at, form::mul_f32, {modifier::rn, ftz, modifier::f32}, modifier::f32, {a, scale}, before);
      divisor = made(at, form::mul_f32, {modifier::rn, ftz, modifier::f32}, modifier::f32, {b, scale}, before);
    }
    return {numerator, made(at, form::rcp_approx_f32, {modifier::approx, modifier::ftz, modifier::f32}, modifier::f32, {divisor}, before)};
  }
  static operand single(std::uint32_t bits) {
    operand out;
    out.kind = operand_kind::immediate, out.literal = literal_kind::f32, out.value = bits;
    return out;
  }
  /// `then` where `size` compares so with `limit`, else `otherwise`.
  operand chosen(std::size_t at, modifier compares, const operand& size, std::uint32_t limit, std::uint32_t then, const operand& otherwise, std::vector<std::vector<instruction>>& before) {
    const operand holds = made(at, form::setp_f32, {compares, modifier::f32}, modifier::pred, {size, single(limit)}, before);
    return made(at, form::selp, {modifier::f32}, modifier::f32, {single(then), otherwise, holds}, before);
  }
  /// The result of an instruction with these words and operands, in a new register, before instruction `at`.
  operand made(std::size_t at, form what, std::initializer_list<modifier> words, modifier type, std::initializer_list<operand> operands, std::vector<std::vector<instruction>>& before) {
    instruction i;
    i.form = what;
    i.position = f_.body[at].position;
    i.ptx_line = f_.body[at].ptx_line;
    operand result;
    result.kind = operand_kind::reg;
    result.id = static_cast<index>(f_.registers.size());
    f_.registers.push_back({"%fused" + std::to_string(result.id), type});
    i.operands = {result};
    i.operands.insert(i.operands.end(), operands);
    give_words(i, words);
    before[at].push_back(std::move(i));
    return result;
  }
  /// `what` of a register, in a new one, before instruction `at`.
  operand unary(std::size_t at, form what, modifier type, const operand& x, std::vector<std::vector<instruction>>& before) {
    instruction i;
    i.form = what;
    i.position = f_.body[at].position;
    i.ptx_line = f_.body[at].ptx_line;
    operand result;
    result.kind = operand_kind::reg;
    result.id = static_cast<index>(f_.registers.size());
    register_declaration made = f_.registers[x.id];
    made.name = "%fused" + std::to_string(result.id);
    f_.registers.push_back(std::move(made));
    i.operands = {result, x};
    give_words(i, {type});
    before[at].push_back(std::move(i));
    return result;
  }

  function& f_;
  block_values values_;
  std::vector<sum> sums_;
  std::vector<product> products_;
  std::map<std::size_t, std::size_t> sum_at_;   ///< by instruction
  std::map<index, std::size_t> product_of_;     ///< by value
  std::map<std::pair<std::size_t, std::size_t>, operand> copies_; ///< of factors, by product and place
  std::map<std::size_t, std::pair<operand, operand>> quotients_;  ///< factors of divisions, by instruction
};

} // namespace

contraction contract(const module& m, products how) {
  contraction out;
  module copy = m;
  for (function& f : copy.functions) {
    if (!f.has_body) continue;
    const std::size_t divided = multiply_by_reciprocals(f), n = divided + (how == products::fuse ? fuser(f).run() : 0);
    if (n != 0) out.functions.insert(f.name);
    out.fused += n, out.divided += divided;
  }
  if (out.fused != 0) out.code = std::move(copy);
  return out;
}

} // namespace fpcheck::ptx
