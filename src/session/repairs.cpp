#include "repairs.hpp"

#include <fpcheck/session/hints.hpp>
#include <fpcheck/tensor/file.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <unistd.h>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

/// A directory that is gone when nobody needs it any more.
class scratch_folder {
public:
  scratch_folder() {
    std::string name = (fs::temp_directory_path(error_) / "fpcheck-repair-XXXXXX").string();
    if (!error_ && mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~scratch_folder() {
    if (!path_.empty()) fs::remove_all(path_, error_);
  }
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  const std::string& path() const { return path_; }

private:
  std::error_code error_;
  std::string path_;
};

/// The text with one line in the place of another.
std::string with_line(const std::string& text, std::uint32_t number, const std::string& line) {
  std::istringstream lines(text);
  std::string out, one;
  for (std::uint32_t n = 1; std::getline(lines, one); ++n) out += (n == number ? line : one) + '\n';
  return out;
}

/// The case run on the repaired source. Nothing where it does not compile or run.
std::optional<analysis::run_result> run_repaired(const kernel_file& file, const std::string& source_text, const exec::case_text& text, const case_source& source) {
  const scratch_folder folder;
  if (folder.path().empty()) return std::nullopt;
  const std::string path = folder.path() + '/' + fs::path(file.path()).filename().string();
  if (!tensor::write_bytes(path, source_text)) return std::nullopt;
  auto copy = kernel_file::open(path, "");
  if (!copy) return std::nullopt;
  exec::case_text own = text;
  const source_location here{launch::command_line_name, 0, 0};
  const std::string directory = fs::absolute(file.path()).parent_path().string();
  own.options.push_back({{"nvcc", here, ""}, {"-I" + shell_word(directory), here, ""}});
  std::erase_if(own.options, [](const launch::option_text& o) { return o.name.text.starts_with("save"); });
  case_source again = source;
  again.data = nullptr, again.repairs = case_source::repairing::off;
  report::case_report r = run_case(*copy, own, again);
  return r.errors.empty() ? std::move(r.run) : std::nullopt;
}

} // namespace

void try_repairs(report::case_report& r, const kernel_file& file, const exec::case_text& text, const case_source& source) {
  if (!file.is_source() || !r.run || source.execute || source.repairs == case_source::repairing::off) return;
  for (analysis::finding& f : r.run->findings) {
    const bool here = !f.suppressed && !f.stack.empty() && f.stack[0].file == file.path() && !f.output.empty();
    const auto line = here ? file.line(f.stack[0].file, f.stack[0].line) : std::nullopt;
    const auto better = line ? repaired(*line) : std::nullopt;
    const auto whole = better ? tensor::read_bytes(file.path(), tensor::most_text_bytes) : result<std::string>(std::string());
    if (!better || !whole) continue;
    const auto run = run_repaired(file, with_line(*whole, f.stack[0].line, *better), text, source);
    if (!run) continue;
    for (const analysis::output_summary& o : run->outputs)
      if (o.name == f.output && o.certified == o.elements) f.hint += "; with it the error is at most " + number(o.max_error_ulps, 3) + " ulp";
    return; // one copy is compiled a case
  }
}

} // namespace fpcheck::session
