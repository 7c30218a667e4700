#include "case_trial.hpp"

#include <fpcheck/launch/case.hpp>
#include <fpcheck/launch/word.hpp>
#include <fpcheck/session/run_case.hpp>

#include <algorithm>
#include <regex>
#include <set>

namespace fpcheck::cli {
namespace {

constexpr std::uint64_t most_elements = 1 << 22, most_allocated = 1 << 24; ///< of a buffer; where the source says how many
constexpr std::int64_t most_shared = 227 * 1024; ///< bytes that a block of sm_90 can have
constexpr int most_rounds = 64;

/// A shape and how many elements it has.
struct candidate {
  std::string text;
  std::uint64_t elements;
  std::uint64_t at_host = 0; ///< elements in the host code's sizes; 0: it does not give them all
  bool padded = false;       ///< no product of sizes
};

/// The blocks of the grid along each axis, all of them, and all threads: what kernels have an element for.
std::vector<candidate> counts_of(const guessed_case& c) {
  launch::dimensions names;
  for (const auto& [name, value] : c.values)
    if (value.size() < 10 && !value.empty() && value.find_first_not_of("0123456789") == std::string::npos) names.define(name, std::stol(value));
  const auto extents = [&](std::string text) {
    if (text.starts_with('(') && text.ends_with(')') && text.find(',') != std::string::npos) text = text.substr(1, text.size() - 2);
    std::vector<candidate> out;
    for (const launch::word& w : launch::split_top_level({text, {}, ""}, ',')) {
      candidate one;
      for (const char ch : w.text)
        if (ch != ' ') one.text += ch;
      const auto n = names.evaluate({one.text, {}, ""});
      if (!n || *n < 1 || *n > static_cast<std::int64_t>(most_elements)) return std::vector<candidate>{};
      one.elements = static_cast<std::uint64_t>(*n);
      out.push_back(std::move(one));
    }
    return out;
  };
  const std::vector<candidate> grid = extents(c.grid), block = extents(c.block);
  std::vector<candidate> out = grid;
  const auto product = [&](const std::vector<const std::vector<candidate>*>& lists) {
    candidate all{"", 1};
    for (const auto* list : lists)
      for (const candidate& one : *list) {
        if (one.elements == 1) continue;
        all.text += (all.text.empty() ? "" : "x") + one.text;
        all.elements *= one.elements;
        if (all.elements > most_elements) return;
      }
    if (!all.text.empty()) out.push_back(std::move(all));
  };
  product({&grid}), product({&grid, &block});
  return out;
}

/// The products of up to three dimensions, smallest first; of equal ones that with fewer factors. Then powers of two beyond them.
std::vector<candidate> candidates_of(const guessed_case& c) {
  const std::vector<std::pair<std::string, std::int64_t>> d = c.dimensions();
  std::vector<candidate> out{{"1", 1, 1}};
  const auto add = [&](std::initializer_list<std::size_t> factors) {
    candidate one{"", 1, 1};
    for (const std::size_t k : factors) {
      const auto host = c.at_host.find(d[k].first);
      one.text += (one.text.empty() ? "" : "x") + d[k].first;
      one.elements *= static_cast<std::uint64_t>(d[k].second);
      one.at_host *= host == c.at_host.end() || host->second <= 0 ? 0 : static_cast<std::uint64_t>(host->second);
      if (one.elements > most_elements) return;
    }
    out.push_back(std::move(one));
  };
  for (std::size_t i = 0; i < d.size(); ++i) add({i});
  for (std::size_t i = 0; i < d.size(); ++i)
    for (std::size_t j = i; j < d.size(); ++j) add({i, j}); // squares too: matrices of one size
  for (std::size_t i = 0; i < d.size(); ++i)
    for (std::size_t j = i + 1; j < d.size(); ++j)
      for (std::size_t k = j + 1; k < d.size(); ++k) add({i, j, k});
  for (candidate& one : counts_of(c)) out.push_back(std::move(one));
  for (const std::int64_t n : c.constants) out.push_back({std::to_string(n), static_cast<std::uint64_t>(n), 0, false});
  for (std::uint64_t n = 2; n <= most_elements; n *= 2) out.push_back({std::to_string(n), n, 0, true});
  for (const guessed_buffer& b : c.buffers)
    if (b.allocated > 1 && b.allocated <= most_allocated) out.push_back({std::to_string(b.allocated), b.allocated, b.allocated, false});
  std::stable_sort(out.begin(), out.end(), [](const candidate& a, const candidate& b) { return a.elements < b.elements; });
  out.erase(std::unique(out.begin(), out.end(), [](const candidate& a, const candidate& b) { return a.elements == b.elements; }), out.end());
  return out;
}

/// What "4-byte access 2048 bytes into 'x' of 1024 bytes" tells: the buffer, the bytes that it would have to have, and those that it has.
struct stray_access {
  std::string buffer; ///< empty: dynamic shared memory
  std::uint64_t needs = 0, has = 1;
};
std::optional<stray_access> stray_in(const std::string& message) {
  static const std::regex form(R"(^(\d+)-byte access (\d+) bytes into '([^']*)' of (\d+) bytes)"), shared(R"(^(\d+)-byte access at (?:\S+, )?byte (\d+) of shared )");
  std::smatch m;
  if (std::regex_search(message, m, form) && m[2].length() <= 15) return stray_access{m[3], std::stoull(m[1]) + std::stoull(m[2]), std::max<std::uint64_t>(std::stoull(m[4]), 1)};
  if (std::regex_search(message, m, shared) && m[2].length() <= 9) return stray_access{"", std::stoull(m[1]) + std::stoull(m[2]), 1};
  return std::nullopt;
}

bool is_stray(const analysis::finding& f) { return f.rule == analysis::rule::out_of_bounds || f.rule == analysis::rule::null_access; }

class fitting {
public:
  fitting(guessed_case guess, session::kernel_file& file, std::clock_t deadline) : best_(std::move(guess)), file_(file), deadline_(deadline), candidates_(candidates_of(best_)) {}

