// The tables against ptxas, which knows what is legal: no word of any row may be one that ptxas never takes, and what
// the tables refuse ptxas must refuse too.
#include <fpcheck/ptx/form_tables.hpp>
#include <fpcheck/ptx/parse.hpp>

#include "form_syntax.hpp"
#include "probe.hpp"
#include "tool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace fpcheck::ptx {
namespace {

/// Runs ptxas over many instructions at once.
class assembler {
public:
  explicit assembler(std::string target) : target_(std::move(target)) {}

  /// Which of `lines` the assembler takes. It names the lines that it refuses, not always all at once: they are taken
  /// out until the rest passes. Where it dies or fails without naming a line, each half is tried on its own.
  std::vector<bool> accepted(const std::vector<std::string>& lines) {
    std::vector<bool> ok(lines.size(), true);
    // Its time grows faster than the kernel's length.
    constexpr std::size_t most_at_once = 500;
    for (std::size_t begin = 0; begin < lines.size(); begin += most_at_once)
      settle(lines, ok, begin, std::min(begin + most_at_once, lines.size()));
    return ok;
  }

private:
  void settle(const std::vector<std::string>& lines, std::vector<bool>& ok, std::size_t begin, std::size_t end) {
    const std::string head = test::probe_prologue(target_);
    const auto first = static_cast<std::size_t>(1 + std::count(head.begin(), head.end(), '\n'));
    for (;;) {
      std::ofstream out(folder_.path() / "probe.ptx");
      out << head;
      for (std::size_t i = 0; i < lines.size(); ++i) out << (ok[i] && i >= begin && i < end ? lines[i] : "") << "\n";
      out << "ret;\n}\n";
      out.close();
      const auto run = test::run(std::string(FPCHECK_TEST_PTXAS) + " -w -O0 -arch=" + target_ + " '" +
                                 (folder_.path() / "probe.ptx").string() + "' -o /dev/null");
      if (run.status == 0) return;
      if (strike(run.output, first, ok) != 0) continue;
      if (end - begin == 1) {
        ok[begin] = false;
        return;
      }
      const std::size_t middle = begin + (end - begin) / 2;
      settle(lines, ok, begin, middle);
      settle(lines, ok, middle, end);
      return;
    }
  }

  static std::size_t strike(const std::string& output, std::size_t first, std::vector<bool>& ok) {
    std::size_t struck = 0;
    for (std::size_t at = output.find("line "); at != std::string::npos; at = output.find("line ", at + 1)) {
      const std::size_t line = std::strtoul(output.c_str() + at + 5, nullptr, 10);
      const std::size_t end = output.find('\n', at);
      const std::string rest = output.substr(at, end - at);
      if (rest.find("error") == std::string::npos && rest.find("fatal") == std::string::npos) continue;
      if (line < first || line - first >= ok.size() || !ok[line - first]) continue;
      ok[line - first] = false;
      ++struck;
    }
    return struck;
  }

