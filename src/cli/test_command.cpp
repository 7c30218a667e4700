#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/plain_text.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/sweep_case.hpp>
#include <fpcheck/verdict/verdict.hpp>

#include "acceptance.hpp"
#include "commands.hpp"
#include <fpcheck/session/file_words.hpp>
#include "reports.hpp"
#include "terminal.hpp"
#include "test_plan.hpp"
#include "version.hpp"
#include "watching.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <ostream>
#include <sstream>
#include <thread>

namespace fpcheck::cli {
namespace {

/// Turns the verdict of a case that expects findings round: it passes if it finds just what it expects.
void judge_expectation(report::case_report& r, const std::vector<std::string>& expected) {
  if (expected.empty() || !r.run || (r.verdict != exit_code::passed && r.verdict != exit_code::findings && r.verdict != exit_code::incomplete)) return;
  const verdict::expectation met = verdict::expect(*r.run, expected);
  r.verdict = met.code();
  if (!met.missing.empty()) r.notes.push_back("expected and not found:" + met.missing);
  if (!met.surplus.empty()) r.notes.push_back("found and not expected:" + met.surplus);
}

/// A case that is to run, with the file that its kernels are in.
struct planned_case {
  session::kernel_file* file = nullptr;
  launch::case_text text;
  std::string name;      ///< from the configuration, or empty
  std::string directory; ///< `@path` is relative to it

  std::string title() const { return name.empty() ? session::title_of(text) : name; }
  /// "FILE:LINE: TITLE", with the line of the case's comment, or of its table in the configuration.
  std::string id() const {
    const bool comment = text.where.file == file->source_path();
    return file->path() + ':' + (comment ? "" : text.where.file + ':') + std::to_string(text.where.line) + ": " + title();
  }
};

/// What a case left, and how long it took.
struct done_case {
  report::case_report report;
  double seconds = 0;
};

/// The files of a configuration, each opened once, and the cases that filters let through.
class test_plan {
public:
  result<void> read(const std::vector<listed_case>& cases, const test_command& c, const std::string& directory) {
    const bool trusts = std::any_of(c.options.begin(), c.options.end(), [](const auto& o) { return o.first == "trust"; });
    for (const listed_case& one : cases) {
      const exec::word name{one.file, one.where, ""};
      if (!trusts)
        if (const auto below = session::path_below(name, one.file, session::directory_of(name)); !below) return tl::unexpected(below.error());
      const std::string path = directory.empty() || one.file.starts_with('/') ? one.file : directory + '/' + one.file;
      auto& file = files_[path];
      if (!file) {
        auto opened = session::kernel_file::open(path, "");
        if (!opened) return tl::unexpected(opened.error());
        file = std::make_unique<session::kernel_file>(*std::move(opened));
      }
      if (one.text) take({file.get(), *one.text, one.name, directory}, one.defaults, c);
      if (!one.text)
        for (const launch::case_text& text : file->comments().cases) take({file.get(), text, "", file->directory()}, one.defaults, c);
    }
    return {};
  }
  const std::vector<planned_case>& cases() const { return cases_; }
  std::optional<std::string> line(const std::string& name, std::uint32_t number) const {
    for (const auto& [path, file] : files_)
      if (auto text = file->line(name, number)) return text;
    return std::nullopt;
  }

private:
  void take(planned_case p, const std::vector<launch::option_text>& defaults, const test_command& c) {
    const std::string id = p.id(), plain = p.file->path() + ": " + p.title();
    const bool chosen = c.filters.empty() || std::any_of(c.filters.begin(), c.filters.end(), [&](const std::string& f) {
      return id.find(f) != std::string::npos || plain.find(f) != std::string::npos;
    });
    if (!chosen) return;
    p.text.options.insert(p.text.options.begin(), defaults.begin(), defaults.end());
    const source_location where{launch::command_line_name, 0, 0};
    for (const auto& [option, value] : c.options) p.text.options.push_back({{option, where, ""}, {value, where, ""}});
    cases_.push_back(std::move(p));
  }

