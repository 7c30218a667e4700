#include "running_sums.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

namespace fpcheck::expr {

double last_bit(double x, double off) {
  if (off != 0 || !std::isfinite(x)) return 0;
  if (x == 0) return 0x1p400;
  const std::uint64_t bits = bits_of(x);
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t mantissa = (bits & 0x000fffffffffffffu) | (exponent != 0 ? 0x0010000000000000u : 0u);
  return std::ldexp(1.0, std::max(exponent, 1) - 1075 + std::countr_zero(mantissa));
}

namespace {

constexpr std::size_t width = 32; ///< columns that are followed together
using row = std::array<double, width>;

/// The power of two at or below x >= 0, and no less than what a tensor core aligns its terms to.
double power_below(double x) { return std::max(bit_cast<double>(bits_of(x) & 0x7ff0000000000000u), 0x1p-133); }

std::vector<double> last_bits(const running_operand& x, std::size_t rows, std::size_t columns) {
  std::vector<double> out(rows * columns);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = last_bit(x.middle[i], (x.each != nullptr ? x.each[i] : 0) + (x.relative != nullptr ? x.relative[i / columns] : 0));
  return out;
}

constexpr std::size_t most_steps = 8; ///< of a block: as many products as the longest step takes

/// An operand with the last bits of its numbers.
struct known_operand : running_operand {
  std::vector<double> last;
};

/// What is known of the sums of some columns while the inner index runs.
struct partial_sums {
  row sum{}, size{};               ///< of the products so far, and of their magnitudes
  row off{};                       ///< what the operands' own errors may have made of it
  row low{}, high{};               ///< of all earlier partial sums
  row window_low{}, window_high{}; ///< of those that one sum can have begun at: windows begin at multiples of the depth
  row span{};                      ///< the largest partial sum that a piece can have now
  row grain;                       ///< of which every product, and so every sum, is a multiple
  row error{};
  row recent{};                    ///< the part of it that a piece can hold now
};

/// Of one block: the largest product and the largest partial sum, those after each of its steps, and what is cut off its products.
struct block_of_sums {
  row top{}, largest{}, lost{};
  std::array<row, most_steps> after{};
  std::size_t steps = 0;
};

/// The largest |sum - earlier sum|: what a piece that began earlier holds.
double span_of(double sum, double low, double high) { return std::max({sum - low, high - sum, 0.0}); }

/// Columns [first, first + count) of one row of the product.
class row_of_sums {
public:
  row_of_sums(const known_operand& a, const known_operand& b, const tensor_core_sums& core, std::size_t i, std::size_t k, std::size_t n, std::size_t first, std::size_t count)
      : a_(a), b_(b), core_(core), i_(i), k_(k), n_(n), first_(first), count_(count), inflation_((1 + (a.relative != nullptr ? a.relative[i] : 0)) * (1 + 0x1p-30)) { s_.grain.fill(0x1p400); }

