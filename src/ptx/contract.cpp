#include <fpcheck/ptx/contract.hpp>

#include "form_syntax.hpp"

#include <algorithm>
#include <optional>

namespace fpcheck::ptx {
namespace {

/// The arithmetic of one type: what fuses, and into what.
struct family {
  form mul, add, sub, fma, neg;
  modifier type;
};
constexpr family families[] = {
    {form::mul_f32, form::add_f32, form::sub_f32, form::fma_f32, form::neg_f32, modifier::f32},
    {form::mul_f64, form::add_f64, form::sub_f64, form::fma_f64, form::neg_f64, modifier::f64},
    {form::mul_f16, form::add_f16, form::sub_f16, form::fma_f16, form::neg_f16, modifier::f16},
    {form::mul_f16x2, form::add_f16x2, form::sub_f16x2, form::fma_f16x2, form::neg_f16, modifier::f16x2},
    {form::mul_bf16, form::add_bf16, form::sub_bf16, form::fma_bf16, form::neg_bf16, modifier::bf16},
    {form::mul_bf16x2, form::add_bf16x2, form::sub_bf16x2, form::fma_bf16x2, form::neg_bf16, modifier::bf16x2},
};

bool rounds_as_written(const instruction& i) {
  return i.has(modifier::rn) || i.has(modifier::rz) || i.has(modifier::rm) || i.has(modifier::rp);
}
bool ends_block(const instruction& i) {
  switch (i.form) {
  case form::bra:
  case form::brx_idx:
  case form::call:
  case form::ret:
  case form::exit: return true;
  default: return i.form == form::unknown;
  }
}

/// Calls `f` for every register that an operand names, those of an address and of a vector included.
template <class F>
void each_register(const function& f, const operand& p, F&& visit) {
  if (p.kind == operand_kind::reg || (p.kind == operand_kind::address && p.base == base_kind::reg)) visit(p.id);
  if (p.kind != operand_kind::vector && p.kind != operand_kind::address) return;
  for (index k = p.first; k < p.first + p.count && k < f.operand_pool.size(); ++k) each_register(f, f.operand_pool[k], visit);
}
std::size_t mentions(const function& f, const instruction& i, index reg) {
  std::size_t n = 0;
  for (const operand& p : i.operands) each_register(f, p, [&](index r) { n += r == reg; });
  return n;
}

void give_words(instruction& i, std::initializer_list<modifier> words) {
  i.modifier_count = 0;
  for (const modifier m : words)
    if (m != modifier::none) i.modifiers[i.modifier_count++] = m;
  i.text = std::string(patterns()[static_cast<std::size_t>(i.form)].opcode);
  for (std::uint8_t k = 0; k < i.modifier_count; ++k) i.text += text(i.modifiers[k]);
}

/// Fuses within one function.
class fuser {
public:
  explicit fuser(function& f) : f_(f), uses_(f.registers.size(), 0), leader_(f.body.size() + 1, false) {
    for (const instruction& i : f.body)
      for (const operand& p : i.operands) each_register(f, p, [&](index r) { ++uses_[r]; });
    for (const label& l : f.labels) leader_[l.instruction] = true;
  }
  std::size_t run() {
    std::size_t fused = 0;
    for (std::size_t k = 0; k < f_.body.size();)
      // After a fusion another instruction stands here.
      if (fuse_at(k)) ++fused;
      else ++k;
    return fused;
  }

private:
  bool fuse_at(std::size_t k) {
    const instruction& product = f_.body[k];
    const auto kin = std::find_if(std::begin(families), std::end(families), [&](const family& x) { return x.mul == product.form && product.type() == x.type; });
    if (kin == std::end(families) || product.guard != none || rounds_as_written(product) || product.has(modifier::sat)) return false;
    if (product.operands.size() != 3 || product.operands[0].kind != operand_kind::reg) return false;
    const index reg = product.operands[0].id;
    if (uses_[reg] != 2) return false; // its definition and one reader
    const std::optional<std::size_t> reader = reader_of(k, reg);
    if (!reader) return false;
    const instruction& sum = f_.body[*reader];
    const bool adds = sum.form == kin->add, subtracts = sum.form == kin->sub;
    if ((!adds && !subtracts) || sum.type() != kin->type || sum.guard != none || rounds_as_written(sum) || sum.has(modifier::ftz) != product.has(modifier::ftz)) return false;
    fuse(k, *reader, *kin, subtracts);
    return true;
  }

  /// The instruction of the same block that reads `reg`, if the product's factors are what they were until there.
  std::optional<std::size_t> reader_of(std::size_t k, index reg) const {
    for (std::size_t n = k + 1; n < f_.body.size(); ++n) {
      if (leader_[n] || ends_block(f_.body[n - 1])) return std::nullopt;
      if (mentions(f_, f_.body[n], reg) != 0) return n;
      for (int factor = 1; factor <= 2; ++factor)
        if (writes(f_.body[n], f_.body[k].operands[static_cast<std::size_t>(factor)])) return std::nullopt;
    }
    return std::nullopt;
  }
  /// Whether `i` may write the register `p`: it names it first, or in a list that comes first.
  bool writes(const instruction& i, const operand& p) const {
    bool found = false;
    if (p.kind == operand_kind::reg && !i.operands.empty() && i.operands[0].kind != operand_kind::address)
      each_register(f_, i.operands[0], [&](index r) { found = found || r == p.id; });
    return found;
  }

  /// The product's place moves before the sum, where it holds the negated operand of a difference, or a product that nobody
  /// reads any more.
  void fuse(std::size_t k, std::size_t reader, const family& kin, bool subtracts) {
    const auto at = [&](std::size_t n) { return f_.body.begin() + static_cast<std::ptrdiff_t>(n); };
    std::rotate(at(k), at(k + 1), at(reader));
    instruction& first = f_.body[reader - 1];
    instruction& sum = f_.body[reader];
    const operand result = first.operands[0];
    const bool product_first = sum.operands[1].kind == operand_kind::reg && sum.operands[1].id == result.id;
    operand a = first.operands[1], b = first.operands[2], c = sum.operands[product_first ? 2 : 1];
    const modifier flush = first.has(modifier::ftz) ? modifier::ftz : modifier::none;
    if (subtracts) { // a b - c or c - a b
      operand& negated = product_first ? c : a;
      first.form = kin.neg;
      first.operands = {result, negated};
      negated = result;
      give_words(first, {kin.neg == form::neg_bf16 || kin.neg == form::neg_f64 ? modifier::none : flush, kin.type});
    }
    const modifier clamp = sum.has(modifier::sat) ? modifier::sat : modifier::none;
    sum.form = kin.fma;
    sum.operands = {sum.operands[0], a, b, c};
    give_words(sum, {modifier::rn, flush, clamp, kin.type});
    uses_[result.id] = 0; // settled
  }

  function& f_;
  std::vector<std::size_t> uses_;
  std::vector<bool> leader_;
};

} // namespace

contraction contract(const module& m) {
  contraction out;
  module copy = m;
  for (function& f : copy.functions)
    if (f.has_body) out.fused += fuser(f).run();
  if (out.fused != 0) out.code = std::move(copy);
  return out;
}

} // namespace fpcheck::ptx
