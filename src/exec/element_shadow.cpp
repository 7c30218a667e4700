#include <fpcheck/exec/element_shadow.hpp>

#include "bit_relation.hpp"
#include "shadow_move.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace fpcheck::exec {
namespace {

std::uint32_t word_at(const region& r, std::uint64_t offset) {
  std::uint32_t word = 0;
  std::memcpy(&word, r.data.data() + (offset & ~std::uint64_t{3}), sizeof word);
  return word;
}

/// Which number of a cell an element is; nothing where it is none.
std::optional<int> part_of(const region& r, const shadow_cell& cell, std::uint64_t offset, unsigned bytes) {
  using t = shadow_tag;
  const int within = static_cast<int>(offset & 3);
  std::optional<int> part;
  switch (cell.tag) {
  case t::f32: case t::derived: if (bytes == 4) part = 0; break;
  case t::f64: if (bytes == 8) part = 0; break;
  case t::half: case t::half2:
    if (bytes == 2) part = within / 2;
    else if (bytes == 4 && cell.tag == t::half2 && (word_at(r, offset) & 0xffffu) == 0) part = 1; // a bfloat16 that was widened
    break;
  case t::byte: case t::bytes2: case t::bytes4: if (bytes == 1) part = within; break;
  case t::none: case t::f64_high: break;
  }
  return part && *part < parts(cell.tag) ? part : std::nullopt;
}

/// Where the midpoint's low word is; 0 where there is none.
int low_word(number_layout layout, int planes) {
  switch (layout) {
  case number_layout::wide: return 2;
  case number_layout::wide_deviations: return planes - 1;
  case number_layout::ball: case number_layout::deviations: break;
  }
  return 0;
}

double factor_of(std::uint32_t now, std::uint32_t then) {
  const derived_value d = relate(now, then);
  return d.use == derived_use::restart ? std::numeric_limits<double>::quiet_NaN() : d.factor;
}

} // namespace

element_shadow::element_shadow(const region& r, std::uint64_t offset, unsigned bytes) {
  const shadow_cell* const cell = r.shadow.find(offset / 4);
  if (cell == nullptr) return;
  taints_ = cell->taints;
  if (cell->tag == shadow_tag::derived) {
    derived_ = true, original_ = cell->source;
    factor_ = factor_of(word_at(r, offset), original_);
  }
  const auto part = part_of(r, *cell, offset, bytes);
  if (!part) return;
  const std::uint64_t* const words = r.shadow.words(offset / 4, *part);
  if (*words != exact_marker) words_ = words;
  lower_half_ = words_ != nullptr && bytes == 2 && cell->tag == shadow_tag::half2 && ((cell->source >> *part) & 1u) != 0;
  widened_ = words_ != nullptr && bytes == 4 && cell->tag == shadow_tag::half2;
}

element_shadow::element_shadow(const run_record& run, const region& r, std::uint64_t offset, unsigned bytes) : element_shadow(r, offset, bytes) {
  encloses_ = encloses(run.layout);
  low_ = low_word(run.layout, run.planes);
}

element_shadow::element_shadow(const run_record& run, const consumed_number& number)
    : words_(number.words.empty() ? nullptr : number.words.data()), encloses_(encloses(run.layout)), low_(low_word(run.layout, run.planes)) {}

double element_shadow::word(int k) const { return known() ? bit_cast<double>(words_[k]) : 0.0; }

double element_shadow::radius() const { return encloses_ ? word(1) : INFINITY; }

error_account element_shadow::account() const {
  constexpr int culprits = 4; // as blame_domain has them
  error_account a;
  a.exact = word(0), a.carried = word(1);
  for (int k = 0; k < culprits; ++k)
    if (word(2 + 2 * k) >= 0) a.parts.emplace_back(static_cast<std::uint32_t>(word(2 + 2 * k)), word(3 + 2 * k));
  std::sort(a.parts.begin(), a.parts.end(), [](const auto& x, const auto& y) { return std::abs(x.second) > std::abs(y.second); });
  const int r = 2 + 2 * culprits;
  if (word(r) >= 0) a.amplifier = static_cast<std::int64_t>(word(r));
  a.let_through = word(r + 1), a.growth = word(r + 2);
  const double at_birth = word(r + 3), birth = at_birth >= 0 ? at_birth : -3 - at_birth; // blame_domain::closed
  if (birth < 0) return a;
  a.born = birth == std::floor(birth) ? newborn::infinity : newborn::nan;
  (at_birth >= 0 ? a.birth : a.consumed) = static_cast<std::int64_t>(birth);
  return a;
}

} // namespace fpcheck::exec
