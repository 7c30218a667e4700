// Every number of the table of judgement, moved: a row names a wrong kernel of the corpus that passes, or is told otherwise, once the
// number is moved one way, and a sound one that is flagged once it is moved the other way. Both are run here.
//   corpus_judgement --corpus DIR --sources ROOT [--slice K/N] [--jobs N]
// Numbers that still stand in a source are not moved; that they stand where the table says is looked at in ROOT.
//   corpus_judgement --corpus DIR --survey x2,/2 [--rows NAME,NAME] [--jobs N]   which cases of the corpus each number moves
#include "cases.hpp"

#include <fpcheck/analysis/judged_check.hpp>
#include <fpcheck/base/judgement.hpp>
#include <fpcheck/session/case_words.hpp>
#include <fpcheck/session/run_case.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>

namespace {

using corpus::corpus_case, corpus::fail;
namespace fs = std::filesystem;
using fpcheck::judgement, fpcheck::judgement_row;

/// A compilation of a case.
struct subject {
  std::string name; ///< "bugs/05_sums:kernel", "#2" for its second case, " fast"
  corpus_case what;
  fs::path code;
};

std::vector<subject> subjects_of(const fs::path& root) {
  std::vector<subject> out;
  for (const char* set : {"bugs", "sound", "judgement"}) {
    if (!fs::exists(root / set)) continue;
    for (const corpus_case& c : corpus::cases_of(root / set))
      for (const bool fast : {false, true}) {
        const std::string stem = c.source.stem().string();
        const fs::path code = c.source.parent_path() / (stem + (fast ? ".fast.ptx" : ".ptx"));
        if (!fs::exists(code) || (fast && c.expected.no_fast) || c.expected.open >= 0 || c.expected.big) continue;
        const std::string number = c.number == 0 ? "" : '#' + std::to_string(c.number + 1);
        out.push_back({std::string(set) + '/' + stem + ':' + c.kernel + number + (fast ? " fast" : ""), c, code});
      }
  }
  return out;
}

namespace session = fpcheck::session;
namespace analysis = fpcheck::analysis;

analysis::options options_for(session::kernel_file& file, const session::bound_case& c) {
  analysis::options how;
  how.ranges = c.how.ranges;
  how.orders = c.how.orders;
  how.bitwise_orders = c.how.tolerance && c.how.tolerance->text == "bitwise";
  const auto is_changed = [&](const fpcheck::exec::launch& l) { return c.code->changed.contains(l.kernel); };
  if (std::any_of(c.request.launches.begin(), c.request.launches.end(), is_changed)) how.apart = c.code->apart.get();
  for (const std::string& f : c.code->module.files) how.sources.push_back(f.empty() ? f : file.resolve(f));
  return how;
}

/// The role of a row; the values of the last ones go on where `role` ends (src/exec/intended.hpp).
fpcheck::exec::role role_of(std::string_view name) {
  using fpcheck::exec::role;
  static const std::map<std::string_view, role> roles{
      {"magic_add", role::magic_add}, {"range_reduction", role::range_reduction}, {"pole", role::pole}, {"mixed_bits", role::mixed_bits}, {"eft_residual", role::eft_residual},
      {"narrow_accumulator", role::narrow_accumulator}, {"index", role::index}, {"split_part", role{512}}, {"wrap", role{1024}}, {"kept_logarithm", role{2048}}, {"guess", role{4096}}, {"half_up", role{8192}}, {"chosen_least", role{16384}}, {"chosen_most", role{32768}}};
  const auto at = roles.find(name);
  if (at == roles.end()) fail("no role is called " + std::string(name));
  return at->second;
}

/// Takes a role off every instruction. Returns how many had it.
std::size_t strip(fpcheck::exec::program& p, std::string_view name) {
  const auto bit = static_cast<unsigned>(role_of(name));
  std::size_t had = 0;
  for (fpcheck::exec::op& o : p.ops) {
    had += o.roles.has(role_of(name)) ? 1 : 0;
    fpcheck::exec::role_set kept;
    for (unsigned b = 1; b <= 32768; b *= 2)
      if (b != bit && o.roles.has(fpcheck::exec::role(b))) kept.add(fpcheck::exec::role(b));
    o.roles = kept;
  }
  return had;
}

/// The check of a case, without its reference; nothing where it cannot be run, or where no instruction has the role that it is to do `without`.
std::optional<analysis::run_result> run(const subject& s, const judgement& judged, std::string_view without = {}) {
  auto file = session::kernel_file::open(s.code.string(), s.what.source.string());
  if (!file) return std::nullopt;
  session::typed_case typed;
  typed.words = {s.code.string() + ':' + s.what.kernel};
  typed.words.insert(typed.words.end(), s.what.words.begin(), s.what.words.end());
  typed.launch = s.what.launch;
  typed.options = {{"seed", "1"}};
  const auto written = session::read_words(typed);
  const auto cases = written ? session::choose_cases(*file, *written) : fpcheck::result<std::vector<fpcheck::exec::case_text>>();
  if (!written || !cases || cases->size() != 1) return std::nullopt;
  session::case_source from;
  from.directory = s.what.source.parent_path().string();
  from.threads = 1;
  auto bound = session::bind_case(*file, (*cases)[0], from);
  if (!bound) return std::nullopt;
  std::size_t had = 0;
  for (fpcheck::exec::program* p : {bound->code->program.get(), bound->code->apart.get()})
    if (p != nullptr && !without.empty()) had += strip(*p, without);
  if (!without.empty() && had == 0) return std::nullopt;
  auto out = analysis::check(*bound->code->program, bound->request, options_for(*file, *bound), judged);
  return out ? std::optional(std::move(out->result)) : std::nullopt;
}

/// Whether a wrong kernel is told at its line, or a sound one passes.
bool meets_expectation(const subject& s, const analysis::run_result& r) {
  using analysis::finding;
  std::vector<const finding*> errors;
  for (const finding& f : r.findings)
    if (f.level == analysis::level::error && !f.suppressed) errors.push_back(&f);
  if (s.what.expected.clean) return r.verdict == fpcheck::exit_code::passed && errors.empty();
  const auto hits = [&](const finding* f) {
    if (!s.what.expected.rules.contains(std::string(analysis::id(f->rule)))) return false;
    if (s.what.expected.lines.empty()) return true;
    return std::any_of(f->stack.begin(), f->stack.end(), [&](const auto& frame) {
      return fs::path(frame.file).filename() == s.what.source.filename() && s.what.expected.lines.contains(frame.line);
    });
  };
  return r.verdict == fpcheck::exit_code::findings && errors.size() <= s.what.expected.max_findings && std::any_of(errors.begin(), errors.end(), hits);
}

std::string verdict_of(const analysis::run_result& r) {
  std::string out = std::to_string(static_cast<int>(r.verdict));
  for (const auto& f : r.findings)
    if (f.level == analysis::level::error) out += ' ' + std::string(analysis::id(f.rule)) + ':' + std::to_string(f.stack.empty() ? 0u : f.stack.back().line);
  return out;
}

double factor_of(const std::string& text) {
  if (text.size() < 2 || (text[0] != 'x' && text[0] != '/')) fail("a factor is xN or /N, not '" + text + "'");
  const double n = std::stod(text.substr(1));
  return text[0] == 'x' ? n : 1 / n;
}

/// "bugs/05_sums:kernel @ x2".
struct demonstration {
  const judgement_row* row;
  std::string name;
  double factor;
};
std::optional<demonstration> read(const judgement_row& row, std::string_view text) {
  if (text.empty()) return std::nullopt;
  if (row.what == judgement_row::kind::role) return demonstration{&row, std::string(text), 1};
  const auto at = text.find(" @ ");
  if (at == std::string_view::npos) fail(std::string(row.name) + ": '" + std::string(text) + "' has no factor");
  return demonstration{&row, std::string(text.substr(0, at)), factor_of(std::string(text.substr(at + 3)))};
}

class bench {
public:
  explicit bench(const fs::path& root) : all_(subjects_of(root)) {}
  const std::vector<subject>& all() const { return all_; }
  const subject& find(const std::string& name) const {
    const auto at = std::find_if(all_.begin(), all_.end(), [&](const subject& s) { return s.name == name; });
    if (at == all_.end()) fail("the corpus has no case " + name);
    return *at;
  }
  /// Whether the expectation of `s` holds with the table as it is.
  bool holds(const subject& s) {
    {
      const std::lock_guard guard(lock_);
      if (const auto known = holds_.find(s.name); known != holds_.end()) return known->second;
    }
    const auto r = run(s, {});
    const bool ok = r && meets_expectation(s, *r);
    const std::lock_guard guard(lock_);
    return holds_[s.name] = ok;
  }

private:
  std::vector<subject> all_;
  std::mutex lock_;
  std::map<std::string, bool> holds_;
};

/// Runs `f(0)` to `f(count - 1)` on `jobs` threads.
template <class F>
void for_all(std::size_t count, unsigned jobs, F f) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t k = next++; k < count; k = next++) f(k);
  };
  std::vector<std::thread> workers;
  for (unsigned k = 1; k < jobs; ++k) workers.emplace_back(work);
  work();
  for (std::thread& w : workers) w.join();
}

