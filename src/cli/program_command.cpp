#include "program_command.hpp"

#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/session/process.hpp>
#include <fpcheck/tensor/file.hpp>

#include "child_program.hpp"
#include "program_file.hpp"
#include "reports.hpp"
#include "terminal.hpp"
#include "version.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <sstream>

namespace fpcheck::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* flags_for_nvcc = "-cudart shared -lineinfo -gencode arch=compute_90,code=compute_90";

/// The folder of our libcudart.so.13: beside this program as it was built or installed. Error: it was not built.
result<std::string> runtime_folder() {
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = own.parent_path().parent_path() / "lib" / "fpcheck";
  if (!error && fs::exists(folder / "libcudart.so.13", error)) return folder.string();
  return fail("this fpcheck has no CUDA runtime of its own", {(folder / "libcudart.so.13").string()},
              "build the target fpcheck_runtime where nvcc and the libraries zstd and lz4 are");
}

/// The words behind the options: PROGRAM [ARGS], or sources, then arguments behind `--`.
struct split_words {
  std::vector<std::string> program;
  std::vector<std::string> arguments;
};
bool is_source(const std::string& w) {
  constexpr const char* endings[] = {".cu", ".cpp", ".cc", ".cxx", ".c", ".o"};
  return std::any_of(std::begin(endings), std::end(endings), [&](const char* e) { return w.ends_with(e); });
}
split_words split_at_program(std::vector<std::string> words, bool build) {
  split_words out;
  if (!words.empty() && words[0] == "--") words.erase(words.begin());
  const auto end = build ? std::find_if(words.begin(), words.end(), [](const std::string& w) { return w == "--" || !is_source(w); }) : words.begin() + std::min<std::ptrdiff_t>(1, std::ssize(words));
  out.program.assign(words.begin(), end);
  out.arguments.assign(end != words.end() && *end == "--" && build ? end + 1 : end, words.end());
  return out;
}

/// Compiles and links sources. The path of the program.
result<std::string> build(const program_command& c, const std::vector<std::string>& sources, const session::temporary_directory& scratch) {
  const std::string nvcc = session::find_nvcc();
  if (nvcc.empty()) return fail("there is no nvcc to build with", {"command line"}, "set FPCHECK_NVCC, or give a program that is built");
  auto flags = session::split_flags(std::string(flags_for_nvcc) + " " + c.nvcc);
  if (!flags) return tl::unexpected(flags.error());
  const std::string program = c.keep.empty() ? (scratch.path() / "program").string() : fs::absolute(c.keep).string();
  std::vector<std::string> words{nvcc};
  words.insert(words.end(), flags->begin(), flags->end());
  for (const std::string& s : sources) words.push_back(fs::absolute(s).string());
  words.insert(words.end(), {"-o", program});
  const auto done = session::run_process(words, scratch);
  if (!done) return tl::unexpected(done.error());
  if (done->status != 0) return fail("nvcc failed:\n" + done->messages, {sources[0]});
  return program;
}

/// A program that would not find our runtime is not started.
result<void> check_link(const std::string& path) {
  const auto file = inspect_program(path);
  if (!file) return tl::unexpected(file.error());
  const std::string advice = std::string("build it with NVCC_APPEND_FLAGS='") + flags_for_nvcc + "', or with fpcheck app --build FILES.cu";
  if (file->link == runtime_link::built_in) return fail("the program holds its own copy of the CUDA runtime (nvcc's default), which needs a GPU", {path}, advice);
  if (file->link == runtime_link::other_version) return fail("the program wants " + file->library + "; fpcheck stands for libcudart.so.13", {path}, "build it with CUDA 13: " + advice);
  return {};
}

/// Paths below the working directory are shown from there.
std::string shown(const std::string& file) {
  std::error_code error;
  const fs::path relative = fs::relative(file, fs::current_path(error), error);
  return error || relative.empty() || *relative.begin() == ".." ? file : relative.string();
}

