#pragma once
// Infinities and NaNs that a program holds as literals: masks that its author wrote, or what a library function returns where
// it overflows or is undefined. Both are the same instruction; only the source tells them apart.
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::analysis {

/// Which non-finite numbers a source text spells: INFINITY, -inf, HUGE_VAL, 0x7f800000, NAN ...
struct spelled_nonfinites {
  bool infinity = false, nan = false;
  bool positive = false; ///< an infinity without a minus before it: `-INFINITY` alone excuses none above
};
/// A header of the toolkit or of the compiler: below /usr/include or /usr/lib, or below a folder `include` of one named cuda, or
/// cuda-VERSION, that holds the runtime's header or that this machine does not have.
bool is_toolkit(const std::string& file);
/// Reads C++ or Python; comments that begin with // or are enclosed by /* */ do not count, and neither do isinf and isnan.
spelled_nonfinites spelled_in(std::string_view source);

/// The selections of a literal infinity that a library function brought along: the source line calls one that can be infinite and spells
/// no infinity itself. What they give is the function's value, not a mask. `sources` as below.
std::vector<std::uint32_t> library_infinities(const exec::program& code, const std::vector<std::string>& sources);

/// Answers for one launch. A NaN or infinity that no operation made is one that somebody meant if an input holds such a
/// number, or if the source spells it. Where no source is at hand nobody writes a NaN, and an infinity may be a mask.
class literal_nonfinites {
public:
  /// `sources`: the files to read; where there are none, those of the program's line table.
  literal_nonfinites(const exec::program& code, const exec::run_request& request, const std::vector<std::string>& sources)
      : code_(code), request_(request), sources_(sources.empty() ? code.module->files : sources) {}
  /// Whether the NaN or infinity `x` can be meant. Worked out at the first question.
  bool meant(double x);

private:
  spelled_nonfinites look() const;
  const exec::program& code_;
  const exec::run_request& request_;
  const std::vector<std::string>& sources_;
  std::optional<spelled_nonfinites> known_;
};

} // namespace fpcheck::analysis
