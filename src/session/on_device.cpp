#include <fpcheck/session/on_device.hpp>

#include <fpcheck/analysis/source_stack.hpp>
#include <fpcheck/base/bits.hpp>
#include <fpcheck/base/judgement.hpp>
#include <fpcheck/device/run.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace fpcheck::session {
namespace {

using instrument::event;
using report::device_line;

constexpr std::uint32_t vanished_numbers = 8;                       // of which an integer keeps nothing, where more than that is chance
constexpr std::uint32_t lost_counts = 4;                            // of a literal, by which a counter stands
constexpr std::size_t most_replayed = 4;                            // blocks
constexpr std::uint64_t most_threads = std::uint64_t{1} << 18;      // of launches that are run whole where blocks cannot be

const ptx::function* kernel_of(const ptx::module& m, const std::string& name) {
  const auto at = std::find_if(m.functions.begin(), m.functions.end(), [&](const ptx::function& f) { return f.name == name && f.has_body; });
  return at == m.functions.end() ? nullptr : &*at;
}

double upper_number(std::uint64_t word) { return static_cast<double>(bit_cast<float>(static_cast<std::uint32_t>(word >> 32))); }

/// The cards' records as lines of a report.
class reader {
public:
  reader(const ptx::module& m, const exec::run_request& request, const device::arena_layout& where) : m_(m), request_(request), where_(where) {}

  void read(std::uint32_t launch, const instrument::rewritten& k, const std::vector<instrument::record>& records) {
    const ptx::function* const f = kernel_of(m_, request_.launches[launch].kernel);
    for (std::size_t n = 0; n < records.size(); ++n) {
      const instrument::record& r = records[n];
      if (is_quiet(k.sites[n].what, r)) continue;
      device_line l = line_of(k.sites[n], r);
      l.launch = launch, l.stack = analysis::source_stack(m_, f, k.sites[n].position);
      add(std::move(l));
    }
  }

  std::vector<device_line> take() {
    std::stable_sort(lines_.begin(), lines_.end(), [](const device_line& a, const device_line& b) { return std::tuple(a.what, -a.share) < std::tuple(b.what, -b.share); });
    return std::move(lines_);
  }

private:
  /// What addends in fixed point lost, over what they were.
  static double drift_of(const instrument::record& r) {
    return std::fabs(bit_cast<double>(r.worst_element)) / bit_cast<double>(r.worst_block);
  }
  static bool is_quiet(event what, const instrument::record& r) {
    static const judgement j;
    if (what == event::vanished) return r.over < j.vanished_addends || r.unknown != 0; // some of each is how rounding to steps is
    if (what == event::update_lost) return r.over < j.lost_updates;
    if (what == event::count_stands) return r.over < lost_counts;
    if (what == event::order_turned) return r.over == 0 || r.not_numbers == 0;
    if (what == event::fractions_lost) return r.over < vanished_numbers || r.unknown != 0 || 2 * r.not_numbers > r.over; // of small ones 0 is right
    if (what == event::drifted) return r.over < j.vanished_addends || !(drift_of(r) >= j.drift_share);
    if (what == event::zeroed) return r.over < j.least_ruined;
    if (r.over != 0 || r.unknown != 0 || r.not_numbers != 0 || r.unbounded != 0) return false;
    return what != event::stored || r.worst_block == 0;
  }
  device_line line_of(const instrument::site& s, const instrument::record& r) const {
    device_line l;
    static_assert(static_cast<int>(event::integer_lost) == static_cast<int>(device_line::event::integer_lost) && static_cast<int>(event::born) == static_cast<int>(device_line::event::born));
    l.what = static_cast<device_line::event>(s.what);
    l.ptx_line = s.ptx_line, l.instruction = s.text.substr(0, s.text.find(' '));
    const double half_ulps = upper_number(r.worst_block);
    l.ulps = half_ulps / 2, l.share = half_ulps / instrument::limit;
    l.block = static_cast<std::uint32_t>(r.worst_block);
    l.over = r.over, l.open = r.unknown, l.unbounded = r.unbounded;
    if (s.what == event::drifted) l.share = drift_of(r), l.ulps = l.share * instrument::limit / 2, l.block = 0; // of no block alone
    if (s.what == event::fractions_lost || s.what == event::order_turned) return l;
    (s.what == event::decided ? l.near : l.born) = r.not_numbers;
    if (s.what != event::stored || r.worst_element == 0) return l;
    if (const auto e = device::element_at(where_, request_, static_cast<std::uint32_t>(r.worst_element))) l.output = request_.buffers[e->buffer].name, l.element = e->index;
    return l;
  }

