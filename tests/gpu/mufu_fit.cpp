// Finds the constants of the multifunction unit from the captures of mufu_capture, slice by slice, without a search
// that could be led by a wrong idea of the function: every output confines the polynomial's value at its input to an
// interval, least squares tell where to look, and a triple counts if and only if it lies in every interval of its
// slice. Usage: mufu_fit DIRECTORY. Prints for each operation how many triples serve and whether the tables hold one of
// them.
#include <fpcheck/exec/mufu.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace mufu = fpcheck::exec::mufu;

namespace {

/// What one output says: x and square(x), and the least and greatest value that the polynomial may have.
struct point {
  std::int64_t x, squared, low, high;
};

using points = std::vector<std::vector<point>>;

/// The interval of values whose truncation, or rounding by adding `bias`, to `shift` bits fewer is `output`.
point rounded(std::uint32_t x, std::uint32_t squared, std::int64_t output, int shift, std::int64_t bias) {
  return {x, squared, (output << shift) - bias, ((output + 1) << shift) - 1 - bias};
}

/// The interval of values v with v 2^-fraction truncated to binary32 equal to `output`.
point truncated(std::uint32_t x, std::uint32_t squared, std::uint32_t output, int fraction) {
  const int e = static_cast<int>(output >> 23 & 0xffu) - 150 + fraction;
  const std::int64_t m = mufu::detail::significand(output);
  if (output == 0) return {x, squared, 0, 0};
  if (e < 0) return {x, squared, m >> -e, m >> -e};
  return {x, squared, m << e, ((m + 1) << e) - 1};
}

/// The 24-bit mantissa of an output in [1, 2] times 2^(exponent - 127).
std::int64_t mantissa(std::uint32_t output, std::uint32_t exponent) {
  return static_cast<std::int64_t>(mufu::detail::significand(output)) << (output >> 23 > exponent ? 1 : 0);
}

std::vector<std::uint32_t> read(const std::string& path, std::uint32_t& first) {
  std::vector<std::uint32_t> words;
  std::FILE* f = std::fopen(path.c_str(), "rb");
  if (f == nullptr) return words;
  std::fseek(f, 0, SEEK_END);
  words.resize(static_cast<std::size_t>(std::ftell(f)) / 4);
  std::rewind(f);
  if (std::fread(words.data(), 4, words.size(), f) != words.size() || words.empty()) words.assign(1, 0);
  std::fclose(f);
  first = words[0];
  words.erase(words.begin());
  return words;
}

/// Solves the 3 x 3 normal equations for the middle of the intervals; the first and second coefficient in `c`.
void least_squares(const std::vector<point>& slice, long double (&c)[2]) {
  long double a[3][4] = {};
  for (std::size_t i = 0; i < slice.size(); i += 7) {
    const long double b[3] = {1, slice[i].x / 131072.0L, slice[i].squared / 32768.0L};
    const long double y = (slice[i].low + slice[i].high) / 2.0L;
    for (int r = 0; r < 3; ++r) {
      for (int k = 0; k < 3; ++k) a[r][k] += b[r] * b[k];
      a[r][3] += b[r] * y;
    }
  }
  for (int k = 0; k < 3; ++k)
    for (int r = 0; r < 3; ++r) {
      if (r == k) continue;
      const long double m = a[r][k] / a[k][k];
      for (int j = k; j < 4; ++j) a[r][j] -= m * a[k][j];
    }
  c[0] = a[1][3] / a[1][1] / 131072;
  c[1] = a[2][3] / a[2][2] / 32768;
}

/// The range of constant terms with which (c1, c2) serves the slice; empty when low > high.
struct range {
  std::int64_t low, high;
};
range constant_range(const std::vector<point>& slice, std::int64_t c1, std::int64_t c2, std::size_t stride) {
  range r{INT64_MIN, INT64_MAX};
  for (std::size_t i = 0; i < slice.size(); i += stride) {
    const std::int64_t q = c1 * slice[i].x + c2 * slice[i].squared;
    r.low = std::max(r.low, slice[i].low - q);
    r.high = std::min(r.high, slice[i].high - q);
  }
  return r;
}

/// Counts the triples that serve; `step` is the spacing of constant terms, `step2` that of second coefficients.
template <class Table>
int fit(const char* name, const points& all, Table table, int shift, int shift2) {
  std::size_t unique = 0, held = 0;
  for (std::size_t s = 0; s < all.size(); ++s) {
    const mufu::slice& t = table(static_cast<std::uint32_t>(s));
    long double c[2];
    least_squares(all[s], c);
    const std::int64_t g1 = std::llroundl(c[0]), g2 = std::llroundl(c[1] / (1 << shift2));
    int serving = 0;
    bool holds = false;
    for (std::int64_t c1 = g1 - 4; c1 <= g1 + 4; ++c1)
      for (std::int64_t c2 = g2 - 8; c2 <= g2 + 8; ++c2) {
        const std::int64_t scaled = c2 * (std::int64_t{1} << shift2);
        range r = constant_range(all[s], c1, scaled, 251);
        if (r.low <= r.high) r = constant_range(all[s], c1, scaled, 1);
        for (std::int64_t c0 = (r.low + (std::int64_t{1} << shift) - 1) >> shift;
             r.low <= r.high && c0 << shift <= r.high; ++c0) {
          ++serving;
          holds = holds || (t.c0 == c0 && t.c1 == c1 && t.c2 == c2);
        }
      }
    unique += serving == 1;
    held += holds;
  }
  std::printf("%-5s %zu slices: the table serves in %zu, and is the only one in %zu\n", name, all.size(), held, unique);
  return held == all.size() ? 0 : 1;
}

using mufu::detail::square;

points slices_of(const std::string& directory, const std::string& name) {
  std::uint32_t first = 0;
  const std::vector<std::uint32_t> out = read(directory + "/" + name + ".raw", first);
  const bool halves = name == "rsq" || name == "sqrt";
  points all(name == "tanh" ? 51 : name == "rcp" || halves ? 128 : 64);
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    const std::uint32_t code = first + i, m = code & 0x7fffffu, y = out[i], octave = i >> 23, low = m & 0x1ffffu;
    const std::uint32_t s = (octave << 6 | m >> 17) & 0x7fu;
    if (name == "rcp")
      all[m >> 16].push_back(rounded(m & 0xffffu, square((m & 0xffffu) << 1), mantissa(y, 126), 15, 0x47e7));
    if (name == "rsq" && i != 0) all[s].push_back(rounded(low, square(low), mantissa(y, 126), 16, 0x7fff));
    if (name == "sqrt") all[s].push_back(rounded(low, square(low), mantissa(y, 127), 17, 0x7fff));
    if (name == "ex2") { // 2^x for x in [1, 2) is twice 2^f
      all[m >> 17].push_back(rounded(low, square(low), mantissa(y, 128), 15, 0x77e2));
    }
    if (name == "lg2" && m != 0) {
      point p = truncated(low, square(low), y, 36);
      all[m >> 17].push_back({p.x, p.squared, p.low * 4 - 0x3345, p.high * 4 + 3 - 0x3345});
    }
    if (name == "sin") {
      const std::uint32_t t = mufu::detail::quarter_turns(code), f = (t ^ (0u - (t >> 23 & 1u))) & 0x7fffffu;
      if (t >> 24 == 0) all[f >> 17].push_back(truncated(f & 0x1ffffu, square(f & 0x1ffffu), y, 37));
    }
    if (name == "tanh") {
      constexpr std::uint32_t log_slices[] = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3},
                              firsts[] = {0, 1, 2, 3, 5, 7, 11, 15, 19, 27, 43};
      const std::uint32_t k = log_slices[octave], x = ((m << k) & 0x7fffffu) >> 6;
      all[firsts[octave] + (m >> (23 - k))].push_back(truncated(x, square(x), y, 39));
    }
  }
  return all;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::printf("usage: mufu_fit DIRECTORY\n"), 2;
  const std::string d = argv[1];
  int bad = 0;
  bad += fit(
      "rcp", slices_of(d, "rcp"), [](std::uint32_t i) -> const mufu::slice& { return mufu::rcp_slice(i); }, 13, 0);
  bad += fit(
      "rsq", slices_of(d, "rsq"), [](std::uint32_t i) -> const mufu::slice& { return mufu::rsq_slice(i); }, 14, 2);
  bad += fit(
      "sqrt", slices_of(d, "sqrt"), [](std::uint32_t i) -> const mufu::slice& { return mufu::sqrt_slice(i); }, 15, 0);
  bad += fit(
      "ex2", slices_of(d, "ex2"), [](std::uint32_t i) -> const mufu::slice& { return mufu::ex2_slice(i); }, 13, 0);
  bad += fit(
      "lg2", slices_of(d, "lg2"), [](std::uint32_t i) -> const mufu::slice& { return mufu::lg2_slice(i); }, 12, 1);
  bad += fit(
      "sin", slices_of(d, "sin"), [](std::uint32_t i) -> const mufu::slice& { return mufu::sin_slice(i); }, 11, 0);
  bad += fit(
      "tanh", slices_of(d, "tanh"), [](std::uint32_t i) -> const mufu::slice& { return mufu::tanh_slice(i); }, 14, 0);
  return bad == 0 ? 0 : 1;
}
