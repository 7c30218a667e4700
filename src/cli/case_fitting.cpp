#include "case_fitting.hpp"

#include <fpcheck/launch/case.hpp>
#include <fpcheck/session/run_case.hpp>

#include <algorithm>
#include <ctime>
#include <map>
#include <optional>
#include <regex>
#include <set>

namespace fpcheck::cli {
namespace {

constexpr double most_seconds = 20;             ///< of processor time, of all runs
constexpr std::uint64_t most_elements = 1 << 22; ///< of a buffer
constexpr int most_rounds = 64;

/// A shape and how many elements it has.
struct candidate {
  std::string text;
  std::uint64_t elements;
};

/// The products of up to three dimensions, smallest first; of equal ones that with fewer factors. Then powers of two beyond them.
std::vector<candidate> candidates_of(const guessed_case& c) {
  std::vector<std::pair<std::string, std::int64_t>> d = c.dimensions();
  std::vector<candidate> out{{"1", 1}};
  const auto add = [&](const std::string& text, std::uint64_t n) {
    if (n <= most_elements) out.push_back({text, n});
  };
  for (std::size_t i = 0; i < d.size(); ++i) add(d[i].first, static_cast<std::uint64_t>(d[i].second));
  for (std::size_t i = 0; i < d.size(); ++i)
    for (std::size_t j = i + 1; j < d.size(); ++j) add(d[i].first + 'x' + d[j].first, static_cast<std::uint64_t>(d[i].second * d[j].second));
  for (std::size_t i = 0; i < d.size(); ++i)
    for (std::size_t j = i + 1; j < d.size(); ++j)
      for (std::size_t k = j + 1; k < d.size(); ++k) add(d[i].first + 'x' + d[j].first + 'x' + d[k].first, static_cast<std::uint64_t>(d[i].second * d[j].second * d[k].second));
  for (std::uint64_t n = 2; n <= most_elements; n *= 2) out.push_back({std::to_string(n), n});
  std::stable_sort(out.begin(), out.end(), [](const candidate& a, const candidate& b) { return a.elements < b.elements; });
  out.erase(std::unique(out.begin(), out.end(), [](const candidate& a, const candidate& b) { return a.elements == b.elements; }), out.end());
  return out;
}

/// What "4-byte access 2048 bytes into 'x' of 1024 bytes" tells: the buffer, the bytes that it would have to have, and those that it has.
struct stray_access {
  std::string buffer;
  std::uint64_t needs = 0, has = 1;
};
std::optional<stray_access> stray_in(const std::string& message) {
  static const std::regex form(R"(^(\d+)-byte access (\d+) bytes into '([^']*)' of (\d+) bytes)");
  std::smatch m;
  if (!std::regex_search(message, m, form) || m[2].length() > 15) return std::nullopt;
  return stray_access{m[3], std::stoull(m[1]) + std::stoull(m[2]), std::max<std::uint64_t>(std::stoull(m[4]), 1)};
}

class fitting {
public:
  fitting(guessed_case guess, session::kernel_file& file) : best_(std::move(guess)), file_(file), candidates_(candidates_of(best_)) {}

  guessed_case run() {
    const guessed_case first = best_;
    const std::clock_t start = std::clock(); // a compiler that waits for its turn takes none of it
    for (guessed_buffer& b : best_.buffers) b.shape = "1", at_[b.name] = 0;
    for (int round = 0; round < most_rounds; ++round) {
      if (static_cast<double>(std::clock() - start) > most_seconds * CLOCKS_PER_SEC) return first;
      const auto r = tried();
      if ((!r || !r->run) && best_.instantiated.empty() && best_.kernel.find('<') != std::string::npos) { // its launch may stand where nothing is compiled
        best_.instantiated = best_.kernel;
        continue;
      }
      if (!r || !r->run) return first;
      if (grow(*r->run)) continue;
      if (settled_ || !settle(*r->run)) return better_numbers();
      settled_ = true;
    }
    return first;
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
    return r.errors.empty() ? std::optional(std::move(r)) : std::nullopt;
  }

  /// Makes the buffers larger that an access left; whether there was one.
  bool grow(const analysis::run_result& run) {
    bool grown = false;
    std::set<std::string> seen;
    for (const analysis::finding& f : run.findings) {
      if (f.rule != analysis::rule::out_of_bounds && f.rule != analysis::rule::null_access) continue;
      const auto stray = stray_in(f.message);
      if (!stray) continue;
      const auto b = std::find_if(best_.buffers.begin(), best_.buffers.end(), [&](const guessed_buffer& x) { return x.name == stray->buffer; });
      if (b == best_.buffers.end() || !seen.insert(b->name).second) continue;
      std::size_t& at = at_[b->name];
      const std::uint64_t has = candidates_[at].elements;
      do ++at;
      while (at < candidates_.size() && candidates_[at].elements * (stray->has / has) < stray->needs);
      if (at >= candidates_.size()) {
        at = candidates_.size() - 1;
        continue;
      }
      b->shape = candidates_[at].text;
      grown = true;
    }
    return grown;
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
      if (o->written == 0) b.content = index ? "randint(0," + std::to_string(least_extent()) + ")" : "randn", b.is_output = false;
      else if (partly || reads) b.content = index ? "inout:zeros" : "inout:randn";
    }
    return !std::equal(before.begin(), before.end(), best_.buffers.begin(), [](const guessed_buffer& a, const guessed_buffer& b) { return a.content == b.content; });
  }
  std::int64_t least_extent() const {
    std::int64_t least = 16;
    for (const auto& [name, value] : best_.dimensions()) least = std::min(least, value);
    return least;
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
  std::vector<candidate> candidates_;
  std::map<std::string, std::size_t> at_;
  bool settled_ = false; ///< the buffers' roles are known
};

} // namespace

guessed_case fitted(guessed_case guess, session::kernel_file& file) { return fitting(std::move(guess), file).run(); }

} // namespace fpcheck::cli
