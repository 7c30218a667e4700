#pragma once
// Launches run bare, again and again, to see with what change their outputs meet their references.
#include "edit_search.hpp"

#include <fpcheck/exec/run.hpp>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

namespace fpcheck::session {

// What a search may come to. Counts, not seconds: the outcome is the same on every machine.
constexpr std::uint64_t most_search_work = 60'000'000; ///< of all runs
constexpr std::uint64_t work_of_a_lane = 2;            ///< of an instruction: lanes that do nothing cost something too
constexpr std::uint64_t work_of_a_run = 10'000;

/// Whether two requests give the launches the same data.
bool same_inputs(const exec::run_request& a, const exec::run_request& b);

/// Of the time that the user gives to a case, what its run left.
class time_left {
public:
  explicit time_left(double seconds) : seconds_(seconds) {}
  double seconds() const { return seconds_ - std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

private:
  double seconds_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// How a run differs from others: what is looked at in integer code, and what it does otherwise.
struct integer_steps {
  bool watches = false;
  std::vector<exec::loss_change> otherwise{};
};

/// What outputs hold after a run that did nothing that it must not do, and what the references make of it.
class bare_runner {
public:
  bare_runner(const exec::run_request& request, const std::vector<prepared_reference>& references);
  using contents = std::vector<std::vector<std::byte>>; ///< by reference

  /// `seconds`: the user's, that are left. A search that they end tells nothing.
  std::optional<contents> run(const exec::program& code, std::uint64_t& work, double seconds, const integer_steps& steps = {});
  /// What the last run that watched them lost.
  const std::vector<exec::loss_record>& losses() const { return losses_; }

  bool meets(const contents& outputs) const;
  /// The reference that is met least, and its worst element.
  std::optional<std::pair<std::size_t, std::uint64_t>> worst(const contents& outputs) const;
  double element(const contents& outputs, std::size_t k, std::uint64_t index) const;
  std::uint64_t count(std::size_t k) const { return references_[k].expected.size(); } ///< elements of a reference
  double expected(std::size_t k, std::uint64_t index) const { return references_[k].expected.value[index]; }
  /// How many elements differ, up to two that are meant to be two numbers.
  int moved(const contents& a, const contents& b) const;
  /// The elements that differ; those outside their tolerances. By reference, ascending.
  using elements = std::vector<std::vector<std::uint64_t>>;
  elements changed(const contents& a, const contents& b) const;
  elements missed(const contents& outputs) const;
  /// What the one number that moved can say at most, in bits: a whole number is met by chance by others near it, so that it says how far it moved.
  double bits_of_one(const contents& before, const contents& after) const;
  /// How much the elements that are wrong tell of what they should be, in bits: each one of so many numbers as its tolerance tells apart.
  double bits_to_mend(const contents& outputs) const;

  /// How much of the way that a change moves the outputs is the way that they are off: 1 where it is all of it, or all of the opposite one.
  double along(const contents& before, const contents& after) const;

  std::uint64_t instructions() const { return last_; }
  std::uint64_t work_of_data() const { return data_work_; }
  /// Later runs may execute four times as much as the last one.
  void bound() { budget_ = 4 * last_ + 100'000; }

private:
  tensor::array array_of(const prepared_reference& r, const std::vector<std::byte>& data) const;
  /// The elements of a reference, the worst first, as far as `count`.
  result<tolerance::verdict> judged(std::size_t k, const contents& outputs, std::uint64_t count) const;

  exec::run_request request_;
  const std::vector<prepared_reference>& references_;
  std::vector<exec::loss_record> losses_;
  std::uint64_t budget_ = most_search_work / 64, last_ = 0, data_work_ = 0;
};

} // namespace fpcheck::session
