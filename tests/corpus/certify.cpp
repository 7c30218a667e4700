// Compares the certified enclosures that the analysis gives for every element with exact values computed from the
// kernels' formulas in MPFR:
//   certify --corpus DIR [--filter TEXT] [--families N] [--by engine|rewritten|gpu]
// The enclosures are the analysis', or those beside the numbers of the rewritten kernels: run by the engine, or on a card.
// For every kernel and every family of inputs: each decided element's enclosure [midpoint - radius, midpoint + radius]
// holds the exact value; over all, the median of (bound on the error) / (actual error) is at most 100, and at most 5 %
// of the elements are undecided (radius infinite).
#include <fpcheck/analysis/check.hpp>
#include <fpcheck/session/binding.hpp>
#include <fpcheck/device/run.hpp>
#include <fpcheck/session/kernel_file.hpp>

#include "oracles.hpp"
#include "../rewritten/emulation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>
#include <random>
#include <stdexcept>

namespace {

using namespace corpus;
namespace analysis = fpcheck::analysis;
namespace exec = fpcheck::exec;
namespace launch = fpcheck::launch;
namespace instrument = fpcheck::instrument;
namespace session = fpcheck::session;

constexpr unsigned element_count = 256;
const std::vector<std::string> family_names{"uniform", "wide", "special", "near"};

enum class beside : std::uint8_t { analysis, rewritten, gpu };

struct settings {
  std::string corpus, filter, by = "engine";
  unsigned families = 4;
};

struct tally {
  std::size_t pairs = 0, elements = 0, undecided = 0, violations = 0, exact_results = 0;
  std::size_t beyond = 0; ///< infinite on both sides, where the exact value is a number beyond binary64: not known of memory that a card leaves
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
bool judge(double computed, double midpoint, double radius, const real& exact, beside by, tally& t) {
  ++t.elements;
  if (std::isinf(radius) || std::isnan(radius)) {
    ++t.undecided;
    return true;
  }
  if (exact.is_nan()) return std::isnan(midpoint);
  if (std::isnan(midpoint)) return false;
  if (by != beside::analysis && !exact.is_inf() && std::isinf(exact.nearest()) && midpoint == exact.nearest()) return ++t.beyond, true;
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

template <class T>
T unwrap(fpcheck::result<T> r) {
  if (!r) throw std::runtime_error(r.error().message);
  return *std::move(r);
}

/// One file of kernels under bounds/, and who says what encloses their numbers.
struct kernel_source {
  session::kernel_file file;
  const session::compiled* code;
  beside by;
};

kernel_source open_source(const std::string& stem, const std::string& by) {
  const std::map<std::string, beside> ways{{"engine", beside::analysis}, {"rewritten", beside::rewritten}, {"gpu", beside::gpu}};
  if (ways.count(by) == 0) throw std::runtime_error("--by engine, rewritten or gpu");
  kernel_source s{unwrap(session::kernel_file::open(stem + ".ptx", stem + ".cu")), nullptr, ways.at(by)};
  s.code = unwrap(s.file.code({}, {}));
  return s;
}

/// One kernel on one family of inputs: the launch in words (its inputs as zeros), and the data to put in their place.
struct kernel_run {
  std::string kernel, words;
  std::vector<std::pair<std::string, const std::vector<float>*>> data;
  unsigned elements;
};

exec::run_request request_of(kernel_source& source, const kernel_run& k) {
  std::vector<launch::option_text> options;
  const auto words = unwrap(launch::split_words(k.kernel + " " + k.words, 0, "certify", 1));
  const launch::case_text text{{}, {unwrap(launch::parse_launch(words, options))}, options};
  exec::run_request request = unwrap(session::bind_arguments(text, {source.code->module, source.file.signatures(), "", 0}));
  for (auto& b : request.buffers)
    for (const auto& [name, values] : k.data)
      if (b.name == name) std::memcpy(b.data.data(), values->data(), b.data.size());
  return request;
}

/// What stands beside the output `out` in the memory of a rewritten kernel.
analysis::element_bounds cells_of(const exec::run_request& request, const std::vector<std::byte>& out, const instrument::test::emulated& run) {
  const auto at = std::find_if(request.buffers.begin(), request.buffers.end(), [](const exec::buffer& b) { return b.name == "out"; });
  const auto k = static_cast<std::size_t>(at - request.buffers.begin());
  analysis::element_bounds bounds;
  bounds.buffer = static_cast<std::uint32_t>(k);
  for (std::uint64_t byte = 0; byte < at->data.size(); byte += 4) {
    float computed;
    std::memcpy(&computed, out.data() + byte, 4);
    const auto cell = instrument::test::cell_at(run, run.where.buffers[k] + byte, instrument::domain::ball);
    const double x = static_cast<double>(computed);
    bounds.computed.push_back(x);
    bounds.midpoint.push_back(cell.distance == 0 ? x : x + cell.distance);
    const bool known = std::isfinite(cell.radius) && (std::isfinite(cell.distance) || std::isnan(x));
    bounds.radius.push_back(known ? cell.radius + (cell.distance == 0 ? 0 : std::fabs(x) * 0x1p-52) : INFINITY); // the sum here is rounded
  }
  return bounds;
}

analysis::element_bounds certified(kernel_source& source, const kernel_run& k) {
  exec::run_request request = request_of(source, k);
  if (source.by == beside::analysis) {
    analysis::options how;
    how.bounds_of = {"out"};
    return unwrap(analysis::check(*source.code->program, request, how)).bounds.at(0);
  }
  if (source.by == beside::rewritten) {
    session::bound_case c;
    c.code = source.code, c.request = std::move(request);
    const auto run = unwrap(instrument::test::emulate(c, instrument::domain::ball));
    const std::size_t out = c.request.buffers.size() - 1;
    const auto first = run.arena.begin() + static_cast<std::ptrdiff_t>(run.where.buffers[out]);
    return cells_of(c.request, {first, first + static_cast<std::ptrdiff_t>(c.request.buffers[out].data.size())}, run);
  }
  const auto kernels = unwrap(fpcheck::device::rewrite_all(*source.code->program, request, instrument::domain::ball));
  fpcheck::device::plan how;
  how.keeps_shadow = true;
  auto done = unwrap(fpcheck::device::run(source.code->ptx, source.code->module, request, kernels, how));
  if (done.other_bits) throw std::runtime_error(k.kernel + " has other bits with its shadow");
  instrument::test::emulated run;
  run.where = fpcheck::device::layout_of(request, kernels), run.shadow = std::move(done.shadow);
  return cells_of(request, done.after.back(), run);
}

template <class Exact>
void check(kernel_source& source, const kernel_run& k, const std::string& family, Exact exact, tally& total) {
  tally t;
  const analysis::element_bounds bounds = certified(source, k);
  ++total.pairs;
  if (bounds.computed.size() != k.elements) throw std::runtime_error(k.kernel + " has no bounds");
  for (unsigned i = 0; i < k.elements; ++i) {
    const real value = exact(i);
    if (judge(bounds.computed[i], bounds.midpoint[i], bounds.radius[i], value, source.by, t)) continue;
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
  total.exact_results += t.exact_results, total.beyond += t.beyond;
  total.ratios.insert(total.ratios.end(), t.ratios.begin(), t.ratios.end());
}

void check_pointwise(const settings& s, tally& total) {
  kernel_source source = open_source(s.corpus + "/bounds/pointwise", s.by);
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
  kernel_source source = open_source(s.corpus + "/bounds/rows", s.by);
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
              "bound over actual error %.3g over %zu inexact elements, %zu elements computed exactly, %zu infinite for a number beyond binary64\n",
              t.pairs, t.elements, t.violations, 100 * undecided, median, t.ratios.size(), t.exact_results, t.beyond);
  return t.violations == 0 && t.beyond <= t.elements / 10000 && t.pairs > 0 && undecided <= 0.05 && median <= 100 ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv) {
  settings s;
  const std::map<std::string, std::string*> options{{"--corpus", &s.corpus}, {"--filter", &s.filter}, {"--by", &s.by}};
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
    if (const std::string why = s.by == "gpu" ? fpcheck::device::problem(0) : ""; !why.empty()) return std::printf("skipped: %s\n", why.c_str()), 77;
    tally total;
    check_pointwise(s, total);
    check_columns(s, total);
    return report(total);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "certify: %s\n", e.what());
    return 2;
  }
}
