#pragma once
// The parts of the HTML page of a document. Each function returns markup.
#include <fpcheck/report/document.hpp>
#include <fpcheck/report/markup.hpp>

#include <string>
#include <string_view>

namespace fpcheck::report::html {

/// The page's only style sheet, for light and dark.
std::string_view style();

/// How bad an error of this bin looks: 0 to heat_levels - 1, the class "h<level>".
inline constexpr int heat_levels = 8;
int heat_level(std::size_t bin);
/// "1/2", "16", "2^20": the upper end of a bin in ulps.
std::string bin_text(std::size_t bin);

/// The error map of an output as inline SVG, with its legend.
std::string heat_map(const analysis::output_summary& o);
/// The number of elements by error in ulps, as inline SVG.
std::string histogram(const analysis::error_profile& p);
/// A bar of `share` (0 to 1) of the width of its cell.
std::string share_bar(double share);

/// The sources of a case with its findings below their lines and the share of each line in the margin.
std::string source_listing(const document& d, const case_report& c);

/// "k.cu:26", or the PTX line where there is no line table, or nothing.
std::string place_of(const std::vector<analysis::frame>& stack, std::uint32_t ptx_line);
/// The finding's own sentence, or the rule's.
std::string message_of(const analysis::finding& f);
/// The class for a level: "error", "warning", "note".
std::string_view level_class(analysis::level l);

} // namespace fpcheck::report::html
