#include <fpcheck/base/plain_text.hpp>
#include <fpcheck/launch/overloads.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/session/surroundings.hpp>
#include <fpcheck/tensor/file.hpp>

#include "case_body.hpp"
#include "case_fitting.hpp"
#include "case_guess.hpp"
#include "commands.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <regex>
#include <set>
#include <sstream>

namespace fpcheck::cli {
namespace {

using launch::kernel_parameter;
using launch::kernel_signature;

/// Why no case can fill a parameter of a kernel; empty where one can.
std::string why_unfillable(const kernel_signature& k, const launch::source_signatures& all, const std::string& source) {
  for (const kernel_parameter& p : k.parameters) {
    constexpr std::size_t most_fields = 64; // more make no line that a person mends
    const std::string what = k.name + ": '" + p.name + "' points to ";
    if (const auto value = all.structs.find(p.type.structure); p.type.pointers == 0 && value != all.structs.end() && value->second.fields.size() > most_fields)
      return k.name + ": '" + p.name + "' is a structure of " + std::to_string(value->second.fields.size()) + " fields, too many for a first case; write those that matter, or launch it through a kernel that takes plain values";
    if (p.type.pointers > 1) return what + "pointers, which a case cannot give; launch it through a kernel that takes plain ones";
    if (p.type.pointers != 1 || p.type.element) continue;
    const auto s = all.structs.find(p.type.structure);
    const std::string plain = "which a case cannot give; launch it through a kernel that takes plain arrays";
    if (s != all.structs.end()) {
      for (const launch::struct_field& f : s->second.fields)
        if (f.type.is_pointer()) return what + "a structure that holds the pointer '" + f.name + "', " + plain;
      continue;
    }
    static const std::regex name(R"((\w+)\s*[*&]?\s*$)");
    std::smatch found;
    const std::string bare = p.type.spelling.substr(0, p.type.spelling.find_first_of("*&"));
    if (std::regex_search(bare, found, name) && std::regex_search(source, std::regex(R"(\b(?:class|struct)\s+)" + found[1].str() + R"(\b[^;{()]{0,100}\{)")))
      return what + "a structure with members that are not understood, " + plain;
  }
  return {};
}

constexpr const char* refusal = ": a first case of it cannot be run (";

/// Makes cases of a file: fitted by running them where the file compiles here.
class case_maker {
public:
  case_maker(const launch::source_signatures& found, const std::string& source, const init_command& c, std::optional<session::kernel_file> file)
      : found_(found), source_(source), nvcc_(c.nvcc), file_(std::move(file)) {
    std::vector<std::string> kernels;
    for (const kernel_signature& k : found.kernels) kernels.push_back(k.name);
    around_ = session::texts_around(c.file, source, kernels, {});
    if (!file_) return;
    const session::progress bar("compiling " + c.file);
    const auto flags = session::split_flags(nvcc_);
    const auto code = flags ? file_->code(*flags, {}, session::fusing::as_compiled) : tl::unexpected(flags.error());
    if (!code) why_not_ = code.error();
    else
      for (const ptx::function& f : (*code)->module.functions)
        if (f.is_entry) add_compiled(f);
  }
  /// Why no case can be made for a kernel; empty where one can.
  std::string why_none(const kernel_signature& k) const { return why_unfillable(k, found_, source_ + '\n' + around_); }
  /// Whether a kernel that is no template was left out of what was compiled.
  bool is_left_out(const kernel_signature& k) const { return file_ && !why_not_ && k.template_parameters.empty() && !compiled_.contains(k.name); }
  /// Why the file does not compile here, so that cases are guesses.
  const std::optional<diagnostic>& why_not() const { return why_not_; }
  /// A case that can be run has its words here; one that its own run refuses is a remark to mend.
  struct made_case {
    std::string words, refused;
  };
  made_case made(const kernel_signature& k) {
    guessed_case guess = guess_case(k, found_, source_, around_);
    guess.nvcc = nvcc_;
    if (const auto name = mangled_.find(&k); name != mangled_.end() && guess.instantiated.empty()) guess.kernel = name->second;
    if (!file_ || why_not_) return {guess.text(), {}};
    const session::progress bar("fitting a case to " + k.name);
    const fitted_case found = fitted(guess, *file_, body_of(k, found_, source_));
    for (const std::string& remark : found.remarks) remarks_.push_back(k.name + ": " + remark);
    return {found.words.text(), found.refused};
  }
  /// What a comment says of a kernel: its case, or what is to be mended in it.
  std::string comment(const kernel_signature& k) {
    const made_case c = made(k);
    return c.refused.empty() ? "fpcheck: " + c.words : k.name + refusal + one_line(c.refused) + "); mend it: " + c.words;
  }
  /// What a person should look at in the cases that were made.
  const std::vector<std::string>& remarks() const { return remarks_; }
  /// How the code was got.
  std::vector<std::string> notes() const { return file_ && !why_not_ ? file_->notes() : std::vector<std::string>{}; }
  /// The line of a case that the file has for a kernel already.
  std::optional<std::uint32_t> line_of_case(const kernel_signature& k) const {
    if (!file_) return std::nullopt;
    for (const launch::case_text& c : file_->comments().cases)
      for (const launch::launch_text& l : c.launches)
        if (is_name_of(l.kernel.text, k) || (l.kernel.text.empty() && found_.kernels.size() == 1)) return l.configuration.where.line;
    return std::nullopt;
  }

private:
  /// Whether a case's word for its kernel means this one.
  bool is_name_of(const std::string& word, const kernel_signature& k) const {
    const auto mangled = mangled_.find(&k);
    return word.substr(0, word.find_first_of("<(")) == k.name || (mangled != mangled_.end() && word == mangled->second);
  }
  /// Of kernels that share their name a case has the mangled one.
  void add_compiled(const ptx::function& f) {
    const launch::demangled_kernel name = launch::demangle_kernel(f.name);
    compiled_.insert(name.base);
    const auto alike = std::count_if(found_.kernels.begin(), found_.kernels.end(), [&](const kernel_signature& k) { return k.name == name.base; });
    if (alike > 1 && name.template_arguments.empty())
      if (const kernel_signature* k = launch::signature_of(name, f.parameters.size(), found_)) mangled_.emplace(k, f.name);
  }

