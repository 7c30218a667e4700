#include <fpcheck/kernels/hash.hpp>
#include <fpcheck/sweep/sweep.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::sweep {
namespace {

/// Code number i of a signed format in the order of its values: negative numbers first.
std::uint64_t ordered_code(const format_row& row, std::uint64_t i) {
  const std::uint64_t half = code_count(row) / 2;
  return i < half ? sign_mask(row) | (half - 1 - i) : i - half;
}

/// The place of a code in that order.
std::int64_t place_of(const format_row& row, std::uint64_t code) {
  const auto magnitude = static_cast<std::int64_t>(code & magnitude_mask(row));
  return (code & sign_mask(row)) != 0 ? -magnitude - 1 : magnitude;
}

/// A code with its neighbours on both sides, and the same of the other sign.
void add_with_neighbours(const format_row& row, std::uint64_t code, std::vector<std::uint64_t>& out) {
  const std::uint64_t magnitude = code & magnitude_mask(row);
  for (const std::uint64_t m : {magnitude - 1, magnitude, magnitude + 1})
    if (m <= magnitude_mask(row)) out.insert(out.end(), {m, m | sign_mask(row)});
}

/// Where functions change: the ends of every binade, infinities and NaNs, halves and integers, multiples of pi / 4 and
/// ln 2 / 2, at which range reductions step.
void add_landmarks(tensor::dtype type, std::vector<std::uint64_t>& out) {
  const format_row& row = *tensor::format_of(type);
  const std::uint64_t binades = (std::uint64_t{magnitude_mask(row)} >> mantissa_bits(row)) + 1;
  for (std::uint64_t b = 0; b < binades; ++b) add_with_neighbours(row, b << mantissa_bits(row), out);
  add_with_neighbours(row, max_magnitude(row), out);
  if (has_nan(row)) add_with_neighbours(row, quiet_nan_code(row), out);
  add_with_neighbours(row, magnitude_mask(row), out);
  for (int k = 1; k <= 512; ++k)
    for (const double unit : {0.5, 0.78539816339744831, 0.34657359027997264})
      add_with_neighbours(row, tensor::encode(type, k * unit), out);
}

/// Random codes, the same number in each binade of either sign, each with its successor so that steps are seen.
void add_strata(tensor::dtype type, std::uint64_t count, std::uint64_t seed, std::vector<std::uint64_t>& out) {
  const format_row& row = *tensor::format_of(type);
  const std::uint64_t binades = (std::uint64_t{magnitude_mask(row)} >> mantissa_bits(row)) + 1;
  const std::uint64_t each = std::max<std::uint64_t>(1, count / (4 * binades)), width = std::uint64_t{1} << mantissa_bits(row);
  for (std::uint64_t b = 0; b < binades; ++b)
    for (std::uint64_t j = 0; j < each; ++j) {
      const std::uint64_t bits = kernels::fmix64(seed * 0x9e3779b97f4a7c15ull + (b << 32 | j) + 1);
      const std::uint64_t low = width * j / each, high = std::max(low + 1, width * (j + 1) / each);
      const std::uint64_t code = b * width + low + (bits >> 1) % (high - low);
      for (const std::uint64_t m : {code, std::min<std::uint64_t>(code + 1, magnitude_mask(row))})
        out.insert(out.end(), {m, m | sign_mask(row)});
    }
}

bool in_domain(tensor::dtype type, std::uint64_t code, const std::optional<std::array<double, 2>>& domain) {
  if (!domain) return true;
  const double x = tensor::decode(type, code);
  return x >= (*domain)[0] && x <= (*domain)[1]; // a NaN is not
}

std::vector<std::uint64_t> sample_of(tensor::dtype type, std::uint64_t count, const input_choice& choice) {
  const format_row& row = *tensor::format_of(type);
  std::vector<std::uint64_t> out;
  if (code_count(row) <= count) {
    for (std::uint64_t i = 0; i < code_count(row); ++i) out.push_back(ordered_code(row, i));
  } else {
    add_landmarks(type, out);
    add_strata(type, count, choice.seed, out);
  }
  std::erase_if(out, [&](std::uint64_t code) { return !in_domain(type, code, choice.domain); });
  std::sort(out.begin(), out.end(), [&](std::uint64_t a, std::uint64_t b) { return place_of(row, a) < place_of(row, b); });
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// Pairs: each of one sample with random elements of the other, with itself and with its neighbours where they are of
/// one type: sums that cancel, equal arguments, quotients about one.
code_lists pairs_of(const std::vector<tensor::dtype>& types, const input_choice& choice) {
  std::uint64_t side = 2;
  while (side * side < choice.samples) side *= 2;
  const std::vector<std::uint64_t> first = sample_of(types[0], 4 * side, choice), second = sample_of(types[1], 4 * side, choice);
  code_lists out(2);
  if (first.empty() || second.empty()) return out;
  const std::uint64_t partners = std::max<std::uint64_t>(1, choice.samples / first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::uint64_t k = 0; k < partners; ++k) {
      const std::uint64_t bits = kernels::fmix64(choice.seed + (std::uint64_t{i} << 32 | k) + 7);
      out[0].push_back(first[i]);
      out[1].push_back(second[bits % second.size()]);
    }
    if (types[0] != types[1]) continue;
    const format_row& row = *tensor::format_of(types[0]);
    for (const std::uint64_t partner : {first[i], first[i] ^ sign_mask(row), first[i] ^ 1u, first[i] ^ sign_mask(row) ^ 1u}) {
      if (!in_domain(types[1], partner, choice.domain)) continue;
      out[0].push_back(first[i]);
      out[1].push_back(partner);
    }
  }
  return out;
}

} // namespace

