#pragma once
#include <fpcheck/sweep/library.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace fpcheck::cli {

/// A function with what its sweep found.
struct swept_row {
  const sweep::library_function* function = nullptr;
  sweep::library_tally tally;
  double milliseconds = 0; ///< on devices; 0 on the processor
};
struct swept_table {
  sweep::code_range range;
  bool complete = false; ///< every input of binary32
  std::string where;     ///< the card, or empty
  std::vector<swept_row> rows;
};

/// Six digits after the point, or three and an exponent of what is larger than 100,000.
std::string ulps_text(double ulps);
void write_text(const swept_table& t, std::ostream& out);
void write_markdown(const swept_table& t, std::ostream& out);
void write_json(const swept_table& t, std::ostream& out);
/// Findings where a stated bound does not hold or a special value is wrong of a function that states a bound; incomplete where MPFR
/// did not decide an input.
exit_code verdict_of(const swept_table& t);

} // namespace fpcheck::cli
