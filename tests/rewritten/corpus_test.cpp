// Every kernel of the corpus, rewritten and run by the engine: the machine's bits are those without a shadow, and the shadows are the
// engine's. The slice of CI takes some of the files and small launches; with FPCHECK_WHOLE_CORPUS all.
#include "corpus_cases.hpp"
#include "emulation.hpp"

#include "../../src/exec/library_values.hpp"

#include <fpcheck/ptx/meaning.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/ptx/print.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace fpcheck::instrument::test {
namespace {

namespace fs = std::filesystem;

#ifdef FPCHECK_WHOLE_CORPUS
constexpr std::size_t file_step = 1;
constexpr std::uint64_t most_threads = std::uint64_t{1} << 17;
#else
constexpr std::size_t file_step = 5;
constexpr std::uint64_t most_threads = 4096;
#endif

struct tally {
  std::map<std::string, bool> kernels; ///< by name, whether they are rewritten whole
  std::map<std::string, int> reasons;
  std::uint64_t elements = 0, unknown = 0;
  int cases = 0, wrong_before = 0;

  void print() const {
    const auto whole = std::count_if(kernels.begin(), kernels.end(), [](const auto& k) { return k.second; });
    std::printf("%zd of %zu kernels rewritten as a whole; %d cases, %d left out as wrong without a shadow already; %llu elements, %llu of them unknown\n", static_cast<std::ptrdiff_t>(whole), kernels.size(), cases, wrong_before,
                static_cast<unsigned long long>(elements), static_cast<unsigned long long>(unknown));
    for (const auto& [why, count] : reasons) std::printf("%6d  %s\n", count, why.c_str());
  }
};

/// The engine knows that these take a number into a period, and what is left of one that rounding took to its end, what a residual
/// still says of an iteration, and which of two numbers by their bits is the exact extreme (semantics.md); on the device the shadow is that of the
/// real operations, and of the integers' choice; a scale that is rounded upwards is meant as it is. Of numbers that are taken apart into bytes in shared memory it records the end.
constexpr const char* told_apart[] = {"bytes_of_", "phase_in_turns", "periodic_box", "jacobi_residual", "steps_upwards", "of_two_by_bits", "pack_e5m2"};

/// A product or sum without a rounding, which ptxas may fuse with another as it likes; empty where there is none.
std::string left_to_ptxas(const std::string& text) {
  const auto m = ptx::parse(text, "rewritten.ptx");
  for (const ptx::function& f : m->functions)
    for (const ptx::instruction& i : f.body) {
      const ptx::meaning what = ptx::meaning_of(i);
      const bool fusable = what.operation == ptx::operation::product || what.operation == ptx::operation::sum || what.operation == ptx::operation::difference;
      const bool rounded = i.has(ptx::modifier::rn) || i.has(ptx::modifier::rz) || i.has(ptx::modifier::rm) || i.has(ptx::modifier::rp);
      if (fusable && what.takes == ptx::content::real && what.access == ptx::access::none && !rounded) return ptx::print(*m, f, i);
    }
  return {};
}

/// Whether the engine has the value of a library function where the device has that of the library's polynomial (library_values.hpp).
bool has_library_values(const exec::program& p) { return std::any_of(p.ops.begin(), p.ops.end(), exec::ends_library_function); }

void check(const std::string& name, const session::bound_case& c, tally& sum) {
  const auto original = run_original(c);
  ++sum.cases;
  if (!original) return static_cast<void>(++sum.wrong_before);
  const auto balls = emulate(c, domain::ball), doubles = emulate(c, domain::f64);
  const std::string kernel = c.request.launches[0].kernel;
  if (!balls || !doubles) {
    sum.kernels[kernel] = false;
    const diagnostic& d = !balls ? balls.error() : doubles.error();
    ++sum.reasons[d.message];
    EXPECT_EQ(d.code, exit_code::incomplete) << name << ": " << d.text();
    return;
  }
  const auto [at, fresh] = sum.kernels.try_emplace(kernel, true);
  at->second = at->second && balls->gaps() == 0;
  for (const rewritten& k : balls->kernels) EXPECT_EQ(left_to_ptxas(k.ptx), "") << name;
  for (const rewritten& k : balls->kernels)
    for (const gap& g : k.gaps) ++sum.reasons[g.why];
  for (const domain what : {domain::ball, domain::f64}) {
    const emulated& run = what == domain::ball ? *balls : *doubles;
    const comparison same = compare(c, *original, run, *balls, what);
    EXPECT_EQ(same.bits, 0u) << name << ": " << same.first;
    if (run.gaps() != 0) continue;
    if (has_library_values(*c.code->program)) continue;
    if (std::any_of(std::begin(told_apart), std::end(told_apart), [&](const char* k) { return kernel.find(k) != std::string::npos; })) continue;
    EXPECT_EQ(same.apart, 0u) << name << (what == domain::ball ? ", ball: " : ", f64: ") << same.first;
    sum.elements += same.elements, sum.unknown += same.unknown;
  }
}

TEST(rewritten_corpus, bits_and_shadows_are_the_engines) {
  tally sum;
  for (const std::string& path : corpus_files({"sound", "bugs"}, file_step)) each_case(path, most_threads, [&](const numbered_case& c) { check(c.title, c.bound, sum); });
  sum.print();
  const auto whole = std::count_if(sum.kernels.begin(), sum.kernels.end(), [](const auto& k) { return k.second; });
  EXPECT_GE(10 * whole, 7 * static_cast<std::ptrdiff_t>(sum.kernels.size()));
  EXPECT_GT(sum.elements, 0u);
}

/// Kernels whose atomics change numbers, all of them in CI: no instruction of theirs is without a shadow but those named.
TEST(rewritten_corpus, atomics_take_their_shadows_along) {
  tally sum;
  for (const char* name : {"/handed_over", "/slots", "/148_slots", "/scatter", "/cooperate", "/177_parts"})
    for (const std::string& path : corpus_files({"sound", "bugs"}, 1))
      if (path.find(name) != std::string::npos) each_case(path, most_threads, [&](const numbered_case& c) { check(c.title, c.bound, sum); });
  sum.print();
  EXPECT_EQ(sum.reasons.count("atomics of numbers have no shadow on the device yet"), 0u);
  EXPECT_GT(sum.elements, 1000u);
}

TEST(rewritten_corpus, ptxas_takes_every_kernel) {
  const std::string ptxas = FPCHECK_TEST_PTXAS;
  if (ptxas.empty()) GTEST_SKIP() << "no ptxas";
  const fs::path folder = fs::temp_directory_path() / ("fpcheck_rewritten_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + "_" + std::to_string(file_step));
  fs::create_directories(folder);
  std::map<std::string, std::string> kernels;
  std::size_t count = 0;
  for (const std::string& path : corpus_files({"sound", "bugs"}, file_step))
    each_case(path, most_threads, [&](const numbered_case& one) {
      const session::bound_case& c = one.bound;
      const std::string& name = one.title;
      std::vector<std::size_t> fresh;
      for (std::size_t n = 0; n < c.request.launches.size(); ++n)
        if (kernels.try_emplace(path + c.request.launches[n].kernel, name).second && (file_step == 1 || ++count % 4 == 1)) fresh.push_back(n);
      if (fresh.empty()) return;
      const auto all = device::rewrite_all(*c.code->program, c.request, domain::ball, file_step == 1 ? depth::causes : depth::effects);
      if (!all) return;
      for (const std::size_t n : fresh) {
        const std::string file = (folder / "kernel.ptx").string(), log = (folder / "log").string();
        std::ofstream(file) << (*all)[n].ptx;
        const std::string arch = c.code->module.target.starts_with("sm_90a") ? "sm_90a" : "sm_90";
        ASSERT_EQ(std::system((ptxas + " -arch " + arch + " -O1 -o /dev/null '" + file + "' > '" + log + "' 2>&1").c_str()), 0) << name << ": " << std::string(std::istreambuf_iterator<char>(std::ifstream(log).rdbuf()), {});
      }
    });
  std::printf("%zu kernels\n", file_step == 1 ? kernels.size() : (count + 3) / 4);
  fs::remove_all(folder);
}

} // namespace
} // namespace fpcheck::instrument::test