void rename_files(analysis::run_result& run) {
  for (analysis::finding& f : run.findings) {
    for (analysis::frame& frame : f.stack) frame.file = shown(frame.file);
    for (analysis::slice_step& step : f.slice) step.where.file = shown(step.where.file);
  }
  for (analysis::incomplete_note& n : run.incomplete)
    for (analysis::frame& frame : n.stack) frame.file = shown(frame.file);
}

/// What the program's processes wrote, one after the other.
result<report::document> collect(const fs::path& folder, const std::string& program, const std::string& advice) {
  report::document d{session::version, {}, {}};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const auto text = tensor::read_bytes(file.string(), tensor::most_text_bytes);
    if (!text) return tl::unexpected(text.error());
    auto part = report::read_json(*text, file.string());
    if (!part) return tl::unexpected(part.error());
    std::move(part->cases.begin(), part->cases.end(), std::back_inserter(d.cases));
  }
  for (report::case_report& c : d.cases)
    if (c.run) rename_files(*c.run);
  if (!d.cases.empty()) return d;
  diagnostic nothing{"the program ended without a call of fpcheck's CUDA runtime", {program}, {}, advice};
  nothing.code = exit_code::incomplete;
  return tl::unexpected(std::move(nothing));
}

/// What the program's own end says.
exit_code judge(const child_end& e, report::case_report& head) {
  if (e.signal != 0) {
    head.notes.push_back("the program was ended by signal " + std::to_string(e.signal) + " (" + strsignal(e.signal) + "): this is what was found before");
    return exit_code::incomplete;
  }
  if (e.status == 0) return exit_code::passed;
  head.notes.push_back("the program itself ended with status " + std::to_string(e.status));
  return exit_code::findings;
}

/// What is started, and with what.
struct prepared_program {
  std::string path, name;
  std::vector<std::string> arguments; ///< its own name first
};
result<prepared_program> prepare(const program_command& c, const session::temporary_directory& scratch) {
  const split_words words = split_at_program(c.app->remaining(), c.build);
  if (words.program.empty()) return fail(c.build ? "--build wants sources" : "PROGRAM is required", {"command line"}, "fpcheck app --help");
  if (words.program[0].starts_with('-')) return fail("there is no option " + words.program[0], {"command line"}, "options of fpcheck come before PROGRAM; fpcheck app --help");
  const auto path = c.build ? build(c, words.program, scratch) : find_program(words.program[0]);
  if (!path) return tl::unexpected(path.error());
  if (const auto ok = check_link(*path); !ok) return tl::unexpected(ok.error());
  prepared_program out{*path, words.program[0], {c.build ? fs::path(*path).filename().string() : words.program[0]}};
  out.arguments.insert(out.arguments.end(), words.arguments.begin(), words.arguments.end());
  return out;
}

/// Lines of sources, each file read once.
report::source_reader read_sources() {
  return [files = std::map<std::string, std::vector<std::string>>()](const std::string& file, std::uint32_t number) mutable -> std::optional<std::string> {
    const auto [at, fresh] = files.try_emplace(file);
    if (fresh) {
      std::istringstream text(tensor::read_bytes(file, tensor::most_text_bytes).value_or(""));
      for (std::string line; std::getline(text, line);) at->second.push_back(line);
    }
    return number == 0 || number > at->second.size() ? std::nullopt : std::optional(at->second[number - 1]);
  };
}