  /// Why the last case could not be run.
  std::string error() const { return error_.substr(0, error_.find('\n')); }

  std::optional<trial> run() {
    const bool shared_known = best_.shared_of_host;
    for (guessed_buffer& b : best_.buffers) b.shape = "1", at_[b.name] = 0;
    for (int round = 0; round < most_rounds && std::clock() < deadline_; ++round) {
      const auto r = tried();
      if ((!r || !r->run) && best_.instantiated.empty() && best_.kernel.find('<') != std::string::npos) { // its launch may stand where nothing is compiled
        best_.instantiated = best_.scope + best_.kernel;
        continue;
      }
      if ((!r || !r->run) && (fits_launch_bounds() || fits_clusters())) continue;
      if (!r || !r->run) return std::nullopt;
      if (grow(*r->run, shared_known)) continue;
      if (settled_ || !settle(*r->run)) return finished(*r->run);
      settled_ = true;
    }
    return trial{best_, {.unfinished = true}, {"its fitting took too long: its sizes may not fit"}};
  }

private:
  /// One run, of the words as a comment would hold them.
  std::optional<report::case_report> tried(const std::string& shadow = "none") {
    const auto words = launch::split_words(best_.text() + " --time 5 --shadow " + shadow, 0, launch::command_line_name, 1);
    launch::case_text text;
    if (!words) return std::nullopt;
    auto read = launch::parse_launch(*words, text.options);
    if (!read) return std::nullopt;
    text.launches.push_back(*std::move(read));
    report::case_report r = session::run_case(file_, text, {});
    error_ = r.errors.empty() ? std::string() : r.errors.front().message;
    return r.errors.empty() ? std::optional(std::move(r)) : std::nullopt;
  }

  /// Gives the block as many threads as the launch bounds allow, if that is what was wrong.
  bool fits_launch_bounds() {
    static const std::regex form(R"(launch bounds allow (\d+) threads)");
    std::smatch m;
    if (!std::regex_search(error_, m, form) || best_.block == m[1]) return false;
    best_.block = m[1];
    return true;
  }

