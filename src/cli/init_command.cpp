#include <fpcheck/launch/signature.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/tensor/file.hpp>

#include "case_fitting.hpp"
#include "case_guess.hpp"
#include "commands.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <sstream>

namespace fpcheck::cli {
namespace {

using launch::kernel_parameter;
using launch::kernel_signature;

/// A parameter that no value of a case can fill, or nothing.
const kernel_parameter* unfillable(const kernel_signature& k) {
  const auto at = std::find_if(k.parameters.begin(), k.parameters.end(), [](const kernel_parameter& p) { return p.type.pointers > 1; });
  return at == k.parameters.end() ? nullptr : &*at;
}
std::string why_unfillable(const kernel_signature& k) {
  const kernel_parameter& p = *unfillable(k);
  return k.name + ": '" + p.name + "' points to pointers, which a case cannot give; launch it through a kernel that takes plain ones";
}

/// Makes cases of a file: fitted by running them where the file compiles here.
class case_maker {
public:
  case_maker(const launch::source_signatures& found, const std::string& source, const std::string& file) : found_(found), source_(source) {
    if (auto opened = session::kernel_file::open(file, "")) file_.emplace(*std::move(opened));
  }
  std::string words(const kernel_signature& k) {
    guessed_case guess = guess_case(k, found_, source_);
    if (!file_) return guess.text();
    const session::progress bar("fitting a case to " + k.name);
    return fitted(std::move(guess), *file_).text();
  }
  /// The line of a case that the file has for a kernel already.
  std::optional<std::uint32_t> line_of_case(const kernel_signature& k) const {
    if (!file_) return std::nullopt;
    for (const launch::case_text& c : file_->comments().cases)
      for (const launch::launch_text& l : c.launches)
        if (l.kernel.text.substr(0, l.kernel.text.find('<')) == k.name || (l.kernel.text.empty() && found_.kernels.size() == 1)) return l.configuration.where.line;
    return std::nullopt;
  }

private:
  const launch::source_signatures& found_;
  const std::string& source_;
  std::optional<session::kernel_file> file_;
};

std::string signature_of(const kernel_signature& k) {
  std::string out = k.name + '(';
  for (std::size_t i = 0; i < k.parameters.size(); ++i)
    out += (i > 0 ? ", " : "") + k.parameters[i].type.spelling + (k.parameters[i].name.empty() ? "" : ' ' + k.parameters[i].name);
  return out + ')';
}

/// A TOML string with the characters of `text`.
std::string toml_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += (c == '"' || c == '\\' ? std::string("\\") : std::string()) + c;
  return out + '"';
}

std::string configuration_of(const launch::source_signatures& found, case_maker& cases, const std::string& file) {
  std::string out = "# Cases for fpcheck test. Mend sizes and values; every option of fpcheck run is a key.\n";
  for (const kernel_signature& k : found.kernels) {
    out += "\n# " + signature_of(k) + '\n';
    if (unfillable(k) != nullptr) {
      out += "# " + why_unfillable(k) + '\n';
      continue;
    }
    out += "[[case]]\nfile = " + toml_string(file) + "\nrun = " + toml_string(cases.words(k)) +
           "\n# ref = \"softmax(x, 1)\"      what an output is compared with: OUT=EXPR, or OUT=@FILE.npy\n"
           "# expect = \"cancellation\"   the finding that the case must have\n";
  }
  return out;
}

exit_code write_configuration(const launch::source_signatures& found, case_maker& cases, const init_command& c, const streams& s) {
  std::error_code error;
  if (std::filesystem::exists(c.target, error))
    return complain({"the file is there already", {c.target}, {}, "fpcheck init " + c.file + " prints lines to add to it"}, s);
  const std::filesystem::path folder = std::filesystem::absolute(c.target, error).parent_path();
  const std::filesystem::path relative = std::filesystem::relative(c.file, folder, error);
  const std::string name = error || relative.empty() ? c.file : relative.string();
  if (const auto ok = tensor::write_bytes(c.target, configuration_of(found, cases, name)); !ok) return complain(ok.error(), s);
  const auto filled = std::count_if(found.kernels.begin(), found.kernels.end(), [](const kernel_signature& k) { return unfillable(k) == nullptr; });
  s.out << filled << (filled == 1 ? " case in " : " cases in ") << c.target << '\n';
  return exit_code::passed;
}

/// The comment of a kernel: its case, why there is none, or where it stands already.
std::string comment_for(const kernel_signature& k, case_maker& cases) {
  if (unfillable(k) != nullptr) return "// " + why_unfillable(k);
  if (const auto line = cases.line_of_case(k)) return "// " + k.name + " has a case in line " + std::to_string(*line);
  return "// fpcheck: " + cases.words(k);
}

/// Puts the comments above their kernels, in the file. Kernels that have a case, or can have none, are left as they are.
exit_code write_comments(const launch::source_signatures& found, const std::string& text, case_maker& cases, const init_command& c, const streams& s) {
  std::map<std::uint32_t, std::string> above;
  for (const kernel_signature& k : found.kernels)
    if (unfillable(k) == nullptr && !cases.line_of_case(k)) above[k.where.line] = "// fpcheck: " + cases.words(k) + '\n';
  std::string out;
  std::istringstream lines(text);
  std::string line;
  for (std::uint32_t n = 1; std::getline(lines, line); ++n) {
    // A template's header is a part of the kernel.
    const auto next = above.find(n + 1);
    const bool header = next != above.end() && line.find("template") != std::string::npos && !above.contains(n);
    if (const auto own = above.find(n); own != above.end()) out += own->second;
    if (header) out += next->second, above.erase(next);
    out += line + (lines.eof() ? "" : "\n");
  }
  if (above.empty() && out == text) {
    s.out << "nothing to write: every kernel of " << c.file << " has a case\n";
    return exit_code::passed;
  }
  if (const auto ok = tensor::write_bytes(c.file, out); !ok) return complain(ok.error(), s);
  s.out << "wrote cases into " << c.file << "; fpcheck run " << c.file << " runs them\n";
  return exit_code::passed;
}

} // namespace

exit_code init(const init_command& c, const streams& s) {
  const auto text = tensor::read_bytes(c.file);
  if (!text) return complain(text.error(), s);
  const auto found = launch::scan_signatures(*text, c.file);
  if (found.kernels.empty()) return complain({"there is no __global__ function in the file", {c.file}}, s);
  case_maker cases(found, *text, c.file);
  if (!c.target.empty()) return write_configuration(found, cases, c, s);
  if (c.write) return write_comments(found, *text, cases, c, s);
  s.out << "// Put a line above each kernel, mend its sizes and values, then: fpcheck run " << c.file << '\n';
  for (const kernel_signature& k : found.kernels) s.out << comment_for(k, cases) << '\n';
  return exit_code::passed;
}

} // namespace fpcheck::cli
