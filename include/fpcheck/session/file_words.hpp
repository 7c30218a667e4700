#pragma once
#include <fpcheck/launch/case.hpp>

#include <string>

namespace fpcheck::session {

/// Whether a word comes from a file, a stranger's perhaps: a comment of a source or a configuration. What such words may do
/// is in SECURITY.md.
bool is_from_file(const launch::word& w);
/// The directory of the file that a word comes from.
std::string directory_of(const launch::word& w);

/// Whether `path` is a link to a file outside the directory that it lies in. What such a file holds is not shown unasked: the link may be a stranger's.
bool leads_outside(const std::string& path);
/// An error in the text of `path`; of a link that leads outside it tells no more than the place.
diagnostic without_foreign_text(diagnostic d, const std::string& path);

/// The absolute path that `path`, a part of `w`, means in `directory`.
/// Error: it is absolute or leads out of the directory, by `..` or by a link.
result<std::string> path_below(const launch::word& w, const std::string& path, const std::string& directory);

/// Whether every tensor that the words of a file ask for lies under that file's directory. Error: one does not, at its place.
result<void> check_file_words(const launch::case_text& text);

} // namespace fpcheck::session
