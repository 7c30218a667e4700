#include <fpcheck/testing/numbers.hpp>
#include <fpcheck/testing/shapes.hpp>

#include "recipe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fpcheck::testing {
namespace {

bool is_prime(std::uint64_t n) {
  for (std::uint64_t k = 2; k * k <= n; ++k)
    if (n % k == 0) return false;
  return n > 1;
}

std::uint64_t prime_near(std::uint64_t n) {
  while (!is_prime(n)) ++n;
  return n;
}

std::vector<std::uint64_t> smaller(std::uint64_t n, std::uint64_t low) {
  std::vector<std::uint64_t> out;
  for (const std::uint64_t c : {low, low + 1, low + (n - low) / 2, n - 1})
    if (c >= low && c < n && std::find(out.begin(), out.end(), c) == out.end()) out.push_back(c);
  return out;
}

std::uint64_t draw_extent(std::uint64_t tile, dice& d) {
  const std::uint64_t tiles = std::uint64_t{1} << d.below(3);
  switch (d.below(8)) {
  case 0: return 1;
  case 1: return prime_near(1 + d.below(2 * tile));
  case 2: return 1 + d.below(4 * tile + 1);
  case 3:
  case 4: return tiles * tile;
  case 5:
  case 6: return tiles * tile + 1;
  default: return std::max<std::uint64_t>(1, tiles * tile - 1);
  }
}

using numbers = std::vector<std::uint64_t>;

/// One adjacent exchange fewer, or a whole prefix put in order.
std::vector<numbers> more_orderly(const numbers& p) {
  std::vector<numbers> out;
  for (const std::size_t end : {p.size(), p.size() / 2}) {
    numbers sorted = p;
    std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(end));
    if (sorted != p) out.push_back(sorted);
  }
  for (std::size_t i = 0; i + 1 < p.size(); ++i)
    if (p[i] > p[i + 1]) {
      numbers swapped = p;
      std::swap(swapped[i], swapped[i + 1]);
      out.push_back(swapped);
    }
  return out;
}

numbers draw_permutation(std::uint64_t n, dice& d) {
  numbers p(n);
  std::iota(p.begin(), p.end(), std::uint64_t{0});
  const std::uint64_t kind = d.below(8);
  if (kind == 0) return p;
  if (kind == 1) return {p.rbegin(), p.rend()};
  for (std::uint64_t i = n; i > 1; --i) std::swap(p[i - 1], p[d.below(i)]);
  return p;
}

void store(tensor::array& a, std::uint64_t i, std::uint64_t code) {
  tensor::store_code(a.type, a.data.data() + i * tensor::size_of(a.type), code);
}

/// Which elements of a row are masked.
enum class mask : std::uint8_t { none, causal, random, all_but_one, all };

std::vector<bool> draw_mask(mask kind, std::uint64_t columns, dice& d) {
  std::vector<bool> out(columns, kind == mask::all_but_one || kind == mask::all);
  if (columns == 0) return out;
  if (kind == mask::all_but_one) out[d.below(columns)] = false;
  const std::uint64_t visible = 1 + d.below(columns);
  for (std::uint64_t k = 0; k < columns; ++k) {
    if (kind == mask::causal) out[k] = k >= visible;
    if (kind == mask::random) out[k] = d.one_in(2);
  }
  return out;
}

/// `a` with one element, or all at once, made simpler.
std::vector<tensor::array> simpler_elements(const tensor::array& a, const code_space& space, value_classes allowed) {
  std::vector<tensor::array> out;
  for (std::uint64_t i = 0; i < a.size() && out.size() < most_candidates; ++i)
    for (const std::uint64_t code : space.simpler(a.code(i), allowed)) {
      out.push_back(a);
      store(out.back(), i, code);
    }
  return out;
}

/// `a` with one element simpler. The largest of a row stays at least as large as it is or as `scale`, whichever is less, and the others
/// no larger than it.
std::vector<tensor::array> simpler_spikes(const tensor::array& a, const code_space& space, double scale) {
  std::vector<tensor::array> out;
  const std::uint64_t row = a.shape.empty() ? 1 : std::max<std::uint64_t>(1, a.shape.back());
  for (std::uint64_t first = 0; first < a.size(); first += row) {
    std::uint64_t spike = first;
    for (std::uint64_t i = first; i < first + row; ++i)
      if (std::fabs(a.value(i)) > std::fabs(a.value(spike))) spike = i;
    const double peak = std::fabs(a.value(spike)), least = std::fmin(peak, scale);
    for (std::uint64_t i = first; i < first + row && out.size() < most_candidates; ++i)
      for (const std::uint64_t code : space.simpler(a.code(i), finite_classes)) {
        const double x = std::fabs(space.value(code));
        if (i == spike ? x < least : x > peak) continue;
        out.push_back(a);
        store(out.back(), i, code);
      }
  }
  return out;
}

/// `a` with one element that is not masked simpler.
std::vector<tensor::array> simpler_logits(const tensor::array& a, const code_space& space, std::uint64_t masked) {
  std::vector<tensor::array> out;
  for (std::uint64_t i = 0; i < a.size() && out.size() < most_candidates; ++i) {
    if (a.code(i) == masked) continue;
    for (const std::uint64_t code : space.simpler(a.code(i), finite_classes)) {
      if (code == masked) continue;
      out.push_back(a);
      store(out.back(), i, code);
    }
  }
  return out;
}

/// `indices` with one of them smaller.
std::vector<std::vector<std::int64_t>> smaller_indices(const std::vector<std::int64_t>& indices) {
  std::vector<std::vector<std::int64_t>> out;
  for (std::size_t i = 0; i < indices.size() && out.size() < most_candidates; ++i)
    for (const std::uint64_t k : smaller(static_cast<std::uint64_t>(indices[i]), 0)) {
      out.push_back(indices);
      out.back()[i] = static_cast<std::int64_t>(k);
    }
  return out;
}

} // namespace