  /// Gives the grid as many blocks as a cluster has, if that is what was wrong.
  bool fits_clusters() {
    static const std::regex form(R"(does not divide into clusters of (\d+) x (\d+) x (\d+))");
    std::smatch m;
    if (clustered_ || !std::regex_search(error_, m, form)) return false;
    clustered_ = true;
    std::vector<std::string> axes;
    const bool several = best_.grid.starts_with('(');
    for (const launch::word& w : launch::split_top_level({several ? best_.grid.substr(1, best_.grid.size() - 2) : best_.grid, {}, ""}, ',')) axes.push_back(w.text);
    axes.resize(3, "1");
    for (std::size_t i = 0; i < 3; ++i)
      if (m[static_cast<long>(i) + 1] != "1") axes[i] = axes[i] == "1" ? m[static_cast<long>(i) + 1].str() : "cdiv(" + axes[i] + ", " + m[static_cast<long>(i) + 1].str() + ") * " + m[static_cast<long>(i) + 1].str();
    while (axes.size() > 1 && axes.back() == "1") axes.pop_back();
    best_.grid = axes.size() == 1 ? axes[0] : "(" + axes[0] + "," + axes[1] + (axes.size() > 2 ? "," + axes[2] : "") + ")";
    return true;
  }

  /// Makes the buffers larger that an access left; whether there was one.
  bool grow(const analysis::run_result& run, bool shared_known) {
    bool grown = false;
    std::set<std::string> seen;
    for (const analysis::finding& f : run.findings) {
      const auto stray = is_stray(f) ? stray_in(f.message) : std::nullopt;
      if (!stray || !seen.insert(stray->buffer).second) continue;
      if (stray->buffer.empty()) grown = (!shared_known && grow_shared(stray->needs)) || grown;
      const auto b = std::find_if(best_.buffers.begin(), best_.buffers.end(), [&](const guessed_buffer& x) { return x.name == stray->buffer; });
      if (b == best_.buffers.end()) continue;
      const std::size_t now = at_[b->name];
      const auto next_of = [&](bool padded) { // sizes of the case first: what a first stray needs, its neighbours exceed
        std::size_t next = now + 1;
        while (next < candidates_.size() && (candidates_[next].padded != padded || candidates_[next].elements * (stray->has / candidates_[now].elements) < stray->needs || is_anothers(candidates_[next], *b))) ++next;
        return next;
      };
      std::size_t next = next_of(false);
      if (next >= candidates_.size()) next = next_of(true);
      if (next >= candidates_.size() || is_beyond_allocation(*b, candidates_[next])) continue;
      at_[b->name] = next;
      b->shape = candidates_[next].text;
      grown = true;
    }
    return grown;
  }
  /// What the host code allocates for one buffer says nothing of the others.
  static bool is_anothers(const candidate& c, const guessed_buffer& b) { return c.at_host == c.elements && c.text == std::to_string(c.elements) && c.elements != 1 && c.elements != b.allocated && !c.padded; }
  /// Whether a shape is more than what the host code allocates: what lies there is the kernel's fault.
  bool is_beyond_allocation(const guessed_buffer& b, const candidate& c) const {
    if (b.allocated == 0) return false;
    if (best_.is_whole) return c.elements > b.allocated;
    const auto own = std::find_if(candidates_.begin(), candidates_.end(), [&](const candidate& x) { return x.at_host == b.allocated && !x.padded && x.text != std::to_string(x.elements); });
    return own != candidates_.end() && c.elements > own->elements;
  }
  bool grow_shared(std::uint64_t needs) {
    if (best_.shared.empty()) return false; // its variables have sizes of their own
    std::int64_t now = 0, more = 1024;
    for (const char c : best_.shared)
      if (c >= '0' && c <= '9' && now < most_shared) now = now * 10 + (c - '0');
    while (more < static_cast<std::int64_t>(needs)) more *= 2;
    more = std::min(more, most_shared);
    if (more <= now || static_cast<std::int64_t>(needs) > most_shared) return false;
    best_.shared = std::to_string(more);
    return true;
  }