struct options {
  std::string corpus, sources, survey, rows;
  unsigned slice = 0, slices = 1, jobs = 1;
};

std::vector<std::string> words(const std::string& list) {
  std::vector<std::string> out;
  std::istringstream in(list);
  for (std::string w; std::getline(in, w, ',');) out.push_back(w);
  return out;
}

/// Cases that take longer are not looked at: the survey runs all of them for every row.
constexpr double most_seconds = 0.5;

/// The table with every number multiplied.
judgement all_moved(double factor) {
  judgement j;
  for (const judgement_row& row : fpcheck::judgement_table())
    if (row.what == judgement_row::kind::judged && row.name != "exact_bits") j = fpcheck::moved_judgement(j, row, factor); // there are no more bits
  return j;
}

struct known_case {
  const subject* what;
  std::string verdict;
};

/// The cases that meet their expectations in little time.
std::vector<known_case> quick_cases(const bench& b) {
  std::vector<known_case> out;
  for (const subject& s : b.all()) {
    const auto start = std::chrono::steady_clock::now();
    const auto r = run(s, {});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!r || !meets_expectation(s, *r)) std::printf("unmet %s\n", s.name.c_str());
    else if (seconds > most_seconds) std::printf("slow %s %.2f\n", s.name.c_str(), seconds);
    else out.push_back({&s, verdict_of(*r)});
  }
  return out;
}

