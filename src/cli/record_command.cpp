#include "child_program.hpp"
#include "commands.hpp"
#include "program_file.hpp"
#include "terminal.hpp"

#include <fpcheck/record/capture.hpp>
#include <fpcheck/record/settings.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/program_settings.hpp>

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>

namespace fpcheck::cli {
namespace {

namespace fs = std::filesystem;

/// The library that the driver loads into the program: beside this program as it was built or installed. Error: it was not built.
result<std::string> recorder_library() {
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/exe", error);
  const fs::path file = own.parent_path().parent_path() / "lib" / "fpcheck" / "libfpcheck_record.so";
  if (!error && fs::exists(file, error)) return file.string();
  return fail("this fpcheck has no recorder", {file.string()}, "build the target fpcheck_record_library where nvcc and CUPTI's headers are");
}

std::set<fs::path> captures_in(const std::string& folder) {
  std::set<fs::path> out;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == record::capture_ending) out.insert(entry.path());
  return out;
}

result<record::settings> settings_of(const record_command& c) {
  record::settings out;
  out.folder = fs::absolute(c.folder).string();
  out.kernels = c.kernels, out.most = c.most, out.limit = c.limit_mib << 20;
  if (c.launches.empty()) return out;
  session::launch_choice which;
  if (const auto ok = session::read_launch_numbers(c.launches, which); !ok) return tl::unexpected(ok.error());
  if (which.last) return fail("a recorder does not know which launch is the last", {"command line"}, "--launches 1,5 counts from 1");
  out.launches = which.numbers;
  return out;
}

/// What a CUDA driver, and PyTorch's allocator, are told by the environment.
std::map<std::string, std::string> variables_for(const record::settings& how, const std::string& library) {
  std::map<std::string, std::string> out{{"CUDA_INJECTION64_PATH", library}, {record::settings_variable, record::write(how)}};
  if (std::getenv("PYTORCH_NO_CUDA_MEMORY_CACHING") == nullptr) out["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "1"; // or tensors have no ends
  return out;
}

result<exit_code> record_and_count(const record_command& c, const streams& s) {
  std::vector<std::string> words = c.app->remaining();
  if (!words.empty() && words[0] == "--") words.erase(words.begin());
  if (words.empty()) return fail("PROGRAM is required", {"command line"}, "fpcheck record --help");
  if (words[0].starts_with('-')) return fail("there is no option " + words[0], {"command line"}, "options of fpcheck come before PROGRAM; fpcheck record --help");
  const auto library = recorder_library();
  if (!library) return tl::unexpected(library.error());
  const auto how = settings_of(c);
  if (!how) return tl::unexpected(how.error());
  const auto program = find_program(words[0]);
  if (!program) return tl::unexpected(program.error());
  const std::set<fs::path> before = captures_in(how->folder);
  s.out.flush();
  const auto end = run_child(*program, words, variables_for(*how, *library), child_output::own);
  if (!end) return tl::unexpected(end.error());
  const std::size_t made = captures_in(how->folder).size() - before.size();
  if (end->signal != 0) s.err << "fpcheck record: the program was ended by signal " << end->signal << '\n';
  else if (end->status != 0) s.err << "fpcheck record: the program ended with status " << end->status << '\n';
  if (made == 0) {
    diagnostic d{"no launch was saved", {words[0]}, {}, "the program must use a CUDA driver, 12.4 or later, and launch one of the kernels; without a card: fpcheck app --record FOLDER PROGRAM"};
    d.code = exit_code::incomplete;
    return tl::unexpected(std::move(d));
  }
  s.out << made << (made == 1 ? " launch in " : " launches in ") << c.folder << "; fpcheck run " << c.folder << " checks " << (made == 1 ? "it" : "them") << '\n';
  return session::interrupted() ? exit_code::interrupted : exit_code::passed;
}

} // namespace

void add_record_command(CLI::App& app, record_command& into) {
  CLI::App* const command = app.add_subcommand("record", "save launches of a program on a machine with a GPU, for fpcheck run");
  into.app = command;
  command->prefix_command();
  command->add_option("--kernel", into.kernels, "only of these kernels")->type_name("NAME")->type_size(1)->allow_extra_args(false);
  command->add_option("--launches", into.launches, "of those, these: 1,5; without it the first of each kernel")->type_name("N,N,..");
  command->add_option("--most", into.most, "captures at most (16)")->type_name("N")->check(CLI::PositiveNumber);
  command->add_option("--limit", into.limit_mib, "memory of one launch in MiB (1024); launches with more are noted and cannot be run")->type_name("MIB")->check(CLI::Range(1, 65536));
  command->add_option("--into", into.folder, "where the captures go (capture)")->type_name("FOLDER");
  command->footer("Then -- PROGRAM [ARGS]. The program itself is executed, with all that you may do.");
}

exit_code record_launches(const record_command& c, const streams& s) {
  end_by_itself();
  const auto code = record_and_count(c, s);
  return code ? *code : complain(code.error(), s);
}

} // namespace fpcheck::cli
