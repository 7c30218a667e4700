#include "sum_roles.hpp"

#include "rewriter.hpp"

#include <fpcheck/ptx/meaning.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace fpcheck::instrument {
namespace {

using ptx::operand_kind;
using ptx::operation;

/// Values by number; a term is a value, or the product of two, with a whole coefficient.
using term = std::pair<std::uint32_t, std::uint32_t>;
constexpr std::uint32_t alone = 0;
using polynomial = std::map<term, int>;

constexpr std::size_t most_terms = 24;

polynomial sum(const polynomial& a, const polynomial& b, int sign) {
  polynomial out = a;
  for (const auto& [t, k] : b)
    if ((out[t] += sign * k) == 0) out.erase(t);
  return out;
}

class walker {
public:
  explicit walker(const ptx::function& f) : f_(f), found_(f.body.size()) {
    for (const ptx::label& l : f.labels) labels_.insert(l.instruction);
  }

  std::vector<sum_role> run() {
    for (std::size_t at = 0; at < f_.body.size(); ++at) {
      if (labels_.count(static_cast<ptx::index>(at)) != 0) values_.clear(); // another block may come in
      visit(at);
    }
    return std::move(found_);
  }

private:
  polynomial fresh() { return {{{++count_, alone}, 1}}; }

  polynomial read(const ptx::operand& o, number_class as) {
    if (o.kind == operand_kind::immediate) {
      const auto [at, is_new] = literals_.try_emplace(o.value, 0);
      if (is_new) at->second = ++count_;
      const double value = value_of(o, 0, as);
      if (is_splitter(value, as)) splitters_.insert(at->second);
      return {{{at->second, alone}, 1}};
    }
    if (o.kind != operand_kind::reg) return fresh();
    const auto [at, is_new] = values_.try_emplace(o.id);
    if (is_new) at->second = fresh();
    return at->second;
  }

  /// The product of two values, where one of them at least is a single one and the other a short sum.
  std::optional<polynomial> product(const polynomial& a, const polynomial& b) {
    if (a.size() * b.size() > most_terms) return std::nullopt;
    polynomial out;
    for (const auto& [x, i] : a)
      for (const auto& [y, k] : b) {
        if (x.second != alone || y.second != alone) return std::nullopt;
        const term both = std::minmax(x.first, y.first);
        if ((out[both] += i * k) == 0) out.erase(both);
      }
    return out;
  }

  std::optional<polynomial> result_of(const ptx::instruction& i, const ptx::meaning& m) {
    const number_class as = class_of(m.source);
    const auto operand = [&](std::size_t k) { return read(i.operands[k], as); };
    if (i.form == ptx::form::mov && i.operands[1].kind == operand_kind::reg) return operand(1);
    if (i.form == ptx::form::mov && i.operands[1].kind == operand_kind::immediate && class_of(i.type()) != number_class::none) return read(i.operands[1], class_of(i.type()));
    if (m.takes != ptx::content::real || m.access != ptx::access::none || m.parts != 1 || m.result != m.source || i.has(ptx::modifier::sat)) return std::nullopt;
    switch (m.operation) {
    case operation::sum: return sum(operand(1), operand(2), 1);
    case operation::difference: return sum(operand(1), operand(2), -1);
    case operation::negation: return sum({}, operand(1), -1);
    case operation::product: return product(operand(1), operand(2));
    case operation::fused:
      if (const auto p = product(operand(1), operand(2))) return sum(*p, operand(3), 1);
      return std::nullopt;
    default: return std::nullopt;
    }
  }

  void visit(std::size_t at) {
    const ptx::instruction& i = f_.body[at];
    if (i.operands.empty()) return;
    const ptx::meaning m = ptx::meaning_of(i);
    std::optional<polynomial> p;
    if (i.form != ptx::form::unknown && i.operands[0].kind == operand_kind::reg && m.gives != ptx::content::none) p = result_of(i, m);
    const bool computes = p && ptx::is_real_sum(m) && (class_of(m.source) == number_class::f32 || class_of(m.source) == number_class::f64);
    if (computes) found_[at] = p->empty() ? sum_role::vanishes : is_split(i, m, *p) ? sum_role::splits : sum_role::none;
    if (m.gives == ptx::content::none && m.access != ptx::access::load) return;
    for (const ptx::operand& o : i.operands) // whatever it may write
      if (o.kind == operand_kind::vector)
        for (ptx::index k = 0; k < o.count; ++k) {
          if (&o == &i.operands[0] && f_.operand_pool[o.first + k].kind == operand_kind::reg) values_.erase(f_.operand_pool[o.first + k].id);
        }
    if (i.operands[0].kind != operand_kind::reg) return;
    if (i.guard == ptx::none && p && p->size() <= most_terms) values_[i.operands[0].id] = *std::move(p);
    else values_[i.operands[0].id] = fresh();
  }

  /// 2^s + 1 for s of 11 to 13, or 26 to 28 in binary64.
  static bool is_splitter(double value, number_class as) {
    const int least = as == number_class::f64 ? 26 : 11;
    for (int s = least; s < least + 3; ++s)
      if (value == std::ldexp(1.0, s) + 1) return true;
    return false;
  }
  /// One value is left, and its product with 2^s + 1 went in.
  bool is_split(const ptx::instruction& i, const ptx::meaning& m, const polynomial& p) {
    if (p.size() != 1 || p.begin()->second != 1 || p.begin()->first.second != alone) return false;
    const std::uint32_t x = p.begin()->first.first;
    const auto holds = [&](const polynomial& q) {
      return std::any_of(q.begin(), q.end(), [&](const auto& t) { return (t.first.first == x && splitters_.count(t.first.second) != 0) || (t.first.second == x && splitters_.count(t.first.first) != 0); });
    };
    const number_class as = class_of(m.source);
    if (m.operation != operation::fused) return holds(read(i.operands[1], as)) || holds(read(i.operands[2], as));
    const auto q = product(read(i.operands[1], as), read(i.operands[2], as));
    return (q && holds(*q)) || holds(read(i.operands[3], as));
  }

  const ptx::function& f_;
  std::set<ptx::index> labels_;
  std::set<std::uint32_t> splitters_;
  std::map<ptx::index, polynomial> values_;
  std::map<std::uint64_t, std::uint32_t> literals_;
  std::uint32_t count_ = alone;
  std::vector<sum_role> found_;
};

} // namespace

std::vector<sum_role> sum_roles(const ptx::function& f) { return walker(f).run(); }

} // namespace fpcheck::instrument