/// What each number does to the cases that all of them together, moved, do something to.
int survey(const bench& b, const options& o) {
  const std::vector<known_case> cases = quick_cases(b);
  const auto wanted = words(o.rows);
  for (const std::string& factor : words(o.survey)) {
    std::vector<const known_case*> open;
    std::mutex lock;
    for_all(cases.size(), o.jobs, [&](std::size_t k) {
      const auto r = run(*cases[k].what, all_moved(factor_of(factor)));
      const std::lock_guard guard(lock);
      if (!r || verdict_of(*r) != cases[k].verdict) open.push_back(&cases[k]);
    });
    std::printf("%zu of %zu cases depend on numbers %s\n", open.size(), cases.size(), factor.c_str());
    for (const judgement_row& row : fpcheck::judgement_table()) {
      if (row.what != judgement_row::kind::judged || (!wanted.empty() && std::find(wanted.begin(), wanted.end(), row.name) == wanted.end())) continue;
      const judgement moved = fpcheck::moved_judgement({}, row, factor_of(factor));
      for_all(open.size(), o.jobs, [&](std::size_t k) {
        const auto r = run(*open[k]->what, moved);
        if (r && meets_expectation(*open[k]->what, *r)) return;
        const std::lock_guard guard(lock);
        std::printf("%s %s %s %s | %s -> %s\n", open[k]->what->what.expected.clean ? "fires" : "missed", std::string(row.name).c_str(), factor.c_str(), open[k]->what->name.c_str(),
                    open[k]->verdict.c_str(), r ? verdict_of(*r).c_str() : "?");
        std::fflush(stdout);
      });
    }
  }
  for (const judgement_row& row : fpcheck::judgement_table()) {
    if (row.what != judgement_row::kind::role || (!wanted.empty() && std::find(wanted.begin(), wanted.end(), row.name) == wanted.end())) continue;
    for (const known_case& c : cases) {
      const auto r = run(*c.what, {}, row.name);
      if (!r || meets_expectation(*c.what, *r)) continue;
      std::printf("%s %s | %s | %s -> %s\n", c.what->what.expected.clean ? "fires" : "missed", std::string(row.name).c_str(), c.what->name.c_str(), c.verdict.c_str(), verdict_of(*r).c_str());
      std::fflush(stdout);
    }
  }
  return EXIT_SUCCESS;
}

