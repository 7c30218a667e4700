#include <fpcheck/ptx/find_kernel.hpp>
#include <fpcheck/ptx/print.hpp>

#include "commands.hpp"
#include "reports.hpp"
#include "run_case.hpp"
#include "terminal.hpp"
#include "version.hpp"

#include <algorithm>
#include <ostream>

namespace fpcheck::cli {
namespace {

using exec::case_text;

/// The words after FILE, as a launch, and the options, each with its place on the command line.
struct written {
  kernel_name target;
  exec::launch_text launch;
  std::vector<exec::option_text> options;
};

result<written> read_words(const run_command& c) {
  std::vector<std::string> arguments{"fpcheck", "run"};
  arguments.insert(arguments.end(), c.words.begin(), c.words.end());
  if (!c.launch.empty()) arguments.insert(arguments.end(), {"-l", c.launch});
  for (const auto& [name, value] : c.options) {
    arguments.push_back("--" + name);
    arguments.push_back(value);
  }
  const std::vector<exec::word> words = exec::command_line_words(arguments);
  written out;
  out.target = split_kernel_name(words[2]);
  const std::size_t end = 2 + c.words.size();
  auto launch = exec::parse_launch({words.begin() + 3, words.begin() + static_cast<std::ptrdiff_t>(end)}, out.options);
  if (!launch) return tl::unexpected(launch.error());
  out.launch = *std::move(launch);
  if (!out.launch.kernel.text.empty())
    return tl::unexpected(out.launch.kernel.error("'" + out.launch.kernel.text + "' is not NAME=VALUE",
                                                  "a kernel is named as FILE:KERNEL"));
  out.launch.kernel = out.target.kernel;
  std::size_t at = end;
  if (!c.launch.empty()) {
    const exec::word& l = words[at + 1];
    const bool chevrons = l.text.starts_with("<<<") && l.text.ends_with(">>>") && l.text.size() > 6;
    if (!out.launch.configuration.line.empty())
      return tl::unexpected(l.error("a launch has one <<<GRID, BLOCK>>> only"));
    out.launch.configuration = chevrons ? l.part(3, l.text.size() - 6) : l;
    at += 2;
  }
  for (; at + 1 < words.size(); at += 2) out.options.push_back({words[at].part(2), words[at + 1]});
  return out;
}

/// Puts the command line's values in the place of a case's own.
void override_values(case_text& text, const std::vector<exec::assignment>& values) {
  for (const exec::assignment& v : values) {
    bool known = false;
    for (exec::launch_text& l : text.launches)
      for (exec::assignment& a : l.assignments)
        if (a.name.text == v.name.text) a = v, known = true;
    if (!known && !text.launches.empty()) text.launches[0].assignments.push_back(v);
  }
}

bool names_kernel(const case_text& text, const std::string& kernel) {
  return kernel.empty() || std::any_of(text.launches.begin(), text.launches.end(), [&](const exec::launch_text& l) {
           return l.kernel.text == kernel || l.kernel.text.starts_with(kernel + "<") ||
                  l.kernel.text.starts_with(kernel);
         });
}

/// The cases to run: the command line's own launch, or those in the source, with what the command line adds.
result<std::vector<case_text>> choose_cases(const kernel_file& file, const written& w) {
  std::vector<case_text> out;
  if (!w.launch.configuration.line.empty()) {
    case_text own{{}, {w.launch}, w.options};
    // FILE:KERNEL gives the first launch of a one-kernel case only.
    out.push_back(std::move(own));
    return out;
  }
  for (case_text text : file.comments().cases) {
    if (!names_kernel(text, w.target.kernel.text)) continue;
    override_values(text, w.launch.assignments);
    text.options.insert(text.options.end(), w.options.begin(), w.options.end());
    out.push_back(std::move(text));
  }
  if (!out.empty()) return out;
  const bool some = !file.comments().cases.empty();
  return fail(
      some ? "no case in the file launches " + tensor::quoted(w.target.kernel.text) : "there is no launch to run",
      {file.path()},
      file.is_source() && !some ? "add -l '<<<GRID, BLOCK>>>' and values, or a // fpcheck: comment; fpcheck init " +
                                      file.path() + " writes one"
                                : "add -l '<<<GRID, BLOCK>>>' and NAME=VALUE for each parameter");
}

result<void> dump_code(const std::string& what, kernel_file& file, const std::vector<exec::option_text>& options,
                       const streams& s) {
  settings how;
  if (const auto ok = apply_options(how, options); !ok) return ok;
  const auto code = file.code(how.nvcc_flags, how.instantiations);
  if (!code) return tl::unexpected(code.error());
  if (what == "ptx") s.out << (*code)->ptx;
  if (what == "module") s.out << ptx::print((*code)->module);
  if (what == "program") s.out << exec::print(*(*code)->program);
  return {};
}

/// `--dump=ptx|module|program` prints a stage and runs nothing; `findings` is the run's JSON.
result<bool> dump(const run_command& c, kernel_file& file, const std::vector<exec::option_text>& options,
                  const streams& s) {
  bool only_code = false;
  for (const std::string& what : c.dumps) {
    const std::vector<std::string> known{"ptx", "module", "program", "findings"};
    if (std::find(known.begin(), known.end(), what) == known.end()) {
      const std::string near = nearest_name(what, known);
      return fail("no stage is called " + tensor::quoted(what), {"command line"},
                  near.empty() ? "there are ptx module program findings" : "did you mean '" + near + "'?");
    }
    if (what == "findings") continue;
    only_code = true;
    if (const auto ok = dump_code(what, file, options, s); !ok) return tl::unexpected(ok.error());
  }
  return only_code;
}

} // namespace

exit_code run(const run_command& c, const streams& s) {
  report_choice reports = c.reports;
  if (std::find(c.dumps.begin(), c.dumps.end(), "findings") != c.dumps.end()) reports.format = "json";
  if (const auto ok = check_reports(reports); !ok) return complain(ok.error(), s);
  const auto words = read_words(c);
  if (!words) return complain(words.error(), s);
  auto file = kernel_file::open(words->target.file, c.source);
  if (!file) return complain(file.error(), s);
  const auto dumped = dump(c, *file, words->options, s);
  if (!dumped) return complain(dumped.error(), s);
  if (*dumped) return exit_code::passed;
  const auto cases = choose_cases(*file, *words);
  if (!cases) return complain(cases.error(), s);
  report::document d{version, {}};
  for (const case_text& text : *cases) {
    if (interrupted()) break;
    const case_source source{text.where.file.empty() ? "" : file->directory(),
                             wants_digests(reports) ? case_source::digests::wanted : case_source::digests::skip};
    d.cases.push_back(run_case(*file, text, source));
  }
  const exit_code code = write_reports(
      d, reports, [&](const std::string& f, std::uint32_t line) { return file->line(f, line); }, s);
  return interrupted() ? exit_code::interrupted : code;
}

} // namespace fpcheck::cli
