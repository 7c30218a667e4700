#include "decisions.hpp"

#include "common.hpp"
#include "faults.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace fpcheck::analysis {
namespace {

using exec::number;

struct change {
  std::uint32_t buffer = 0;
  std::uint64_t index = 0, count = 0;
  double computed = 0, exact = 0, excess = 0;
};

/// What the changed decisions are: how far an index was from the next one, 0 for comparisons.
struct tie_kind {
  bool index = false;
  double distance = 0;
};

tie_kind kind_of(const exec::program& code, const std::vector<exec::flip_record>& ties, const std::vector<std::uint32_t>& pcs) {
  tie_kind k;
  for (const exec::flip_record& t : ties) {
    const ptx::operation what = code.ops[t.pc].meaning.operation;
    if (std::find(pcs.begin(), pcs.end(), t.pc) == pcs.end() || (what != ptx::operation::to_integer && what != ptx::operation::to_integral)) continue;
    k.index = true;
    k.distance = std::max(k.distance, t.ratio);
  }
  return k;
}

/// The exact value of an element along the other way; nothing where it is not known.
std::optional<double> exact_value(const exec::region& r, tensor::dtype t, std::uint64_t offset) {
  const auto bytes = static_cast<unsigned>(tensor::size_of(t));
  const exec::element_shadow s(r, offset, bytes);
  if (r.is_undefined(offset, bytes) || (s.taints() & exec::taint_cut) != 0) return std::nullopt;
  if (!s.known()) return (s.taints() & exec::taint_born) != 0 ? std::nullopt : std::optional(element_value(r, t, offset));
  const double exact = s.exact() * s.factor();
  return std::fabs(exact) < INFINITY ? std::optional(exact) : std::nullopt;
}

class comparison {
public:
  comparison(const exec::run_request& request, const exec::run_record& first, const exec::run_record& other, const terms& by, tie_kind kind)
      : request_(request), first_(first), other_(other), by_(by), kind_(kind) {}

  /// The largest change of an output, if there is one.
  std::optional<change> of(const judged_output& o) const {
    const tensor::dtype t = request_.buffers[o.buffer].type;
    change out;
    out.buffer = o.buffer;
    for (std::uint64_t i = 0; i < o.summary.elements; ++i) {
      const auto c = number_of(t) == number::none ? integer(o, i) : real(o, i);
      if (!c) continue;
      const std::uint64_t count = out.count + 1;
      if (out.count == 0 || std::fabs(c->computed - c->exact) > std::fabs(out.computed - out.exact)) out = *c;
      out.count = count;
    }
    return out.count != 0 ? std::optional(out) : std::nullopt;
  }

private:
  std::optional<change> integer(const judged_output& o, std::uint64_t i) const {
    const tensor::dtype t = request_.buffers[o.buffer].type;
    const std::uint64_t bytes = tensor::size_of(t);
    const exec::region& x = *first_.buffers[o.buffer];
    const exec::region& y = *other_.buffers[o.buffer];
    if (!kind_.index || x.is_undefined(i * bytes, static_cast<unsigned>(bytes)) || y.is_undefined(i * bytes, static_cast<unsigned>(bytes))) return std::nullopt;
    if (std::memcmp(x.data.data() + i * bytes, y.data.data() + i * bytes, bytes) == 0) return std::nullopt;
    return change{o.buffer, i, 1, element_value(x, t, i * bytes), element_value(y, t, i * bytes), 0};
  }
  std::optional<change> real(const judged_output& o, std::uint64_t i) const {
    const tensor::dtype t = request_.buffers[o.buffer].type;
    const std::uint64_t bytes = tensor::size_of(t);
    const exec::region& x = *first_.buffers[o.buffer];
    const auto exact = exact_value(*other_.buffers[o.buffer], t, i * bytes);
    if (!exact || x.is_undefined(i * bytes, static_cast<unsigned>(bytes))) return std::nullopt;
    const double computed = element_value(x, t, i * bytes);
    if (!(std::fabs(computed) < INFINITY)) return std::nullopt;
    const double scale = std::max({std::fabs(computed), std::fabs(*exact), kind_.index ? o.rms : 0.0});
    judged_element e;
    e.index = i;
    e.computed = computed, e.exact = *exact, e.error = std::fabs(computed - *exact);
    if (!(e.error > std::max(by_.judged.decision_change, by_.judged.decision_jump * kind_.distance) * scale)) return std::nullopt;
    const exec::run_record* const copies[] = {&other_};
    const sensitivity s = measure(request_, copies, o, e, by_);
    if (!s.exceeded) return std::nullopt;
    return change{o.buffer, i, 1, computed, *exact, s.excess};
  }

  const exec::run_request& request_;
  const exec::run_record& first_;
  const exec::run_record& other_;
  const terms& by_;
  tie_kind kind_;
};

finding finding_of_decision(const exec::program& code, const exec::run_request& request, const exec::flip_record& tie, const change& c) {
  finding f = finding_of_flip(code, tie);
  const std::string& name = request.buffers[c.buffer].name;
  char text[200];
  std::snprintf(text, sizeof text, "%s[%llu] is %.9g, and %.9g if that is decided exactly: ", name.c_str(), static_cast<unsigned long long>(c.index), c.computed, c.exact);
  f.message = text + f.message;
  f.output = name, f.element = c.index, f.count = c.count;
  f.computed = c.computed, f.exact = c.exact, f.excess = c.excess;
  return f;
}

} // namespace

result<std::vector<finding>> weigh_decisions(const exec::program& code, const exec::run_request& request, const exec::run_record& first,
                                             const std::vector<judged_output>& outputs, const terms& by, const exact_replay& replay) {
  std::vector<finding> out;
  std::vector<std::uint32_t> pcs;
  for (const exec::flip_record& t : first.ties) pcs.push_back(t.pc);
  if (pcs.empty()) return out;
  const auto all = replay(pcs);
  if (!all) return tl::unexpected(all.error());
  const auto differs = [&](const exec::run_record& other, const std::vector<std::uint32_t>& which) -> std::optional<change> {
    if (!came_to_its_end(other)) return std::nullopt;
    const comparison compared(request, first, other, by, kind_of(code, other.ties, which));
    for (const judged_output& o : outputs)
      if (const auto c = compared.of(o)) return c;
    return std::nullopt;
  };
  if (all->ties.empty() || !differs(*all, pcs)) return out;
  for (std::size_t k = 0; k < std::min<std::size_t>(all->ties.size(), by.judged.decision_replays); ++k) {
    const std::vector<std::uint32_t> one{all->ties[k].pc};
    const auto alone = replay(one);
    if (!alone) return tl::unexpected(alone.error());
    const auto tie = std::find_if(alone->ties.begin(), alone->ties.end(), [&](const exec::flip_record& t) { return t.pc == one[0]; });
    const auto c = differs(*alone, one);
    if (c && tie != alone->ties.end()) out.push_back(finding_of_decision(code, request, *tie, *c));
  }
  return out;
}

} // namespace fpcheck::analysis