  /// One row for each line of the source; an unrolled loop has many sites there.
  void add(device_line l) {
    const auto key = [](const device_line& x) {
      const bool placed = !x.stack.empty() && x.stack[0].line != 0;
      return std::tuple(x.launch, x.what, placed ? x.stack[0].file : std::string(), placed ? x.stack[0].line : x.ptx_line);
    };
    const auto at = std::find_if(lines_.begin(), lines_.end(), [&](const device_line& x) { return key(x) == key(l); });
    if (at == lines_.end()) return lines_.push_back(std::move(l));
    l.over += at->over, l.open += at->open, l.born += at->born, l.unbounded += at->unbounded, l.near += at->near;
    if (l.share > at->share) return std::swap(*at, l);
    at->over = l.over, at->open = l.open, at->born = l.born, at->unbounded = l.unbounded, at->near = l.near;
  }

  const ptx::module& m_;
  const exec::run_request& request_;
  const device::arena_layout& where_;
  std::vector<device_line> lines_;
};

bool is_remarkable(const device_line& l) { return !is_cause(l.what) && (l.over != 0 || l.open != 0 || l.born != 0); }

/// The blocks of the worst numbers: those with events, then the largest error.
std::vector<std::uint64_t> worst_blocks(const std::vector<device_line>& lines) {
  std::vector<const device_line*> order;
  for (const device_line& l : lines)
    if (l.share > 0 && !report::is_cause(l.what)) order.push_back(&l);
  const auto rank = [](const device_line& l) { return std::tuple(is_remarkable(l), l.near != 0, l.share); };
  std::stable_sort(order.begin(), order.end(), [&](const device_line* a, const device_line* b) { return rank(*b) < rank(*a); });
  std::vector<std::uint64_t> out;
  for (const device_line* l : order)
    if (out.size() < most_replayed && std::find(out.begin(), out.end(), l->block) == out.end()) out.push_back(l->block);
  if (out.empty()) out.push_back(0);
  return out;
}

std::uint64_t threads_of(const exec::run_request& request) {
  std::uint64_t n = 0;
  for (const exec::launch& l : request.launches) n += l.grid.count() * l.block.count();
  return n;
}

device_findings::replay next_of(const exec::program& code, const exec::run_request& request) {
  using replay = device_findings::replay;
  if (request.launches.size() == 1 && !code.communicates) return replay::blocks;
  return threads_of(request) <= most_threads ? replay::whole : replay::none;
}

std::string why_no_blocks(const exec::run_request& request) { return request.launches.size() > 1 ? "blocks of several launches are not replayed alone" : "its blocks communicate, and none is replayed alone"; }

analysis::incomplete_note note_of(const device_line& l, std::string what) { return {std::move(what), l.stack, l.ptx_line}; }

/// What stays open unless all blocks are run by the engine.
void add_unjudged(device_findings& out, const exec::run_request& request) {
  for (const device_line& l : out.report.lines) {
    if (l.unbounded != 0) out.unjudged.push_back(note_of(l, report::grouped(l.unbounded) + " numbers were stored of which the card knows nothing"));
    if (out.next != device_findings::replay::none || !is_remarkable(l)) continue;
    const std::string what = l.what == device_line::event::stored    ? "numbers stored here are off by more than rounding may make, or not numbers"
                             : l.what == device_line::event::decided ? "decisions here are others than exact numbers make, or may be"
                                                                     : "numbers whose bits are taken here are off by more than rounding may make";
    out.unjudged.push_back(note_of(l, what + ", and whether their inputs are to blame is not known: " + why_no_blocks(request)));
  }
}

void add_gaps(device_findings& out, const ptx::module& m, const std::string& kernel, const instrument::rewritten& k) {
  for (const instrument::gap& g : k.gaps) {
    analysis::incomplete_note note{g.text.substr(0, g.text.find(' ')) + ": " + g.why, analysis::source_stack(m, kernel_of(m, kernel), g.position), g.ptx_line};
    const auto same = [&](const analysis::incomplete_note& n) { return n.what == note.what && (n.stack.empty() || note.stack.empty() ? n.ptx_line == note.ptx_line : n.stack[0].line == note.stack[0].line); };
    if (std::none_of(out.incomplete.begin(), out.incomplete.end(), same)) out.incomplete.push_back(std::move(note));
  }
}

void add_difference(device_findings& out, const device::difference& d, const exec::run_request& request) {
  const exec::buffer& b = request.buffers[d.buffer];
  const std::string where = b.name + '[' + std::to_string(d.byte / tensor::size_of(b.type)) + ']';
  if (d.unsteady) return out.notes.push_back("on the card " + where + " differs from run to run, without shadows too");
  out.incomplete.push_back({"with shadows the card leaves other bits in " + where + " than without: what is said of it may not hold", {}, 0});
}

/// Whether some output is nothing but zeros.
bool leaves_blank(const std::vector<std::vector<std::byte>>& after) {
  const auto is_zero = [](std::byte x) { return x == std::byte{}; };
  return std::any_of(after.begin(), after.end(), [&](const auto& b) { return !b.empty() && std::all_of(b.begin(), b.end(), is_zero); });
}

std::uint64_t output_elements(const exec::run_request& request) {
  std::uint64_t n = 0;
  for (const exec::buffer& b : request.buffers)
    if (b.role != exec::buffer_role::input) n += b.data.size() / tensor::size_of(b.type);
  return n;
}

} // namespace

