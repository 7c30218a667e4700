#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/session/nvcc.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace fpcheck::session {

/// What a compiler is shown of a source: safe names, in a scratch directory that it runs in, for files wherever they lie. nvcc
/// hands names to a shell, and writes them into the PTX, which so depends on no path.
class compiler_view {
public:
  /// Makes the names in `scratch`: a link to the source's directory, one for each absolute `-I` and for each of `found`, directories whose
  /// lines are not repeated, and a source that includes the user's file where that has a name of its own or is followed by
  /// `instantiations`. `part`, if given, is compiled in the place of what the file holds.
  /// Error: a file name that no include directive can hold, or nothing can be made in `scratch`.
  static result<compiler_view> make(const std::filesystem::path& scratch, const compilation& what, const std::vector<std::string>& found, const std::string* part);

  /// What the compiler calls the user's file.
  const std::string& shown() const { return shown_; }
  /// What to compile, relative to the scratch directory.
  const std::string& source() const { return source_; }
  /// The flags in these names.
  const std::vector<std::string>& flags() const { return flags_; }

  /// PTX with line tables that name the user's files: relative to the source's directory where they lie under it.
  std::string in_user_names(const std::string& ptx) const;
  /// The compiler's messages with the user's names for files. Lines of files that are not under the source's directory, a -I
  /// or the toolkit are not repeated.
  std::string quotable(const std::string& messages, const std::string& nvcc) const;

private:
  /// A file by its name in the scratch directory, as the user would name it.
  std::string user_path(const std::string& name) const;
  bool may_be_quoted(const std::string& name, const std::string& nvcc) const;

  struct linked {
    std::string name, directory; ///< in the scratch directory; what it leads to
    bool quotable = true;
  };

  std::string scratch_, source_, shown_;
  std::vector<std::string> flags_;
  std::vector<linked> links_;
};

/// Whether `path` lies under `directory`, whatever links lead to either.
bool is_below(const std::string& path, const std::string& directory);
/// Whether the file is the toolkit's or the system's, whose lines everybody has.
bool is_installed(const std::string& path, const std::string& nvcc);

} // namespace fpcheck::session
