#include "bit_conversions.hpp"

#include "faults.hpp"
#include "places.hpp"

#include <fpcheck/base/number.hpp>
#include <fpcheck/exec/hand_rounding.hpp>

#include <algorithm>

namespace fpcheck::analysis {
namespace {

using exec::bit_conversion, exec::conversion_fault;

bool is_narrow_number(tensor::dtype t) {
  const exec::number n = number_of(t);
  return n == exec::number::f16 || n == exec::number::bf16 || n == exec::number::e4m3 || n == exec::number::e5m2;
}

struct conversion_wording {
  rule which;
  const char* hint;
};
conversion_wording wording_of(conversion_fault k) {
  switch (k) {
  case conversion_fault::nan_lost: return {rule::narrowing, "ask for NaNs first: rounding their bits carries into the exponent and the sign"};
  case conversion_fault::nonfinite: return {rule::saturated, "the exponent leaves its field: mind the carry of the rounding, and the bias"};
  case conversion_fault::beyond: return {rule::saturated, "clamp to the largest number, or give an infinity: the exponent's upper bits are lost"};
  case conversion_fault::elsewhere: return {rule::narrowing, "mind the bias, the carry of the rounding into the exponent and the shift of subnormal numbers, or take the conversion of the device"};
  case conversion_fault::other_sign: return {rule::narrowing, "take the sign from the number's own sign bit"};
  }
  return {rule::narrowing, ""};
}

class conversion_judge {
public:
  conversion_judge(const exec::program& code, const exec::run_request& request, const bit_conversion& c) : code_(code), request_(request), c_(c) {}

  finding of_fault(conversion_fault k) const {
    const auto& e = c_.first[static_cast<int>(k)];
    finding f = placed(e);
    f.rule = wording_of(k).which, f.hint = wording_of(k).hint;
    f.count = c_.wrong[static_cast<int>(k)];
    const tensor::dtype type = request_.buffers[e.buffer].type;
    const std::string format(tensor::name(is_narrow_number(type) ? type : tensor::dtype::bf16));
    f.message = element(e) + " holds " + number(e.stored, 9) + ", which integer code made of " + number(e.number, 9) + ": ";
    switch (k) {
    case conversion_fault::nan_lost: f.message += "a NaN became a number"; break;
    case conversion_fault::other_sign: f.message += "other numbers of that sign keep it"; break;
    case conversion_fault::beyond: f.message += "neither the end of " + format + " nor an infinity"; break;
    default: f.message += "neither of its two neighbours in " + format;
    }
    f.message += " (" + std::to_string(f.count) + " of " + std::to_string(c_.count) + " conversions)";
    return f;
  }
  finding of_flush() const {
    const auto& e = c_.first[exec::example_of_flush];
    finding f = placed(e);
    f.rule = rule::underflow_flushed, f.count = c_.flushed;
    f.message = element(e) + " is 0, and integer code made it of " + number(e.number, 9) + ": " + std::to_string(c_.flushed) + " of " + std::to_string(c_.nonzero) +
                " numbers that are not zero lie below the format's normal ones and were lost";
    f.hint = "shift the fraction of a subnormal number into place, or scale first";
    return f;
  }
  finding of_cut() const {
    const auto& e = c_.first[exec::example_of_cut];
    finding f = placed(e);
    f.rule = rule::narrowing, f.level = level::note, f.count = c_.cut;
    f.message = element(e) + " holds " + number(e.stored, 9) + ", which integer code cut from " + number(e.number, 9) + ": in " + std::to_string(c_.cut) + " of " + std::to_string(c_.count) +
                " conversions rounding to the nearest gives the other neighbour";
    f.hint = "add half a unit and the tie's bit before the shift, unless the rest is kept elsewhere";
    return f;
  }

private:
  std::string element(const bit_conversion::example& e) const {
    const std::string& name = request_.buffers[e.buffer].name;
    return e.staged ? "shared memory, on the way to " + name + "," : name + "[" + std::to_string(e.element) + "]";
  }
  finding placed(const bit_conversion::example& e) const {
    finding f;
    f.computed = e.stored, f.exact = e.number;
    f.output = request_.buffers[e.buffer].name, f.element = e.element;
    thread_position t;
    t.launch = e.launch;
    std::copy_n(e.cta, 3, t.cta), std::copy_n(e.thread, 3, t.thread);
    f.thread = t;
    locate(f, code_, c_.made_at);
    return f;
  }
  const exec::program& code_;
  const exec::run_request& request_;
  const bit_conversion& c_;
};

} // namespace

bool may_convert_by_bits(const exec::program& code, const exec::run_request& request) {
  const bool narrow = std::any_of(request.buffers.begin(), request.buffers.end(), [](const exec::buffer& b) { return b.role != exec::buffer_role::input && is_narrow_number(b.type); });
  return narrow ? exec::converts_by_bits(code) : exec::rounds_by_hand(code);
}

std::vector<finding> judge_bit_conversions(const exec::program& code, const exec::run_request& request, const std::vector<bit_conversion>& conversions, const judgement& j) {
  std::vector<finding> out;
  for (const bit_conversion& c : conversions) {
    const conversion_judge judge(code, request, c);
    const std::size_t before = out.size();
    for (int k = 0; k < exec::conversion_faults; ++k)
      if (c.wrong[k] != 0) out.push_back(judge.of_fault(static_cast<conversion_fault>(k)));
    if (c.flushed >= j.least_ruined && static_cast<double>(c.flushed) >= j.ruined_share * static_cast<double>(c.nonzero)) out.push_back(judge.of_flush());
    if (out.size() == before && c.raised == 0 && c.cut >= j.least_ruined) out.push_back(judge.of_cut());
  }
  return out;
}

std::vector<finding> judge_absorbed_counts(const exec::program& code, const std::vector<exec::absorbed_count>& counts) {
  std::vector<finding> out;
  for (const exec::absorbed_count& c : counts) {
    finding f;
    f.rule = rule::absorption;
    f.count = c.lost, f.computed = c.value;
    f.message = "a counter stands at " + number(c.value, 9) + ": " + std::to_string(c.lost) + " updates in a row, of " + number(c.addend) + " the first, changed nothing";
    if (c.places > 1) f.message += ", and at " + std::to_string(c.places - 1) + " other places as many";
    f.hint = "count in an integer, and convert once: the number has no unit left for what is added";
    thread_position t;
    t.launch = c.launch;
    std::copy_n(c.cta, 3, t.cta), std::copy_n(c.thread, 3, t.thread);
    f.thread = t;
    locate(f, code, c.pc);
    out.push_back(std::move(f));
  }
  return out;
}

} // namespace fpcheck::analysis