result<void> check_card(const settings& s) {
  if (!s.card) return {};
  const std::string why = device::problem(s.card->number);
  if (why.empty()) return {};
  return tl::unexpected(diagnostic{"no device: " + why + "; run without --on gpu", {}, {}, {}, exit_code::incomplete});
}

namespace {

/// One run, in which the kernels look for effects only or for causes as well.
result<device_findings> look_on_card(const device::plan& how, const compiled& code, const exec::run_request& request, instrument::depth looks_for) {
  const auto kernels = device::rewrite_all(*code.program, request, how.domain, looks_for);
  if (!kernels) return tl::unexpected(kernels.error());
  const std::uint64_t bytes = device::memory_needed(device::layout_of(request, *kernels), *kernels);
  const progress bar("running on a card, with " + report::grouped((bytes + (1u << 20) - 1) >> 20) + " MiB of its memory");
  auto done = device::run(code.ptx, code.module, request, *kernels, how);
  if (!done) return tl::unexpected(done.error());
  return findings_of(code, request, *kernels, *std::move(done), how.domain);
}

bool tells(const device_line& l) { return is_remarkable(l) || l.near != 0; }

} // namespace

result<device_findings> find_on_card(const settings& s, const compiled& code, const exec::run_request& request) {
  const device::plan how{s.card->number, s.card->beside == card_choice::shadow::ball ? instrument::domain::ball : instrument::domain::f64, 0, s.time_budget};
  auto first = look_on_card(how, code, request, instrument::depth::effects);
  if (!first || std::none_of(first->report.lines.begin(), first->report.lines.end(), tells)) return first;
  auto again = look_on_card(how, code, request, instrument::depth::causes);
  if (!again) return first; // larger code may not fit, and only says where
  again->report.seconds = first->report.seconds;
  return again;
}

