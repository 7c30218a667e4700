#include "chosen_extremes.hpp"

#include "engine/lanes.hpp"
#include "exact_numbers.hpp"
#include "intended.hpp"
#include "value_origins.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fpcheck::exec {
namespace {

using f = ptx::form;

constexpr std::uint32_t less = 1, greater = 4;

/// The role of a selection of `a` where `outcomes` holds of a and b, and of b elsewhere.
std::optional<role> role_of(std::uint32_t outcomes) {
  const bool when_less = (outcomes & less) != 0, when_greater = (outcomes & greater) != 0;
  if (when_less == when_greater) return std::nullopt;
  return when_less ? roles::chosen_least : roles::chosen_most;
}

} // namespace

void find_chosen_extremes(program& p, const function_code& code, const def_use& g) {
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> setters;
  for (std::uint32_t k = 0; k < code.count; ++k) {
    const op& o = p.ops[code.first + k];
    for (const predicate_ref* r : {&o.pd, &o.pd2})
      if (*r) setters[r->index].push_back(o.pc);
  }
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.form != f::selp || !o.pa || o.d_bits != 32 || !o.roles.empty()) continue;
    const auto& by = setters[o.pa.index];
    if (by.size() != 1 || p.ops[by[0]].form != f::setp_f32 || p.ops[by[0]].pd2) continue;
    const op& test = p.ops[by[0]];
    const ref a = origin(g, o.a, o.pc), b = origin(g, o.b, o.pc), x = origin(g, test.a, test.pc), y = origin(g, test.b, test.pc);
    const bool straight = same(a, x) && same(b, y), crossed = same(a, y) && same(b, x);
    if (straight == crossed) continue;
    std::uint32_t outcomes = outcomes_of(test) & (less | greater);
    if (o.pa.negated) outcomes ^= less | greater;
    if (crossed) outcomes = (outcomes & less ? greater : 0u) | (outcomes & greater ? less : 0u);
    if (const auto r = role_of(outcomes)) o.roles.add(*r);
  }
}

bool chooses_exactly(const domain_table& domain) {
  const std::string_view name = domain.name;
  return domain.planes != 0 && domain.exact_constants != nullptr && name != "dual" && name != "interval";
}

namespace {

/// The words of a register's numbers, as the run's domain has them, whether they are shadows or literals.
class operand_words {
public:
  operand_words(warp& w, const ref& r) : w_(w), r_(r), plain_(static_cast<std::size_t>(w.planes) * warp_size + 8) {
    std::uint64_t* first = plain_.data();
    while (reinterpret_cast<std::uintptr_t>(first) % 64 != 0) ++first;
    first_ = first;
    w.host->domain.exact_constants(w.lanes<float>(r), 1, first);
  }
  std::uint64_t at(int lane, int plane) const {
    const bool live = r_.where == pool::frame && ((w_.shadow(r_).live >> lane) & 1u) != 0 && w_.shadow(r_).tag == shadow_tag::f32;
    return live ? number_at(w_, r_, lane, 0)[plane] : first_[plane * warp_size + lane];
  }

private:
  warp& w_;
  const ref& r_;
  std::vector<std::uint64_t> plain_;
  std::uint64_t* first_ = nullptr;
};

/// In the blame domain the operand that is further off is to blame for what the machine's differs from the exact extreme.
void keep_account(std::uint64_t* words, const operand_words& exactly, const operand_words& machine, int lane, int planes, double computed) {
  const auto word = [&](const operand_words& x, int k) { return bit_cast<double>(x.at(lane, k)); };
  const bool mine = std::fabs(word(machine, 1)) > std::fabs(word(exactly, 1));
  for (int k = 0; k < planes; ++k) words[k * warp_size + lane] = (mine ? machine : exactly).at(lane, k);
  words[lane] = exactly.at(lane, 0), words[(planes - 1) * warp_size + lane] = exactly.at(lane, planes - 1);
  words[warp_size + lane] = bits_of((computed - word(exactly, 0)) - word(exactly, planes - 1));
}

/// Each moved copy has the extreme of its own numbers.
void keep_copies(std::uint64_t* words, const operand_words& exactly, const operand_words& machine, int lane, bool least) {
  constexpr int copies = 8, first_plane = 2;
  const auto word = [&](const operand_words& x, int k) { return bit_cast<double>(x.at(lane, k)); };
  const double gap = word(machine, 0) - word(exactly, 0);
  for (int k = first_plane; k < first_plane + copies; ++k) {
    const double mine = word(exactly, k), other = gap + word(machine, k);
    words[k * warp_size + lane] = bits_of(least ? std::min(mine, other) : std::max(mine, other));
  }
}

} // namespace

