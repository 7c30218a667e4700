#pragma once
// What a run knows of a stored number beside its bits: the words of the shadow domains under their names.
#include <fpcheck/exec/run.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace fpcheck::exec {

/// What an operation on numbers made that is none.
enum class newborn : std::uint8_t { infinity, nan };

/// What the blame domain keeps of a number: the largest contributions to its error, and what let errors through.
struct error_account {
  double exact = 0, carried = 0;
  std::vector<std::pair<std::uint32_t, double>> parts; ///< instruction and signed error, by decreasing size
  std::int64_t amplifier = -1, birth = -1;             ///< instructions, or -1
  std::int64_t consumed = -1;                          ///< where what was born that became a number again
  newborn born = newborn::infinity;                    ///< what was made at `birth` or `consumed`
  double let_through = 0, growth = 0;
};

/// The shadow of one number of a run, by the layout of the run's domain. Without a number in it (`known()`) the element's bits mean
/// exactly themselves, and only `taints` says something.
class element_shadow {
public:
  element_shadow() = default;
  /// Of the element of `bytes` bytes at byte `offset`. Without the run, only what needs no layout is told: exact, factor and taints.
  element_shadow(const region& r, std::uint64_t offset, unsigned bytes);
  /// The same of a region of `run`.
  element_shadow(const run_record& run, const region& r, std::uint64_t offset, unsigned bytes);
  /// Of a number that the plan asked for.
  element_shadow(const run_record& run, const consumed_number& number);

  bool known() const { return words_ != nullptr; }
  /// Leading word of the midpoint, of the bits as their shadow knows them: `factor` is not in it.
  double exact() const { return word(0); }
  /// Low word of the midpoint; 0 where the domain has none.
  double low() const { return low_ != 0 ? word(low_) : 0.0; }
  /// Radius about exact() + low(). Infinite where the domain encloses nothing.
  double radius() const;
  /// Derivative along the run's directions and its radius. Requires: a run of dual_shadow().
  double slope() const { return word(2); }
  double slope_radius() const { return word(3); }
  /// How many operations lie behind the number. Requires: a run of perturbed_shadow() or perturbed_wide_shadow().
  double depth() const { return word(1); }
  /// How far a copy lies from the midpoint. Requires: the same, and copy < perturbed_copies.
  double deviation(std::uint32_t copy) const { return word(2 + static_cast<int>(copy)); }
  /// Requires: a run of blame_shadow(), known().
  error_account account() const;

  /// By what the shadow is to be multiplied: 1, or a power of two, or -1, for a number whose sign or exponent integer code changed;
  /// NaN where its bits were changed in any other way, so that they mean exactly themselves again.
  double factor() const { return factor_; }
  /// Whether integer code has computed the bits from a binary32 number's: then `original` was that number's code.
  bool derived() const { return derived_; }
  std::uint32_t original() const { return original_; }
  /// Whether the binary32 element is a bfloat16 that integer code put into the upper half.
  bool widened() const { return widened_; }
  /// Whether the element is the lower half of a binary32 number, whose upper half may stand elsewhere (halves.hpp).
  bool is_lower_half() const { return lower_half_; }
  std::uint8_t taints() const { return taints_; }

private:
  double word(int k) const;

  const std::uint64_t* words_ = nullptr;
  double factor_ = 1;
  std::uint32_t original_ = 0;
  std::uint8_t taints_ = taint_none;
  bool derived_ = false, widened_ = false, lower_half_ = false, encloses_ = true;
  int low_ = 0;
};

} // namespace fpcheck::exec
