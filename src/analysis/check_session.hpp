#pragma once
// What one check works on, and its replays.
#include "judge.hpp"
#include "places.hpp"
#include "run_meter.hpp"

#include <fpcheck/analysis/check.hpp>
#include <fpcheck/exec/run.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fpcheck::analysis {

/// A run in the blame domain, of these CTAs or, without any, of all.
struct blamed_run {
  std::vector<std::uint64_t> ctas; ///< sorted
  exec::run_record record;
};

/// Everything one check works on.
struct session {
  const exec::program& code;
  exec::run_request& request;
  const options& how;
  run_meter& meter;
  finding_list findings{};
  run_result result{};
  terms by{};           ///< what outputs are judged by
  bool wide = false;    ///< the launch computes in binary64
  std::string tried{};  ///< the domains that left something undecided, but for the last
  std::vector<finding> remarks{}; ///< told where nothing is wrong
  std::vector<finding> losses{};  ///< integers that came back as others: told where outputs are others for it
  std::vector<std::uint32_t> unforgiven{}; ///< trigonometric functions of angles so large that their rounding shows
  std::vector<reference_word> words{};  ///< of references, by buffer; empty where there are none
  std::vector<std::uint32_t> poles{}; ///< selections whose literal infinity is a library function's value
  std::optional<blamed_run> blamed{};
  std::map<std::pair<std::uint32_t, std::uint64_t>, double> widths{}; ///< of elements that the first run's enclosures left undecided, by buffer and index
  std::map<std::uint32_t, exec::consumed_number> consumed{}; ///< by access out of bounds: the float whose conversion exact arithmetic has another outcome of; by conversion: its NaN
  bool agreed = false; ///< what the last closer look knows is what runs in two precisions agree on
  reference_word word_on(std::uint32_t buffer) const { return buffer < words.size() ? words[buffer] : reference_word::none; }
};

/// A plan without race records, in `domain`.
exec::run_plan plan_for(const session& s, exec::domain_table domain);
/// CTAs that wrote the given elements, where that is known: one launch whose CTAs do not communicate.
std::vector<std::uint64_t> writers(const session& s, const exec::run_record& run, const std::vector<std::pair<std::uint32_t, std::uint64_t>>& elements);
/// The launches once more, of the given CTAs or, without any, of all.
result<exec::run_record> replay(const session& s, const exec::domain_table& domain, const std::vector<std::uint64_t>& ctas);
/// The same in the blame domain; the last such run serves again where it has these CTAs.
result<const exec::run_record*> replay_blaming(session& s, const std::vector<std::uint64_t>& ctas);

/// What needs no sensitivity: documented ranges, elements that nothing wrote, flushing, lost updates, integers made of a NaN.
void check_output(session& s, const judged_output& o, const exec::run_record& run);

} // namespace fpcheck::analysis
