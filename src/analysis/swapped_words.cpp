#include "inspectors.hpp"
#include "reached_code.hpp"

#include <fpcheck/exec/swapped_words.hpp>

#include <algorithm>

namespace fpcheck::analysis {

result<void> look_at_words(session& s) {
  const std::vector<bool> reached = reached_functions(s.code, s.request);
  for (const std::uint32_t pc : exec::find_swapped_words(s.code)) {
    const auto in = [&](const exec::function_code& f) { return pc >= f.first && pc < f.first + f.count; };
    const auto k = static_cast<std::size_t>(std::find_if(s.code.functions.begin(), s.code.functions.end(), in) - s.code.functions.begin());
    if (!reached[k]) continue;
    finding f;
    f.rule = rule::inaccurate;
    f.message = "the lower word of a number of binary64 becomes the upper word of one: its sign and exponent are digits of a fraction";
    f.hint = "the upper word comes first in __hiloint2double(), and second in a pair of words in memory";
    locate(f, s.code, pc);
    s.findings.add(std::move(f));
  }
  return {};
}

} // namespace fpcheck::analysis
