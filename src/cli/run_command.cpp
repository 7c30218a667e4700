#include <fpcheck/ptx/print.hpp>
#include <fpcheck/session/case_words.hpp>
#include <fpcheck/session/file_words.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/process.hpp>
#include <fpcheck/session/sweep_case.hpp>

#include "acceptance.hpp"
#include "capture_case.hpp"
#include "commands.hpp"
#include "reports.hpp"
#include "version.hpp"
#include "watching.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

namespace fpcheck::cli {
namespace {

using launch::case_text;

result<void> dump_code(const std::string& what, session::kernel_file& file, const std::vector<launch::option_text>& options,
                       const streams& s) {
  session::settings how;
  if (const auto ok = session::apply_options(how, options); !ok) return ok;
  if (how.trusts_files) file.trust();
  else if (session::leads_outside(file.path()))
    return fail("is a link to a file elsewhere, whose text is not shown", {file.path()}, "--trust shows it");
  const auto code = file.code(how.nvcc_flags, how.instantiations, how.fuse);
  if (!code) return tl::unexpected(code.error());
  if (what == "ptx") s.out << (*code)->ptx;
  if (what == "module") s.out << ptx::print((*code)->module);
  if (what == "program") s.out << exec::print(*(*code)->program);
  return {};
}

/// `--dump=ptx|module|program` prints a stage and runs nothing; `trace` is of the first block of each launch, `findings` is
/// the run's JSON.
result<bool> dump(const run_command& c, session::kernel_file& file, const std::vector<launch::option_text>& options,
                  const streams& s) {
  bool only_code = false;
  for (const std::string& what : c.dumps) {
    const std::vector<std::string> known{"ptx", "module", "program", "trace", "findings"};
    if (std::find(known.begin(), known.end(), what) == known.end()) {
      const std::string near = nearest_name(what, known);
      return fail("no stage is called " + tensor::quoted(what), {"command line"},
                  near.empty() ? "there are ptx module program trace findings" : "did you mean '" + near + "'?");
    }
    if (what == "findings" || what == "trace") continue; // of a run
    only_code = true;
    if (const auto ok = dump_code(what, file, options, s); !ok) return tl::unexpected(ok.error());
  }
  return only_code;
}

/// Whether a word of the command line names a file of kernels: a.cu, b.ptx:softmax.
bool names_file(const std::string& word) {
  for (const std::string ending : {".cu", ".ptx"}) {
    const std::size_t at = word.find(ending);
    const std::size_t end = at == std::string::npos ? at : at + ending.size();
    if (at != std::string::npos && at > 0 && (end == word.size() || word[end] == ':')) return word.substr(0, at).find_first_of("=<@") == std::string::npos;
  }
  return false;
}

/// The command once for each file that it names; all other words are for every one of them.
std::vector<run_command> one_file_each(const run_command& c) {
  std::size_t files = 1;
  while (files < c.words.size() && names_file(c.words[files])) ++files;
  std::vector<run_command> out(files, c);
  for (std::size_t k = 0; k < files; ++k) {
    out[k].words = {c.words[k]};
    out[k].words.insert(out[k].words.end(), c.words.begin() + static_cast<std::ptrdiff_t>(files), c.words.end());
  }
  return out;
}

/// A command for one file, which may be a capture.
struct planned_run {
  run_command command;
  std::optional<capture_case> capture;
  std::optional<diagnostic> failure; ///< why the capture cannot be run
  std::string file;                  ///< that one
};

/// The command once for each capture that its first words name: each is written out below `scratch`, and is a .ptx with a source then.
result<std::vector<planned_run>> one_capture_each(const run_command& c, const std::filesystem::path& scratch) {
  std::vector<planned_run> out;
  std::size_t named = 0;
  for (; named < c.words.size() && names_capture(c.words[named]); ++named) {
    const auto files = captures_of(c.words[named]);
    if (!files) return tl::unexpected(files.error());
    for (const std::string& file : *files) {
      auto own = unpack_capture(file, c.source, scratch);
      if (!own) {
        out.push_back({c, std::nullopt, own.error(), file});
        continue;
      }
      planned_run one{c, *std::move(own), std::nullopt, file};
      one.command.source = one.capture->source;
      out.push_back(std::move(one));
    }
  }
  for (planned_run& one : out) {
    one.command.words.assign(c.words.begin() + static_cast<std::ptrdiff_t>(named), c.words.end());
    if (one.capture) one.command.words.insert(one.command.words.begin(), one.capture->ptx);
  }
  return out;
}

result<std::vector<planned_run>> plan(const run_command& c, const std::filesystem::path& scratch) {
  if (!c.words.empty() && names_capture(c.words[0])) return one_capture_each(c, scratch);
  std::vector<planned_run> out;
  for (run_command& one : one_file_each(c)) out.push_back({std::move(one), std::nullopt, std::nullopt, {}});
  return out;
}

/// Whether further cases are to be run.
enum class runs_on : std::uint8_t { yes, no };

bool blames_command_line(const report::case_report& r) {
  return std::any_of(r.errors.begin(), r.errors.end(), [](const diagnostic& e) { return e.where.file == "command line"; });
}

/// A capture that cannot be run.
report::case_report failed(const planned_run& planned) {
  report::case_report r;
  r.file = planned.file, r.title = "recorded launch";
  r.errors.push_back(*planned.failure);
  r.verdict = planned.failure->code;
  return r;
}

/// Runs the chosen cases of one file into `d`; `judge` has the last word on each.
template <class Judge>
result<runs_on> run_file(const planned_run& planned, std::vector<std::unique_ptr<session::kernel_file>>& files, report::document& d, const streams& s, Judge judge) {
  const run_command& c = planned.command;
  if (planned.failure) {
    d.cases.push_back(failed(planned));
    return runs_on::yes;
  }
  const auto words = session::read_words(c);
  if (!words) return tl::unexpected(words.error());
  auto opened = session::kernel_file::open(words->target.file, c.source);
  if (!opened) return tl::unexpected(opened.error());
  files.push_back(std::make_unique<session::kernel_file>(*std::move(opened)));
  session::kernel_file& file = *files.back();
  const auto dumped = dump(c, file, words->options, s);
  if (!dumped) return tl::unexpected(dumped.error());
  if (*dumped) return runs_on::yes;
  const auto cases = session::choose_cases(file, *words);
  if (!cases) return tl::unexpected(cases.error());
  if (const auto ok = session::check_effects(*cases, file); !ok) return tl::unexpected(ok.error());
  const bool traces = std::find(c.dumps.begin(), c.dumps.end(), "trace") != c.dumps.end();
  for (const case_text& text : *cases) {
    if (session::interrupted()) return runs_on::no;
    session::case_data data;
    session::case_source source{text.where.file.empty() ? "" : file.directory(),
                             wants_everything(c.reports) ? session::case_source::depth::full : session::case_source::depth::brief};
    if (traces) {
      if (const auto ok = session::trace_case(file, text, source, s.out); !ok) return tl::unexpected(ok.error());
      continue;
    }
    if (planned.capture) source.data = &data;
    d.cases.push_back(session::run_swept_case(file, text, source));
    if (planned.capture) judge_capture(*planned.capture, data.after, words->launch.assignments.empty(), d.cases.back());
    judge(d.cases.back());
    if (blames_command_line(d.cases.back())) return runs_on::no; // the other cases would say the same
    if (c.fail_fast && d.cases.back().verdict != exit_code::passed) return runs_on::no;
  }
  return runs_on::yes;
}

exit_code run_once(const run_command& c, const streams& s) {
  run_command command = c;
  if (std::find(c.dumps.begin(), c.dumps.end(), "findings") != c.dumps.end()) command.reports.format = "json";
  if (const auto ok = check_reports(command.reports); !ok) return complain(ok.error(), s);
  auto accepted = acceptance::read(c.accepted);
  if (!accepted) return complain(accepted.error(), s);
  std::vector<std::unique_ptr<session::kernel_file>> files; // reports quote from them
  const report::source_reader source = [&](const std::string& f, std::uint32_t line) -> std::optional<std::string> {
    for (const auto& file : files)
      if (auto text = file->line(f, line)) return text;
    return std::nullopt;
  };
  report::document d{session::version, {}, {}};
  std::optional<session::temporary_directory> scratch; // of captures
  if (!command.words.empty() && names_capture(command.words[0])) {
    auto made = session::temporary_directory::make();
    if (!made) return complain(made.error(), s);
    scratch.emplace(*std::move(made));
  }
  const auto all = plan(command, scratch ? scratch->path() : std::filesystem::path());
  if (!all) return complain(all.error(), s);
  for (const planned_run& one : *all) {
    const auto more = run_file(one, files, d, s, [&](report::case_report& r) { accepted->judge(r, source); });
    if (!more) return complain(more.error(), s);
    if (*more == runs_on::no) break;
  }
  if (!c.dumps.empty() && d.cases.empty()) return exit_code::passed;
  if (const auto ok = accepted->finish(); !ok) return complain(ok.error(), s);
  if (const std::string unused = accepted->unused(); !unused.empty()) s.err << "fpcheck: " << unused << '\n';
  const exit_code code = write_reports(std::move(d), command.reports, source, s);
  return session::interrupted() ? exit_code::interrupted : code;
}

} // namespace

exit_code run(const run_command& c, const streams& s) {
  if (!c.watch) return run_once(c, s);
  return watch(
      [&] {
        watched_files out = files_of(c.words, c.options);
        if (!c.source.empty()) out.files.push_back(c.source);
        return out;
      },
      [&] { return run_once(c, s); }, s);
}

} // namespace fpcheck::cli
