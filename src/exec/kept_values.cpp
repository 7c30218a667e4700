#include "kept_values.hpp"

#include "intended.hpp"
#include "value_origins.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

/// Sums, signs and choices of numbers: what is done to logarithms.
bool is_logarithmic(const op& o) {
  switch (o.meaning.operation) {
  case operation::sum: case operation::difference: case operation::negation: case operation::magnitude: case operation::minimum: case operation::maximum:
    return o.meaning.takes == ptx::content::real;
  case operation::fused: case operation::selection: case operation::shuffle: return true;
  default: return false;
  }
}

class kept_numbers {
public:
  kept_numbers(const program& p, const def_use& g) : p_(p), g_(g) {}
  bool holds(const ref& r) { return look(r, 12); }

private:
  bool look(const ref& r, int depth) {
    if (r.where != pool::frame || depth <= 0) return false;
    if (!path_.insert(r.offset).second) return true; // carried by a loop
    const auto& all = g_.definitions(r);
    const bool found = std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) { return is_kept(p_.ops[pc], r, depth); });
    path_.erase(r.offset);
    return found;
  }
  bool is_kept(const op& d, const ref& r, int depth) {
    if (const ref from = g_.moved(d, r)) return look(from, depth - 1);
    if (d.meaning.access == ptx::access::load) return d.space == space::shared || d.space == space::global || d.space == space::generic || d.space == space::local;
    if (!is_logarithmic(d)) return false;
    if (d.meaning.operation == operation::fused) return look(d.c, depth - 1);
    return look(d.a, depth - 1) || look(d.b, depth - 1);
  }
  const program& p_;
  const def_use& g_;
  std::unordered_set<std::uint32_t> path_;
};

constexpr std::uint32_t log2_of_e = 0x3fb8aa3bu;

} // namespace

void find_kept_logarithms(program& p, const function_code& code, const def_use& g) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if ((o.form != f::fma_f32 && o.form != f::mul_f32) || !o.roles.empty() || bits_of(static_cast<float>(literal(g, o.b, false))) != log2_of_e) continue;
    if (kept_numbers(p, g).holds(o.a)) o.roles.add(roles::kept_logarithm);
  }
}

namespace {

class guesses {
public:
  guesses(program& p, const function_code& code, const def_use& g) : p_(p), code_(code), g_(g) {}

  void mark() {
    for (std::uint32_t k = 0; k < code_.count; ++k) {
      const op& swap = p_.ops[code_.first + k];
      if (swap.meaning.operation != operation::compare_exchange || !swap.b) continue;
      loads_.clear(), seen_.clear(), retries_ = false;
      collect(swap.b, swap);
      if (!retries_) continue;
      for (const std::uint32_t pc : loads_)
        if (is_same_place(p_.ops[pc], swap)) p_.ops[pc].roles.add(roles::guess);
    }
  }

private:
  /// What the swap compares with: loads, and what it saw itself the turn before.
  void collect(const ref& r, const op& swap) {
    if (r.where != pool::frame || !seen_.insert(r.offset).second) return;
    for (const std::uint32_t pc : g_.definitions(r)) {
      const op& d = p_.ops[pc];
      if (d.pc == swap.pc) retries_ = true;
      else if (const ref from = g_.moved(d, r)) collect(from, swap);
      else if (d.form == f::ld && d.vector == 1 && !ptx::is_ordered(d.meaning) && d.width == swap.width && d.meaning.access == ptx::access::load) loads_.push_back(pc);
    }
  }
  bool is_same_place(const op& load, const op& swap) const {
    const auto [x, from] = address(load);
    const auto [y, to] = address(swap);
    return from == to && same(x, y);
  }
  /// The register that holds the address, as a generic pointer where it was made one or of one, and the distance from there; of a
  /// variable no register.
  std::pair<ref, std::int64_t> address(const op& o) const {
    if (!o.a) return {{}, o.displacement};
    ref r = origin(g_, o.a, o.pc);
    for (int n = 0; n < 4; ++n) {
      const op* d = g_.seen(r, o.pc);
      if (d == nullptr || (d->form != f::cvta && d->form != f::cvta_to && d->form != f::cvt_int_to_int)) break;
      r = origin(g_, d->a, d->pc);
    }
    const op* only = g_.only(r);
    const auto fixed = g_.literal(only != nullptr && only->form == f::mov && only->list.empty() ? only->a : r);
    return fixed ? std::pair(ref{}, o.displacement + static_cast<std::int64_t>(*fixed)) : std::pair(r, o.displacement);
  }

  program& p_;
  const function_code& code_;
  const def_use& g_;
  std::vector<std::uint32_t> loads_;
  std::unordered_set<std::uint32_t> seen_;
  bool retries_ = false;
};

} // namespace

void find_guesses(program& p, const function_code& code, const def_use& g) { guesses(p, code, g).mark(); }

} // namespace fpcheck::exec
