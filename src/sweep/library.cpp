#include <fpcheck/exec/mpfr_of_thread.hpp>
#include <fpcheck/sweep/library.hpp>

#include <algorithm>
#include <cmath>
#include <thread>

namespace fpcheck::sweep {

const std::vector<library_function>& library_functions() {
#define FPCHECK_LIBRARY_FUNCTION(id, name, reference, treatment, stated, expression) {#id, name, #reference, subnormals::treatment, stated},
  static const std::vector<library_function> rows{
#include <fpcheck/sweep/library.def>
  };
#undef FPCHECK_LIBRARY_FUNCTION
  return rows;
}

result<std::vector<const library_function*>> library_functions_named(const std::vector<std::string>& names) {
  std::vector<bool> wanted(library_functions().size(), names.empty());
  for (const std::string& name : names) {
    const auto& all = library_functions();
    const auto at = std::find_if(all.begin(), all.end(), [&](const library_function& f) { return f.name == name || f.id == name; });
    if (at == all.end()) {
      std::vector<std::string> known;
      for (const library_function& f : all) known.emplace_back(f.name);
      const std::string near = nearest_name(name, known);
      return fail("the math library has no function '" + name + "' that can be swept", {"command line"},
                  near.empty() ? "fpcheck sweep --list names them; a function of yours is FILE:FUNCTION with --ref" : "did you mean " + near + "?");
    }
    wanted[static_cast<std::size_t>(at - all.begin())] = true;
  }
  std::vector<const library_function*> out;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i]) out.push_back(&library_functions()[i]);
  return out;
}

std::uint64_t blocks_of(const code_range& range) {
  return (range.count + block_inputs - 1) / block_inputs;
}
code_range block_of(const code_range& range, std::uint64_t i) {
  return {range.begin + i * block_inputs * range.stride, std::min(block_inputs, range.count - i * block_inputs), range.stride};
}

namespace {

/// Whether the exact value lies half way between two numbers of binary32 for all that 53 bits tell.
bool is_midpoint(double v) {
  if (std::fabs(v) >= 0x1p-126) return (bits_of(v) & 0x1fffffffu) == 0x10000000u;
  const double q = std::fabs(v) * 0x1p149;
  return q - std::floor(q) == 0.5;
}

/// The part of a block from one place to another, by the tables alone.
struct part {
  library_tally tally;
  std::vector<open_input> open;
};

void judge_part(part& out, const library_function& f, const certified_reference& reference, const code_range& block,
                const std::vector<std::uint32_t>& results, std::uint64_t from, std::uint64_t to, bool has_before) {
  expected_value before;
  bool is_after = false;
  // results[0] belongs to the input before the block, if it has one
  const std::uint64_t shift = has_before ? 1 : 0;
  for (std::uint64_t i = from == 0 ? from : from - 1; i < to; ++i) {
    const std::uint32_t code = block.code(i), got = results[i];
    const expected_value e = expected(reference, argument_of(code, f.treatment));
    if (is_after && reverses(before, results[i - 1], e, got)) {
      if (out.tally.reversals++ == 0 || code < out.tally.reversal_code) out.tally.reversal_code = code;
    }
    before = e, is_after = (code & 0x7fffffffu) != 0x7fffffffu; // no neighbours across the signs
    if (i < from || i < shift) continue;
    if (!judge(out.tally, e, code, got, f.treatment)) out.open.push_back({code, got});
  }
}

} // namespace

void settle(library_tally& t, const library_function& f, const reference_tables& reference, open_input open) {
  ++t.by_mpfr;
  const auto exact = reference.exactly(argument_of(open.code, f.treatment), 53);
  if (std::isnan(exact.value)) {
    ++t.unsettled;
    return;
  }
  if (f.treatment == subnormals::flushed && (open.result & 0x7fffffffu) == 0 && std::fabs(exact.value) < 0x1p-126) return;
  double near = exact.value;
  if (is_midpoint(near) && exact.side != 0) near = std::nextafter(near, exact.side > 0 ? -INFINITY : INFINITY);
  const double value = detail::within_range(exact.value);
  detail::judge_number(t, open.code, open.result, {value, exact.side == 0 ? 0 : std::fabs(value) * 0x1p-53}, detail::code_rounded(detail::within_range(near)));
}

result<library_tally> sweep_block(const library_function& f, const reference_tables& reference, const code_range& block, bool is_first,
                                  const result_source& source) {
  code_range wanted = block;
  if (!is_first) wanted.begin -= block.stride, ++wanted.count;
  const auto results = source(wanted);
  if (!results) return tl::unexpected(results.error());
  const std::uint64_t parts = std::max(1u, std::thread::hardware_concurrency());
  std::vector<part> found(parts);
  std::vector<std::thread> threads;
  for (std::uint64_t p = 0; p < parts; ++p)
    threads.emplace_back([&, p] {
      const exec::mpfr_of_thread mpfr;
      judge_part(found[p], f, reference.host(), wanted, *results, wanted.count * p / parts, wanted.count * (p + 1) / parts, !is_first);
    });
  for (std::thread& t : threads) t.join();
  library_tally out;
  for (const part& p : found) {
    merge(out, p.tally);
    for (const open_input& open : p.open) settle(out, f, reference, open);
  }
  return out;
}

} // namespace fpcheck::sweep