  std::string target_;
  test::scratch_folder folder_;
};

/// Rows that are not put to ptxas: it expands wmma into functions of its own and then fails without a line, refuses
/// 32-bit generic addresses for the whole file, and a call or a jump table needs more around it than one line.
bool is_left_out(const test::probe& p) {
  const std::string_view row = name(p.form);
  if (row.substr(0, 4) == "wmma" || p.form == form::call) return true;
  const bool has_addresses = row == "cvta" || row == "cvta_to" || row == "isspacep" || row == "mapa" ||
                             row == "getctarank" || row == "alloca" || row == "stacksave" || row == "stackrestore";
  return has_addresses && p.opcode.find(".u32") != std::string::npos;
}

/// A word of a row: the row, the group and the alternative.
using word_place = std::tuple<form, std::size_t, std::size_t>;

std::string described(const word_place& place) {
  const auto [f, g, a] = place;
  const form_pattern& p = patterns()[static_cast<std::size_t>(f)];
  std::string out = std::string(name(f)) + ":";
  if (p.words.empty()) return out;
  const std::size_t skipped = p.words[g].is_optional ? 1 : 0;
  if (a < skipped) return out;
  for (modifier m : p.words[g].alternatives[a - skipped]) out += text(m);
  return out;
}

/// What ptxas 13.0 takes for none of the targets, or not in a kernel of one line, and why the tables have it all the
/// same. A row alone stands for all of its words.
bool is_known_exception(const word_place& place) {
  static const std::set<std::string_view> all = {
#include "conformance_exceptions.inc"
  };
  return all.count(described(place)) != 0 || all.count(name(std::get<0>(place))) != 0;
}

TEST(conformance, ptxas_takes_every_word_of_every_row_in_some_spelling) {
  if (std::string(FPCHECK_TEST_PTXAS).empty()) GTEST_SKIP() << "no ptxas";
  std::map<word_place, std::vector<std::string>> open;
  const std::vector<form>& matrix = form_tables().back().forms;
  for (const test::probe& p : test::probes(4)) {
    if (is_left_out(p)) continue;
    // Of the matrix instructions, whose words depend on each other most, each row must be taken in one spelling.
    const bool is_matrix = std::find(matrix.begin(), matrix.end(), p.form) != matrix.end();
    auto& lines = is_matrix ? open[{p.form, 0, 0}] : open[{p.form, p.group, p.alternative}];
    for (const std::string& operands : p.operands) lines.push_back(p.opcode + operands + ";");
  }
  const std::size_t all = open.size();
  for (const char* target : {"sm_90a", "sm_100a", "sm_120a"}) {
    assembler ptxas(target);
    // One opcode at a time: ptxas may give up on a whole file for the sake of one line.
    std::map<std::string, std::pair<std::vector<std::string>, std::vector<word_place>>> by_opcode;
    for (const auto& [place, spellings] : open)
      for (const std::string& line : spellings) {
        // CTA pairs and single CTAs exclude each other in one kernel.
        const bool is_pair = line.find(".cta_group::2") != std::string::npos;
        auto& [lines, places] =
            by_opcode[patterns()[static_cast<std::size_t>(std::get<0>(place))].opcode + (is_pair ? "2" : "")];
        lines.push_back(line), places.push_back(place);
      }
    for (const auto& [opcode, group] : by_opcode) {
      const auto ok = ptxas.accepted(group.first);
      for (std::size_t i = 0; i < ok.size(); ++i)
        if (ok[i]) open.erase(group.second[i]);
    }
  }
  std::cout << all << " words of rows put to ptxas, " << open.size() << " not taken\n";
  for (const auto& [place, spellings] : open)
    EXPECT_TRUE(is_known_exception(place)) << described(place) << "  such as  " << spellings.front();
}

TEST(conformance, ptxas_refuses_what_the_tables_refuse) {
  if (std::string(FPCHECK_TEST_PTXAS).empty()) GTEST_SKIP() << "no ptxas";
  const std::vector<std::string> lines = {"add.ftz.f64 %fd1, %fd2, %fd3;",
                                          "add.sat.u32 %r1, %r2, %r3;",
                                          "add.rn.s32 %r1, %r2, %r3;",
                                          "add.sat.f64 %fd1, %fd2, %fd3;",
                                          "fma.f32 %f1, %f2, %f3, %f4;",
                                          "fma.rn.sat.f64 %fd1, %fd2, %fd3, %fd4;",
                                          "mul.s32 %r1, %r2, %r3;",
                                          "mul.wide.s64 %rd1, %rd2, %rd3;",
                                          "mul.rz.f16 %h1, %h2, %h3;",
                                          "add.ftz.bf16 %h1, %h2, %h3;",
                                          "add.sat.bf16 %h1, %h2, %h3;",
                                          "setp.lo.s32 %p1, %r1, %r2;",
                                          "setp.lt.b32 %p1, %r1, %r2;",
                                          "setp.ltu.s32 %p1, %r1, %r2;",
                                          "setp.lt.ftz.f64 %p1, %fd1, %fd2;",
                                          "cvt.f32.f64 %f1, %fd1;",
                                          "cvt.s32.f32 %r1, %f1;",
                                          "cvt.rn.f64.f32 %fd1, %f1;",
                                          "cvt.f32.s32 %f1, %r1;",
                                          "cvt.rm.tf32.f32 %r1, %f1;",
                                          "ex2.rn.f32 %f1, %f2;",
                                          "ex2.f32 %f1, %f2;",
                                          "shl.s32 %r1, %r2, %r3;",
                                          "st.const.f32 [%rd1], %f1;",
                                          "red.acquire.gpu.global.add.u32 [%rd1], %r1;",
                                          "atom.add.s64 %rd1, [%rd2], %rd3;",
                                          "abs.u32 %r1, %r2;",
                                          "neg.u32 %r1, %r2;",
                                          "min.ftz.f64 %fd1, %fd2, %fd3;",
                                          "rcp.f32 %f1, %f2;",
                                          "sqrt.f32 %f1, %f2;",
                                          "div.f32 %f1, %f2, %f3;",
                                          "div.approx.f64 %fd1, %fd2, %fd3;",
                                          "sin.f32 %f1, %f2;",
                                          "popc.u32 %r1, %r2;",
                                          "brev.s32 %r1, %r2;",
                                          "prmt.u32 %r1, %r2, %r3, %r4;",
                                          "selp.pred %p1, %p2, %p3, %p4;",
                                          "lop3.xor.b32 %r1|%p1, %r1, %r1, %r1, 1, %p2;",
                                          "vote.sync.popc.b32 %r1, %p1, 1;",
                                          "redux.sync.add.b32 %r1, %r2, 1;",
                                          "shfl.sync.left.b32 %r1, %r2, 1, 31, -1;",
                                          "ld.global.f16x3 %h1, [%rd1];",
                                          "add.s32 %r1, %r2;",
                                          "add.f32 %f1, %f2, 1;",
                                          "add.s32 %r1, %r2, 1.5;",
                                          "add.s32 %r1, %r2, %f3;",
                                          "selp.b32 %r1, %r2, %r3, %r4;",
                                          "ld.global.f64 %f1, [%rd1];",
                                          "ld.global.v4.f32 {%f1, %f2}, [%rd1];",
                                          "mul.wide.s32 %r1, %r2, %r3;",
                                          "add.f64 %fd1, %fd2, %f3;",
                                          "add.s32 5, %r2, %r3;",
                                          "add.s32 %r1, %r2, !%r3;"};
  for (const std::string& line : lines) {
    const auto m = parse(test::probe_prologue("sm_90a") + line + "\n}\n", "probe.ptx");
    EXPECT_TRUE(!m || m->functions.back().body.back().form == form::unknown) << "taken by the tables: " << line;
  }
  for (const char* target : {"sm_90a", "sm_100a"}) {
    assembler ptxas(target);
    const auto ok = ptxas.accepted(lines);
    for (std::size_t i = 0; i < lines.size(); ++i)
      EXPECT_FALSE(ok[i]) << "ptxas for " << target << " takes: " << lines[i];
  }
}

} // namespace
} // namespace fpcheck::ptx
