// Every kernel of the corpus, rewritten and run by the engine: the machine's bits are those without a shadow, and the shadows are the
// engine's. The slice of CI takes some of the files and small launches; with FPCHECK_WHOLE_CORPUS all.
#include "emulation.hpp"

#include <fpcheck/ptx/meaning.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/ptx/print.hpp>
#include <fpcheck/session/case_words.hpp>

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

std::vector<std::string> corpus_files() {
  std::vector<std::string> all, out;
  for (const char* set : {"sound", "bugs"})
    for (const auto& entry : fs::directory_iterator(fs::path(FPCHECK_SOURCE_DIR) / "tests/corpus" / set))
      if (entry.path().extension() == ".ptx") all.push_back(entry.path().string());
  std::sort(all.begin(), all.end());
  for (std::size_t k = 0; k < all.size(); k += file_step) out.push_back(all[k]);
  return out;
}

std::string source_of(const std::string& ptx) { return ptx.substr(0, ptx.find(ptx.find(".fast.ptx") != std::string::npos ? ".fast.ptx" : ".ptx")) + ".cu"; }

/// Calls `f` with every case of a file that is small enough.
template <class F>
void each_case(const std::string& path, F&& f) {
  auto file = session::kernel_file::open(path, source_of(path));
  ASSERT_TRUE(file) << file.error().text();
  session::typed_case typed;
  typed.words = {path};
  const auto words = session::read_words(typed);
  ASSERT_TRUE(words) << words.error().text();
  const auto cases = session::choose_cases(*file, *words);
  if (!cases) return; // a file without cases
  for (const launch::case_text& text : *cases) {
    session::case_source source;
    source.directory = file->directory();
    auto bound = session::bind_case(*file, text, source);
    ASSERT_TRUE(bound) << path << ": " << bound.error().text();
    std::uint64_t threads = 0;
    for (const exec::launch& l : bound->request.launches) threads += l.grid.count() * l.block.count();
    if (threads <= most_threads) f(path + " " + session::title_of(text), *bound);
  }
}

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
/// still says of an iteration, and which of two numbers is the exact extreme (semantics.md); on the device the shadow is that of the
/// real operations, and of the machine's choice.
constexpr const char* told_apart[] = {"phase_in_turns", "periodic_box", "jacobi_residual", "half_angle", "alignment_score", "lu_pivoted"};

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
    if (std::any_of(std::begin(told_apart), std::end(told_apart), [&](const char* k) { return kernel.find(k) != std::string::npos; })) continue;
    EXPECT_EQ(same.apart, 0u) << name << (what == domain::ball ? ", ball: " : ", f64: ") << same.first;
    sum.elements += same.elements, sum.unknown += same.unknown;
  }
}

TEST(rewritten_corpus, bits_and_shadows_are_the_engines) {
  tally sum;
  for (const std::string& path : corpus_files()) each_case(path, [&](const std::string& name, const session::bound_case& c) { check(name, c, sum); });
  sum.print();
  const auto whole = std::count_if(sum.kernels.begin(), sum.kernels.end(), [](const auto& k) { return k.second; });
  EXPECT_GE(10 * whole, 7 * static_cast<std::ptrdiff_t>(sum.kernels.size()));
  EXPECT_GT(sum.elements, 0u);
}

TEST(rewritten_corpus, ptxas_takes_every_kernel) {
  const std::string ptxas = FPCHECK_TEST_PTXAS;
  if (ptxas.empty()) GTEST_SKIP() << "no ptxas";
  const fs::path folder = fs::temp_directory_path() / ("fpcheck_rewritten_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + "_" + std::to_string(file_step));
  fs::create_directories(folder);
  std::map<std::string, std::string> kernels;
  std::size_t count = 0;
  for (const std::string& path : corpus_files())
    each_case(path, [&](const std::string& name, const session::bound_case& c) {
      for (const exec::launch& l : c.request.launches)
        for (ptx::index k = 0; k < c.code->module.functions.size(); ++k)
          if (c.code->module.functions[k].name == l.kernel && !l.cluster && kernels.try_emplace(path + l.kernel, name).second && (file_step == 1 || ++count % 4 == 1)) {
            const auto r = rewrite(c.code->module, k, domain::ball, {l.block.x, l.block.y, l.block.z});
            if (!r) continue;
            const std::string file = (folder / "kernel.ptx").string(), log = (folder / "log").string();
            std::ofstream(file) << r->ptx;
            const std::string arch = c.code->module.target.starts_with("sm_90a") ? "sm_90a" : "sm_90";
            ASSERT_EQ(std::system((ptxas + " -arch " + arch + " -O1 -o /dev/null '" + file + "' > '" + log + "' 2>&1").c_str()), 0) << name << ": " << std::string(std::istreambuf_iterator<char>(std::ifstream(log).rdbuf()), {});
          }
    });
  std::printf("%zu kernels\n", file_step == 1 ? kernels.size() : (count + 3) / 4);
  fs::remove_all(folder);
}

} // namespace
} // namespace fpcheck::instrument::test
