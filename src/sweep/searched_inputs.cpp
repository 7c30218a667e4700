#include "searched_inputs.hpp"

#include <fpcheck/exec/mpfr_of_thread.hpp>
#include <fpcheck/kernels/hash.hpp>
#include <fpcheck/session/interrupt.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

namespace fpcheck::sweep {
namespace {

void add_with_neighbours(const searched_format& f, std::uint64_t code, std::vector<std::uint64_t>& out) {
  const std::uint64_t magnitude = code & (f.sign() - 1);
  for (const std::uint64_t m : {magnitude - 1, magnitude, magnitude + 1})
    if (m < f.sign()) out.insert(out.end(), {m, m | f.sign()});
}

} // namespace

std::uint64_t random_code(const searched_format& f, chance& c, int low, int high) {
  const int exponent = c.between(std::max(low, 1 - f.bias), std::min(high, f.bias));
  return f.code(exponent, c.bits() & ((std::uint64_t{1} << (f.precision - 1)) - 1)) | ((c.bits() & 1) != 0 ? f.sign() : 0);
}

std::vector<std::uint64_t> landmarks(const searched_format& f, int stride, int multiples) {
  std::vector<std::uint64_t> out;
  for (int e = 0; e <= 2 * f.bias; e += stride) add_with_neighbours(f, static_cast<std::uint64_t>(e) << (f.precision - 1), out);
  add_with_neighbours(f, f.infinity(), out);
  for (int k = 1; k <= multiples; ++k)
    for (const double unit : {0.5, 0.78539816339744831, 0.34657359027997264}) add_with_neighbours(f, f.encode(k * unit), out);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::array<std::uint64_t, 2> random_pair(const searched_format& f, chance& c, std::uint64_t kind) {
  switch (kind % 4) {
  case 0: return {random_code(f, c, -4, 4), random_code(f, c, -4, 4)};
  case 1: return {random_code(f, c, -f.bias, f.bias), random_code(f, c, -f.bias, f.bias)};
  case 2: {
    const int near = c.between(1, f.precision - 2);
    const double x = 1 + f.decode(random_code(f, c, -near - 1, -near));
    return {f.encode(x), random_code(f, c, near - 2, near + 6)};
  }
  default: {
    const std::uint64_t x = random_code(f, c, -20, 20);
    std::uint64_t y = (x & (f.sign() - 1)) + (c.bits() & ((std::uint64_t{1} << c.between(0, f.precision - 1)) - 1));
    const int scale = c.between(-3, 3);
    y += static_cast<std::uint64_t>(scale) << (f.precision - 1);
    return {x, (y & (f.sign() - 1)) | ((c.bits() & 1) != 0 ? f.sign() : 0)};
  }
  }
}

namespace {

/// A block of the search, by its number: each binade in turn, either sign, somewhere.
struct place {
  double x = 0;
  std::uint64_t y = 0;
};
constexpr int least_binade = -7, binades = 14;
place place_of(const searched_function& f, const searched_format& format, std::uint64_t seed, std::uint64_t number) {
  chance c(seed, number << 8 | 3);
  const int exponent = least_binade + static_cast<int>(number / 2 % binades);
  const std::uint64_t code = format.code(exponent, c.bits() & ((std::uint64_t{1} << (format.precision - 1)) - 1)) | (number % 2 != 0 ? format.sign() : 0);
  return {format.decode(code), f.arguments == 2 ? random_code(format, c, -4, 4) : 0};
}

} // namespace

std::uint64_t searched_format::code(int exponent, std::uint64_t fraction) const {
  return static_cast<std::uint64_t>(exponent + bias) << (precision - 1) | fraction;
}
double searched_format::decode(std::uint64_t code) const {
  return bits == 64 ? bit_cast<double>(code) : static_cast<double>(bit_cast<float>(static_cast<std::uint32_t>(code)));
}
std::uint64_t searched_format::encode(double x) const {
  return bits == 64 ? bit_cast<std::uint64_t>(x) : bit_cast<std::uint32_t>(static_cast<float>(x));
}
searched_format searched_format_of(tensor::dtype type) {
  return type == tensor::dtype::f32 ? searched_format{32, 24, 127} : searched_format{};
}

code_lists structured_inputs(const searched_function& f, const search_choice& choice) {
  const searched_format format = searched_format_of(f.type);
  code_lists out(static_cast<std::size_t>(f.arguments));
  chance c(choice.seed, 1);
  if (f.arguments == 1) {
    out[0] = landmarks(format, 1, 512);
    for (std::uint64_t i = 0; i < choice.samples; ++i) out[0].push_back(i % 2 == 0 ? random_code(format, c, -12, 12) : random_code(format, c, -format.bias, format.bias));
    return out;
  }
  const std::vector<std::uint64_t> some = landmarks(format, format.bias / 8, 4);
  for (const std::uint64_t x : some)
    for (const std::uint64_t y : some) out[0].push_back(x), out[1].push_back(y);
  for (std::uint64_t i = 0; i < choice.samples; ++i) {
    const auto pair = random_pair(format, c, i);
    out[0].push_back(pair[0]), out[1].push_back(pair[1]);
  }
  return out;
}

hard_inputs find_hard_inputs(const searched_function& f, const search_choice& choice) {
  const searched_format format = searched_format_of(f.type);
  // Pairs of binary32 are as many as inputs of binary64, so that some of them lie closer than its one argument allows.
  const hard_search how = format.bits == 64 ? binary64_search : hard_search{24, -126, 127, 20};
  const auto exact = exact_of(f);
  constexpr std::uint64_t wave = 2 * binades * 4;
  hard_inputs out;
  out.codes.resize(static_cast<std::size_t>(f.arguments));
  const auto count = [&] { return out.codes[0].size(); };
  for (std::uint64_t first = 0; count() < choice.hard && first < (std::uint64_t{1} << 20) && !session::interrupted(); first += wave) {
    if (first >= 8 * wave && count() == 0) break; // none where the function is exact or never smooth
    std::vector<hard_block> found(wave);
    std::atomic<std::uint64_t> next{0};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < std::max(1u, std::thread::hardware_concurrency()); ++t)
      threads.emplace_back([&] {
        const exec::mpfr_of_thread mpfr;
        for (std::uint64_t i; (i = next++) < wave;) {
          const place p = place_of(f, format, choice.seed, first + i);
          precise y(64);
          mpfr_set_d(y, format.decode(p.y), MPFR_RNDN);
          found[i] = search_block([&](mpfr_ptr value, mpfr_srcptr x) { exact(value, x, y); }, p.x, how);
        }
      });
    for (std::thread& t : threads) t.join();
    for (std::uint64_t i = 0; i < wave; ++i) {
      out.walked += found[i].inputs;
      for (const hard_input& h : found[i].found) {
        if (count() >= choice.hard) break;
        out.codes[0].push_back(format.encode(h.x));
        if (f.arguments == 2) out.codes[1].push_back(place_of(f, format, choice.seed, first + i).y);
        out.distances.push_back(h.distance);
      }
    }
  }
  return out;
}

code_lists inputs_around(const searched_function& f, const std::vector<std::array<std::uint64_t, 2>>& centers, std::uint64_t each, std::uint64_t seed) {
  const searched_format format = searched_format_of(f.type);
  code_lists out(static_cast<std::size_t>(f.arguments));
  chance c(seed, 2);
  for (const auto& center : centers)
    for (std::uint64_t i = 0; i < each; ++i)
      for (std::size_t k = 0; k < out.size(); ++k) {
        const std::uint64_t mask = (std::uint64_t{1} << c.between(0, format.precision - 2)) - 1, step = c.bits() & mask;
        const std::uint64_t magnitude = center[k] & (format.sign() - 1);
        const std::uint64_t moved = (c.bits() & 1) != 0 || step > magnitude ? magnitude + step : magnitude - step;
        out[k].push_back(std::min(moved, format.infinity()) | (center[k] & format.sign()));
      }
  return out;
}

} // namespace fpcheck::sweep