  std::map<std::string, std::unique_ptr<session::kernel_file>> files_;
  std::vector<planned_case> cases_;
};

done_case run_planned(const planned_case& p, const session::case_source& source) {
  const auto start = std::chrono::steady_clock::now();
  done_case out{session::run_swept_case(*p.file, p.text, source)};
  if (!p.name.empty()) out.report.title = p.name;
  session::settings s;
  if (session::apply_options(s, p.text.options)) judge_expectation(out.report, s.expected);
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return out;
}

/// Runs cases on several threads, and hands them over in the order of the plan as soon as all before them are there.
class parallel_run {
public:
  parallel_run(const test_plan& plan, const test_command& c)
      : plan_(plan), command_(c), jobs_(std::clamp<std::size_t>(c.jobs != 0 ? c.jobs : std::thread::hardware_concurrency(), 1,
                                                              std::max<std::size_t>(1, plan.cases().size()))),
        done_(plan.cases().size()) {}

  /// `show` sees each case as it is done, and may change its report.
  template <class Show>
  std::vector<done_case> run(Show show) {
    std::vector<std::thread> workers;
    for (std::size_t i = 0; i < jobs_; ++i) workers.emplace_back([this] { work(); });
    std::vector<done_case> out;
    for (std::size_t i = 0; i < done_.size(); ++i) {
      std::unique_lock lock(mutex_);
      ready_.wait(lock, [&] { return done_[i].has_value() || (stopped_ == jobs_); });
      if (!done_[i]) break; // interrupted
      out.push_back(*std::move(done_[i]));
      lock.unlock();
      show(plan_.cases()[i], out.back());
      if (!command_.fail_fast || out.back().report.verdict == exit_code::passed) continue;
      enough_ = true;
      break;
    }
    for (std::thread& w : workers) w.join();
    return out;
  }

private:
  void work() {
    session::case_source source;
    source.looked_at = wants_everything(command_.reports) ? session::case_source::depth::full : session::case_source::depth::brief;
    source.threads = static_cast<std::uint32_t>(std::max<std::size_t>(1, std::thread::hardware_concurrency() / jobs_));
    for (std::size_t i = next_++; i < done_.size() && !session::interrupted() && !enough_; i = next_++) {
      source.directory = plan_.cases()[i].directory;
      done_case d = run_planned(plan_.cases()[i], source);
      const std::scoped_lock lock(mutex_);
      done_[i] = std::move(d);
      ready_.notify_all();
    }
    const std::scoped_lock lock(mutex_);
    ++stopped_;
    ready_.notify_all();
  }

  const test_plan& plan_;
  const test_command& command_;
  std::size_t jobs_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> enough_{false}; ///< no case is begun any more
  std::mutex mutex_;
  std::condition_variable ready_;
  std::vector<std::optional<done_case>> done_;
  std::size_t stopped_ = 0; ///< workers that found nothing more to do
};

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f s", seconds);
  return text;
}

/// The verdict as a coloured word of fixed width.
std::string verdict_word(exit_code code, report::colour c) {
  std::string word = report::name(code);
  word.resize(std::max<std::size_t>(word.size(), 10), ' ');
  if (c == report::colour::off) return word;
  const char* paint = code == exit_code::passed ? "32" : code == exit_code::incomplete ? "33" : "1;31";
  return std::string("\x1b[") + paint + 'm' + word + "\x1b[0m";
}

/// What people read: a line a case while they run, what went wrong, and a summary.
class test_text {
public:
  test_text(const streams& s, const report::source_reader& source) : s_(s), source_(source), colour_(stdout_colour()) {}

