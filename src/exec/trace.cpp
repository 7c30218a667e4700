#include <fpcheck/exec/trace.hpp>

#include <fpcheck/base/bits.hpp>

#include <cstdio>

namespace fpcheck::exec {
namespace {

/// Where the lines of this thread's run go; one CTA runs on the calling thread.
struct trace_sink {
  const std::function<void(const std::string&)>* line = nullptr;
  std::size_t left = 0;
};
thread_local trace_sink sink;

/// The result in `lane` as a code and, of floating-point instructions, as a number.
std::string result_text(warp& w, const op& o, int lane) {
  const bool loads = !o.list.empty() && ptx::loads(o.meaning) && ptx::accesses_by_lane(o.meaning);
  const ref& d = loads ? o.list[0] : !o.results.empty() && o.flow == control::warp_sync ? o.results[0] : o.d; // of a fragment the first word
  char text[80] = "";
  if (o.pd) {
    std::snprintf(text, sizeof text, "  %d", static_cast<int>((w.top->predicates[o.pd.index] >> lane) & 1u));
  } else if (d.where == pool::frame && o.d_bits == 64) {
    const std::uint64_t v = w.lanes<std::uint64_t>(d)[lane];
    if (o.fp && o.format == number::f64) std::snprintf(text, sizeof text, "  0x%016llx (%.17g)", static_cast<unsigned long long>(v), bit_cast<double>(v));
    else std::snprintf(text, sizeof text, "  0x%016llx", static_cast<unsigned long long>(v));
  } else if (d.where == pool::frame) {
    const std::uint32_t v = w.lanes<std::uint32_t>(d)[lane];
    if (o.fp && o.format == number::f32) std::snprintf(text, sizeof text, "  0x%08x (%.9g)", v, static_cast<double>(bit_cast<float>(v)));
    else std::snprintf(text, sizeof text, "  0x%08x", v);
  }
  return text;
}

void traced(warp& w, const op& o) {
  o.bits(w, o);
  if (sink.left == 0 || w.exec == 0) return;
  const int lane = std::countr_zero(w.exec);
  char head[64];
  std::snprintf(head, sizeof head, "warp %2u  %08x  lane %2d  %5u: ", w.index, w.exec, lane, o.ptx_line);
  (*sink.line)(head + (o.source != nullptr ? o.source->text : std::string("?")) + result_text(w, o, lane));
  if (--sink.left == 0) (*sink.line)("...");
}
handler bind_traced(const op&) { return &traced; }

} // namespace

result<void> trace(const program& code, const run_request& request, std::size_t most, const std::function<void(const std::string&)>& line) {
  run_plan plan;
  plan.domain.bind = &bind_traced;
  plan.tracks_races = false;
  plan.ctas.assign(request.launches.size(), {0});
  sink = {&line, most};
  const auto done = run(code, request, plan);
  sink = {};
  if (!done) return tl::unexpected(done.error());
  for (const incomplete_record& r : done->incomplete) line("incomplete: " + r.what);
  return {};
}

} // namespace fpcheck::exec