  const launch::source_signatures& found_;
  const std::string& source_;
  std::string around_; ///< headers, and host code beside the file
  std::string nvcc_;
  std::optional<session::kernel_file> file_;
  std::optional<diagnostic> why_not_;
  std::set<std::string> compiled_; ///< names of the kernels in the PTX
  std::map<const kernel_signature*, std::string> mangled_; ///< of those that share one
  std::vector<std::string> remarks_;
};

/// The first line of a compiler's messages that tells an error.
std::string first_error(const std::string& messages) {
  std::istringstream lines(messages);
  std::string line, first;
  for (std::size_t n = 0; std::getline(lines, line); ++n) {
    if (n == 0) first = line;
    if (n > 0 && line.find("error") != std::string::npos) return line;
  }
  return first;
}

/// What a person must do before cases can be fitted, on stderr; nothing where the file compiles.
void tell_why_not(const case_maker& cases, const init_command& c, const streams& s) {
  if (!cases.why_not()) return;
  const std::string error = first_error(cases.why_not()->message);
  const bool header = error.find("No such file") != std::string::npos || error.find("cannot open source") != std::string::npos;
  s.err << "fpcheck: " << one_line(c.file) << " does not compile here, so its cases are guesses that no run has tried: " << log_text(one_line(error)) << '\n';
  if (header) s.err << "fpcheck: say where its headers are: fpcheck init " << log_text(one_line(c.file)) << " --nvcc '-I DIR'\n";
  else if (!cases.why_not()->hint.empty()) s.err << "fpcheck: " << log_text(one_line(cases.why_not()->hint)) << '\n';
  else s.err << "fpcheck: give the compiler what it lacks (fpcheck init " << log_text(one_line(c.file)) << " --nvcc FLAGS), or put the kernel into a file of its own\n";
}

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
    if (!cases.why_none(k).empty()) {
      out += "# " + cases.why_none(k) + '\n';
      continue;
    }
    if (cases.is_left_out(k)) {
      out += "# an #if leaves it out of the compiled code\n";
      continue;
    }
    const case_maker::made_case made = cases.made(k);
    if (!made.refused.empty()) {
      out += "#" + std::string(refusal).substr(1) + one_line(made.refused) + "); mend it: " + one_line(made.words) + '\n';
      continue;
    }
    out += "[[case]]\nfile = " + toml_string(file) + "\nrun = " + toml_string(made.words) +
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
  const auto filled = std::count_if(found.kernels.begin(), found.kernels.end(), [&](const kernel_signature& k) { return cases.why_none(k).empty(); });
  s.out << filled << (filled == 1 ? " case in " : " cases in ") << c.target << '\n';
  return exit_code::passed;
}

/// The comment of a kernel: its case, why there is none, or where it stands already.
std::string comment_for(const kernel_signature& k, case_maker& cases) {
  if (!cases.why_none(k).empty()) return "// " + cases.why_none(k);
  if (cases.is_left_out(k)) return "// " + k.name + " is not in the compiled code: an #if leaves it out; --nvcc '-D NAME' may bring it in";
  if (const auto line = cases.line_of_case(k)) return "// " + k.name + " has a case in line " + std::to_string(*line);
  return "// " + cases.comment(k);
}

/// Puts the comments above their kernels, in the file. Kernels that have a case, or can have none, are left as they are.
exit_code write_comments(const launch::source_signatures& found, const std::string& text, case_maker& cases, const init_command& c, const streams& s) {
  std::map<std::uint32_t, std::string> above;
  for (const kernel_signature& k : found.kernels)
    if (cases.why_none(k).empty() && !cases.is_left_out(k) && !cases.line_of_case(k) && text.find("// " + k.name + refusal) == std::string::npos) above[k.where.line] = "// " + cases.comment(k) + '\n';
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

/// The cases, where they were asked for.
exit_code written(const launch::source_signatures& found, const std::string& text, case_maker& cases, const init_command& c, const streams& s) {
  if (!c.target.empty()) return write_configuration(found, cases, c, s);
  if (c.write) return write_comments(found, text, cases, c, s);
  s.out << "// Put a line above each kernel, mend its sizes and values, then: fpcheck run " << c.file << '\n';
  for (const kernel_signature& k : found.kernels) s.out << comment_for(k, cases) << '\n';
  return exit_code::passed;
}

} // namespace

exit_code init(const init_command& c, const streams& s) {
  const auto text = tensor::read_bytes(c.file);
  if (!text) return complain(text.error(), s);
  auto opened = session::kernel_file::open(c.file, "");
  std::optional<session::kernel_file> file;
  if (opened) file.emplace(*std::move(opened));
  const auto found = file ? file->signatures() : launch::scan_signatures(*text, c.file);
  if (found.kernels.empty()) return complain({"there is no __global__ function in the file", {c.file}}, s);
  case_maker cases(found, *text, c, std::move(file));
  tell_why_not(cases, c, s);
  const exit_code code = written(found, *text, cases, c, s);
  std::set<std::string> told;
  for (const std::vector<std::string>& lines : {cases.notes(), cases.remarks()})
    for (const std::string& line : lines)
      if (told.insert(line).second) s.err << "fpcheck: " << log_text(one_line(line)) << '\n';
  return code;
}

} // namespace fpcheck::cli
