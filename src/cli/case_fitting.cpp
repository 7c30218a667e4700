#include "case_fitting.hpp"
#include "case_trial.hpp"
#include "text_patterns.hpp"

#include <algorithm>
#include <ctime>
#include <functional>
#include <regex>

namespace fpcheck::cli {
namespace {

constexpr double most_seconds = 12; ///< of processor time, of all runs

/// Another guess; nothing where it would be the same.
using alternative = std::function<bool(guessed_case&, const std::string& body)>;

/// Integers that are read are indices of something: places of rows rise, the others stay below every extent.
bool small_indices(guessed_case& c, const std::string&) {
  bool changed = false;
  const std::string small = "randint(0," + std::to_string(least_extent(c)) + ")";
  for (guessed_buffer& b : c.buffers) {
    if (b.content.find("randint") == std::string::npos) continue;
    const std::string prefix = b.content.starts_with("inout:") ? "inout:" : "";
    const bool rises = matches(b.name, R"(ptr|indptr|[oO]ffset|[sS]tarts?$|cumsum|prefix)");
    const std::string content = prefix + (rises ? "arange" : small);
    changed = changed || content != b.content;
    b.content = content;
  }
  return changed;
}

/// Floats whose integer part is an index: whole numbers that are small.
bool float_indices(guessed_case& c, const std::string& body) {
  bool changed = false;
  for (guessed_buffer& b : c.buffers) {
    if (b.content.find("randn") == std::string::npos) continue;
    const std::string read = R"((?:\(\s*(?:int|unsigned|long|size_t|unsigned int)\s*\)|static_cast<int>|__float2\w+|\bint\s+\w+\s*=)\s*\(?\s*)" + b.name + R"(\b)";
    if (!matches(body, read)) continue;
    b.content.replace(b.content.find("randn"), 5, "randint(1," + std::to_string(least_extent(c)) + ")");
    changed = true;
  }
  return changed;
}

/// Indices of which no two are alike: threads that store to them race otherwise.
bool distinct_indices(guessed_case& c, const std::string& body) {
  bool changed = false;
  for (guessed_buffer& b : c.buffers)
    if (const std::size_t at = b.content.find("randint"); at != std::string::npos) b.content = b.content.substr(0, at) + "perm", changed = true;
  if (changed) return true;
  changed = float_indices(c, body);
  for (guessed_buffer& b : c.buffers)
    if (const std::size_t at = b.content.find("randint"); at != std::string::npos) b.content = b.content.substr(0, at) + "arange(1,1)";
  return changed;
}

/// What the host code sets to zero: a store behind a sum that is never anything else, say.
bool zeros_of_host(guessed_case& c, const std::string&) {
  bool changed = false;
  for (guessed_buffer& b : c.buffers)
    if (b.is_zeroed && b.content.find("rand") != std::string::npos) b.content = (b.content.starts_with("inout:") ? "inout:zeros" : "zeros"), changed = true;
  return changed;
}

/// Places that lie far apart, as sums of lengths do: what each of them begins does not overlap.
bool places_apart(guessed_case& c, const std::string&) {
  bool changed = false;
  for (guessed_buffer& b : c.buffers)
    if (b.content.find("randint") != std::string::npos && matches(b.name, R"(ptr|[oO]ffs|[sS]tarts?$|base|cumsum|prefix|scan)")) b.content = "arange(0,64)", changed = true;
  return changed;
}

/// Labels and marks that zeros would leave without work.
bool marks_that_differ(guessed_case& c, const std::string&) {
  bool changed = false;
  for (guessed_buffer& b : c.buffers)
    if (b.content == "inout:zeros") b.content = "inout:randint(0," + std::to_string(least_extent(c)) + ")", changed = true;
  return changed;
}

/// Eight times as much: kernels that give each thread several elements, and leave what is less.
bool larger(guessed_case& c, const std::string&) {
  if (!c.at_host.empty()) return false;
  for (auto& [name, value] : c.values)
    if (value == "256") {
      value = "2048";
      return true;
    }
  return false;
}

/// Another block that the source speaks of.
template <std::size_t I>
bool other_block(guessed_case& c, const std::string&) {
  if (I >= c.others.size()) return false;
  c.grid = c.others[I].grid, c.block = c.others[I].block;
  return true;
}

/// A quarter of every size: a run that takes too long.
bool smaller(guessed_case& c, const std::string&) {
  bool changed = false;
  for (auto& [name, value] : c.values)
    if (value.size() > 1 && value.size() < 9 && value.find_first_not_of("0123456789") == std::string::npos && std::stol(value) > 32) value = std::to_string(std::stol(value) / 4), changed = true;
  return changed;
}

/// Matrices of one size: what the kernel takes for the same.
bool all_alike(guessed_case& c, const std::string&) {
  if (!c.at_host.empty()) return false;
  std::size_t sizes = 0;
  for (auto& [name, value] : c.values)
    for (const char* small : {"32", "64", "48", "96", "16", "24"})
      if (value == small) {
        value = "64", ++sizes;
        break;
      }
  return sizes > 1;
}

} // namespace

fitted_case fitted(const guessed_case& guess, session::kernel_file& file, const std::string& body) {
  const std::clock_t deadline = std::clock() + static_cast<std::clock_t>(most_seconds * CLOCKS_PER_SEC); // a compiler that waits for its turn takes none of it
  std::string why;
  auto best = try_case(guess, file, why, deadline - static_cast<std::clock_t>(most_seconds / 2 * CLOCKS_PER_SEC));
  const std::vector<std::vector<alternative>> rows{{smaller}, {zeros_of_host}, {other_block<0>}, {other_block<1>}, {other_block<2>}, {places_apart}, {small_indices}, {float_indices}, {distinct_indices}, {marks_that_differ}, {small_indices, marks_that_differ}, {all_alike}, {all_alike, small_indices}, {larger}};
  for (const std::vector<alternative>& row : rows) {
    if ((best && best->lacks.none()) || std::clock() > deadline) break;
    if (&row == &rows.front() && best && !best->lacks.unfinished) continue;
    guessed_case other = guess;
    bool changed = false;
    for (const alternative& a : row) changed = a(other, body) || changed;
    if (!changed) continue;
    std::string unused;
    auto next = try_case(std::move(other), file, unused, deadline);
    if (next && &row == &rows[1]) next->lacks.idle = false; // the host code's own data: then nothing is meant to be written
    if (next && (!best || next->lacks.rank() < best->lacks.rank())) best = std::move(next);
  }
  if (!best) return {guess, why.empty() ? "no run of it could be made" : why, {}};
  return {std::move(best->words), {}, std::move(best->remarks)};
}

} // namespace fpcheck::cli
