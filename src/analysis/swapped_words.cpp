#include "inspectors.hpp"
#include "reached_code.hpp"

#include <fpcheck/exec/misread_codes.hpp>
#include <fpcheck/exec/passing_narrowing.hpp>
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

constexpr const char* lower_kept = "of a number of binary32 the lower half is kept: sixteen digits of a fraction, without sign and exponent";
constexpr const char* lower_read = "the lower half of a number of binary32 is read as a number: its sign and exponent are digits of a fraction";

const char* message_of(exec::mistaken_word::kind k) {
  switch (k) {
  case exec::mistaken_word::lower_for_upper:
    return "the lower word of a number of binary64 becomes the upper word of one: its sign and exponent are digits of a fraction";
  case exec::mistaken_word::single_for_upper: return "the bits of a number of binary32 become the upper word of one of binary64, whose exponent is wider";
  case exec::mistaken_word::small_for_single:
    return "an integer below 2^16 is read as a number of binary32, and is a subnormal one whatever it is";
  default: return "a word of a number of binary64 is read as a number of binary32, whose exponent is narrower";
  }
}
const char* hint_of(exec::mistaken_word::kind k) {
  switch (k) {
  case exec::mistaken_word::lower_for_upper: return "the upper word comes first in __hiloint2double(), and second in a pair of words in memory";
  case exec::mistaken_word::small_for_single: return "bfloat16 is the upper half: shift by 16; an integer is converted, not read";
  default: return "convert the number: bits of one format are none of another";
  }
}

} // namespace

result<void> look_at_words(session& s) {
  const reached_instructions reached(s);
  for (const exec::mistaken_word& m : exec::find_mistaken_words(s.code))
    if (reached.contains(m.pc)) tell(s, m.pc, rule::inaccurate, message_of(m.what), hint_of(m.what));
  const char* const hint = "bfloat16 is the upper half of a number's bits: round, then shift by 16";
  for (const exec::lower_half& h : exec::find_lower_halves(s.code))
    if (reached.contains(h.pc)) tell(s, h.pc, h.kept ? rule::narrowing : rule::inaccurate, h.kept ? lower_kept : lower_read, hint);
  const std::vector<bool> narrowed = exec::find_narrowings_before_units(s.code);
  for (std::uint32_t pc = 0; pc < narrowed.size(); ++pc)
    if (narrowed[pc] && reached.contains(pc))
      tell(s, pc, rule::narrowing, "a number of binary64 is converted to binary32, which keeps 24 bits, before it becomes an integer of 64 bits whose unit is smaller",
           "scale and convert in double");
  for (const exec::misread_code& m : exec::find_misread_codes(s.code, s.request)) {
    const bool as_half = m.as == exec::number::f16;
    const char* const held = as_half ? "bfloat16" : "binary16";
    const std::string message = "codes of " + s.request.buffers[m.buffer].name + ", which holds " + held + ", are read as numbers of " + (as_half ? "binary16" : "bfloat16");
    tell(s, m.pc, rule::inaccurate, message.c_str(),
         as_half ? "of bfloat16 the bits are the upper half of a binary32 number" : "binary16 has an exponent of five bits: take __half2float()");
  }
  return {};
}

} // namespace fpcheck::analysis
