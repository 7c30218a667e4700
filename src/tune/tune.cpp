#include <fpcheck/tune/tune.hpp>

#include <fpcheck/analysis/variant_runs.hpp>
#include <fpcheck/session/interrupt.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace fpcheck::tune {
namespace {

using analysis::variation;
using analysis::variation_result;
using exec::number;

/// Runs beyond which no more lines are looked at one by one.
constexpr std::size_t most_lines = 40;

std::string short_number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", v);
  return text;
}

double largest_error(const variation_result& r) {
  if (!r.failure.empty()) return INFINITY;
  double out = 0;
  for (const analysis::output_error& e : r.outputs) out = std::max(out, e.nonfinite != 0 ? INFINITY : e.largest_ulps);
  return out;
}

/// A way to compute otherwise.
struct way {
  const char* name;
  number format;
  int precision_factor; ///< of the instruction's own precision, where there is no format
};
constexpr way f64_way{"f64", number::f64, 0}, twice{"kahan", number::none, 2}, bf16_way{"bf16", number::bf16, 0}, f16_way{"f16", number::f16, 0};

/// Bits that an operation of this format moves through its unit.
double width_of(number n) {
  if (n == number::f64) return 64;
  const format_row* row = exec::row_of_number(n);
  return row == nullptr || row->box_shift != 0 ? 32 : std::max(row->bits, 8); // a number of binary32's register takes all of it
}
/// What an operation costs that is computed so, of what it costs as it is: a compensated one takes about four.
double factor_of(const way& w, number own) { return w.precision_factor != 0 ? 4 : width_of(w.format) / width_of(own); }

class search {
public:
  search(const session::kernel_file& file, const session::bound_case& c, analysis::variant_runs runs, double bound) : file_(file), case_(c), runs_(std::move(runs)) { out_.bound = bound; }

  result<tuning> all(const std::vector<analysis::line_error>& blamed) {
    find_lines(blamed);
    out_.error = largest_error(runs_.as_it_is());
    out_.operations = runs_.as_it_is().operations;
    out_.repairs = !(out_.error <= out_.bound);
    const auto ok = out_.repairs ? widen() : narrow();
    if (!ok) return tl::unexpected(ok.error());
    return std::move(out_);
  }

  /// One run with some lines narrower or wider.
  result<trial> once(const std::vector<proposal>& proposals) {
    find_lines({});
    std::vector<std::pair<std::size_t, way>> changes;
    for (const proposal& p : proposals)
      for (std::size_t k = 0; k < out_.lines.size(); ++k)
        for (const way& w : {f64_way, bf16_way, f16_way})
          if (out_.lines[k].line == p.line && p.change == w.name) changes.emplace_back(k, w);
    return attempt(changes, combined(changes));
  }

private:
  using set = std::vector<std::size_t>; ///< of out_.lines

  /// The lines of the kernel's own file, those with the largest part of the error first.
  void find_lines(const std::vector<analysis::line_error>& blamed) {
    const std::string source = file_.source_path().empty() ? "" : file_.shown(file_.source_path());
    std::map<std::uint32_t, line_group> groups;
    for (const std::uint32_t pc : analysis::all_operations(*case_.code->program)) {
      if (!may_run(pc)) continue;
      for (const analysis::frame& f : analysis::source_stack(*case_.code->program, pc))
        if (source.empty() || file_.shown(f.file) == source) {
          line_group& g = groups[f.line];
          g.line = f.line;
          g.pcs.push_back(pc);
          break;
        }
    }
    for (const analysis::line_error& e : blamed)
      for (const analysis::frame& f : e.stack)
        if (const auto g = groups.find(f.line); g != groups.end()) {
          g->second.share += e.share;
          break;
        }
    for (auto& [line, g] : groups) out_.lines.push_back(std::move(g));
    std::stable_sort(out_.lines.begin(), out_.lines.end(), [](const line_group& a, const line_group& b) { return a.share > b.share; });
  }

