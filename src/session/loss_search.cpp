#include "loss_search.hpp"

#include <fpcheck/analysis/source_stack.hpp>
#include <fpcheck/base/number.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace fpcheck::session {
namespace {

using exec::loss_kind;
using exec::loss_record;
using exec::loss_remedy;

constexpr std::uint64_t least_losses_tried = 16; ///< with room for fewer runs nothing is looked for
constexpr std::size_t most_loss_lines = 3;       ///< that may explain it: with more, none of them is the place

/// Losses of one kind in one line. What is cut off is told by its operation too: a line may do several things.
struct lossy_line {
  std::string file;
  std::uint32_t line = 0;
  bool merges = false;
  bool carries = false; ///< beyond what an unsigned integer holds alone: of numbers with a sign nothing is lost
  ptx::form form{};
  auto key() const { return std::tie(file, line, merges, carries, form); }
};
struct lossy_lines_order {
  bool operator()(const lossy_line& a, const lossy_line& b) const { return a.key() < b.key(); }
};
using losses_by_line = std::map<lossy_line, std::vector<loss_record>, lossy_lines_order>;

std::vector<analysis::frame> places_with_lines(const exec::program& code, std::uint32_t pc) {
  auto out = analysis::stack_of(code, pc);
  out.erase(out.begin(), std::find_if(out.begin(), out.end(), [](const analysis::frame& x) { return x.line != 0; }));
  return out;
}
/// The instruction before `pc` in the code that makes what it takes.
std::optional<std::uint32_t> maker_of(const exec::program& code, std::uint32_t pc) {
  const exec::op& o = code.ops[pc];
  const exec::ref taken = o.meaning.access == ptx::access::store && o.list.size() == 1 ? o.list[0] : o.meaning.access == ptx::access::atomic ? o.b : o.a;
  if (taken.where != exec::pool::frame) return std::nullopt;
  const auto function = std::find_if(code.functions.begin(), code.functions.end(), [&](const exec::function_code& f) { return pc >= f.first && pc < f.first + f.count; });
  for (std::uint32_t k = pc; k-- > (function != code.functions.end() ? function->first : pc);)
    if (code.ops[k].d.where == exec::pool::frame && code.ops[k].d.offset == taken.offset) return k;
  return std::nullopt;
}
/// What the compiler merged of several lines has none, and stands where its operand was made.
std::vector<analysis::frame> place_of_loss(const exec::program& code, std::uint32_t pc) {
  auto out = places_with_lines(code, pc);
  if (out.empty())
    if (const auto maker = maker_of(code, pc)) out = places_with_lines(code, *maker);
  return out;
}

/// Where what is lost was made, if that is another line: it was meant to fit from there on.
std::vector<analysis::frame> place_of_operand(const exec::program& code, std::uint32_t pc) {
  const auto maker = maker_of(code, pc);
  const auto made = maker && code.ops[*maker].meaning.access == ptx::access::none ? places_with_lines(code, *maker) : std::vector<analysis::frame>(), lost = place_of_loss(code, pc);
  return !made.empty() && !lost.empty() && made[0].line != lost[0].line ? made : std::vector<analysis::frame>();
}

losses_by_line by_line(const exec::program& code, const std::vector<loss_record>& all) {
  losses_by_line out;
  for (const loss_record& r : all) {
    const auto stack = place_of_loss(code, r.pc);
    if (stack.empty()) continue;
    const bool merges = r.kind == loss_kind::merged;
    const auto own = std::find_if(stack.begin(), stack.end(), [](const analysis::frame& x) { return x.file.ends_with(".cu") || x.file.ends_with(".cuh") || x.file.ends_with(".py"); });
    const analysis::frame& at = own != stack.end() ? *own : stack[0]; // all atomics stand in one header
    out[{at.file, at.line, merges, !merges && r.count == 0, merges ? code.ops[r.pc].form : ptx::form{}}].push_back(r);
  }
  std::erase_if(out, [](const auto& l) { // where operands are all told apart already, or too many to be
    const bool loses = l.first.carries || std::any_of(l.second.begin(), l.second.end(), [](const loss_record& r) { return r.count != 0; });
    return !loses || std::any_of(l.second.begin(), l.second.end(), [](const loss_record& r) { return r.too_many; });
  });
  return out;
}

/// What a line may do otherwise.
struct loss_trial {
  loss_remedy remedy{};
  bool of_signed = false;
  bool everywhere = false; ///< all calculations clamp: what one line clamps would leave another one's width
  bool widens(const lossy_line& l) const { return remedy == loss_remedy::tell_apart && !l.merges; }
};
std::vector<loss_trial> trials_of(const lossy_line& l) {
  if (l.merges) return {{loss_remedy::tell_apart, false}, {loss_remedy::tell_apart, true}};
  if (l.carries) return {};
  return {{loss_remedy::clamp}, {loss_remedy::clamp_unsigned}};
}
/// Numbers of any width, told apart by all of their bits.
std::vector<loss_trial> wide_trials_of(const lossy_line& l) {
  if (l.merges) return {};
  if (l.carries) return {{loss_remedy::tell_apart, false}};
  return {{loss_remedy::tell_apart, true}, {loss_remedy::tell_apart, false}};
}

/// Operands are told apart among all that the line's instructions were given: unrolled, they meet.
std::vector<exec::loss_change> changes_of(const std::vector<loss_record>& losses, const loss_trial& t) {
  std::vector<std::uint64_t> operands;
  for (const loss_record& r : losses) operands.insert(operands.end(), r.operands.begin(), r.operands.end());
  std::sort(operands.begin(), operands.end());
  operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
  std::vector<exec::loss_change> out;
  for (const loss_record& r : losses)
    if (out.empty() || out.back().pc != r.pc) out.push_back({r.pc, t.remedy, t.of_signed, operands}); // of several launches once
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.pc < b.pc; });
  out.erase(std::unique(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.pc == b.pc; }), out.end());
  return out;
}