rc::Gen<std::uint64_t> extent_in(std::uint64_t low, std::uint64_t high) {
  RC_ASSERT(low <= high);
  return generator_of<std::uint64_t>([low, high](dice& d, int) { return low + d.below(high - low + 1); },
                                     [low](std::uint64_t n) { return smaller(n, low); });
}

rc::Gen<std::uint64_t> extent_around(std::uint64_t tile) {
  RC_ASSERT(tile >= 1);
  return generator_of<std::uint64_t>([tile](dice& d, int) { return draw_extent(tile, d); },
                                     [](std::uint64_t n) { return smaller(n, 1); });
}

rc::Gen<tensor::shape> shape_around(const std::vector<std::uint64_t>& tiles) {
  return generator_of<tensor::shape>(
      [tiles](dice& d, int) {
        tensor::shape out;
        for (const std::uint64_t tile : tiles) out.push_back(draw_extent(tile, d));
        return out;
      },
      [](const tensor::shape& s) {
        std::vector<tensor::shape> out;
        for (std::size_t i = 0; i < s.size(); ++i)
          for (const std::uint64_t n : smaller(s[i], 1)) {
            out.push_back(s);
            out.back()[i] = n;
          }
        return out;
      });
}

rc::Gen<numbers> permutation(rc::Gen<std::uint64_t> n) {
  auto whole = built<numbers, std::uint64_t>(std::move(n), [](const std::uint64_t& count, dice& d) { return draw_permutation(count, d); });
  return then_simpler<numbers>(std::move(whole), more_orderly);
}

rc::Gen<std::vector<std::int64_t>> zipf_indices(std::uint64_t rows, rc::Gen<std::uint64_t> count, double exponent) {
  RC_ASSERT(rows > 0);
  std::vector<double> cumulative;
  double total = 0;
  for (std::uint64_t k = 0; k < rows; ++k) cumulative.push_back(total += std::pow(static_cast<double>(k + 1), -exponent));
  auto whole = built<std::vector<std::int64_t>, std::uint64_t>(std::move(count), [cumulative](const std::uint64_t& n, dice& d) {
    std::vector<std::int64_t> out;
    for (std::uint64_t i = 0; i < n; ++i) {
      const auto at = std::upper_bound(cumulative.begin(), cumulative.end(), d.unit() * cumulative.back());
      out.push_back(std::min<std::int64_t>(at - cumulative.begin(), static_cast<std::int64_t>(cumulative.size()) - 1));
    }
    return out;
  });
  return then_simpler<std::vector<std::int64_t>>(std::move(whole), smaller_indices);
}

rc::Gen<tensor::array> tensor_of(tensor::dtype type, rc::Gen<tensor::shape> extents, value_classes classes) {
  const code_space space = code_space::of(type);
  const auto elements = codes(space, classes);
  auto whole = built<tensor::array, tensor::shape>(std::move(extents), [type, elements](const tensor::shape& s, dice& d) {
    tensor::array a(type, s);
    for (std::uint64_t i = 0; i < a.size(); ++i) store(a, i, elements(rc::Random(d.bits()), 0).value());
    return a;
  });
  return then_simpler<tensor::array>(std::move(whole), [space, classes](const tensor::array& a) { return simpler_elements(a, space, classes); });
}

rc::Gen<tensor::array> spiked(tensor::dtype type, rc::Gen<tensor::shape> extents, double scale) {
  const code_space space = code_space::of(type);
  auto whole = built<tensor::array, tensor::shape>(std::move(extents), [type, scale, space](const tensor::shape& s, dice& d) {
    tensor::array a(type, s);
    const std::uint64_t row = s.empty() ? 1 : std::max<std::uint64_t>(1, s.back());
    std::uint64_t spike = 0;
    for (std::uint64_t i = 0; i < a.size(); ++i) {
      if (i % row == 0) spike = i + d.below(row);
      const double x = d.normal() * (i == spike || d.one_in(64) ? scale : 1);
      store(a, i, space.truncated(x));
    }
    return a;
  });
  return then_simpler<tensor::array>(std::move(whole), [space, scale](const tensor::array& a) { return simpler_spikes(a, space, scale); });
}

rc::Gen<tensor::array> masked_rows(tensor::dtype type, rc::Gen<std::uint64_t> rows, rc::Gen<std::uint64_t> columns) {
  const code_space space = code_space::of(type);
  const auto infinity = space.pick(value_class::infinity, 0);
  const std::uint64_t masked = space.negated(infinity ? *infinity : space.truncated(space.largest()));
  using extents = std::tuple<std::uint64_t, std::uint64_t>;
  auto whole = built<tensor::array, extents>(rc::gen::tuple(std::move(rows), std::move(columns)), [type, space, masked](const extents& e, dice& d) {
    const auto [m, n] = e;
    tensor::array a(type, {m, n});
    for (std::uint64_t i = 0; i < m; ++i) {
      const std::vector<bool> hidden = draw_mask(static_cast<mask>(d.below(5)), n, d);
      const double scale = std::exp2(d.uniform(-2, 4));
      for (std::uint64_t k = 0; k < n; ++k) store(a, i * n + k, hidden[k] ? masked : space.truncated(d.normal() * scale));
    }
    return a;
  });
  return then_simpler<tensor::array>(std::move(whole), [space, masked](const tensor::array& a) { return simpler_logits(a, space, masked); });
}

} // namespace fpcheck::testing
