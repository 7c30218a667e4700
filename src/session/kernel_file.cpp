#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/ptx/contract.hpp>
#include <fpcheck/session/file_words.hpp>
#include <fpcheck/ptx/inline_calls.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/tensor/digest.hpp>
#include <fpcheck/tensor/file.hpp>

#include "compiler_view.hpp"
#include "found_headers.hpp"
#include "names.hpp"
#include "triton_metadata.hpp"

#include <algorithm>
#include <filesystem>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error) && !fs::is_directory(path, error);
}

/// The mark that a committed .ptx carries of the source it was made from.
constexpr std::string_view mark = "// fpcheck source sha256 ";

} // namespace

kernel_name split_kernel_name(const exec::word& w) {
  for (std::size_t at = w.text.find(':'); at != std::string::npos; at = w.text.find(':', at + 1))
    if (exists(w.text.substr(0, at))) return {w.text.substr(0, at), w.part(at + 1)};
  // No such file: the part before the first colon behind an extension reads best in the error.
  for (const char* ending : {".cu:", ".ptx:"})
    if (const std::size_t at = w.text.find(ending); at != std::string::npos) {
      const std::size_t end = w.text.find(':', at);
      return {w.text.substr(0, end), w.part(end + 1)};
    }
  return {w.text, {}};
}

result<kernel_file> kernel_file::open(const std::string& path, const std::string& source) {
  kernel_file out;
  out.path_ = path;
  auto text = tensor::read_bytes(path, tensor::most_text_bytes);
  if (!text) return tl::unexpected(text.error());
  const bool ptx = path.ends_with(".ptx");
  out.is_source_ = path.ends_with(".cu") || path.ends_with(".cuh");
  if (!ptx && !out.is_source_) return fail("neither CUDA source nor PTX", {path}, "the name must end in .cu or .ptx");
  if (!source.empty() && out.is_source_) return fail("--source is for .ptx files; this is the source itself", {path});
  out.source_path_ = out.is_source_ ? path : source;
  out.text_ = *std::move(text);
  if (out.source_path_.empty()) {
    out.signatures_ = triton_signatures(path);
    return out;
  }
  const auto words = out.is_source_ ? result<std::string>(out.text_) : tensor::read_bytes(source, tensor::most_text_bytes);
  if (!words) return tl::unexpected(words.error());
  out.signatures_ = exec::scan_signatures(*words, out.source_path_, texts_of_headers(out.source_path_, *words, {}));
  auto comments = exec::scan_comments(*words, out.source_path_);
  if (!comments) return tl::unexpected(without_foreign_text(comments.error(), out.source_path_));
  out.comments_ = *std::move(comments);
  if (ptx && out.signatures_.kernels.empty() && out.comments_.cases.empty() && out.comments_.suppressions.empty())
    return fail("tells nothing of the kernels: no __global__ function, no // fpcheck: comment", {source}, "--source is the .cu that the .ptx was made from");
  return out;
}

std::string kernel_file::directory() const {
  const std::string parent = fs::path(source_path_.empty() ? path_ : source_path_).parent_path().string();
  return parent.empty() ? "." : parent;
}

result<std::string> kernel_file::ptx_text(const compilation& how) {
  if (!is_source_) return text_;
  auto compiled = compile(how);
  if (compiled || !find_nvcc().empty() || !how.flags.empty() || !how.instantiations.empty()) return compiled;
  // Without a compiler, PTX that was made of this very source is as good.
  const std::string beside = fs::path(path_).replace_extension(".ptx").string();
  auto ptx = tensor::read_bytes(beside);
  if (!ptx) return compiled;
  const std::size_t at = ptx->find(mark);
  if (at == std::string::npos || ptx->substr(at + mark.size(), 64) != tensor::sha256(text_)) {
    diagnostic d = compiled.error();
    d.hint = beside + " was not made from this version of the source; " + d.hint;
    return tl::unexpected(std::move(d));
  }
  notes_.push_back("no nvcc here: ran " + beside + ", which was made from this source");
  return ptx;
}

