#include "edit_search.hpp"

#include "bare_runs.hpp"
#include "loss_search.hpp"
#include "written_numbers.hpp"

#include <fpcheck/analysis/source_stack.hpp>
#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/run.hpp>
#include <fpcheck/ptx/edits.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/session/interrupt.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace fpcheck::session {
namespace {

using analysis::finding;

constexpr std::uint64_t work_of_an_instruction = 400; ///< to read it again
constexpr std::uint64_t least_tried = 100;            ///< changes: with room for fewer the search is left alone
constexpr std::size_t most_repair_lines = 3;          ///< that a change may be in: with more, none of them is the place
constexpr double bits_for_any = 2;                    ///< what outputs have to say of what they should be, for a change not to do by chance; the most plausible need none
constexpr double bits_for_last_tier = 12;             ///< the same for the least plausible, of which there are some thousand
constexpr double bits_of_one_number = 12;             ///< what a single number that moved has to say
constexpr double bits_for_constants = 32;             ///< for constants that are looked for by the way that they move the outputs
constexpr double least_way = 0.5;                     ///< of the way that the outputs are off, for a constant to be solved for
constexpr int most_steps = 7;                         ///< towards a constant

struct code_to_run {
  std::unique_ptr<ptx::module> module;
  std::unique_ptr<exec::program> program;
};

std::optional<code_to_run> decoded(ptx::module module) {
  code_to_run out{std::make_unique<ptx::module>(std::move(module)), nullptr};
  auto program = exec::decode(*out.module);
  if (!program || !(*program)->missing.empty()) return std::nullopt;
  out.program = *std::move(program);
  return out;
}

std::optional<code_to_run> read_code(const std::string& text) {
  auto module = ptx::parse(text, "");
  return module ? decoded(*std::move(module)) : std::nullopt;
}

/// The module with a change; `value`: of its open constant.
std::optional<code_to_run> changed_code(const ptx::module& m, const ptx::changeable_text& text, const ptx::edit& e, double value) {
  if (e.open && e.open->table) return decoded(ptx::with_element(m, e, value));
  return read_code(text.with(e.open ? ptx::with_constant(e, value) : e.instead));
}

/// The module with the kernels alone that are launched.
ptx::module launched_alone(const ptx::module& m, const exec::run_request& request) {
  ptx::module out = m;
  for (ptx::function& f : out.functions) {
    const bool launched = std::any_of(request.launches.begin(), request.launches.end(), [&](const exec::launch& l) { return l.kernel == f.name; });
    if (!f.is_entry || launched) continue;
    f.has_body = false;
    f.body.clear(), f.labels.clear(), f.registers.clear(), f.variables.clear();
  }
  return out;
}

std::vector<analysis::frame> places_of(const ptx::module& m, const ptx::function& f, ptx::index at) {
  auto out = analysis::source_stack(m, &f, f.body[at].position);
  out.erase(out.begin(), std::find_if(out.begin(), out.end(), [](const analysis::frame& x) { return x.line != 0; }));
  return out;
}

/// The instruction before `at` that makes its first operand.
std::optional<ptx::index> maker_of(const ptx::function& f, ptx::index at) {
  const auto& operands = f.body[at].operands;
  if (operands.size() < 2 || operands[1].kind != ptx::operand_kind::reg) return std::nullopt;
  for (ptx::index k = at; k-- > 0;)
    if (!f.body[k].operands.empty() && f.body[k].operands[0].kind == ptx::operand_kind::reg && f.body[k].operands[0].id == operands[1].id) return k;
  return std::nullopt;
}

/// A change with which the outputs are right.
struct repair {
  const ptx::edit* what = nullptr;
  std::string with; ///< as told
  double value = 0; ///< of its open constant
  std::vector<analysis::frame> stack{};
};

read_as kind_of(const ptx::edit& e) { return e.open && e.open->kind == ptx::literal_kind::f64 ? read_as::f64 : read_as::f32; }

/// Where what a change replaces is written: an element of a table, a constant, or a mask of low bits; `use`: a line of the function.
std::optional<std::uint32_t> line_in_source(const ptx::edit& e, const numbered_lines& lines, std::uint32_t use) {
  const read_as how = kind_of(e);
  if (!e.open) return line_of_low_bits(lines);
  if (!e.open->table) return line_of_number(lines, e.open->now, how, use);
  return line_of_element(lines, e.with.substr(e.with.find_last_of(" :") + 1), e.open->offset / (how == read_as::f64 ? 8 : 4), e.open->now, how);
}

class edit_trials {
public:
  edit_trials(const ptx::module& m, const mismatched_run& what, const time_left& time) : module_(m), text_(m), runner_(what.before, what.references), lines_of_(what.lines), time_(time) {}

