#include <fpcheck/analysis/variant_runs.hpp>

#include "outputs.hpp"
#include "places.hpp"

#include <fpcheck/exec/run.hpp>
#include <fpcheck/ptx/meaning.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fpcheck::analysis {
namespace {

/// Exact values of an output's elements; NaN where none is known.
struct exact_output {
  std::uint32_t buffer = 0;
  std::vector<double> high, low;
};

bool is_output(const exec::buffer& b) { return b.role != exec::buffer_role::input; }

exact_output exact_values(const exec::run_request& request, const exec::run_record& run, std::uint32_t k) {
  const exec::buffer& b = request.buffers[k];
  const exec::region& r = *run.buffers[k];
  const auto bytes = static_cast<unsigned>(tensor::size_of(b.type));
  exact_output out{k, {}, {}};
  if (number_of(b.type) == exec::number::none) return out;
  for (std::uint64_t at = 0; at + bytes <= r.data.size(); at += bytes) {
    const exec::element_shadow s(run, r, at, bytes);
    double high = s.known() ? s.exact() : element_value(r, b.type, at), low = s.low();
    const double factor = s.factor();
    if (factor == factor) high *= factor, low *= factor;
    if (r.is_undefined(at, bytes)) high = NAN;
    out.high.push_back(high), out.low.push_back(low);
  }
  return out;
}

/// Errors of one output, element by element, over one run or several.
class error_sum {
public:
  error_sum(const exec::run_request& request, const exact_output& exact, const exec::run_record& plain) : request_(request), exact_(exact), plain_(plain) {}

  void add(const exec::run_record& run) {
    const exec::buffer& b = request_.buffers[exact_.buffer];
    const exec::region &r = *run.buffers[exact_.buffer], &as_it_is = *plain_.buffers[exact_.buffer];
    const auto bytes = static_cast<unsigned>(tensor::size_of(b.type));
    for (std::uint64_t i = 0; (i + 1) * bytes <= r.data.size(); ++i) {
      if (std::memcmp(r.data.data() + i * bytes, as_it_is.data.data() + i * bytes, bytes) != 0) ++out_.changed;
      if (i < exact_.high.size() && !r.is_undefined(i * bytes, bytes)) add_element(element_value(r, b.type, i * bytes), i, number_of(b.type));
    }
  }
  output_error take() {
    out_.output = request_.buffers[exact_.buffer].name;
    const std::uint64_t finite = out_.elements - out_.nonfinite;
    out_.rms = finite == 0 ? 0 : std::sqrt(squares_ / static_cast<double>(finite));
    return out_;
  }

private:
  void add_element(double v, std::uint64_t i, exec::number n) {
    const double exact = exact_.high[i];
    if (!(std::fabs(exact) < INFINITY)) return;
    ++out_.elements;
    if (!(std::fabs(v) < INFINITY)) return void(++out_.nonfinite);
    const double error = std::fabs((v - exact) - exact_.low[i]);
    squares_ += error * error;
    out_.largest = std::max(out_.largest, error);
    const double ulps = error / (2 * half_ulp_at(exact, n));
    if (ulps > out_.largest_ulps) out_.largest_ulps = ulps, out_.worst = i;
  }
  const exec::run_request& request_;
  const exact_output& exact_;
  const exec::run_record& plain_;
  output_error out_;
  double squares_ = 0;
};

std::string end_of(const exec::run_record& r) {
  if (r.interrupted) return "interrupted";
  if (!r.incomplete.empty()) return r.incomplete[0].what;
  return r.faults.empty() ? "" : r.faults[0].detail.empty() ? "the launch fails" : r.faults[0].detail;
}

bool gives_number(const exec::op& o) {
  if (o.source == nullptr || o.format == exec::number::none) return false;
  if (o.meaning.access == ptx::access::atomic) return ptx::is_real_sum(o.meaning);
  return static_cast<bool>(o.d) && o.meaning.gives == ptx::content::real && o.meaning.shadow == ptx::shadowing::functor;
}

} // namespace

struct variant_runs::state {
  state(const exec::program& program, const exec::run_request& asked, std::atomic<bool>* stop) : code(program), request(asked), interrupt(stop) {}

