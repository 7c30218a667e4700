#include "inspectors.hpp"
#include "reached_code.hpp"

#include <fpcheck/exec/swapped_words.hpp>

#include <algorithm>

namespace fpcheck::analysis {

namespace {

/// Whether the kernels of the run, or what they call, contain the instruction.
class reached_instructions {
public:
  explicit reached_instructions(const session& s) : code_(s.code), reached_(reached_functions(s.code, s.request)) {}
  bool contains(std::uint32_t pc) const {
    const auto in = [&](const exec::function_code& f) { return pc >= f.first && pc < f.first + f.count; };
    return reached_[static_cast<std::size_t>(std::find_if(code_.functions.begin(), code_.functions.end(), in) - code_.functions.begin())];
  }

private:
  const exec::program& code_;
  std::vector<bool> reached_;
};

void tell(session& s, std::uint32_t pc, rule which, const char* message, const char* hint) {
  finding f;
  f.rule = which, f.message = message, f.hint = hint;
  locate(f, s.code, pc);
  s.findings.add(std::move(f));
}

} // namespace

result<void> look_at_words(session& s) {
  const reached_instructions reached(s);
  for (const std::uint32_t pc : exec::find_swapped_words(s.code))
    if (reached.contains(pc))
      tell(s, pc, rule::inaccurate, "the lower word of a number of binary64 becomes the upper word of one: its sign and exponent are digits of a fraction",
           "the upper word comes first in __hiloint2double(), and second in a pair of words in memory");
  for (const exec::lower_half& h : exec::find_lower_halves(s.code)) {
    if (!reached.contains(h.pc)) continue;
    if (h.kept) tell(s, h.pc, rule::narrowing, "of a number of binary32 the lower half is kept: sixteen digits of a fraction, without sign and exponent", "bfloat16 is the upper half: shift by 16, after rounding");
    else tell(s, h.pc, rule::inaccurate, "the lower half of a number of binary32 is read as a number: its sign and exponent are digits of a fraction", "bfloat16 is the upper half of a number's bits");
  }
  return {};
}

} // namespace fpcheck::analysis