result<exit_code> build_and_run(program_command c, const streams& s) {
  const auto runtime = runtime_folder();
  if (!runtime) return tl::unexpected(runtime.error());
  if (const auto ok = check_reports(c.reports); !ok) return tl::unexpected(ok.error());
  if (!c.launches.empty())
    if (const auto ok = session::read_launch_numbers(c.launches, c.settings.which); !ok) return tl::unexpected(ok.error());
  const auto scratch = session::temporary_directory::make();
  if (!scratch) return tl::unexpected(scratch.error());
  const auto program = prepare(c, *scratch);
  if (!program) return tl::unexpected(program.error());
  const fs::path folder = scratch->path() / "reports";
  fs::create_directory(folder);
  c.settings.report = folder.string();
  if (!c.settings.captures.empty()) c.settings.captures = fs::absolute(c.settings.captures).string();
  if (!c.settings.replays.empty()) c.settings.replays = fs::absolute(c.settings.replays).string();
  const char* const libraries = std::getenv("LD_LIBRARY_PATH");
  const std::map<std::string, std::string> variables{{session::program_settings_variable, session::write_program_settings(c.settings)},
                                                     {"LD_LIBRARY_PATH", *runtime + (libraries != nullptr ? ":" + std::string(libraries) : "")}};
  s.out.flush();
  const auto end = run_child(program->path, program->arguments, variables, c.reports.format == "text" ? child_output::own : child_output::stderr_only);
  if (!end) return tl::unexpected(end.error());
  auto d = collect(folder, program->name, std::string("where it loads CUDA code: build that with NVCC_APPEND_FLAGS='") + flags_for_nvcc + "'");
  if (!d) return tl::unexpected(d.error());
  d->cases[0].verdict = worse(d->cases[0].verdict, judge(*end, d->cases[0]));
  d->sum_up();
  const exit_code code = write_reports(*std::move(d), c.reports, read_sources(), s);
  return session::interrupted() ? exit_code::interrupted : code;
}

} // namespace

void add_program_command(CLI::App& app, program_command& into) {
  CLI::App* const command = app.add_subcommand("app", "run a CUDA program without a GPU and check its launches");
  into.app = command;
  command->prefix_command();
  session::launch_choice& which = into.settings.which;
  command->add_option("--kernel", which.kernels, "check launches of these kernels only")->type_name("NAME")->type_size(1)->allow_extra_args(false);
  command->add_option("--check-only", which.alone, "check these kernels only, each launch for itself: what comes into it counts as exact")->type_name("NAME")->type_size(1)->allow_extra_args(false);
  command->add_option("--launches", into.launches, "of those, these only: 1,5,last")->type_name("N,N,..");
  command->add_option("--every", which.every, "of those, the first and every N-th after it")->type_name("N")->check(CLI::PositiveNumber);
  command->add_option("--chain", into.settings.chain, "launches that errors are followed through, at most (default 8)")->type_name("N")->check(CLI::PositiveNumber);
  command->add_option("--blocks", into.settings.blocks, "look at N blocks of a launch only, and at each launch for itself; at all where blocks communicate")->type_name("N")->check(CLI::PositiveNumber);
  command->add_option("--check-time", into.settings.budget, "seconds for all checks together (default 120); what comes later runs unchecked")->type_name("SECONDS");
  command->add_option("--replays", into.settings.replays, "keep the worst launches that have a finding, with their data")->type_name("FOLDER");
  command->add_option("--record", into.settings.captures, "keep the chosen launches, up to 64, as captures for fpcheck run, as fpcheck record does on a card")->type_name("FOLDER");
  command->add_flag("--build", into.build, "the words are sources: FILE.cu .. [-- ARGS]; nvcc builds them for this");
  command->add_option("--nvcc", into.nvcc, "flags for --build")->type_name("FLAGS");
  command->add_option("--keep", into.keep, "where --build leaves the program")->type_name("PROGRAM");
  command->add_option("--format", into.reports.format, "text, json, sarif, junit, github, markdown or html, on stdout, and the program's own output on stderr")->type_name("FORMAT");
  command->add_option("-o,--output", into.reports.files, "another report in a file, -o html:report.html")->type_name("FORMAT:FILE")->type_size(1)->allow_extra_args(false);
  command->footer(std::string("Then PROGRAM [ARGS]. It must find the CUDA runtime as a library: NVCC_APPEND_FLAGS='") + flags_for_nvcc +
                  "'.\nThe calls of cuBLAS that programs make most (gemm, gemv, ger, axpy, scal, dot, nrm2, asum) run as kernels of ours.\n"
                  "The program itself is executed, with all that you may do.");
}

exit_code run_program(const program_command& c, const streams& s) {
  end_by_itself();
  const auto code = build_and_run(c, s);
  return code ? *code : complain(code.error(), s);
}

} // namespace fpcheck::cli
