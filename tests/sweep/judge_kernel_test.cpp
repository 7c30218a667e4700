// The card's judge, run by the engine: it finds what the host's finds, input by input, without a card.
#include <fpcheck/exec/run.hpp>
#include <fpcheck/ptx/inline_calls.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/sweep/library.hpp>

#include "../../src/sweep/library_text.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace fpcheck::sweep {
namespace {

constexpr std::uint32_t threads = 128, open_capacity = 1u << 16;

template <class T>
exec::argument value_of(const T& value) {
  exec::argument out;
  out.bytes.resize(sizeof value);
  std::memcpy(out.bytes.data(), &value, sizeof value);
  return out;
}

/// A launch whose arguments are written one after the other.
struct judge_launch {
  exec::run_request request;
  exec::launch launch;

  std::uint32_t buffer(const char* name, exec::buffer_role role, std::size_t bytes, const void* from = nullptr) {
    exec::buffer b;
    b.name = name, b.role = role, b.type = tensor::dtype::u8, b.shape = {bytes};
    b.data.resize(bytes);
    if (from != nullptr) std::memcpy(b.data.data(), from, bytes);
    request.buffers.push_back(std::move(b));
    return static_cast<std::uint32_t>(request.buffers.size() - 1);
  }
  std::uint32_t pointer(const char* name, exec::buffer_role role, std::size_t bytes, const void* from = nullptr) {
    exec::argument a = value_of(std::uint64_t{0});
    const std::uint32_t there = buffer(name, role, bytes, from);
    a.pointers.push_back({0, there, 0});
    launch.arguments.push_back(std::move(a));
    return there;
  }
  /// The reference with its tables in the engine's memory.
  void reference(const reference_tables& tables) {
    certified_reference f = tables.host();
    exec::argument out;
    const auto* const start = reinterpret_cast<const std::byte*>(&f);
    for (const reference_tables::block& b : tables.blocks()) {
      const std::uint32_t there = buffer("table", exec::buffer_role::input, b.bytes, b.data);
      const auto point = [&](auto*& pointer) {
        if (pointer != b.data) return;
        out.pointers.push_back({static_cast<std::uint32_t>(reinterpret_cast<const std::byte*>(&pointer) - start), there, 0});
      };
      for (auto& side : f.branches)
        for (reference_branch& branch : side)
          point(branch.table.binades), point(branch.table.pieces), point(branch.other.binades), point(branch.other.pieces);
      point(f.turns);
    }
    out.bytes.assign(start, start + sizeof f);
    launch.arguments.push_back(std::move(out));
  }
};

/// The tally of results by the card's kernel, a thread's run being `run` inputs long.
library_tally by_kernel(const exec::program& judge, const library_function& f, const reference_tables& tables, const code_range& range, unsigned first,
                        unsigned run, const std::vector<std::uint32_t>& results) {
  judge_launch j;
  j.request.shadow = exec::shadow_kind::none;
  j.launch.kernel = "fpcheck_judge";
  j.launch.block.x = threads;
  j.launch.grid.x = static_cast<std::uint32_t>((range.count + run * threads - 1) / (run * threads));
  const std::vector<library_tally> none(j.launch.grid.x);
  j.reference(tables);
  j.launch.arguments.push_back(value_of<std::uint32_t>(f.treatment == subnormals::flushed ? 1 : 0));
  j.launch.arguments.push_back(value_of(range));
  j.launch.arguments.push_back(value_of(first));
  j.launch.arguments.push_back(value_of(run));
  std::vector<std::uint32_t> padded = results;
  padded.resize((padded.size() + 3) / 4 * 4);
  j.pointer("results", exec::buffer_role::input, 4 * padded.size(), padded.data());
  const std::uint32_t tallies = j.pointer("tallies", exec::buffer_role::inout, none.size() * sizeof(library_tally), none.data());
  const std::uint32_t open = j.pointer("open", exec::buffer_role::inout, open_capacity * sizeof(open_input));
  j.launch.arguments.push_back(value_of(open_capacity));
  const std::uint32_t open_count = j.pointer("open_count", exec::buffer_role::inout, 4);
  j.request.launches.push_back(std::move(j.launch));
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  plan.tracks_races = false;
  const auto record = exec::run(judge, j.request, plan);
  library_tally out;
  EXPECT_TRUE(record && record->faults.empty() && record->incomplete.empty()) << f.name;
  if (!record) return out;
  const auto bytes_of = [&](std::uint32_t buffer) { return record->buffers[buffer]->data.data(); };
  for (std::size_t i = 0; i < none.size(); ++i) {
    library_tally one;
    std::memcpy(&one, bytes_of(tallies) + i * sizeof one, sizeof one);
    merge(out, one);
  }
  std::uint32_t count = 0;
  std::memcpy(&count, bytes_of(open_count), 4);
  EXPECT_LE(count, open_capacity);
  for (std::uint32_t i = 0; i < count && i < open_capacity; ++i) {
    open_input one;
    std::memcpy(&one, bytes_of(open) + i * sizeof one, sizeof one);
    settle(out, f, tables, one);
  }
  return out;
}

/// judge_kernel.ptx; the program points into the module.
struct judge_program {
  ptx::module module;
  std::unique_ptr<exec::program> program;
  judge_program() {
    auto parsed = ptx::parse(judge_kernel_text, "judge_kernel.ptx");
    EXPECT_TRUE(parsed);
    module = ptx::inline_calls(*std::move(parsed));
    auto decoded = exec::decode(module);
    EXPECT_TRUE(decoded) << (decoded ? "" : decoded.error().text());
    program = *std::move(decoded);
  }
};

bool same(const library_tally& a, const library_tally& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

TEST(judge_kernel, finds_what_the_host_finds) {
  const judge_program judge;
  // Between neighbours, beside powers of two, over a whole sign, beside zero, infinity and the ends of branches.
  const code_range ranges[] = {{0x3f7ffe00, 1500, 1}, {0xbf7fff80, 600, 1},  {0, 2047, 0x100001}, {0x7f7fff80, 300, 1},
                               {0x7fffff80, 300, 1},  {0x007fff00, 600, 1},  {0x42b10000, 1200, 97}, {0xc2cf0000, 1200, 97}};
  for (const char* name : {"expf", "expm1f", "log1pf", "acosf", "cbrtf", "erfcf", "sinf", "__sinf", "cospif", "tanf", "1/x", "ex2.approx.ftz.f32",
                           "cyl_bessel_i1f", "normcdfinvf"}) {
    const auto f = library_functions_named({name});
    ASSERT_TRUE(f) << name;
    const library_function& function = *f->at(0);
    const auto tables = reference_tables::make(function.reference);
    const auto source = on_the_engine(function);
    for (const code_range& range : ranges) {
      const auto results = (*source)(range);
      ASSERT_TRUE(results);
      const result_source given = [&](const code_range&) { return results; };
      const auto host = sweep_block(function, *tables, range, true, given);
      EXPECT_TRUE(same(by_kernel(*judge.program, function, *tables, range, 0, 16, *results), *host)) << name << " from " << range.begin;
      // An input before the first one that is only compared with.
      const code_range later{range.begin + range.stride, range.count - 1, range.stride};
      const auto rest = sweep_block(function, *tables, later, false, given);
      EXPECT_TRUE(same(by_kernel(*judge.program, function, *tables, range, 1, 64, *results), *rest)) << name << " after " << range.begin;
    }
  }
}

TEST(judge_kernel, finds_wrong_results_as_the_host_does) {
  const judge_program judge;
  const library_function& function = *library_functions_named({"expf"})->at(0);
  const auto tables = reference_tables::make(function.reference);
  const auto source = on_the_engine(function);
  for (const code_range& range : {code_range{0x40000000, 700, 1}, code_range{0x42b0f000, 700, 37}, code_range{0xc2ce0000, 700, 97}}) {
    std::vector<std::uint32_t> results = *(*source)(range);
    // An ulp, the sign, NaN, infinities, zeros, and one that falls where the function rises.
    results[100] ^= 1, results[101] ^= 0x80000000u, results[200] = 0x7fc00000u, results[300] = 0x7f800000u, results[301] = 0xff800000u;
    results[400] = 0, results[401] = 0x80000000u, results[500] -= 0x10000u;
    const auto host = sweep_block(function, *tables, range, true, [&](const code_range&) { return results; });
    EXPECT_GT(host->specials[0], 0u);
    EXPECT_TRUE(same(by_kernel(*judge.program, function, *tables, range, 0, 64, results), *host)) << range.begin;
  }
}

} // namespace
} // namespace fpcheck::sweep
