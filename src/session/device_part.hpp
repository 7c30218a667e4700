#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::session {

/// What a compiler cannot take of a source and no kernel needs.
struct left_out {
  std::set<std::string> headers;      ///< names of include directives
  std::set<std::string> files;        ///< headers with errors, by their paths
  std::set<std::uint32_t> lines;      ///< declarations that reach over one of these go, where they are no device code
};

/// A source without its host functions: functions at the scope of a namespace that are neither marked for the device nor constexpr.
struct device_part {
  std::string text;                   ///< as many lines as the source: what was left out is blank, directives stay
  std::size_t functions = 0;          ///< that were left out
  std::set<std::string> headers;      ///< include directives that were left out
};

/// The source as far as kernels need it, without what `without` names too.
device_part device_part_of(std::string_view source, const left_out& without);

/// What the messages of a compiler blame in the file that they call `name`: missing headers, and lines with errors.
left_out blamed_by(const std::string& messages, const std::string& name);

} // namespace fpcheck::session