device_findings findings_of(const compiled& code, const exec::run_request& request, const std::vector<instrument::rewritten>& kernels, device::outcome&& done, instrument::domain beside) {
  device_findings out;
  const device::arena_layout where = device::layout_of(request, kernels);
  reader lines(code.module, request, where);
  for (std::uint32_t k = 0; k < done.launches.size(); ++k) {
    lines.read(k, kernels[k], done.launches[k].records);
    add_gaps(out, code.module, request.launches[k].kernel, kernels[k]);
    out.report.seconds += done.launches[k].seconds, out.report.bare_seconds += done.launches[k].bare_seconds;
  }
  out.report.card = done.card, out.report.shadow = beside == instrument::domain::ball ? "ball" : "f64";
  out.report.lines = lines.take();
  const auto of_fractions = [](const device_line& l) { return l.what == device_line::event::fractions_lost; };
  if (!leaves_blank(done.after)) std::erase_if(out.report.lines, of_fractions);
  const bool any = std::any_of(out.report.lines.begin(), out.report.lines.end(), [](const device_line& l) { return is_remarkable(l) || l.near != 0; });
  if (!any) out.report.lines.erase(std::remove_if(out.report.lines.begin(), out.report.lines.end(), [](const device_line& l) { return report::is_cause(l.what); }), out.report.lines.end());
  out.report.outputs = output_elements(request), out.report.bytes = done.bytes;
  out.report.same_bits = !done.other_bits;
  if (done.other_bits) add_difference(out, *done.other_bits, request);
  out.next = next_of(*code.program, request);
  if (out.next == device_findings::replay::blocks) out.blocks = worst_blocks(out.report.lines);
  add_unjudged(out, request);
  out.after = std::move(done.after);
  return out;
}

analysis::largest_error worst_stored(const exec::run_request& request, const std::vector<instrument::rewritten>& kernels, const std::vector<std::vector<instrument::record>>& records) {
  const device::arena_layout where = device::layout_of(request, kernels);
  analysis::largest_error out;
  for (std::size_t k = 0; k < records.size(); ++k)
    for (std::size_t n = 0; n < records[k].size(); ++n) {
      const instrument::record& r = records[k][n];
      if (kernels[k].sites[n].what != event::stored) continue;
      constexpr double most = 0x1p127; // of an exact value next to zero a record holds no larger one
      const double ulps = r.not_numbers != 0 ? INFINITY : std::min(upper_number(r.worst_block) / 2, most);
      if (!(ulps > out.ulps)) continue;
      out.ulps = ulps;
      if (const auto e = device::element_at(where, request, static_cast<std::uint32_t>(r.worst_element))) out.buffer = static_cast<std::uint32_t>(e->buffer), out.element = e->index;
    }
  return out;
}

result<analysis::checked> unreplayed(const exec::run_request& request) {
  analysis::checked out;
  out.result.kernel = request.launches.empty() ? "" : request.launches[0].kernel;
  out.result.shadow = "none";
  for (const exec::launch& l : request.launches) out.result.coverage.ctas_total += l.grid.count();
  return out;
}

void add_findings(device_findings&& found, report::case_report& r, exec::run_request& request) {
  using replay = device_findings::replay;
  analysis::run_result& run = *r.run;
  for (auto& n : found.incomplete) run.incomplete.push_back(std::move(n));
  const bool whole = found.next == replay::whole || run.coverage.ctas_run == run.coverage.ctas_total;
  if (!whole)
    for (auto& n : found.unjudged) run.incomplete.push_back(std::move(n));
  if (found.next == replay::none) r.notes.push_back("memory, races and barriers were not looked at: " + why_no_blocks(request));
  r.notes.insert(r.notes.end(), found.notes.begin(), found.notes.end());
  found.report.whole = whole, found.report.replayed = std::move(found.blocks);
  r.device = std::move(found.report);
  for (std::size_t k = 0; k < request.buffers.size(); ++k)
    if (!found.after[k].empty()) request.buffers[k].data = std::move(found.after[k]);
}

} // namespace fpcheck::session