/// All that some lines compute kept whole.
using places_in_source = std::set<std::pair<std::string, std::uint32_t>>;
std::vector<exec::loss_change> widened(const losses_by_line& all, const places_in_source& lines, bool of_signed) {
  std::vector<exec::loss_change> out;
  for (const auto& [line, losses] : all)
    if (!line.merges && lines.contains({line.file, line.line}))
      for (const loss_record& r : losses) out.push_back({r.pc, loss_remedy::tell_apart, of_signed, {}});
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.pc < b.pc; });
  out.erase(std::unique(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.pc == b.pc; }), out.end());
  return out;
}

std::vector<exec::loss_change> clamps_everywhere(const exec::program& code) {
  std::vector<exec::loss_change> out;
  for (const exec::op& o : code.ops)
    if (exec::calculates_integer(o)) out.push_back({o.pc, loss_remedy::clamp, false, {}});
  return out;
}

/// How a line explains what is wrong.
enum class loss_effect : std::uint8_t {
  none,
  depends, ///< what is wrong is what depends on it
  mends    ///< every output meets its reference
};

struct loss_cause {
  lossy_line line;
  loss_trial trial;
  loss_effect effect{};
  loss_record first; ///< of the line
};

class loss_trials {
public:
  loss_trials(const exec::program& code, const exec::run_request& request, const std::vector<prepared_reference>& references, const time_left& time)
      : code_(code), runner_(request, references), time_(time), mixes_(std::any_of(code.ops.begin(), code.ops.end(), [](const exec::op& o) { return o.form == ptx::form::xor_bits; })) {}

  /// Whether there is something to explain. Requires once, before all else.
  bool start() {
    const auto outputs = runner_.run(code_, work_, time_.seconds(), {.watches = true});
    if (!outputs) return false;
    lines_ = by_line(code_, runner_.losses());
    as_it_is_ = *outputs, meets_ = runner_.meets(as_it_is_), missed_ = runner_.missed(as_it_is_);
    runner_.bound();
    return least_losses_tried * work_ <= most_search_work;
  }
  bool meets() const { return meets_; }
  /// Whether instructions or time ended before all was tried.
  bool gave_up() const { return gave_up_; }
  /// Whether something is right: where all is wrong, all that is computed on the way to it explains it.
  bool tells_apart() const {
    std::uint64_t right = 0;
    for (std::size_t k = 0; k < missed_.size(); ++k) right += runner_.count(k) - missed_[k].size();
    return right != 0;
  }
  const losses_by_line& lines() const { return lines_; }

  loss_effect effect_of(const lossy_line& l, const loss_trial& t) {
    if (t.widens(l)) return mends_widened(t.everywhere ? places() : places_in_source{{l.file, l.line}}, t.of_signed) ? loss_effect::mends : loss_effect::none;
    const auto it = lines_.find(l);
    gave_up_ = gave_up_ || work_ > most_search_work || time_.seconds() <= 0;
    if (it == lines_.end() || gave_up_) return loss_effect::none;
    const auto outputs = runner_.run(code_, work_, time_.seconds(), {.otherwise = t.everywhere ? clamps_everywhere(code_) : changes_of(it->second, t)});
    if (!outputs) return loss_effect::none;
    if (runner_.meets(*outputs)) return loss_effect::mends;
    const bool calculates = std::all_of(it->second.begin(), it->second.end(), [](const loss_record& r) { return r.kind == loss_kind::wrapped; });
    if (!calculates || runner_.changed(as_it_is_, *outputs) != missed_) return loss_effect::none; // bytes and words are taken apart on purpose
    return tells_apart() || !mixes_ ? loss_effect::depends : loss_effect::none;
  }