  /// Whether the program itself, read again, does what it did, and is small enough for it.
  bool start() {
    const auto code = read_code(text_.as_it_is());
    if (!code) return false;
    instructions_ = code->program->ops.size();
    if (least_tried * cost_of_one() > most_search_work) return false; // before anything is run
    auto outputs = runner_.run(*code->program, work_, time_.seconds());
    if (!outputs || runner_.meets(*outputs)) return false;
    const auto worst = runner_.worst(*outputs);
    if (!worst) return false;
    evidence_ = runner_.bits_to_mend(*outputs);
    as_it_is_ = *std::move(outputs), worst_ = *worst;
    runner_.bound();
    return least_tried * cost_of_one() <= most_search_work;
  }
  /// Every change of a rank before `before` that does, as far as the instructions last; changes in so many lines that none is the place end it.
  std::vector<repair> repairs(unsigned before) {
    std::vector<ptx::edit> all;
    for (ptx::index f = 0; f < module_.functions.size(); ++f)
      if (module_.functions[f].has_body)
        for (ptx::edit& e : ptx::small_edits(module_, f)) all.push_back(std::move(e));
    std::stable_sort(all.begin(), all.end(), [](const ptx::edit& a, const ptx::edit& b) { return a.rank < b.rank; });
    edits_ = std::move(all);
    std::vector<repair> out;
    unsigned tier = 0;
    for (const ptx::edit& e : edits_) {
      if (e.rank >= before || work_ > most_search_work || interrupted() || time_.seconds() <= 0) break;
      if (tier_of(e) != tier && fits_any_width(out)) out.clear(), lines_.clear();
      if (!out.empty() && tier_of(e) != tier) break; // what is less plausible says no more
      if (evidence_ < bits_for(tier_of(e))) break;
      auto found = e.open ? solve(e) : try_one(e);
      if (!found) continue;
      tier = tier_of(e);
      keep(e, *std::move(found), out);
      if (lines_.size() > most_repair_lines) break;
    }
    if (lines_.empty() && before > ptx::ranks::constant && work_ > most_search_work && evidence_ >= bits_for_constants) find_constants(out);
    return out;
  }
  std::size_t lines() const { return lines_.size(); }

private:
  void keep(const ptx::edit& e, repair found, std::vector<repair>& out) {
    found.stack = stack_of(e);
    if ((e.rank == ptx::ranks::empty_mask || e.open) && places_of(module_, module_.functions[e.instead.function], e.at).empty())
      if (auto written = written_place(e); !written.empty()) found.stack = std::move(written);
    if (e.rank == ptx::ranks::empty_mask && found.stack.empty() && !module_.positions.empty()) return; // moved out of its loop, and of its line: changes where it is used do the same
    const ptx::instruction& at = module_.functions[e.instead.function].body[e.at];
    lines_.insert(!found.stack.empty() ? std::pair(found.stack[0].file, found.stack[0].line) : std::pair(std::string(), at.ptx_line));
    if (!found.stack.empty() || module_.positions.empty()) out.push_back(std::move(found));
  }
  /// Whether so many widths of a shuffle do that it is none of them: what other lanes bring is wrong then.
  static bool fits_any_width(const std::vector<repair>& found) {
    std::set<std::string> widths;
    for (const repair& r : found) {
      if (r.what->rank > ptx::ranks::shuffle_way) return false;
      if (r.what->rank == ptx::ranks::shuffle_width) widths.insert(r.with.substr(0, r.with.find(',')));
    }
    return widths.size() > 2;
  }
  /// Constants with work of their own, where other changes took all that there was: those first that move the outputs the way that they are off.
  void find_constants(std::vector<repair>& out) {
    std::vector<std::pair<double, const ptx::edit*>> ways;
    work_ = 0;
    for (const ptx::edit& e : edits_) {
      if (!e.open || work_ > most_search_work / 2 || interrupted() || time_.seconds() <= 0) continue;
      const auto outputs = outputs_of(e, e.open->now == 0 ? 1 : e.open->now * 1.001);
      const double way = outputs ? runner_.along(as_it_is_, *outputs) : 0;
      if (way >= least_way) ways.emplace_back(way, &e);
    }
    std::stable_sort(ways.begin(), ways.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [way, e] : ways) {
      if (work_ > most_search_work || interrupted() || time_.seconds() <= 0) break;
      if (auto found = solve(*e)) keep(*e, *std::move(found), out);
      if (lines_.size() > most_repair_lines) break;
    }
  }
  static constexpr unsigned last_tier = 4;
  static double bits_for(unsigned tier) { return tier == last_tier ? bits_for_last_tier : tier > 1 ? bits_for_any : 0; }
  static unsigned tier_of(const ptx::edit& e) { return std::min(e.rank / 10, last_tier); }
  /// The innermost place with a line: the compiler gives some instructions none, which stand where their operand was made.
  std::vector<analysis::frame> stack_of(const ptx::edit& e) const {
    const ptx::function& f = module_.functions[e.instead.function];
    auto out = places_of(module_, f, e.at);
    if (out.empty())
      if (const auto maker = maker_of(f, e.at)) out = places_of(module_, f, *maker);
    return out;
  }
  /// Where the source has a mask of low bits, or a constant, that the compiler moved out of its loop, and of its line.
  std::vector<analysis::frame> written_place(const ptx::edit& e) const {
    const ptx::function& f = module_.functions[e.instead.function];
    for (const ptx::instruction& i : f.body) {
      auto stack = analysis::source_stack(module_, &f, i.position);
      if (stack.empty() || stack.back().line == 0 || !lines_of_) continue;
      const auto line = line_in_source(e, [&](std::uint32_t n) { return lines_of_(stack.back().file, n); }, stack.back().line);
      return line ? std::vector<analysis::frame>{{stack.back().function, stack.back().file, *line, 0}} : std::vector<analysis::frame>();
    }
    return {};
  }
  std::uint64_t cost_of_one() const { return work_of_a_lane * runner_.instructions() + work_of_a_run + work_of_an_instruction * instructions_ + runner_.work_of_data(); }
  std::optional<bare_runner::contents> outputs_of(const ptx::edit& e, double value = 0) {
    work_ += work_of_an_instruction * instructions_;
    const auto code = changed_code(module_, text_, e, value);
    return code ? runner_.run(*code->program, work_, time_.seconds()) : std::nullopt;
  }
  std::optional<repair> try_one(const ptx::edit& e) {
    ++tried_;
    const auto outputs = outputs_of(e);
    if (!outputs || !runner_.meets(*outputs)) return std::nullopt;
    const bool well_known = e.rank == ptx::ranks::packed_keys || e.rank == ptx::ranks::negative_keys || e.rank == ptx::ranks::empty_mask; // there is one such change, and little else that it would mend
    if (well_known || runner_.moved(as_it_is_, *outputs) > 1) return repair{&e, e.with};
    return evidence_ >= bits_needed() && says_enough_of_one(e, *outputs) ? std::optional(repair{&e, e.with}) : std::nullopt;
  }
  /// What one number has to say, so that none of the changes that were tried meets it by chance.
  double bits_needed() const { return std::min(bits_of_one_number, 5 + std::log2(static_cast<double>(tried_) + 1)); }
  /// Whether one number that the change mends tells: how lanes are combined and from what is not guessed, another rounding makes one of three numbers.
  bool says_enough_of_one(const ptx::edit& e, const bare_runner::contents& outputs) const {
    using namespace ptx::ranks;
    if (e.rank == rounding || e.rank == half_up) return false;
    const bool combines = (e.rank >= shuffle_width && e.rank <= shuffle_way) || e.rank == shuffle_distance || e.rank == nan_kept || e.rank == smallest_number || e.rank == identity;
    return combines || runner_.bits_of_one(as_it_is_, outputs) >= bits_needed();
  }
  /// The constant by the secant through the worst element; then a short decimal near it.
  std::optional<repair> solve(const ptx::edit& e) {
    const auto [k, index] = worst_;
    const double wanted = runner_.expected(k, index);
    double x0 = e.open->now, y0 = runner_.element(as_it_is_, k, index), x1 = x0 == 0 ? 1 : x0 * 1.125;
    for (int step = 0; step < most_steps && work_ <= most_search_work; ++step) {
      const auto outputs = outputs_of(e, x1);
      if (!outputs) return std::nullopt;
      if (runner_.meets(*outputs)) return runner_.moved(as_it_is_, *outputs) > 1 ? told(e, x1) : std::nullopt;
      const double y1 = runner_.element(*outputs, k, index), x2 = x1 + (wanted - y1) * (x1 - x0) / (y1 - y0);
      if (!(std::fabs(x2) < 1e30) || x2 == x1) return std::nullopt;
      x0 = x1, y0 = y1, x1 = x2;
    }
    return std::nullopt;
  }
  std::optional<repair> told(const ptx::edit& e, double value) {
    const std::string of = e.open->table ? ' ' + e.with : "";
    char text[40];
    for (int digits = 1; digits < 9; ++digits) {
      std::snprintf(text, sizeof text, "%.*g", digits, value);
      const double shorter = std::strtod(text, nullptr);
      if (std::fabs(shorter - value) > 1e-3 * std::fabs(value)) continue;
      const auto outputs = outputs_of(e, shorter);
      if (outputs && runner_.meets(*outputs)) return repair{&e, text + of, shorter};
    }
    std::snprintf(text, sizeof text, "%.9g", value);
    return repair{&e, text + of, value};
  }