  result<void> start() {
    auto first = run(request, std::nullopt);
    if (!first) return tl::unexpected(first.error());
    if (const std::string end = end_of(*first); !end.empty()) return fail("there is nothing to compare variants with: " + end);
    plain = *std::move(first);
    for (std::uint32_t k = 0; k < request.buffers.size(); ++k)
      if (is_output(request.buffers[k])) exact.push_back(exact_values(request, plain, k));
    as_it_is = measured("as it is", {&plain});
    return {};
  }
  result<exec::run_record> run(const exec::run_request& what, std::optional<exec::variant_plan> variant) const {
    exec::run_plan p;
    p.settles_residuals = false; // another machine leaves other ones
    p.domain = exec::wide_shadow();
    p.interrupt = interrupt;
    p.tracks_races = false;
    p.variant = std::move(variant);
    p.more_time = 4, p.more_instructions = 4;
    return exec::run(code, what, p);
  }
  result<variation_result> vary(const variation& v) const {
    exec::run_request changed = request;
    for (const exec::buffer& b : v.replaced)
      for (exec::buffer& own : changed.buffers)
        if (own.name == b.name) own.data = b.data;
    std::vector<exec::run_record> runs;
    for (std::uint32_t k = 0; k < v.repeats; ++k) {
      exec::variant_plan plan = v.plan;
      plan.seed += k;
      if (v.shuffles) changed.seed = request.seed + 0x51ed2701u * (k + 1);
      auto r = run(changed, std::move(plan));
      if (!r) return tl::unexpected(r.error());
      if (std::string end = end_of(*r); !end.empty()) {
        variation_result out;
        out.text = v.text, out.failure = std::move(end);
        return out;
      }
      runs.push_back(*std::move(r));
    }
    std::vector<const exec::run_record*> all;
    for (const exec::run_record& r : runs) all.push_back(&r);
    return measured(v.text, all);
  }
  variation_result measured(const std::string& text, const std::vector<const exec::run_record*>& runs) const {
    variation_result out;
    out.text = text;
    out.operations = runs[0]->counts.fp_operations, out.changed = runs[0]->changed;
    for (const exact_output& x : exact) {
      error_sum sum(request, x, plain);
      for (const exec::run_record* r : runs) sum.add(*r);
      out.outputs.push_back(sum.take());
    }
    return out;
  }

  const exec::program& code;
  const exec::run_request& request;
  std::atomic<bool>* interrupt;
  exec::run_record plain;
  std::vector<exact_output> exact;
  variation_result as_it_is;
};

result<variant_runs> variant_runs::start(const exec::program& code, const exec::run_request& request, std::atomic<bool>* interrupt) {
  auto s = std::make_unique<state>(code, request, interrupt);
  if (auto ok = s->start(); !ok) return tl::unexpected(ok.error());
  return variant_runs(std::move(s));
}
variant_runs::variant_runs(std::unique_ptr<state> s) : state_(std::move(s)) {}
variant_runs::variant_runs(variant_runs&&) noexcept = default;
variant_runs& variant_runs::operator=(variant_runs&&) noexcept = default;
variant_runs::~variant_runs() = default;
const variation_result& variant_runs::as_it_is() const { return state_->as_it_is; }
result<variation_result> variant_runs::run(const variation& v) const { return state_->vary(v); }

result<std::vector<variation_result>> what_if(const exec::program& code, const exec::run_request& request, const std::vector<variation>& variations, std::atomic<bool>* interrupt) {
  const auto runs = variant_runs::start(code, request, interrupt);
  if (!runs) return tl::unexpected(runs.error());
  std::vector<variation_result> out{runs->as_it_is()};
  for (const variation& v : variations) {
    auto one = runs->run(v);
    if (!one) return tl::unexpected(one.error());
    out.push_back(*std::move(one));
  }
  return out;
}

std::vector<std::uint32_t> operations_at(const exec::program& code, const std::function<bool(const std::string&)>& is_meant, std::uint32_t first, std::uint32_t last) {
  std::vector<std::uint32_t> out;
  for (const std::uint32_t pc : all_operations(code)) {
    const auto stack = stack_of(code, pc);
    if (std::any_of(stack.begin(), stack.end(), [&](const frame& f) { return f.line >= first && f.line <= last && is_meant(f.file); })) out.push_back(pc);
  }
  return out;
}

std::vector<frame> source_stack(const exec::program& code, std::uint32_t pc) { return stack_of(code, pc); }

std::vector<std::uint32_t> all_operations(const exec::program& code) {
  std::vector<std::uint32_t> out;
  for (const exec::op& o : code.ops)
    if (gives_number(o)) out.push_back(o.pc);
  return out;
}

} // namespace fpcheck::analysis