  /// Whether instructions or time ended for lines that lose nothing: what such a trial says is not known then.
  bool ended() const { return 2 * work_ > 3 * most_search_work || time_.seconds() <= 0; }
  /// Whether every output meets its reference where some lines lose nothing. Instructions that end before it is known say that they do not.
  bool mends_widened(const places_in_source& lines, bool of_signed) {
    if (ended()) return false;
    const auto outputs = runner_.run(code_, work_, time_.seconds(), {.otherwise = widened(lines_, lines, of_signed)});
    return outputs && runner_.meets(*outputs);
  }
  /// The lines where something is lost that wider numbers hold.
  places_in_source places() const {
    places_in_source out;
    for (const auto& [line, losses] : lines_)
      if (!line.merges) out.insert({line.file, line.line});
    return out;
  }

private:
  const exec::program& code_;
  bare_runner runner_;
  const time_left& time_;
  bare_runner::contents as_it_is_;
  bare_runner::elements missed_;
  losses_by_line lines_;
  std::uint64_t work_ = 0;
  bool mixes_ = false; ///< bits, as hashes and generators do, whose sums wrap on purpose
  bool meets_ = false, gave_up_ = false;
};

/// The first line of the code with a calculation that is beyond its width.
std::optional<lossy_line> first_calculation(const exec::program& code, const loss_trials& s) {
  std::optional<lossy_line> out;
  std::uint32_t first = 0;
  for (const auto& [line, losses] : s.lines())
    for (const loss_record& r : losses)
      if (r.kind == loss_kind::wrapped && !line.carries && exec::calculates_integer(code.ops[r.pc]) && (!out || r.pc < first)) out = line, first = r.pc;
  return out;
}

loss_cause cause_of(const loss_trials& s, const lossy_line& line, const loss_trial& t, loss_effect e) {
  const auto& losses = s.lines().at(line);
  const auto loses = std::find_if(losses.begin(), losses.end(), [](const loss_record& r) { return r.count != 0; });
  return {line, t, e, loses != losses.end() ? *loses : losses.front()};
}

/// The first of the lines that have to lose nothing together for every output to be right: of as few as either way of reading registers needs.
std::optional<loss_cause> first_of_several(loss_trials& s) {
  std::optional<loss_cause> out;
  std::size_t fewest = most_loss_lines + 1;
  for (const bool of_signed : {true, false}) {
    places_in_source needed = s.places();
    if (!s.mends_widened(needed, of_signed)) continue;
    for (const auto& place : s.places()) {
      needed.erase(place);
      if (!s.mends_widened(needed, of_signed)) needed.insert(place);
    }
    if (s.ended()) return std::nullopt; // not all of them may be needed
    if (needed.size() >= fewest) continue;
    fewest = needed.size(), out.reset();
    for (const auto& [line, losses] : s.lines())
      if (!line.merges && needed.contains({line.file, line.line})) {
        const loss_cause c = cause_of(s, line, {loss_remedy::tell_apart, of_signed, true}, loss_effect::mends);
        if (!out || c.first.pc < out->first.pc) out = c;
      }
  }
  return out;
}

/// The lines that mend it where numbers of any width are kept there, or the first of several that do together.
std::vector<loss_cause> wide_causes_of(loss_trials& s) {
  std::vector<loss_cause> out;
  places_in_source tried;
  for (const auto& [line, losses] : s.lines()) {
    if (line.merges || !tried.insert({line.file, line.line}).second) continue;
    for (const loss_trial& t : wide_trials_of(line))
      if (s.effect_of(line, t) == loss_effect::mends) {
        out.push_back(cause_of(s, line, t, loss_effect::mends));
        break;
      }
  }
  if (out.empty() && s.places().size() > 1)
    if (const auto first = first_of_several(s)) out.push_back(*first);
  return out;
}

