#include <fpcheck/ptx/print.hpp>
#include <fpcheck/session/case_words.hpp>
#include <fpcheck/session/file_words.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/run_case.hpp>

#include "commands.hpp"
#include "reports.hpp"
#include "version.hpp"

#include <algorithm>
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

bool blames_command_line(const report::case_report& r) {
  return std::any_of(r.errors.begin(), r.errors.end(), [](const diagnostic& e) { return e.where.file == "command line"; });
}

} // namespace

exit_code run(const run_command& c, const streams& s) {
  report_choice reports = c.reports;
  if (std::find(c.dumps.begin(), c.dumps.end(), "findings") != c.dumps.end()) reports.format = "json";
  if (const auto ok = check_reports(reports); !ok) return complain(ok.error(), s);
  const auto words = session::read_words(c);
  if (!words) return complain(words.error(), s);
  auto file = session::kernel_file::open(words->target.file, c.source);
  if (!file) return complain(file.error(), s);
  const auto dumped = dump(c, *file, words->options, s);
  if (!dumped) return complain(dumped.error(), s);
  if (*dumped) return exit_code::passed;
  const auto cases = session::choose_cases(*file, *words);
  if (!cases) return complain(cases.error(), s);
  if (const auto ok = session::check_effects(*cases, *file); !ok) return complain(ok.error(), s);
  report::document d{session::version, {}, {}};
  const bool traces = std::find(c.dumps.begin(), c.dumps.end(), "trace") != c.dumps.end();
  for (const case_text& text : *cases) {
    if (session::interrupted()) break;
    const session::case_source source{text.where.file.empty() ? "" : file->directory(),
                             wants_everything(reports) ? session::case_source::depth::full : session::case_source::depth::brief};
    if (traces) {
      if (const auto ok = session::trace_case(*file, text, source, s.out); !ok) return complain(ok.error(), s);
      continue;
    }
    d.cases.push_back(session::run_case(*file, text, source));
    if (blames_command_line(d.cases.back())) break; // the other cases would say the same
  }
  if (traces) return exit_code::passed;
  const exit_code code = write_reports(
      std::move(d), reports, [&](const std::string& f, std::uint32_t line) { return file->line(f, line); }, s);
  return session::interrupted() ? exit_code::interrupted : code;
}

} // namespace fpcheck::cli
