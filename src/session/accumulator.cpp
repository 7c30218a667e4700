#include "accumulator.hpp"

#include <fpcheck/tolerance/accumulation.hpp>

#include <algorithm>
#include <set>

namespace fpcheck::session {
namespace {

/// The word for one product; empty where it is none of floating point.
std::string word_of(const exec::op& o) {
  using exec::number;
  const bool is_product = o.meaning.operation == ptx::operation::matrix_product && o.meaning.takes == ptx::content::real;
  if (!is_product || o.format == number::f16) return {};
  const std::string group = o.meaning.reach == ptx::reach::cta ? "wgmma." : "mma.";
  switch (o.source_format) {
  case number::f64: return "f64";
  case number::f16: return group + "f16";
  case number::bf16: return group + "bf16";
  case number::tf32: return group + "tf32";
  default: return group + "fp8";
  }
}

} // namespace

std::string accumulator_of(const exec::program& p, const exec::run_request& request) {
  std::set<std::string, std::less<>> words;
  for (const exec::function_code& f : p.functions) {
    const bool is_launched = std::any_of(request.launches.begin(), request.launches.end(), [&](const exec::launch& l) { return l.kernel == f.source->name; });
    if (!is_launched) continue;
    for (std::uint32_t k = 0; k < f.count; ++k)
      if (std::string w = word_of(p.ops[f.first + k]); !w.empty()) words.insert(std::move(w));
  }
  for (const std::string_view name : tolerance::tensor_core_sums())
    if (words.contains(name)) return std::string(name);
  return words.contains("f64") ? "f64" : ""; // else by the output
}

} // namespace fpcheck::session
