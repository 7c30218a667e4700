#include "compiler_view.hpp"

#include "names.hpp"

#include <fpcheck/tensor/file.hpp>

#include <algorithm>
#include <cctype>
#include <cstring>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view source_link = "fpcheck-source";

/// Whether the compiler may see the name as it is.
bool is_safe(const std::string& name) {
  return !name.empty() && name[0] != '-' && std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; });
}
/// Whether an include directive can hold the name.
bool can_be_included(const std::string& name) {
  return std::none_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == '"' || c == '\\' || c == 0x7f; });
}

/// Where the file stands that a message is about: "x.cu(12): ..." or "x.cu:12:3: ...".
struct message_head {
  std::string file, place;
};
message_head head_of(const std::string& line) {
  for (const char mark : {'(', ':'})
    for (std::size_t at = line.find(mark); at != std::string::npos; at = line.find(mark, at + 1)) {
      std::size_t end = at + 1;
      while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end])) != 0) ++end;
      if (end == at + 1 || end >= line.size() || at == 0) continue;
      if (mark == '(' && line.compare(end, 2, "):") == 0) return {line.substr(0, at), line.substr(at, end + 1 - at)};
      if (mark == ':' && (line[end] == ':' || line[end] == ',')) return {line.substr(0, at), line.substr(at, end - at)};
    }
  return {};
}

} // namespace

bool is_below(const std::string& path, const std::string& directory) {
  const fs::path there = canonical(path), root = canonical(directory);
  return std::mismatch(root.begin(), root.end(), there.begin(), there.end()).first == root.end();
}

bool is_installed(const std::string& path, const std::string& nvcc) {
  const std::string toolkit = nvcc.empty() ? "" : fs::path(canonical(nvcc)).parent_path().parent_path().string();
  if (!toolkit.empty() && (is_below(path, toolkit + "/include") || is_below(path, toolkit + "/targets"))) return true;
  for (const char* root : {"/usr/include", "/usr/lib/gcc", "/usr/lib/llvm", "/usr/local/include", "/usr/local/cuda"})
    if (is_below(path, root)) return true;
  return false;
}

result<compiler_view> compiler_view::make(const fs::path& scratch, const compilation& what, const std::vector<std::string>& found, const std::string* part) {
  compiler_view out;
  std::error_code error;
  out.scratch_ = canonical(scratch.string());
  const auto link = [&](const std::string& name, const std::string& directory, bool quotable) {
    fs::create_directory_symlink(fs::absolute(directory, error), scratch / name, error);
    out.links_.push_back({name, directory, quotable});
  };
  const auto include = [&](const std::string& directory, bool quotable) {
    const std::string included = "fpcheck-include-" + std::to_string(out.links_.size());
    link(included, directory, quotable);
    out.flags_.push_back("-I" + included);
  };
  const std::string parent = fs::path(what.file).parent_path().string(), name = fs::path(what.file).filename().string();
  link(std::string(source_link), parent.empty() ? "." : parent, true);
  for (const std::string& f : what.flags)
    if (f.starts_with("-I/")) include(f.substr(2), true);
    else out.flags_.push_back(f);
  for (const std::string& directory : found) include(directory, false);
  if (error) return fail("cannot be made: " + error.message(), {scratch.string()});
  out.source_ = out.shown_ = std::string(source_link) + '/' + name;
  if (is_safe(name) && what.instantiations.empty() && part == nullptr) return out;
  if (!can_be_included(name)) return fail("the compiler cannot be given a file of this name", {what.file}, "rename it: letters, digits, _ - and . are safe");
  std::string text = "#include \"" + out.shown_ + "\"\n";
  if (part != nullptr) {
    out.flags_.push_back("-I" + std::string(source_link));
    text = "#line 1 \"" + out.shown_ + "\"\n" + *part + "\n#line 2 \"instantiate.cu\"\n";
  }
  for (const std::string& k : what.instantiations) text += "template __global__ decltype(" + k + ") " + k + ";\n";
  out.source_ = what.instantiations.empty() ? "kernel.cu" : "instantiate.cu";
  const auto written = tensor::write_bytes((scratch / out.source_).string(), text);
  if (!written) return tl::unexpected(written.error());
  return out;
}

std::string compiler_view::user_path(const std::string& name) const {
  std::string path = name.starts_with(scratch_ + '/') ? name.substr(scratch_.size() + 1) : name;
  for (const linked& l : links_)
    if (path.starts_with(l.name + '/')) return (fs::path(l.directory) / path.substr(l.name.size() + 1)).string();
  return path;
}

std::string compiler_view::in_user_names(const std::string& ptx) const {
  const fs::path root = canonical(links_[0].directory);
  const auto named = [&](const std::string& name) {
    const std::string inside = scratch_ + '/' + std::string(source_link) + '/';
    if (name.starts_with(inside)) return name.substr(inside.size());
    const std::string path = user_path(name);
    if (path == name) return name;
    const std::string whole = canonical(path);
    return is_below(whole, root.string()) ? fs::path(whole).lexically_relative(root).string() : whole;
  };
  std::string out;
  out.reserve(ptx.size());
  for (std::size_t at = 0; at < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', at), ptx.size() - 1) + 1;
    const std::string_view line = std::string_view(ptx).substr(at, end - at);
    const std::size_t open = line.find('"'), close = line.rfind('"');
    const bool is_file = line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()) + 5).ends_with(".file");
    if (is_file && open < close) (out += line.substr(0, open + 1)) += named(std::string(line.substr(open + 1, close - open - 1))) + std::string(line.substr(close));
    else out += line;
    at = end;
  }
  return out;
}

bool compiler_view::may_be_quoted(const std::string& name, const std::string& nvcc) const {
  const std::string path = name.starts_with('/') ? name : scratch_ + '/' + name;
  if (is_installed(path, nvcc) || path == scratch_ + '/' + source_) return true;
  return std::any_of(links_.begin(), links_.end(), [&](const linked& l) { return l.quotable && is_below(path, l.directory); });
}

std::string compiler_view::quotable(const std::string& messages, const std::string& nvcc) const {
  std::string out;
  bool quoting = true;
  for (std::size_t at = 0; at < messages.size();) {
    const std::size_t end = std::min(messages.find('\n', at), messages.size());
    std::string line = messages.substr(at, end - at);
    at = end + 1;
    message_head head = head_of(line);
    for (const char* from : {"In file included from ", "                 from "})
      if (head.file.starts_with(from)) head.file.erase(0, std::strlen(from));
    if (!head.file.empty()) {
      quoting = may_be_quoted(head.file, nvcc);
      if (!quoting) out += user_path(head.file) + head.place + ": an error or a warning; the text of this file is not shown (--trust shows it)\n";
    }
    if (!quoting) continue;
    for (const linked& l : links_)
      for (std::size_t name = line.find(l.name + '/'); name != std::string::npos; name = line.find(l.name + '/', name + l.directory.size()))
        line.replace(name, l.name.size() + 1, l.directory == "." ? "" : l.directory + '/');
    out += line + '\n';
  }
  return out;
}

} // namespace fpcheck::session