namespace {

/// Whether the code is for a debugger: ptxas leaves it as it is.
bool is_debug(const std::vector<std::string>& flags) {
  return std::any_of(flags.begin(), flags.end(), [](const std::string& f) { return f == "-G" || f == "--device-debug"; });
}
/// What a list of nvcc's flags says of contraction, the last word: on, off or nothing.
std::optional<bool> said_by(const std::vector<std::string>& flags) {
  std::optional<bool> out;
  for (std::size_t k = 0; k < flags.size(); ++k) {
    const std::string& f = flags[k];
    const std::string value = (f == "-fmad" || f == "--fmad") && k + 1 < flags.size() ? flags[k + 1] : f.substr(std::min(f.find('=') + 1, f.size()));
    if (f.starts_with("-fmad") || f.starts_with("--fmad")) out = value == "true";
    if (f == "-use_fast_math" || f == "--use_fast_math") out = true;
  }
  if (is_debug(flags)) out = false; // ptxas -O0
  return out;
}
/// What Triton's metadata beside a .ptx says.
std::optional<bool> said_beside(const std::string& path) {
  const auto text = tensor::read_bytes(fs::path(path).replace_extension(".json").string());
  if (!text) return std::nullopt;
  std::size_t at = text->find("\"enable_fp_fusion\"");
  if (at == std::string::npos) return std::nullopt;
  at = text->find_first_not_of(" \t\r\n:", at + 18);
  if (at == std::string::npos) return std::nullopt;
  if (text->compare(at, 4, "true") == 0) return true;
  if (text->compare(at, 5, "false") == 0) return false;
  return std::nullopt;
}
/// Whether the PTX was made for a debugger: `.target sm_90, debug`.
bool is_debug(const std::string& ptx) {
  const std::size_t at = ptx.find("\n.target");
  return at != std::string::npos && ptx.substr(at, ptx.find('\n', at + 1) - at).find("debug") != std::string::npos;
}

} // namespace

/// Keeps both forms where they differ; the one that a card runs is `module`.
result<void> kernel_file::contract(compiled& c, ptx::module module, const std::vector<std::string>& flags, fusing how) const {
  std::optional<bool> on;
  const auto says = [&](std::optional<bool> value, const std::string& who) {
    if (!on && value) on = value, c.contraction = who;
  };
  if (how != fusing::as_compiled) says(how == fusing::on, how == fusing::on ? "--fuse" : "--no-fuse");
  says(said_by(flags), "nvcc's flags");
  if (is_debug(c.ptx)) says(false, "code for a debugger");
  if (!is_source_) says(said_beside(path_), "enable_fp_fusion beside it");
  // As written: what a call keeps apart stays so.
  const bool debug = how == fusing::as_compiled && (is_debug(flags) || is_debug(c.ptx));
  ptx::contraction fused = debug ? ptx::contraction{} : ptx::contract(module, on.value_or(true) ? ptx::products::fuse : ptx::products::stay);
  c.fused = fused.fused, c.divided = fused.divided;
  for (const ptx::function& f : module.functions)
    if (f.is_entry && std::any_of(fused.functions.begin(), fused.functions.end(), [&](const std::string& name) {
          const auto g = std::find_if(module.functions.begin(), module.functions.end(), [&](const ptx::function& x) { return x.name == name; });
          return name == f.name || (g != module.functions.end() && !g->is_entry);
        }))
      c.changed.insert(f.name);
  c.module = ptx::inline_calls(c.fused != 0 ? std::move(fused.code) : module);
  auto program = exec::decode(c.module);
  if (!program) return tl::unexpected(program.error());
  c.program = *std::move(program);
  if (c.fused == 0) return {};
  c.written = ptx::inline_calls(std::move(module));
  auto apart = exec::decode(c.written);
  if (!apart) return tl::unexpected(apart.error());
  c.apart = *std::move(apart);
  return {};
}

