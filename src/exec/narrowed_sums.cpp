#include "narrowed_sums.hpp"

#include "value_origins.hpp"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using ptx::operation;

/// Of 24 bits so many and more are cut off, where a narrower format is meant: 11 are left.
constexpr int least_cut = 13;

bool is_sum(const op& o) {
  const bool adds = o.meaning.operation == operation::sum || o.meaning.operation == operation::fused;
  return adds && ptx::is_real_sum(o.meaning) && o.meaning.access == ptx::access::none && o.meaning.parts == 1 && o.format == number::f32 && o.d;
}
bool works_on_bits(const op& o) { return o.d && ptx::is_pure(o.meaning) && ptx::reads_integers(o.meaning) && o.d_bits <= 32; }

class narrowed_sum {
public:
  narrowed_sum(const program& p, const function_code& code, const def_use& g) : p_(p), code_(code), g_(g) {}

  bool is_one(const op& sum) {
    whole_ = {sum.d.offset}, cut_.clear();
    if (!spread() || cut_.empty()) return false;
    return comes_back(sum);
  }

private:
  /// Follows the sum's bits through integer code. False where the whole sum is used, or other bits come in.
  bool spread() {
    for (bool grew = true; grew;) {
      grew = false;
      for (std::uint32_t k = code_.first; k < code_.first + code_.count; ++k) {
        const op& o = p_.ops[k];
        bool takes = false, takes_cut = false, others = false;
        for (const ref* r : {&o.a, &o.b, &o.c, &o.e}) {
          if (r->where != pool::frame) continue;
          const bool whole = whole_.contains(r->offset), cut = cut_.contains(r->offset);
          takes = takes || whole, takes_cut = takes_cut || cut, others = others || !(whole || cut);
        }
        for (const ref& r : o.list) takes = takes || (r.where == pool::frame && whole_.contains(r.offset));
        if (!takes && takes_cut && !others && works_on_bits(o)) grew = cut_.insert(o.d.offset).second || grew; // the tie's bit
        if (!takes) continue;
        ref to;
        for (const std::uint32_t at : whole_)
          if (!to) to = g_.passed_on(o, {pool::frame, at});
        if (!to && (!works_on_bits(o) || others)) return false;
        const ref& d = to ? to : o.d;
        auto& kept = !to && cuts(o) ? cut_ : whole_;
        grew = kept.insert(d.offset).second || grew;
      }
    }
    return true;
  }
  bool cuts(const op& o) const {
    const auto by = g_.literal(o.b), other = g_.literal(o.a);
    if (o.meaning.operation == operation::shift) return o.form == ptx::form::shr && by && *by >= std::uint64_t{least_cut} && *by < 32;
    if (o.form != ptx::form::and_bits) return false;
    const auto mask = static_cast<std::uint32_t>(by ? *by : other.value_or(~std::uint64_t{0}));
    return std::countr_zero(mask) >= least_cut;
  }
  /// Whether what is left goes into the same sum again, moved, widened, and with other addends in between.
  bool comes_back(const op& sum) const {
    std::unordered_set<std::uint32_t> seen = cut_;
    std::vector<std::uint32_t> left(cut_.begin(), cut_.end());
    while (!left.empty()) {
      const ref r{pool::frame, left.back()};
      left.pop_back();
      for (const std::uint32_t pc : g_.uses(r)) {
        const op& u = p_.ops[pc];
        if (pc == sum.pc) return true;
        const ref moved = g_.passed_on(u, r);
        const bool goes_on = moved || works_on_bits(u) || is_sum(u) || u.meaning.operation == operation::selection || u.meaning.operation == operation::unpacking || u.meaning.operation == operation::packing;
        if (!goes_on) continue;
        if (const ref& d = moved ? moved : u.d; d.where == pool::frame && seen.insert(d.offset).second) left.push_back(d.offset);
      }
    }
    return false;
  }

  const program& p_;
  const function_code& code_;
  const def_use& g_;
  std::unordered_set<std::uint32_t> whole_, cut_;
};

} // namespace

void find_narrowed_sums(program& p, const function_code& code, const def_use& g) {
  narrowed_sum sums(p, code, g);
  for (std::uint32_t k = code.first; k < code.first + code.count; ++k) {
    op& o = p.ops[k];
    if (is_sum(o) && o.roles.empty() && reaches_integer_code(p, g, o.d) && sums.is_one(o)) o.roles.add(role::narrow_accumulator);
  }
}

} // namespace fpcheck::exec
