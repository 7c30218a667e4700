#pragma once
// What the blame domain tells of one element.
#include <fpcheck/exec/run.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace fpcheck::analysis {

/// What an operation on numbers made that is none.
enum class newborn : std::uint8_t { infinity, nan };

/// The words of the blame domain, read: the largest contributions to an element's error, and what let errors through.
struct account {
  double exact = 0, carried = 0;
  std::vector<std::pair<std::uint32_t, double>> parts; ///< instruction and signed error, by decreasing size
  std::int64_t amplifier = -1, birth = -1;             ///< instructions, or -1
  std::int64_t consumed = -1;                          ///< where what was born that became a number again
  newborn born = newborn::infinity;                    ///< what was made at `birth` or `consumed`
  double let_through = 0, growth = 0;
};

/// The account of element `index` of buffer `buffer`. Nothing where its bits mean exactly themselves.
std::optional<account> account_of(const exec::run_request& request, const exec::run_record& blamed, std::uint32_t buffer, std::uint64_t index);

/// The account in words of the blame domain.
account read_account(const std::uint64_t* words);

} // namespace fpcheck::analysis