result<sweep_inputs> sweep_inputs::make(const std::vector<tensor::dtype>& types, const input_choice& choice) {
  sweep_inputs out;
  out.types_ = types;
  const bool all = choice.wanted == input_choice::coverage::all, pairs = types.size() == 2;
  int bits = 0;
  for (const tensor::dtype t : types) bits += tensor::format_of(t)->bits;
  if (all && bits > 32)
    return fail("all pairs of " + std::string(tensor::name(types[0])) + " and " + std::string(tensor::name(types[1])) + " are too many", {"command line"},
                "--samples N takes more of them than the default");
  out.complete_ = all || bits <= 16;
  if (out.complete_ && bits > 16) {
    out.all_ = std::uint64_t{1} << bits;
    out.domain_ = choice.domain;
    return out;
  }
  if (!pairs) {
    out.listed_.push_back(sample_of(types[0], out.complete_ ? std::uint64_t{1} << bits : choice.samples, choice));
  } else if (out.complete_) {
    out.listed_.resize(2);
    for (const std::uint64_t x : sample_of(types[0], 256, choice))
      for (const std::uint64_t y : sample_of(types[1], 256, choice)) out.listed_[0].push_back(x), out.listed_[1].push_back(y);
  } else {
    out.listed_ = pairs_of(types, choice);
  }
  if (out.size() == 0) return fail("no input lies in the domain", {"command line"}, "--domain LO,HI with LO <= HI");
  return out;
}

code_lists sweep_inputs::codes(std::uint64_t begin, std::uint64_t count) const {
  code_lists out;
  const std::uint64_t end = std::min(begin + count, size());
  for (const std::vector<std::uint64_t>& list : listed_)
    out.emplace_back(list.begin() + static_cast<std::ptrdiff_t>(begin), list.begin() + static_cast<std::ptrdiff_t>(end));
  if (!listed_.empty()) return out;
  out.resize(types_.size());
  const int low_bits = types_.size() == 2 ? tensor::format_of(types_[1])->bits : 0;
  for (std::uint64_t i = begin; i < end; ++i) {
    const std::uint64_t x = ordered_code(*tensor::format_of(types_[0]), i >> low_bits);
    const std::uint64_t y = low_bits == 0 ? 0 : ordered_code(*tensor::format_of(types_[1]), i & ((std::uint64_t{1} << low_bits) - 1));
    if (!in_domain(types_[0], x, domain_) || (low_bits != 0 && !in_domain(types_[1], y, domain_))) continue;
    out[0].push_back(x);
    if (low_bits != 0) out[1].push_back(y);
  }
  return out;
}

} // namespace fpcheck::sweep