/// Every line that explains it, those that mend it alone if there are any; in the order of the code.
std::vector<loss_cause> causes_of(const exec::program& code, loss_trials& s) {
  std::vector<loss_cause> out;
  for (const auto& [line, losses] : s.lines())
    for (const loss_trial& t : trials_of(line)) {
      const loss_effect e = s.effect_of(line, t);
      if (e == loss_effect::none) continue;
      out.push_back(cause_of(s, line, t, e));
      break;
    }
  if (out.empty())
    if (const auto first = first_calculation(code, s)) {
      const loss_trial all{loss_remedy::clamp, false, true};
      if (const loss_effect e = s.effect_of(*first, all); e != loss_effect::none) out.push_back({*first, all, e, s.lines().at(*first).front()});
    }
  const auto mends = [](const loss_cause& c) { return c.effect == loss_effect::mends; };
  if (!s.gave_up() && std::none_of(out.begin(), out.end(), mends))
    for (loss_cause& c : wide_causes_of(s)) out.push_back(std::move(c));
  if (std::any_of(out.begin(), out.end(), mends)) std::erase_if(out, [&](const loss_cause& c) { return !mends(c); });
  std::sort(out.begin(), out.end(), [](const loss_cause& a, const loss_cause& b) { return a.first.pc < b.first.pc; });
  return out;
}

bool holds_for_other_inputs(const loss_cause& c, const mismatched_run& what, const time_left& time) {
  const auto other = what.reseeded ? what.reseeded() : std::nullopt;
  if (!other) return false;
  if (same_inputs(other->request, what.before)) return true;
  loss_trials s(*what.code.program, other->request, other->references, time);
  if (!s.start()) return false;
  return (s.lines().contains(c.line) || c.trial.widens(c.line)) && !s.meets() ? s.effect_of(c.line, c.trial) >= c.effect : s.meets();
}

/// A whole number with all of its digits, as far as binary64 holds them.
std::string whole_text(double v) { return std::fabs(v) < 0x1p53 ? std::to_string(static_cast<std::int64_t>(v)) : number(v); }

std::string code_text(std::uint64_t code) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(code));
  return text;
}

std::string told_loss(const loss_cause& c, const exec::op& o) {
  const loss_record& r = c.first;
  const std::string line = " in line " + std::to_string(c.line.line);
  if (c.line.merges) {
    const bool numbers = o.form == ptx::form::cvt_float_to_int;
    const std::string what = numbers ? number(r.value) + " and " + number(r.other) + " both become " + whole_text(r.result)
                                     : code_text(r.codes[0]) + " and " + code_text(r.codes[1]) + " both become " + code_text(r.codes[2]);
    return what + line + ", for one, and with all operands told apart there, in their order, every output meets the reference";
  }
  const int bits = r.kind == loss_kind::narrowed && o.meaning.access == ptx::access::store ? 8 * o.width : static_cast<int>(ptx::width(o.source->type(0)));
  const std::string what = whole_text(r.value) + " does not fit " + std::to_string(bits) + (r.kind == loss_kind::wrapped && r.fits_unsigned ? " bits with a sign" : " bits") + line + " and became " + whole_text(r.result);
  if (c.trial.widens(c.line)) return what + ": with all of its bits every output meets the reference";
  if (c.effect == loss_effect::depends) return what + ", and what is off is what depends on it";
  return what + ": clamped " + (c.trial.remedy == loss_remedy::clamp ? "to a signed integer" : "to an unsigned integer") + " every output meets the reference";
}

} // namespace

std::optional<located_loss> find_loss(const mismatched_run& what, const time_left& time) {
  const exec::program& code = *what.code.program;
  loss_trials s(code, what.before, what.references, time);
  if (!s.start() || s.meets()) return std::nullopt;
  const auto causes = causes_of(code, s);
  if (causes.empty() || causes.size() > most_loss_lines || s.gave_up() || time.seconds() <= 0) return std::nullopt; // what was cut short may have missed other lines
  const auto best = std::find_if(causes.begin(), causes.end(), [&](const loss_cause& c) { return holds_for_other_inputs(c, what, time); });
  if (best == causes.end()) return std::nullopt;
  const std::uint32_t pc = best->first.pc;
  std::string text = told_loss(*best, code.ops[pc]);
  if (best->trial.everywhere) text += best->trial.widens(best->line) ? " (and with those of other lines)" : " (where other sums and products are clamped too)";
  if (causes.size() > 1) text += "; other lines explain it too";
  const bool mends = best->effect == loss_effect::mends;
  const bool calculates = (best->first.kind == loss_kind::wrapped || best->trial.widens(best->line)) && (mends || (s.tells_apart() && !best->first.fits_unsigned));
  auto stack = place_of_loss(code, pc);
  for (analysis::frame& f : place_of_operand(code, pc)) f.role = "what is lost is computed", stack.push_back(std::move(f));
  for (const loss_cause& c : causes)
    if (c.line.line != best->line.line)
      for (analysis::frame& f : place_of_loss(code, c.first.pc)) f.role = "this explains it too", stack.push_back(std::move(f));
  return located_loss{pc, std::move(stack), std::move(text), calculates, best->line.merges && best->line.form != ptx::form::cvt_float_to_int, mends};
}

} // namespace fpcheck::session