  const ptx::module& module_;
  ptx::changeable_text text_;
  bare_runner runner_;
  const std::function<std::optional<std::string>(const std::string&, std::uint32_t)>& lines_of_;
  const time_left& time_;
  bare_runner::contents as_it_is_;
  std::pair<std::size_t, std::uint64_t> worst_{};
  std::uint64_t work_ = 0;
  double evidence_ = 0;
  std::size_t instructions_ = 0, tried_ = 0;
  std::set<std::pair<std::string, std::uint32_t>> lines_;
  std::vector<ptx::edit> edits_;
};

/// Whether the change does for the inputs of another seed too.
bool holds_for_others(const ptx::module& m, const repair& r, const mismatched_run& what, const time_left& time) {
  const auto other = what.reseeded ? what.reseeded() : std::nullopt;
  if (!other) return false;
  if (same_inputs(other->request, what.before)) return true;
  const auto code = changed_code(m, ptx::changeable_text(m), *r.what, r.value); // a reference in a file stands for what does not depend on the seed
  if (!code) return false;
  std::uint64_t work = 0;
  bare_runner others(other->request, other->references);
  const auto outputs = others.run(*code->program, work, time.seconds());
  return outputs && others.meets(*outputs);
}

std::string place_text(const std::vector<analysis::frame>& stack, std::uint32_t ptx_line, const std::vector<analysis::frame>& store) {
  if (stack.empty() || stack[0].line == 0) return "in PTX line " + std::to_string(ptx_line);
  const bool other = !store.empty() && store[0].file != stack[0].file;
  return "in line " + std::to_string(stack[0].line) + (other ? " of " + stack[0].file : "");
}

bool replaces_number(const ptx::edit& e) { return e.rank == ptx::ranks::smallest_number || e.rank == ptx::ranks::identity || e.rank == ptx::ranks::moved_threshold; }

void lead_to(repair& r, std::uint32_t line, const char* behind) {
  if (r.stack[0].role.empty()) r.stack[0].role = behind;
  r.stack.insert(r.stack.begin(), {r.stack.back().function, r.stack[0].file, line, 0});
}

/// The same where the number is the product or quotient of two that stand there.
std::string lead_to_parts(repair& r, const numbered_lines& lines, double now, read_as how) {
  for (const analysis::frame& x : r.stack) {
    if (x.file != r.stack[0].file) continue;
    const std::vector<std::uint32_t> parts = lines_of_parts(lines, now, how, x.line);
    if (parts.empty()) continue;
    if (parts.size() == 1 && parts[0] == r.stack[0].line) return {};
    if (parts.size() == 2) lead_to(r, parts[1], "the number is used");
    lead_to(r, parts[0], parts.size() == 2 ? "it is made of this number too" : "the number is used");
    return ", made in line " + std::to_string(parts[0]) + (parts.size() == 2 ? " and line " + std::to_string(parts[1]) : "");
  }
  return {};
}

/// Where the number that is changed stands in the source, if that is another line of the same file: it leads the stack then, and is told.
std::string lead_to_number(repair& r, const mismatched_run& what) {
  if (r.stack.empty() || !what.lines) return {};
  const auto lines = [&](std::uint32_t n) { return what.lines(r.stack[0].file, n); };
  const ptx::edit& e = *r.what;
  char* end = nullptr;
  const double now = e.open ? e.open->now : std::strtod(e.now.c_str(), &end);
  if (!e.open && (end == e.now.c_str() || *end != 0 || now == 0 || !replaces_number(e))) return {};
  const read_as how = kind_of(e);
  std::optional<std::uint32_t> line;
  if (e.open && e.open->table) line = line_in_source(e, lines, r.stack[0].line);
  else
    for (const analysis::frame& x : r.stack) { // the compiler puts literals where they are needed, be it inside of what the function calls
      if (!line && x.file == r.stack[0].file) line = line_of_number(lines, now, how, x.line);
      if (!line && x.file == r.stack[0].file && !e.open && now == std::trunc(now) && std::fabs(now) <= 0x7fffffff) // a key made of a number
        line = line_of_number(lines, bit_cast<float>(static_cast<std::int32_t>(now)), how, x.line);
    }
  if (!line && e.open && !e.open->table) return lead_to_parts(r, lines, now, how);
  if (!line || *line == r.stack[0].line) return {};
  lead_to(r, *line, "the number is used");
  return ", from line " + std::to_string(*line);
}

/// Where the number is used, behind the places where it stands.
std::vector<analysis::frame> behind_numbers(const repair& r, const std::string& written) {
  auto used = written.empty() ? r.stack.begin() : std::find_if(r.stack.begin(), r.stack.end(), [](const analysis::frame& x) { return x.role == "the number is used"; });
  return {used, r.stack.end()};
}

/// Puts the place of a change before that of the store.
void tell(finding& f, const repair& r, const ptx::instruction& at, std::size_t lines, const std::string& written, const std::vector<analysis::frame>& others) {
  f.message += "; with " + r.with + " " + place_text(behind_numbers(r, written), at.ptx_line, f.stack) + " every output meets the reference (" + r.what->now + " now" + written + ")";
  if (lines > 1) f.message += ", and with another change in " + std::to_string(lines - 1) + (lines == 2 ? " other line" : " other lines");
  if (!r.stack.empty() && !f.stack.empty()) f.stack.front().role = "the output is stored";
  f.stack.insert(f.stack.begin(), r.stack.begin(), r.stack.end());
  f.stack.insert(f.stack.end(), others.begin(), others.end());
  f.ptx_line = at.ptx_line, f.instruction = at.text;
}

/// The lines of the other changes that do, as places of their own.
std::vector<analysis::frame> places_of_others(const std::vector<repair>& found, const repair& best) {
  std::vector<analysis::frame> out;
  for (const repair& r : found) {
    if (r.stack.empty() || best.stack.empty()) continue;
    const auto here = [&](const analysis::frame& f) { return f.file == r.stack[0].file && f.line == r.stack[0].line; };
    if (here(best.stack[0]) || std::any_of(out.begin(), out.end(), here)) continue;
    out.push_back(r.stack[0]);
    out.back().role = "another change does here: " + r.with;
  }
  return out;
}

/// Puts the place of a loss before that of the store.
void tell(finding& f, const located_loss& l, const exec::op& at) {
  f.message += "; " + l.text;
  if (!f.stack.empty()) f.stack.front().role = "the output is stored";
  f.stack.insert(f.stack.begin(), l.stack.begin(), l.stack.end());
  f.ptx_line = at.ptx_line, f.instruction = at.source->text;
}

bool differs(const finding& f) { return f.level == analysis::level::error && f.rule == analysis::rule::mismatch; }

/// Whether a change was found, and told. Numbers taken without a sign hold one bit more: where a calculation is beyond its width that is no better place.
bool tell_of_change(const mismatched_run& what, const time_left& time, bool with_signs, unsigned before, analysis::run_result& run) {
  const ptx::module module = launched_alone(what.code.module, what.before);
  edit_trials s(module, what, time);
  if (!s.start()) return false;
  std::vector<repair> found = s.repairs(before);
  if (found.empty() || s.lines() > most_repair_lines) return false;
  // A sum that starts from another number than 0 makes up for many a mistake: what is a number already goes first.
  std::stable_partition(found.begin(), found.end(), [](const repair& r) { return !r.what->open || r.what->open->now != 0; });
  const auto best = std::find_if(found.begin(), found.end(), [&](const repair& r) { return holds_for_others(module, r, what, time); });
  if (best == found.end() || time.seconds() <= 0) return false; // what time cut short may have missed other lines
  if (!with_signs && best->what->rank == ptx::ranks::signedness) return false;
  const ptx::instruction& at = module.functions[best->what->instead.function].body[best->what->at];
  std::vector<analysis::frame> others = places_of_others(found, *best);
  const ptx::function& changed = module.functions[best->what->instead.function];
  const auto is_told = [&](const analysis::frame& x) {
    const auto alike = [&](const analysis::frame& y) { return x.file == y.file && x.line == y.line; };
    return std::any_of(best->stack.begin(), best->stack.end(), alike) || std::any_of(others.begin(), others.end(), alike);
  };
  for (const auto& [at, text] : best->what->instead.instructions)
    if (auto with = places_of(module, changed, at); best->what->instead.instructions.size() <= most_repair_lines && !with.empty() && !best->stack.empty() && !is_told(with[0])) with[0].role = "changed with it", others.push_back(with[0]);
  if (const auto maker = maker_of(changed, best->what->at); maker && !best->stack.empty() && !changed.body[*maker].text.starts_with("ld"))
    if (auto made = places_of(module, changed, *maker); !made.empty() && made[0].line != best->stack[0].line)
      for (analysis::frame& f : made) f.role = "its operand is computed", others.push_back(std::move(f));
  const std::string written = lead_to_number(*best, what);
  for (finding& f : run.findings)
    if (differs(f)) tell(f, *best, at, s.lines(), written, others);
  return true;
}

} // namespace

void locate_by_edits(const mismatched_run& what, analysis::run_result& run) {
  if (std::none_of(run.findings.begin(), run.findings.end(), differs)) return;
  const time_left time(what.before.time_budget - run.seconds);
  const auto loss = find_loss(what, time);
  const bool calculates = loss && loss->calculates;
  // A loss says more than another small number does, one of a key's bits more than another mask.
  const unsigned before = !loss || !loss->mends ? ~0u : loss->cuts ? unsigned{ptx::ranks::signedness} : unsigned{ptx::ranks::neighbour};
  if (!(calculates && loss->mends) && tell_of_change(what, time, !calculates, before, run)) return;
  if (!loss || time.seconds() <= 0) return; // a change that time cut short would have gone before it
  for (finding& f : run.findings)
    if (differs(f)) tell(f, *loss, what.code.program->ops[loss->pc]);
}

} // namespace fpcheck::session