  void line(const planned_case& p, const done_case& d) {
    s_.out << verdict_word(d.report.verdict, colour_) << ' ' << log_text(one_line(p.id())) << "  " << seconds_text(d.seconds)
           << (d.report.verdict == exit_code::passed ? log_text(one_line(report::what_was_not_done(d.report))) : "") << '\n';
    s_.out.flush();
  }
  void rest(const report::document& d, double seconds) {
    std::map<std::string, std::size_t> counts;
    for (const report::case_report& c : d.cases) {
      ++counts[report::name(c.verdict)];
      if (c.verdict != exit_code::passed) s_.out << '\n' << report::write_text({d.version, {c}, {}}, source_, colour_);
    }
    s_.out << '\n' << d.cases.size() << (d.cases.size() == 1 ? " case: " : " cases: ");
    std::string list;
    for (const auto& [verdict, n] : counts) list += (list.empty() ? "" : ", ") + std::to_string(n) + ' ' + verdict;
    s_.out << list << "  " << seconds_text(seconds) << '\n';
  }

private:
  const streams& s_;
  const report::source_reader& source_;
  report::colour colour_;
};

exit_code run_plan(const test_plan& plan, const test_command& c, acceptance& accepted, const streams& s) {
  const report::source_reader source = [&](const std::string& f, std::uint32_t line) { return plan.line(f, line); };
  const bool text = c.reports.format == "text";
  test_text words(s, source);
  report::document d{session::version, {}, {}};
  const auto start = std::chrono::steady_clock::now();
  for (done_case& one : parallel_run(plan, c).run([&](const planned_case& p, done_case& done) {
         accepted.judge(done.report, source);
         if (text) words.line(p, done);
       }))
    d.cases.push_back(std::move(one.report));
  if (text) words.rest(d, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  if (const auto ok = accepted.finish(); !ok) return complain(ok.error(), s);
  if (const std::string unused = accepted.unused(); c.filters.empty() && !unused.empty()) s.err << "fpcheck: " << unused << '\n';
  // The text is written already; reports in files are not.
  std::ostringstream written;
  const exit_code code = write_reports(std::move(d), c.reports, source, text ? streams{written, s.err} : s);
  return session::interrupted() ? exit_code::interrupted : code;
}

exit_code test_once(const test_command& c, const streams& s) {
  if (const auto ok = check_reports(c.reports); !ok) return complain(ok.error(), s);
  const auto configuration = find_configuration(c.configuration);
  if (!configuration) return complain(configuration.error(), s);
  const auto cases = read_configuration(*configuration);
  if (!cases) return complain(session::without_foreign_text(cases.error(), *configuration), s);
  test_plan plan;
  if (const auto ok = plan.read(*cases, c, std::filesystem::path(*configuration).parent_path().string()); !ok)
    return complain(ok.error(), s);
  if (plan.cases().empty())
    return complain({"no case was chosen",
                     {*configuration},
                     {},
                     c.filters.empty() ? "list files or [[case]] tables" : "a FILTER is part of FILE: TITLE; --list shows them"},
                    s);
  auto accepted = acceptance::read(c.accepted);
  if (!accepted) return complain(accepted.error(), s);
  if (!c.list) return run_plan(plan, c, *accepted, s);
  for (const planned_case& p : plan.cases()) s.out << log_text(one_line(p.id())) << '\n';
  return exit_code::passed;
}

/// The configuration and the files that it lists; the configuration alone while it cannot be read.
watched_files files_of_plan(const test_command& c, const std::string& configuration) {
  watched_files out = files_of({}, c.options);
  out.files.push_back(configuration);
  const std::filesystem::path folder = std::filesystem::path(configuration).parent_path();
  if (const auto cases = read_configuration(configuration))
    for (const listed_case& one : *cases) out.files.push_back((folder / one.file).string());
  return out;
}

} // namespace

exit_code test(const test_command& c, const streams& s) {
  if (c.schema) {
    s.out << configuration_schema();
    return exit_code::passed;
  }
  if (!c.watch) return test_once(c, s);
  const auto configuration = find_configuration(c.configuration);
  if (!configuration) return complain(configuration.error(), s);
  return watch([&] { return files_of_plan(c, *configuration); }, [&] { return test_once(c, s); }, s);
}

} // namespace fpcheck::cli