  /// Whether it stands in a kernel that is launched, or in a function that one may call.
  bool may_run(std::uint32_t pc) const {
    for (const exec::function_code& f : case_.code->program->functions)
      if (pc >= f.first && pc < f.first + f.count)
        return !f.source->is_entry || std::any_of(case_.request.launches.begin(), case_.request.launches.end(), [&](const exec::launch& l) { return l.kernel == f.source->name; });
    return false;
  }

  std::string text_of(const set& lines, const char* change) const {
    std::vector<std::uint32_t> numbers;
    for (const std::size_t k : lines) numbers.push_back(out_.lines[k].line);
    std::sort(numbers.begin(), numbers.end());
    std::string text = numbers.size() == 1 ? "line " : "lines ";
    for (std::size_t k = 0; k < numbers.size(); ++k) text += (k == 0 ? "" : ", ") + std::to_string(numbers[k]);
    return text + ": " + change;
  }
  result<trial> attempt(const std::vector<std::pair<std::size_t, way>>& changes, std::string text) {
    variation v;
    v.text = text;
    std::map<std::uint32_t, exec::variant_change> by_pc;
    double factors = 0;
    for (const auto& [k, w] : changes)
      for (const std::uint32_t pc : out_.lines[k].pcs) {
        exec::variant_change c;
        c.pc = pc, c.format = w.format;
        if (w.precision_factor != 0) c.precision = w.precision_factor * exec::limits_of(case_.code->program->ops[pc].format).precision;
        if (by_pc.insert_or_assign(pc, c).second) factors += factor_of(w, case_.code->program->ops[pc].format);
      }
    for (const auto& [pc, c] : by_pc) v.plan.changes.push_back(c);
    const auto r = runs_.run(v);
    if (!r) return tl::unexpected(r.error());
    trial t{std::move(text), largest_error(*r), r->changed, false};
    if (r->operations != 0 && !by_pc.empty())
      t.cost += static_cast<double>(r->changed) / static_cast<double>(r->operations) * (factors / static_cast<double>(by_pc.size()) - 1);
    t.good = t.error <= out_.bound;
    out_.trials.push_back(t);
    return t;
  }
  result<trial> attempt(const set& lines, const way& w) {
    std::vector<std::pair<std::size_t, way>> changes;
    for (const std::size_t k : lines) changes.emplace_back(k, w);
    return attempt(changes, text_of(lines, w.name));
  }

  void propose(const set& lines, const way& w, const trial& t) {
    for (const std::size_t k : lines) out_.proposals.push_back({out_.lines[k].line, w.name});
    out_.proposed_error = t.error, out_.proposed_operations = t.changed, out_.proposed_cost = t.cost;
  }

  /// The fewest lines in `w` that bring the outputs within the bound.
  result<void> widen() {
    const way w = case_.code->program->has_f64 && works_in_f64() ? twice : f64_way;
    set lines(out_.lines.size());
    for (std::size_t k = 0; k < lines.size(); ++k) lines[k] = k;
    auto t = attempt(lines, w);
    if (!t) return tl::unexpected(t.error());
    if (!t->good) return {};
    if (const auto ok = shorten(lines, *t, w); !ok) return ok;
    if (const auto ok = drop_needless(lines, *t, w); !ok) return ok;
    propose(lines, w, *t);
    if (w.precision_factor == 0 && !session::interrupted()) {
      const auto k = attempt(lines, twice);
      if (!k) return tl::unexpected(k.error());
      if (k->good) out_.alternatives.push_back(text_of(lines, "kahan") + " (" + short_number(k->error) + " ulp)");
    }
    return {};
  }
  bool works_in_f64() const {
    return std::any_of(case_.code->program->ops.begin(), case_.code->program->ops.end(), [](const exec::op& o) { return o.fp && o.format == number::f64 && o.source_format == number::none; }) &&
           std::none_of(case_.code->program->ops.begin(), case_.code->program->ops.end(), [](const exec::op& o) { return o.fp && o.format == number::f32 && o.source_format == number::none; });
  }
  /// Lines are in order of their share of the error: the first few are enough, and how many is halved out.
  result<void> shorten(set& lines, trial& best, const way& w) {
    std::size_t low = 0, high = lines.size(); // low lines are too few
    while (high - low > 1 && !session::interrupted()) {
      const std::size_t middle = low + (high - low) / 2;
      const set few(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(middle));
      const auto t = attempt(few, w);
      if (!t) return tl::unexpected(t.error());
      if (t->good) high = middle, best = *t;
      else low = middle;
    }
    lines.resize(high);
    return {};
  }
  /// Without which the rest is still good, last ones first.
  result<void> drop_needless(set& lines, trial& best, const way& w) {
    for (std::size_t k = lines.size(); k-- > 0 && lines.size() > 1 && !session::interrupted();) {
      set fewer = lines;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
      const auto t = attempt(fewer, w);
      if (!t) return tl::unexpected(t.error());
      if (t->good) lines = std::move(fewer), best = *t;
    }
    return {};
  }

