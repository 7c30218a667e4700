// Right backward kernels, executed by the engine, over many shapes and seeds: no false alarm, and hardly ever no verdict.
// FPCHECK_POINTS=N judges at least N points; a plain run a slice of them.
#include "../../src/gradient/gradient_case.hpp"
#include "cases.hpp"

#include <fpcheck/launch/word.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace fpcheck::gradient {
namespace {

struct tally {
  std::uint64_t points = 0, alarms = 0, incomplete = 0, refused = 0;
};

/// A line's words with its options taken out.
struct read_line {
  session::written_case launch;
  tolerance::gradient_problem problem;
  std::set<std::string> kept;
  bool shapes = true;
};

read_line read(const corpus::backward_case& c) {
  read_line out;
  const auto words = launch::split_words(c.words, 0, "cases.txt", 1);
  std::vector<std::string> plain{c.target(c.kernel)};
  for (std::size_t i = 0; i < words->size(); ++i) {
    const std::string& w = (*words)[i].text;
    if (!w.starts_with("--")) {
      plain.push_back(w);
      continue;
    }
    const std::string value = (*words)[++i].text;
    if (w == "--forward") out.problem.forward = value;
    if (w == "--upstream") out.problem.upstream = value;
    if (w == "--keep") out.kept.insert(value);
    if (w == "--sweep") out.shapes = value != "values";
  }
  session::typed_case typed;
  typed.words = plain;
  auto launch = session::read_words(typed, "grad");
  if (!launch) ADD_FAILURE() << launch.error().text();
  else out.launch = *std::move(launch);
  return out;
}

/// The input that a tensor-valued forward's upstream gradient is in, where the line does not say it.
std::string upstream_of(const read_line& line, const expr::named_inputs& in) {
  const auto tree = expr::parse(line.problem.forward);
  const auto p = expr::infer(*tree, expr::environment_of(in));
  const auto used = expr::free_names(*tree);
  for (const auto& [name, a] : in.tensors)
    if (tensor::is_real(a.type) && static_cast<std::int64_t>(a.size()) == expr::element_count(p->nodes.shape_of(p->root)) && std::find(used.begin(), used.end(), name) == used.end()) return name;
  return "dout";
}

void judge_point(const gradient_case& kernel, const tolerance::gradient_problem& problem, const tolerance::sweep_case& point, const std::string& where, tally& t) {
  const auto expected = tolerance::gradient_references(problem, point.inputs);
  const auto actual = kernel.run(point.inputs);
  if (!expected || !actual) { // a shape that the kernel does not take
    ++t.refused;
    return;
  }
  const auto verdicts = tolerance::judge_all(*actual, *expected, problem.allowed, {.worst_elements = 1, .canaries = false});
  ASSERT_TRUE(verdicts) << verdicts.error().text();
  bool alarm = false, incomplete = false;
  for (const auto& [name, v] : *verdicts) {
    alarm = alarm || v.code == exit_code::findings;
    incomplete = incomplete || v.code == exit_code::incomplete;
    EXPECT_NE(v.code, exit_code::findings) << where << " " << point.name << " d" << name << "\n" << tolerance::text(v);
  }
  ++t.points, t.alarms += alarm ? 1 : 0, t.incomplete += incomplete ? 1 : 0;
}

void judge_line(const corpus::backward_case& c, std::uint64_t seed, tally& t) {
  auto file = session::kernel_file::open(c.target("").substr(0, c.target("").size() - 1), "");
  ASSERT_TRUE(file) << file.error().text();
  read_line line = read(c);
  session::settings s;
  s.seed = seed, s.threads = 1;
  const auto kernel = gradient_case::make(*file, line.launch, s, line.problem.forward);
  ASSERT_TRUE(kernel) << kernel.error().text();
  const auto base = kernel->inputs({});
  ASSERT_TRUE(base) << base.error().text();
  for (const gradient_output& g : kernel->gradients()) line.problem.wrt.push_back(g.variable);
  if (line.problem.upstream == "dout") line.problem.upstream = upstream_of(line, *base);
  tolerance::sweep_options sweep;
  sweep.values = false, sweep.shapes = line.shapes, sweep.kept = line.kept, sweep.seed = seed, sweep.most = 64;
  sweep.literals = kernel->literals();
  for (const auto& [name, grows] : kernel->extents()) sweep.limits[name] = grows ? std::max<std::int64_t>(67, kernel->extent(name)) : kernel->extent(name);
  sweep.rebuild = [&](const std::map<std::string, std::int64_t>& extents) { return kernel->inputs(extents); };
  for (const tolerance::sweep_case& point : tolerance::input_sweep(line.problem.forward, *base, sweep)) judge_point(*kernel, line.problem, point, c.kernel + " seed " + std::to_string(seed), t);
}

TEST(points, right_kernels_raise_no_false_alarm) {
  const char* const wanted = std::getenv("FPCHECK_POINTS");
  const std::uint64_t least = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 0;
  tally t;
  std::uint64_t seed = 0;
  do {
    for (const corpus::backward_case& c : corpus::read_cases())
      if (c.words.find("--forward ") != std::string::npos) judge_line(c, seed, t);
  } while (++seed < 1000 && t.points < least);
  std::printf("%llu points on the engine over %llu seeds: %llu false alarms, %llu incomplete, %llu shapes refused\n", static_cast<unsigned long long>(t.points), static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(t.alarms), static_cast<unsigned long long>(t.incomplete), static_cast<unsigned long long>(t.refused));
  EXPECT_GE(t.points, std::max<std::uint64_t>(least, 100));
  EXPECT_EQ(t.alarms, 0u);
  EXPECT_LE(t.incomplete * 50, t.points);
}

} // namespace
} // namespace fpcheck::gradient