exact_choice::exact_choice(warp& w, const op& o, bool least, std::uint32_t first) {
  const std::string_view name = w.host->domain.name;
  const bool has_radius = name == "ball" || w.host->domain.layout == number_layout::wide;
  std::uint32_t overlapping = 0;
  for_each_lane(w.exec, [&](int i) {
    const exact_number a = number_in(w, o.a, number::f32, i), b = number_in(w, o.b, number::f32, i);
    if (!a.known() || !b.known() || !(std::fabs(a.computed) < INFINITY) || !(std::fabs(b.computed) < INFINITY)) return;
    const double difference = (a.high - b.high) + (a.low - b.low);
    const bool takes_first = ((first >> i) & 1u) != 0;
    if (difference != 0 && (difference < 0) != (least == takes_first)) lanes_ |= 1u << i;
    if (has_radius && a.error + b.error > 0 && std::fabs(difference) <= a.error + b.error) overlapping |= 1u << i;
  });
  const std::uint32_t otherwise = lanes_;
  lanes_ |= overlapping;
  if (lanes_ == 0) return;
  words_.resize(static_cast<std::size_t>(w.planes) * warp_size);
  const operand_words a(w, o.a), b(w, o.b);
  const number_layout layout = w.host->domain.layout;
  const bool deviates = layout == number_layout::deviations || layout == number_layout::wide_deviations;
  const bool blames = name == "blame";
  for_each_lane(lanes_, [&](int i) {
    const bool takes_first = (((otherwise >> i) & 1u) != 0) == (((first >> i) & 1u) != 0);
    const operand_words& exactly = takes_first ? b : a;
    if (blames) return keep_account(words_.data(), exactly, takes_first ? a : b, i, w.planes, w.lanes<float>(takes_first ? o.a : o.b)[i]);
    for (int k = 0; k < w.planes; ++k) words_[static_cast<std::size_t>(k * warp_size + i)] = exactly.at(i, k);
    if (has_radius) { // the other one may be the extreme
      const double mine = bit_cast<double>(exactly.at(i, 1)), other = bit_cast<double>((takes_first ? a : b).at(i, 1));
      const std::uint64_t radius = bits_of(((overlapping >> i) & 1u) != 0 ? std::max(mine, other) : mine);
      words_[static_cast<std::size_t>(warp_size + i)] = radius;
      if (name == "mpfr") words_[static_cast<std::size_t>(3 * warp_size + i)] = radius; // its own, beside the one for those who read no further
    }
    if (deviates) keep_copies(words_.data(), exactly, takes_first ? a : b, i, least);
  });
}

void exact_choice::file(warp& w, const op& o) const {
  if (lanes_ == 0) return;
  set_tag(w, o.d, shadow_tag::f32, lanes_);
  for_each_lane(lanes_, [&](int i) {
    const number_words to = number_at(w, o.d, i, 0);
    for (int k = 0; k < w.planes; ++k) to[k] = words_[static_cast<std::size_t>(k * warp_size + i)];
  });
}

void choose_extreme(warp& w, const op& o, handler inner) {
  const auto live = [&](const ref& r) { return r.where == pool::frame ? w.shadow(r).live & w.exec : 0u; };
  if ((live(o.a) | live(o.b)) == 0) return inner(w, o);
  const bool least = o.form == f::min_f32;
  const float* const a = w.lanes<float>(o.a);
  const float* const b = w.lanes<float>(o.b);
  const std::uint32_t first = mask_of([&](int i) { return (b[i] != b[i]) | (least ? a[i] <= b[i] : a[i] >= b[i]); });
  const exact_choice exactly(w, o, least, first);
  inner(w, o);
  exactly.file(w, o);
}

} // namespace fpcheck::exec
