#pragma once
#include <fpcheck/exec/program.hpp>
#include <fpcheck/launch/exec_names.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/session/settings.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace fpcheck::session {

/// FILE[:KERNEL] of the command line.
struct kernel_name {
  std::string file;
  exec::word kernel; ///< empty text where none was given
};
/// Splits FILE[:KERNEL] at the first colon that follows the name of an existing file.
kernel_name split_kernel_name(const exec::word& w);

/// PTX that is ready to run. It does not move: the program points into the module.
struct compiled {
  std::string ptx;
  ptx::module module;                    ///< as a card runs it: contracted, unless somebody said otherwise
  std::unique_ptr<exec::program> program; ///< of `module`
  std::size_t fused = 0;                 ///< multiply-adds of the module that ptxas makes, and divisions by constants that it multiplies
  std::size_t divided = 0;               ///< of them divisions
  std::set<std::string> changed;         ///< kernels that have some, by name
  ptx::module written;                   ///< where some were made: the module as it is written
  std::unique_ptr<exec::program> apart;  ///< of `written`; none where nothing was fused
  std::string contraction;               ///< where it is known that it is on, or off; empty: ptxas's habit
};

/// A file of kernels: CUDA source, compiled as its cases ask for, or PTX. Cases may run on it from several threads.
class kernel_file {
public:
  /// Reads `path`; `source` is the .cu that a .ptx was made from, or empty.
  /// Error: it cannot be read, it is neither .cu nor .ptx, or a comment of it is malformed.
  static result<kernel_file> open(const std::string& path, const std::string& source);

  /// The source may be quoted from, or not: `path` of a file as a line table names it.
  bool is_quotable(const std::string& path) const;
  const std::string& path() const { return path_; }
  /// The .cu that comments and names come from; empty where there is none.
  const std::string& source_path() const { return source_path_; }
  bool is_source() const { return is_source_; }
  /// The file as it was read.
  const std::string& text() const { return text_; }
  /// What the file, or the source of a .ptx, tells; empty where there is none.
  const exec::source_signatures& signatures() const { return signatures_; }
  const exec::source_comments& comments() const { return comments_; }
  /// The directory that `@path` in a comment is relative to.
  std::string directory() const;
  /// The code for these flags and instantiations; compiled once for each.
  result<const compiled*> code(const std::vector<std::string>& flags, const std::vector<std::string>& instantiations, fusing how = fusing::as_compiled);
  /// From now on lines of any file are quoted, not of those under this one's directory, a -I and the toolkit only.
  void trust();
  /// What the user should know of how the code was got.
  std::vector<std::string> notes() const;
  /// Where a file that a line table names lies: relative to this one's directory, beside this one, or as named.
  std::string resolve(const std::string& file) const;
  /// `file` as the user would name it: the path given for this file, else relative to the working directory.
  std::string shown(const std::string& file) const;
  /// A line of a source file that a line table names, by either name; none of a file that may not be quoted.
  std::optional<std::string> line(const std::string& file, std::uint32_t number) const;

private:
  result<std::string> ptx_text(const compilation& how);
  bool may_be_quoted(const std::string& path) const;
  result<void> contract(compiled& c, ptx::module module, const std::vector<std::string>& flags, fusing how) const;

  std::string path_, source_path_, text_;
  bool is_source_ = false;
  exec::source_signatures signatures_;
  exec::source_comments comments_;
  std::map<std::string, std::unique_ptr<compiled>> codes_;
  std::vector<std::string> notes_;
  std::vector<std::string> included_; ///< directories of -I
  bool trusted_ = false;
  mutable std::map<std::string, std::string> shown_; ///< by the name that the user sees: where it lies
  mutable std::map<std::string, std::vector<std::string>> lines_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>(); ///< for what is made on demand
};

} // namespace fpcheck::session