/// What is wrong with one demonstration; empty if nothing is.
std::string check(bench& b, const demonstration& d, bool wants_clean) {
  const subject& s = b.find(d.name);
  const std::string what = std::string(d.row->name) + ": " + d.name;
  if (s.what.expected.clean != wants_clean) return what + (wants_clean ? " is not sound" : " is not wrong");
  if (!b.holds(s)) return what + " does not meet its expectation with the table as it is";
  const bool is_role = d.row->what == judgement_row::kind::role;
  const auto r = is_role ? run(s, {}, d.row->name) : run(s, fpcheck::moved_judgement({}, *d.row, d.factor));
  if (!r || meets_expectation(s, *r)) return what + " does not depend on it: " + (is_role ? "without it" : "with " + fpcheck::threshold_text(d.row->value * d.factor)) + " the verdict is the same";
  return {};
}

/// Numbers that are not where the table says, of those that stand in a source.
std::size_t count_astray(const std::string& root) {
  std::size_t astray = 0;
  for (const judgement_row& row : fpcheck::judgement_table()) {
    if (row.file.empty()) continue;
    std::ifstream in(fs::path(root) / row.file);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (text.find(row.text) == std::string::npos) std::printf("FAIL %s: '%s' does not stand in %s\n", std::string(row.name).c_str(), std::string(row.text).c_str(), std::string(row.file).c_str()), ++astray;
  }
  return astray;
}

int ablate(bench& b, const options& o) {
  struct job {
    demonstration what;
    bool wants_clean;
  };
  std::vector<job> jobs;
  std::size_t derived = 0, standing = 0, whole = 0, half = 0, unproved = 0, failed = count_astray(o.sources);
  for (const judgement_row& row : fpcheck::judgement_table()) {
    using kind = judgement_row::kind;
    const auto missed = read(row, row.missed), fires = read(row, row.fires);
    if (row.what == kind::judged && missed && fires && (missed->factor > 1) == (fires->factor > 1)) std::printf("FAIL %s: both cases move it the same way\n", std::string(row.name).c_str()), ++failed;
    if (missed) jobs.push_back({*missed, false});
    if (fires) jobs.push_back({*fires, true});
    ++(row.what == kind::derived ? derived : row.what == kind::standing ? standing : missed && fires ? whole : missed || fires ? half : unproved);
  }
  std::mutex print;
  std::size_t ran = 0;
  for_all(jobs.size(), o.jobs, [&](std::size_t k) {
    if (k % o.slices != o.slice) return;
    const std::string wrong = check(b, jobs[k].what, jobs[k].wants_clean);
    const std::lock_guard guard(print);
    ++ran;
    if (!wrong.empty()) std::printf("FAIL %s\n", wrong.c_str()), ++failed;
  });
  std::printf("%zu of %zu demonstrations run, %zu failed; rows: %zu shown both ways, %zu one way, %zu by no case, %zu derived, %zu in a source\n", ran, jobs.size(), failed, whole, half, unproved, derived, standing);
  return failed == 0 && ran != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

options parse(int argc, char** argv) {
  options o;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--corpus") o.corpus = value;
    else if (name == "--sources") o.sources = value;
    else if (name == "--survey") o.survey = value;
    else if (name == "--rows") o.rows = value;
    else if (name == "--jobs") o.jobs = static_cast<unsigned>(std::stoul(value));
    else if (name == "--slice" && value.find('/') != std::string::npos) {
      o.slice = static_cast<unsigned>(std::stoul(value)), o.slices = static_cast<unsigned>(std::stoul(value.substr(value.find('/') + 1)));
    } else fail("unknown option " + name);
  }
  if (o.corpus.empty() || (o.survey.empty() && o.sources.empty()) || o.slices == 0 || o.slice >= o.slices) fail("--corpus DIR and --sources ROOT, or --survey FACTORS, are needed");
  return o;
}

} // namespace

int main(int argc, char** argv) {
  try {
    const options o = parse(argc, argv);
    bench b(o.corpus);
    return o.survey.empty() ? ablate(b, o) : survey(b, o);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "corpus_judgement: %s\n", e.what());
    return 2;
  }
}
