#pragma once
// Where the lineage of an inexact number ends, and runs in which exact values stand in the machine's place.
#include <cstdint>
#include <vector>

namespace fpcheck::exec {

/// How a number stops being one.
enum class end_kind : std::uint8_t {
  comparison, ///< it decides a predicate
  extreme,    ///< it is one of those that min or max choose from
  conversion, ///< it is rounded to an integer
  bits        ///< integer code takes its bits for something else than a number
};

/// The ends of lineages at one instruction: how many lanes, and the one whose outcome is furthest from the exact one.
struct end_record {
  std::uint32_t pc = 0;
  end_kind kind{};
  std::uint64_t count = 0;     ///< lanes with an inexact number
  std::uint64_t decided = 0;   ///< of these, the enclosure says that exact arithmetic has the machine's outcome
  std::uint64_t anchored = 0;  ///< of these, rounding errors that the program computes on purpose (R1, R4): the machine's outcome is meant
  std::uint64_t otherwise = 0; ///< of these, exact arithmetic certainly has another outcome
  std::uint64_t nonfinite = 0; ///< of these, a NaN or an infinity stands for a number
  std::uint64_t unordered = 0; ///< of these, a NaN of the kernel's own making decides, and no number is known in its place
  std::uint32_t cta[3] = {}, thread[3] = {};
  double computed[2] = {}, exact[2] = {};
  double distance = -1;        ///< how far the outcome is from the exact one: the margin, or the number's error
  /// Lanes about which the run itself cannot say that all is well.
  std::uint64_t open() const { return count - decided - anchored; }
};

/// What operations give is replaced by what exact arithmetic gives along the path that the run takes: results are the exact
/// values rounded once to their format, comparisons and conversions to integers are those of the exact values. What the program
/// does on purpose with rounding errors stays the machine's: additions of rounding constants (R1), errors of other operations (R4).
/// Requires: the double-double domain.
struct exact_plan {
  std::vector<std::uint32_t> only; ///< the instructions of which that holds; empty: all
  bool inverts = false;            ///< comparisons that a NaN of the kernel's own making decides are decided the other way
  bool tries_other = false;        ///< comparisons that the enclosures do not decide go the way that the machine's does not
  double moved = 0;                ///< inputs move by up to so many half ulps of the arithmetic that consumes them
  bool moves_all = true;           ///< also those that look exact: counts, indices, what a few bits hold
  std::uint32_t copy = 0;          ///< which way: the same for the same value in every place
};

/// Whose meeting decides.
enum class meeting_of : std::uint8_t {
  exact_numbers, ///< numbers that are equal in exact arithmetic, whatever the machine has in their place
  decimals       ///< numbers that are equal where literals of few digits are the decimals that were written
};

/// Comparisons whose operands meet are decided so, and roundings of what is an integer give it; all else stays the machine's. Of exact numbers the ends
/// of iterations and comparisons that only choose between their operands are left out. Requires: the double-double domain.
struct meeting_plan {
  meeting_of of{};
  std::vector<std::uint32_t> only; ///< the instructions of which that holds; empty: all
};

/// A number that an instruction of one thread consumes: of those that it meets, the one whose error is largest.
struct consumed_number {
  std::uint32_t pc = 0;
  std::uint32_t cta[3] = {}, thread[3] = {};
  bool any_zero = false;            ///< of whatever thread, and of the machine's zeros alone
  double computed = 0;
  std::vector<std::uint64_t> words; ///< of the run's shadow domain; empty where nothing was met
};

} // namespace fpcheck::exec
