// Compares the certified enclosures that the analysis gives for every element with exact values computed from the
// kernels' formulas in MPFR:
//   certify --corpus DIR [--filter TEXT] [--families N]
// For every kernel and every family of inputs: each decided element's enclosure [midpoint - radius, midpoint + radius]
// holds the exact value; over all, the median of (bound on the error) / (actual error) is at most 100, and at most 5 %
// of the elements are undecided (radius infinite).
#include <fpcheck/analysis/check.hpp>
#include <fpcheck/session/binding.hpp>
#include <fpcheck/exec/program.hpp>
#include <fpcheck/ptx/parse.hpp>

#include "oracles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>

namespace {

using namespace corpus;
namespace analysis = fpcheck::analysis;
namespace exec = fpcheck::exec;
namespace launch = fpcheck::launch;
namespace ptx = fpcheck::ptx;
namespace session = fpcheck::session;

constexpr unsigned element_count = 256;
const std::vector<std::string> family_names{"uniform", "wide", "special", "near"};

struct settings {
  std::string corpus, filter;
  unsigned families = 4;
};

struct tally {
  std::size_t pairs = 0, elements = 0, undecided = 0, violations = 0, exact_results = 0;
  std::vector<double> ratios;
};

/// One family of three inputs of `n` elements: x is free, y and z are related to it where that makes trouble.
struct inputs {
  std::vector<float> x, y, z;
};

float wide(std::mt19937& random, int reach) {
  const int e = static_cast<int>(random() % static_cast<unsigned>(2 * reach)) - reach;
  const float m = 1.f + static_cast<float>(random() >> 9) * 0x1p-23f;
  return std::ldexp((random() & 1) != 0 ? m : -m, e);
}

float special(std::mt19937& random) {
  static const float values[] = {0.f,
                                 -0.f,
                                 0x1p-149f,
                                 -0x1p-149f,
                                 0x1.fffffcp-127f,
                                 0x1p-126f,
                                 -0x1p-126f,
                                 0x1.8p-130f,
                                 1.f,
                                 -1.f,
                                 3.f,
                                 -7.f,
                                 0x1p-63f,
                                 0x1p-64f,
                                 0x1p63f,
                                 0x1.8p64f,
                                 0x1.fffffep127f,
                                 -0x1.fffffep127f,
                                 INFINITY,
                                 -INFINITY,
                                 0x1p23f,
                                 16777215.f,
                                 0.5f,
                                 -126.f};
  return values[random() % std::size(values)];
}

inputs make_inputs(const std::string& family, unsigned n, std::mt19937& random) {
  inputs v;
  const auto unit = [&] { return static_cast<float>(random() >> 8) * 0x1p-23f - 1.f; };
  for (unsigned i = 0; i < n; ++i) {
    if (family == "uniform") v.x.push_back(unit()), v.y.push_back(unit()), v.z.push_back(unit());
    if (family == "wide")
      v.x.push_back(wide(random, 30)), v.y.push_back(wide(random, 30)), v.z.push_back(wide(random, 30));
    if (family == "special")
      v.x.push_back(special(random)), v.y.push_back(special(random)), v.z.push_back(special(random));
    if (family == "near") { // sums and products that nearly cancel, comparisons that can go either way
      const float a = 1.f + unit() * 0.001f + 1000.f * static_cast<float>(random() & 1),
                  b = a * (1.f + static_cast<float>(random() % 5) * 0x1p-23f);
      v.x.push_back(a), v.y.push_back(b), v.z.push_back(a + b);
    }
  }
  return v;
}

/// Adds one element's judgement to `t`; true if the enclosure holds the exact value or is undecided.
bool judge(double computed, double midpoint, double radius, const real& exact, tally& t) {
  ++t.elements;
  if (std::isinf(radius) || std::isnan(radius)) {
    ++t.undecided;
    return true;
  }
  if (exact.is_nan()) return std::isnan(midpoint);
  if (std::isnan(midpoint)) return false;
  if (exact.is_inf() || std::isinf(midpoint)) return exact.is_inf() && exact.nearest() == midpoint;
  const real m(midpoint), r(radius);
  if (exact < m - r || m + r < exact) return false;
  if (!std::isfinite(computed)) return true;
  const real bound = abs(real(computed) - m) + r, actual = abs(real(computed) - exact);
  if (actual.nearest() > 0)
    t.ratios.push_back((bound / actual).nearest());
  else
    ++t.exact_results;
  return true;
}

/// The code and signatures of one file of kernels under bounds/.
struct kernel_source {
  std::unique_ptr<ptx::module> module;
  std::unique_ptr<exec::program> program;
  launch::source_signatures signatures;
};

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

template <class T>
T unwrap(fpcheck::result<T> r) {
  if (!r) throw std::runtime_error(r.error().message);
  return *std::move(r);
}

kernel_source open_source(const std::string& stem) {
  kernel_source s;
  s.signatures = launch::scan_signatures(slurp(stem + ".cu"), stem + ".cu");
  s.module = std::make_unique<ptx::module>(unwrap(ptx::parse(slurp(stem + ".ptx"), stem + ".ptx")));
  s.program = unwrap(exec::decode(*s.module));
  return s;
}

/// One kernel on one family of inputs: the launch in words (its inputs as zeros), and the data to put in their place.
struct kernel_run {
  std::string kernel, words;
  std::vector<std::pair<std::string, const std::vector<float>*>> data;
  unsigned elements;
};

analysis::element_bounds certified(const kernel_source& source, const kernel_run& k) {
  std::vector<launch::option_text> options;
  const auto words = unwrap(launch::split_words(k.kernel + " " + k.words, 0, "certify", 1));
  const launch::case_text text{{}, {unwrap(launch::parse_launch(words, options))}, options};
  exec::run_request request = unwrap(session::bind_arguments(text, {*source.module, source.signatures, "", 0}));
  for (auto& b : request.buffers)
    for (const auto& [name, values] : k.data)
      if (b.name == name) std::memcpy(b.data.data(), values->data(), b.data.size());
  analysis::options how;
  how.bounds_of = {"out"};
  return unwrap(analysis::check(*source.program, request, how)).bounds.at(0);
}

template <class Exact>
void check(const kernel_source& source, const kernel_run& k, const std::string& family, Exact exact, tally& total) {
  tally t;
  const analysis::element_bounds bounds = certified(source, k);
  ++total.pairs;
  if (bounds.computed.size() != k.elements) throw std::runtime_error(k.kernel + " has no bounds");
  for (unsigned i = 0; i < k.elements; ++i) {
    const real value = exact(i);
    if (judge(bounds.computed[i], bounds.midpoint[i], bounds.radius[i], value, t)) continue;
    if (++t.violations <= 3)
      std::printf("  violation %s %s element %u: computed %.9g, enclosure %.17g +- %.3g, exact %.17g\n",
                  k.kernel.c_str(), family.c_str(), i, bounds.computed[i], bounds.midpoint[i], bounds.radius[i],
                  value.nearest());
  }
  std::sort(t.ratios.begin(), t.ratios.end());
  std::printf("%s %-26s %-8s %4zu elements, %3zu undecided, %3zu violations, %3zu exact, median bound/error %.3g, "
              "largest %.3g\n",
              t.violations == 0 ? "ok  " : "FAIL", k.kernel.c_str(), family.c_str(), t.elements, t.undecided,
              t.violations, t.exact_results, t.ratios.empty() ? 1. : t.ratios[t.ratios.size() / 2],
              t.ratios.empty() ? 1. : t.ratios.back());
  total.elements += t.elements, total.undecided += t.undecided, total.violations += t.violations;
  total.exact_results += t.exact_results;
  total.ratios.insert(total.ratios.end(), t.ratios.begin(), t.ratios.end());
}

void check_pointwise(const settings& s, tally& total) {
  const kernel_source source = open_source(s.corpus + "/bounds/pointwise");
  for (const auto& oracle : pointwise_oracles()) {
    if (oracle.kernel.find(s.filter) == std::string::npos) continue;
    for (unsigned f = 0; f < s.families; ++f) {
      std::mt19937 random(1000 + f);
      const inputs v = make_inputs(family_names[f], element_count, random);
      const kernel_run k{oracle.kernel,
                         "<<<8, 32>>> xs=zeros:256 ys=zeros:256 zs=zeros:256 out=empty:256",
                         {{"xs", &v.x}, {"ys", &v.y}, {"zs", &v.z}},
                         element_count};
      check(
          source, k, family_names[f], [&](unsigned i) { return oracle.exact(v.x[i], v.y[i], v.z[i]); }, total);
    }
  }
}

void check_columns(const settings& s, tally& total) {
  const kernel_source source = open_source(s.corpus + "/bounds/rows");
  for (const auto& oracle : column_oracles()) {
    if (oracle.kernel.find(s.filter) == std::string::npos) continue;
    for (unsigned f = 0; f < s.families; ++f) {
      std::mt19937 random(2000 + f);
      const inputs v = make_inputs(family_names[f], column_length * columns, random);
      kernel_run k{oracle.kernel, "<<<1, 32>>> x=zeros:24x32 out=empty:32", {{"x", &v.x}}, columns};
      if (oracle.two_inputs) k.words += " y=zeros:24x32", k.data.emplace_back("y", &v.y);
      check(
          source, k, family_names[f], [&](unsigned i) { return oracle.exact(v.x, v.y, i); }, total);
    }
  }
}

int report(tally& t) {
  std::sort(t.ratios.begin(), t.ratios.end());
  const double median = t.ratios.empty() ? std::numeric_limits<double>::infinity() : t.ratios[t.ratios.size() / 2];
  const double undecided = t.elements == 0 ? 1 : static_cast<double>(t.undecided) / static_cast<double>(t.elements);
  std::printf("%zu pairs of kernel and inputs, %zu elements: %zu violations, %.2f %% undecided, median "
              "bound over actual error %.3g over %zu inexact elements, %zu elements computed exactly\n",
              t.pairs, t.elements, t.violations, 100 * undecided, median, t.ratios.size(), t.exact_results);
  return t.violations == 0 && t.pairs > 0 && undecided <= 0.05 && median <= 100 ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv) {
  settings s;
  const std::map<std::string, std::string*> options{{"--corpus", &s.corpus}, {"--filter", &s.filter}};
  try {
    for (int i = 1; i + 1 < argc; i += 2) {
      if (const auto o = options.find(argv[i]); o != options.end())
        *o->second = argv[i + 1];
      else if (std::string(argv[i]) == "--families")
        s.families = std::min(4u, static_cast<unsigned>(std::stoul(argv[i + 1])));
      else
        throw std::runtime_error(std::string("unknown option ") + argv[i]);
    }
    if (s.corpus.empty()) throw std::runtime_error("--corpus is needed");
    tally total;
    check_pointwise(s, total);
    check_columns(s, total);
    return report(total);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "certify: %s\n", e.what());
    return 2;
  }
}