  void run(double own, double* error) {
    const std::size_t window = core_.depth == 0 ? 128 : static_cast<std::size_t>(core_.depth), longest = static_cast<std::size_t>(core_.longest);
    for (std::size_t q = 0; q < k_; q += longest) {
      const std::size_t end = std::min(k_, q + longest);
      block_of_sums block;
      add(q, end, block);
      cut(q, end, block);
      settle(block);
      if (end % window == 0 || end == k_) end_window();
    }
    const double of_middle = own * static_cast<double>(k_ + 2);
    for (std::size_t j = 0; j < count_; ++j) {
      const double e = (s_.error[j] + s_.off[j] + of_middle * s_.size[j]) * (1 + 0x1p-30);
      error[j] = std::isfinite(s_.size[j]) && std::isfinite(e) ? e : std::numeric_limits<double>::infinity();
    }
  }

private:
  /// The products of a block, and what the partial sums are after its steps.
  void add(std::size_t q, std::size_t end, block_of_sums& block) {
    block.largest = s_.span;
    const row before = s_.size;
    for (; q < end; ++q) {
      const double x = a_.middle[i_ * k_ + q], ex = a_.each != nullptr ? a_.each[i_ * k_ + q] : 0;
      const double* const y = b_.middle + q * n_ + first_;
      const double* const ey = b_.each != nullptr ? b_.each + q * n_ + first_ : nullptr;
      for (std::size_t j = 0; j < count_; ++j) {
        const double v = x * y[j], size = std::fabs(v);
        s_.sum[j] += v, s_.size[j] += size, block.top[j] = std::max(block.top[j], size);
      }
      for (std::size_t j = 0; j < count_ && (ex != 0 || ey != nullptr); ++j) {
        const double e = ey != nullptr ? ey[j] : 0;
        s_.off[j] += std::fabs(x) * e + ex * (std::fabs(y[j]) + e);
      }
      if ((q + 1) % static_cast<std::size_t>(core_.step) == 0 || q + 1 == k_) end_step(block);
    }
    for (std::size_t j = 0; j < count_ && core_.by_pairs; ++j) { // halves of the products are summed apart
      block.largest[j] = std::max(block.largest[j], s_.size[j] - before[j]);
      for (row& after : block.after) after[j] = std::max(after[j], s_.size[j] - before[j]);
    }
  }
  void end_step(block_of_sums& block) {
    row& after = block.after[block.steps++];
    for (std::size_t j = 0; j < count_; ++j) {
      const double low = core_.depth == 0 ? s_.low[j] : s_.window_low[j], high = core_.depth == 0 ? s_.high[j] : s_.window_high[j];
      after[j] = s_.span[j] = span_of(s_.sum[j], low, high);
      block.largest[j] = std::max(block.largest[j], s_.span[j]);
      s_.low[j] = std::min(s_.low[j], s_.sum[j]), s_.high[j] = std::max(s_.high[j], s_.sum[j]);
      s_.window_low[j] = std::min(s_.window_low[j], s_.sum[j]), s_.window_high[j] = std::max(s_.window_high[j], s_.sum[j]);
    }
  }
  /// Products are cut at the least kept bit of the largest term: those that have none below it stay whole.
  void cut(std::size_t q, std::size_t end, block_of_sums& block) {
    const double kept = std::ldexp(1.0, -core_.kept);
    row unit{};
    for (std::size_t j = 0; j < count_; ++j) unit[j] = kept * power_below((std::max(block.largest[j], block.top[j]) + s_.recent[j] + s_.off[j]) * inflation_);
    for (; q < end; ++q) {
      const double x = a_.middle[i_ * k_ + q], last = a_.last[i_ * k_ + q];
      const double *const y = b_.middle + q * n_ + first_, *const y_last = b_.last.data() + q * n_ + first_;
      for (std::size_t j = 0; j < count_; ++j) {
        const double grain = last * y_last[j];
        s_.grain[j] = std::min(s_.grain[j], grain);
        block.lost[j] += grain >= unit[j] ? 0.0 : grain > 0 ? std::min(std::fabs(x * y[j]), unit[j] - grain) : unit[j];
      }
    }
    for (std::size_t j = 0; j < count_; ++j) {
      // The accumulator is cut where a product is larger than it.
      const double of_sum = kept * power_below((core_.by_pairs ? block.largest[j] : block.top[j]) * inflation_ + s_.off[j]);
      if (s_.grain[j] < of_sum) block.lost[j] += static_cast<double>(block.steps) * of_sum;
    }
  }
  /// Every step's sum is cut to its format.
  void settle(const block_of_sums& block) {
    const double last = std::ldexp(1.0, -core_.fraction), roundings = core_.by_pairs ? 2 : 1; // of pairs, halves and their sum are rounded
    for (std::size_t j = 0; j < count_; ++j) {
      const double others = s_.recent[j] + s_.off[j] + block.lost[j];
      double rounded = 0;
      for (std::size_t t = 0; t < block.steps; ++t)
        if (const double unit = last * power_below((block.after[t][j] + others + rounded) * inflation_); s_.grain[j] < unit) rounded += roundings * (unit - s_.grain[j]);
      s_.error[j] += block.lost[j] + rounded, s_.recent[j] += block.lost[j] + rounded;
    }
  }
  /// Pieces end now and then: what is added up of them is rounded to binary32.
  void end_window() {
    for (std::size_t j = 0; j < count_; ++j) {
      const double unit = 0x1p-24 * (span_of(s_.sum[j], s_.low[j], s_.high[j]) + s_.error[j] + s_.off[j]) * inflation_;
      if (s_.grain[j] < 2 * unit) s_.error[j] += unit;
      s_.window_low[j] = s_.window_high[j] = s_.sum[j];
      s_.recent[j] = core_.depth == 0 ? s_.error[j] : 0;
      if (core_.depth != 0) s_.span[j] = 0;
    }
  }

  const known_operand &a_, &b_;
  const tensor_core_sums& core_;
  std::size_t i_, k_, n_, first_, count_;
  double inflation_;
  partial_sums s_;
};

} // namespace

void bound_running_sums(const running_operand& left, const running_operand& right, const tensor_core_sums& core, double own, double* error, std::size_t m, std::size_t k, std::size_t n) {
  const known_operand a{left, last_bits(left, m, k)}, b{right, last_bits(right, k, n)};
  const auto part = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t first = 0; first < n; first += width) row_of_sums(a, b, core, i, k, n, first, std::min(width, n - first)).run(own, error + i * n + first);
  };
  const std::size_t threads = m * k * n < (std::size_t{1} << 20) ? 1 : std::min<std::size_t>(std::max(1u, std::thread::hardware_concurrency()), m);
  std::vector<std::thread> others;
  for (std::size_t t = 1; t < threads; ++t) others.emplace_back(part, m * t / threads, m * (t + 1) / threads);
  part(0, m / threads);
  for (std::thread& t : others) t.join();
}

} // namespace fpcheck::expr
