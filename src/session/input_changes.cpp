#include "input_changes.hpp"

#include <fpcheck/tensor/array.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::session {
namespace {

constexpr std::size_t most_kept = 4096; ///< of the numbers that were drawn

bool is_drawn(const exec::buffer& b) { return b.role != exec::buffer_role::output && tensor::is_real(b.type) && b.generator.find(" seed ") != std::string::npos && !b.data.empty(); }

double value(const exec::buffer& b, std::uint64_t k) { return tensor::decode(b.type, tensor::load_code(b.type, b.data.data() + k * tensor::size_of(b.type))); }

} // namespace

void input_changes::look_at(const std::vector<exec::buffer>& drawn) {
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    const exec::buffer& b = drawn[k];
    if (!is_drawn(b)) continue;
    auto at = std::find_if(sources_.begin(), sources_.end(), [&](const source& s) { return s.buffer == k; });
    if (at == sources_.end()) at = sources_.insert(at, {k, INFINITY, -INFINITY, {}});
    const std::uint64_t count = b.data.size() / tensor::size_of(b.type), step = std::max<std::uint64_t>(1, count / 1024);
    for (std::uint64_t n = 0; n < count; ++n) {
      const double v = value(b, n);
      if (!(std::fabs(v) < INFINITY)) continue;
      at->low = std::min(at->low, v), at->high = std::max(at->high, v);
      if (n % step == 0 && at->some.size() < most_kept) at->some.push_back(v);
    }
  }
  std::erase_if(sources_, [](const source& s) { return s.some.empty(); });
}

std::uint64_t input_changes::next() { // splitmix64
  std::uint64_t x = state_ += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

double input_changes::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

std::size_t input_changes::choose_way() {
  double sum = 0;
  for (const double w : weights_) sum += w;
  double at = uniform() * sum;
  for (std::size_t k = 0; k < ways; ++k)
    if ((at -= weights_[k]) < 0) return k;
  return 0;
}

void input_changes::learn(bool worse) {
  weights_[last_] = std::clamp(worse ? weights_[last_] * 1.5 : weights_[last_] * 0.97, 0.5, 8.0);
  if (worse && last_ < 2) good_step_ = step_;
}

/// By a fraction of themselves: of any size that matters, or about, and rather below, the one that last led on.
void input_changes::nudge(std::vector<double>& part) {
  step_ = good_step_ != 0 && below(3) != 0 ? good_step_ * std::exp2(1 - 4 * uniform()) : std::exp2(-1 - 25 * uniform());
  for (double& v : part) v *= 1 + step_ * (2 * uniform() - 1);
}

void input_changes::move_about(const source& s, std::vector<double>& part) {
  double mean = 0;
  for (const double v : part) mean += v / static_cast<double>(part.size());
  const double centres[] = {mean, s.low, s.high, 0, part[below(part.size())]};
  const double centre = centres[below(std::size(centres))], factor = std::exp2(12 * uniform() - 10), moved = below(2) == 0 ? 0 : (s.high - s.low) * (uniform() - 0.5);
  for (double& v : part) v = centre + (v - centre) * factor + moved;
}

void input_changes::sort(std::vector<double>& part) {
  const std::uint64_t how = below(4);
  const auto key = [&](double v) { return (how & 1) != 0 ? -v : v; };
  std::sort(part.begin(), part.end(), [&](double a, double b) { return how < 2 ? key(a) < key(b) : key(std::fabs(a)) < key(std::fabs(b)); });
}

void input_changes::apply(std::size_t way, const source& s, std::vector<double>& part) {
  switch (way) {
  case 0: case 1: nudge(part); break;
  case 2:
    for (double& v : part) v = s.some[below(s.some.size())];
    break;
  case 3: case 4: move_about(s, part); break;
  case 5: sort(part); break;
  default: // a few take an end of the range, or the negative of themselves
    for (std::uint64_t n = 1 + below(4); n != 0; --n) {
      double& v = part[below(part.size())];
      const double ends[] = {s.low, s.high, -v, 0};
      v = ends[below(std::size(ends))];
    }
  }
  for (double& v : part) v = std::clamp(v, s.low, s.high);
}

void input_changes::change(std::vector<exec::buffer>& buffers, double focus) {
  const source& s = sources_[below(sources_.size())];
  exec::buffer& b = buffers[s.buffer];
  const std::size_t bytes = tensor::size_of(b.type);
  const std::uint64_t count = b.data.size() / bytes;
  last_ = choose_way();
  // All of it, or a part of any size, mostly about where the largest error is.
  const bool whole = last_ == 0 || last_ == 3 || count < 4;
  const auto length = whole ? count : std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::exp2(uniform() * std::log2(static_cast<double>(count)))), 1, count);
  const double middle = below(4) == 0 ? uniform() : focus;
  const auto first = std::min(count - length, static_cast<std::uint64_t>(std::max(0.0, middle * static_cast<double>(count) - uniform() * static_cast<double>(length))));
  std::vector<double> part(length);
  for (std::uint64_t k = 0; k < length; ++k) part[k] = value(b, first + k);
  apply(last_, s, part);
  for (std::uint64_t k = 0; k < length; ++k) tensor::store_code(b.type, b.data.data() + (first + k) * bytes, tensor::encode(b.type, part[k]));
}

} // namespace fpcheck::session