result<const compiled*> kernel_file::code(const std::vector<std::string>& flags, const std::vector<std::string>& instantiations, fusing how) {
  const std::scoped_lock lock(*mutex_);
  std::string key = std::to_string(static_cast<int>(how)) + '\n';
  for (const std::string& f : flags) key += f + '\n';
  for (const std::string& k : instantiations) key += "<" + k + '\n';
  if (const auto found = codes_.find(key); found != codes_.end()) return found->second.get();
  for (const std::string& f : flags)
    if (f.starts_with("-I/")) included_.push_back(f.substr(2));
  using quoted = compilation::messages;
  auto text = ptx_text({path_, flags, instantiations, trusted_ ? quoted::of_all_files : quoted::of_own_files});
  if (!text) return tl::unexpected(text.error());
  while (text->starts_with(compiler_note)) {
    const std::size_t end = std::min(text->find('\n'), text->size() - 1);
    std::string note = text->substr(compiler_note.size(), end - compiler_note.size());
    if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(std::move(note));
    text->erase(0, end + 1);
  }
  auto out = std::make_unique<compiled>();
  out->ptx = *std::move(text);
  auto module = ptx::parse(out->ptx, is_source_ ? fs::path(path_).replace_extension(".ptx").string() : path_);
  const auto shown = [&](const diagnostic& d) { return trusted_ ? d : without_foreign_text(d, path_); };
  if (!module) return tl::unexpected(shown(module.error()));
  if (const auto ok = contract(*out, *std::move(module), flags, how); !ok) return tl::unexpected(shown(ok.error()));
  return codes_.emplace(key, std::move(out)).first->second.get();
}

std::vector<std::string> kernel_file::notes() const {
  const std::scoped_lock lock(*mutex_);
  return notes_;
}

void kernel_file::trust() {
  const std::scoped_lock lock(*mutex_);
  trusted_ = true;
}

std::string kernel_file::resolve(const std::string& file) const {
  if (file.starts_with('/') && exists(file)) return file;
  const fs::path here = directory();
  if (!file.starts_with('/') && exists((here / file).string())) return (here / file).string();
  // Line tables of committed PTX name files without directories.
  const std::string beside = (here / fs::path(file).filename()).string();
  return exists(beside) ? beside : file;
}

std::string kernel_file::shown(const std::string& file) const {
  if (file.empty()) return file;
  const std::string found = resolve(file), whole = canonical(found);
  const auto name = [&]() -> std::string {
    for (const std::string& own : {source_path_, path_})
      if (!own.empty() && whole == canonical(own)) return own;
    std::error_code error;
    const fs::path relative = fs::relative(whole, fs::current_path(error), error);
    return error || relative.empty() || *relative.begin() == ".." ? found : relative.string();
  }();
  const std::scoped_lock lock(*mutex_);
  shown_.emplace(name, found);
  return name;
}

bool kernel_file::may_be_quoted(const std::string& path) const {
  if (trusted_ || is_below(path, directory()) || is_installed(path, find_nvcc())) return true;
  return std::any_of(included_.begin(), included_.end(), [&](const std::string& d) { return is_below(path, d); });
}

bool kernel_file::is_quotable(const std::string& path) const {
  const std::scoped_lock lock(*mutex_);
  return may_be_quoted(path);
}

std::optional<std::string> kernel_file::line(const std::string& file, std::uint32_t number) const {
  const std::scoped_lock lock(*mutex_);
  const auto [entry, fresh] = lines_.try_emplace(file);
  const auto known = shown_.find(file);
  const std::string path = known == shown_.end() ? resolve(file) : known->second;
  if (fresh && may_be_quoted(path))
    if (const auto text = tensor::read_bytes(path, tensor::most_text_bytes))
      for (std::size_t at = 0; at < text->size();) {
        const std::size_t end = std::min(text->find('\n', at), text->size());
        entry->second.push_back(text->substr(at, end - at));
        if (entry->second.back().ends_with('\r')) entry->second.back().pop_back();
        at = end + 1;
      }
  if (number == 0 || number > entry->second.size()) return std::nullopt;
  return entry->second[number - 1];
}

} // namespace fpcheck::session