  /// The lines that may be narrower all together: each that may be alone, those with the most operations first.
  result<void> narrow() {
    struct candidate { std::size_t line; way how; std::uint64_t operations; };
    std::vector<candidate> candidates;
    for (std::size_t k = 0; k < std::min(out_.lines.size(), most_lines) && !session::interrupted(); ++k)
      for (const way& w : {bf16_way, f16_way}) {
        const auto t = attempt(set{k}, w);
        if (!t) return tl::unexpected(t.error());
        out_.lines[k].operations = t->changed;
        if (!t->good) continue;
        candidates.push_back({k, w, t->changed});
        break;
      }
    std::stable_sort(candidates.begin(), candidates.end(), [](const candidate& a, const candidate& b) { return a.operations > b.operations; });
    std::vector<std::pair<std::size_t, way>> kept;
    for (const candidate& c : candidates) {
      if (session::interrupted()) break;
      auto more = kept;
      more.emplace_back(c.line, c.how);
      const auto t = attempt(more, combined(more));
      if (!t) return tl::unexpected(t.error());
      if (!t->good) continue;
      kept = std::move(more);
      out_.proposed_error = t->error, out_.proposed_operations = t->changed, out_.proposed_cost = t->cost;
    }
    for (const auto& [k, w] : kept) out_.proposals.push_back({out_.lines[k].line, w.name});
    return {};
  }
  std::string combined(const std::vector<std::pair<std::size_t, way>>& changes) const {
    std::string text;
    for (const auto& [k, w] : changes) text += (text.empty() ? "" : "; ") + text_of({k}, w.name);
    return text;
  }

  const session::kernel_file& file_;
  const session::bound_case& case_;
  analysis::variant_runs runs_;
  tuning out_;
};

} // namespace

result<tuning> tune(const session::kernel_file& file, const session::bound_case& c, const std::vector<analysis::line_error>& blamed, double bound) {
  auto runs = analysis::variant_runs::start(*c.code->program, c.request, &session::interrupted());
  if (!runs) return tl::unexpected(runs.error());
  return search(file, c, *std::move(runs), bound).all(blamed);
}

std::vector<trial> pareto_front(const tuning& t) {
  std::vector<trial> all = t.trials;
  all.push_back({"as it is", t.error, 0, !t.repairs, 1});
  std::stable_sort(all.begin(), all.end(), [](const trial& a, const trial& b) { return a.cost != b.cost ? a.cost < b.cost : a.error < b.error; });
  std::vector<trial> out;
  for (trial& x : all)
    if (out.empty() ? x.error < INFINITY : x.error < out.back().error) out.push_back(std::move(x));
  return out;
}

result<trial> try_proposals(const session::kernel_file& file, const session::bound_case& c, const std::vector<proposal>& proposals, double bound) {
  auto runs = analysis::variant_runs::start(*c.code->program, c.request, &session::interrupted());
  if (!runs) return tl::unexpected(runs.error());
  return search(file, c, *std::move(runs), bound).once(proposals);
}

} // namespace fpcheck::tune