  /// What the runs say of the buffers' roles; whether anything was changed.
  bool settle(const analysis::run_result& run) {
    const std::vector<guessed_buffer> before = best_.buffers;
    for (guessed_buffer& b : best_.buffers) {
      const auto about = [&](analysis::rule rule) {
        return std::any_of(run.findings.begin(), run.findings.end(), [&](const analysis::finding& f) { return f.rule == rule && f.message.find('\'' + b.name + '\'') != std::string::npos; });
      };
      if (about(analysis::rule::read_only_write) && !b.content.starts_with("inout:")) b.content.insert(0, "inout:"), b.is_output = true;
      const auto o = std::find_if(run.outputs.begin(), run.outputs.end(), [&](const analysis::output_summary& x) { return x.name == b.name; });
      if (o == run.outputs.end() || !b.content.starts_with("empty")) continue;
      const bool index = o->dtype.starts_with("i") || o->dtype.starts_with("u");
      const bool partly = o->written < o->elements, reads = std::any_of(run.findings.begin(), run.findings.end(), [&](const analysis::finding& f) { return f.rule == analysis::rule::uninitialised; });
      if (o->written == 0 && std::any_of(run.findings.begin(), run.findings.end(), is_stray)) continue; // what it is stored to lies elsewhere
      if (o->written == 0) b.content = index ? "randint(0," + std::to_string(least_extent(best_)) + ")" : "randn", b.is_output = false;
      else if (partly || reads) b.content = index ? "inout:zeros" : "inout:randn";
    }
    return !std::equal(before.begin(), before.end(), best_.buffers.begin(), [](const guessed_buffer& a, const guessed_buffer& b) { return a.content == b.content; });
  }

  trial finished(const analysis::run_result& run) {
    trial out{best_, {}, {}};
    shortcomings& s = out.lacks;
    std::uint64_t written = 0;
    for (const analysis::output_summary& o : run.outputs) {
      written += o.written;
      s.partial = s.partial || (o.written < o.elements && o.written > 0);
    }
    s.unfinished = !run.incomplete.empty();
    s.idle = written == 0;
    const bool by_data = std::any_of(best_.buffers.begin(), best_.buffers.end(), [](const guessed_buffer& b) { return b.content.find("randint") != std::string::npos || (b.is_zeroed && b.content.find("rand") != std::string::npos); });
    for (const analysis::finding& f : run.findings)
      if (is_stray(f)) ++s.strays, remark_on(f, out);
      else if (f.rule == analysis::rule::race && f.level == analysis::level::error && by_data) ++s.races;
      else if (f.level != analysis::level::note && f.rule != analysis::rule::unwritten_output) {
        ++s.other;
        s.unset = s.unset || (f.rule == analysis::rule::uninitialised && !best_.others.empty());
      }
    for (const guessed_buffer& b : best_.buffers) {
      const auto at = at_.find(b.name);
      if (at == at_.end() || !candidates_[at->second].padded || b.shape == "1") continue;
      ++s.padded;
      out.remarks.push_back("'" + b.name + "' is " + b.shape + " elements long because the kernel touches more of it than any product of its sizes: out of bounds, unless its caller pads it or a size is wrong");
    }
    if (written == 0) out.remarks.emplace_back("nothing is written: its sizes or its inputs keep the kernel from it");
    out.words = better_numbers();
    return out;
  }
  static void remark_on(const analysis::finding& f, trial& out) {
    const std::string line = f.stack.empty() || f.stack[0].line == 0 ? "" : "line " + std::to_string(f.stack[0].line) + ": ";
    if (out.remarks.size() < 3) out.remarks.push_back(line + f.message);
  }

  /// Numbers between 0 and 1 where those of either sign made a NaN: probabilities, variances, arguments of logarithms.
  guessed_case better_numbers() {
    const auto makes_nan = [&] {
      const auto r = tried("ball");
      return r && r->run && std::any_of(r->run->findings.begin(), r->run->findings.end(), [](const analysis::finding& f) { return f.rule == analysis::rule::nan_born || f.rule == analysis::rule::inf_born; });
    };
    if (!makes_nan()) return best_;
    const guessed_case either_sign = best_;
    for (guessed_buffer& b : best_.buffers)
      if (const std::size_t at = b.content.find("randn"); at != std::string::npos) b.content.replace(at, 5, "uniform(0,1)");
    return makes_nan() ? either_sign : best_;
  }

  guessed_case best_;
  session::kernel_file& file_;
  std::clock_t deadline_;
  std::vector<candidate> candidates_;
  std::map<std::string, std::size_t> at_;
  bool settled_ = false; ///< the buffers' roles are known
  bool clustered_ = false; ///< the grid was made a multiple of the clusters
  std::string error_;    ///< why the last case could not be run
};

} // namespace

std::optional<trial> try_case(guessed_case guess, session::kernel_file& file, std::string& why, std::clock_t deadline) {
  fitting f(std::move(guess), file, deadline);
  auto out = f.run();
  if (!out) why = f.error();
  return out;
}

} // namespace fpcheck::cli
