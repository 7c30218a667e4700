#include "faults.hpp"

#include "common.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <regex>
#include <set>

namespace fpcheck::analysis {
namespace {

rule rule_of(exec::fault f) {
  switch (f) {
  case exec::fault::division_by_zero: return rule::integer_division_by_zero;
  case exec::fault::out_of_bounds: return rule::out_of_bounds;
  case exec::fault::null_access: return rule::null_access;
  case exec::fault::misaligned: return rule::misaligned;
  case exec::fault::read_only_write: return rule::read_only_write;
  case exec::fault::uninitialised: return rule::uninitialised;
  case exec::fault::undefined_lane: return rule::undefined_lane;
  case exec::fault::race: return rule::race;
  case exec::fault::barrier_divergence: return rule::barrier_divergence;
  case exec::fault::branch_flip: return rule::branch_flip;
  case exec::fault::trap:
  case exec::fault::assertion: return rule::trap;
  }
  return rule::trap;
}

void set_thread(finding& f, std::uint32_t launch, const std::uint32_t (&cta)[3], const std::uint32_t (&thread)[3]) {
  thread_position t;
  t.launch = launch;
  std::copy_n(cta, 3, t.cta);
  std::copy_n(thread, 3, t.thread);
  f.thread = t;
}

bool is_global_atomic(const exec::op& o) { return o.space != exec::space::shared && o.meaning.access == ptx::access::atomic; }

/// The first atomic of the launched kernels, or of a function that they may call.
void locate_atomic(finding& f, const exec::program& p, const exec::run_request& request) {
  const auto look = [&](const exec::function_code& code) {
    for (std::uint32_t n = 0; n < code.count; ++n) {
      if (!is_global_atomic(p.ops[code.first + n])) continue;
      locate(f, p, code.first + n);
      return true;
    }
    return false;
  };
  for (const exec::launch& l : request.launches)
    for (const exec::function_code& code : p.functions)
      if (code.source != nullptr && code.source->name == l.kernel && look(code)) return;
  for (const exec::function_code& code : p.functions)
    if (code.source != nullptr && !code.source->is_entry && look(code)) return;
}

/// Where the other access of a race may be: the lines of its function that touch the same space in that way. Empty where they are many.
std::string other_access(const exec::program& p, const exec::fault_record& r) {
  constexpr std::size_t most = 3;
  const bool reads = r.detail.starts_with("a read");
  const exec::op& mine = p.ops[r.pc];
  std::set<std::uint32_t> lines;
  for (const exec::function_code& code : p.functions) {
    if (r.pc < code.first || r.pc >= code.first + code.count) continue;
    for (std::uint32_t pc = code.first; pc < code.first + code.count; ++pc) {
      const exec::op& o = p.ops[pc];
      const bool alike = reads ? o.meaning.access == ptx::access::load : o.meaning.access == ptx::access::store || o.meaning.access == ptx::access::atomic;
      if (!alike || o.space != mine.space) continue;
      const auto stack = stack_of(p, pc);
      if (!stack.empty() && stack.front().line != 0) lines.insert(stack.front().line);
    }
  }
  if (lines.empty() || lines.size() > most) return {};
  std::string out;
  for (const std::uint32_t line : lines) out += (out.empty() ? "; that access is in line " : " or ") + std::to_string(line);
  return out;
}

} // namespace

std::string thread_text(const std::uint32_t (&cta)[3], const std::uint32_t (&thread)[3]) {
  char text[120];
  std::snprintf(text, sizeof text, "block (%u,%u,%u) thread (%u,%u,%u)", cta[0], cta[1], cta[2], thread[0], thread[1], thread[2]);
  return text;
}

/// What helps against a race: a barrier of the block orders its own threads and no others.
std::string advice_of_race(const std::string& detail) {
  if (detail.find(" of the same warp ") != std::string::npos)
    return "put a __syncwarp() between the accesses: since sm_70 the lanes of a warp are scheduled each by itself";
  if (detail.find(" of CTA ") != std::string::npos)
    return "__syncthreads() does not order blocks: do the second part in another launch, put a grid-wide barrier between (grid.sync() of a cooperative launch), or use an atomic";
  return std::string(advice(rule::race));
}

finding finding_of_fault(const exec::program& p, const exec::fault_record& r) {
  finding f;
  f.rule = rule_of(r.kind);
  f.count = r.count;
  f.message = r.detail.empty() ? std::string(summary(f.rule)) : r.detail;
  if (f.rule == rule::race) f.message += other_access(p, r);
  f.message += " (" + thread_text(r.cta, r.thread) + ")";
  if (r.address != 0) f.address = r.address;
  f.hint = f.rule == rule::race ? advice_of_race(r.detail) : std::string(advice(f.rule));
  set_thread(f, r.launch, r.cta, r.thread);
  locate(f, p, r.pc);
  if (r.other) {
    auto there = stack_of(p, *r.other);
    if (!there.empty()) there.front().role = "the other lanes wait";
    f.stack.insert(f.stack.end(), there.begin(), there.end());
  }
  return f;
}

void count_in_elements(finding& f, const exec::run_request& request) {
  static const std::regex form(R"((\d{1,18}) bytes (into|before) '([^']*)' of \d+ bytes(: [^ ;]*\[-?\d+\])?)");
  std::smatch m;
  if (f.rule != rule::out_of_bounds || !std::regex_search(f.message, m, form)) return;
  const auto b = std::find_if(request.buffers.begin(), request.buffers.end(), [&](const exec::buffer& x) { return x.name == m[3]; });
  if (b == request.buffers.end()) return;
  const std::uint64_t offset = std::stoull(m[1]), width = tensor::size_of(b->type);
  const std::string index = width != 0 && offset % width == 0 ? ": " + b->name + (m[2] == "before" ? "[-" : "[") + std::to_string(offset / width) + ']' : "";
  if (m[4].matched) f.message.replace(static_cast<std::size_t>(m.position(4)), static_cast<std::size_t>(m.length(4)), index);
  else f.message.insert(static_cast<std::size_t>(m.position(0) + m.length(0)), index);
}

finding finding_of_flip(const exec::program& p, const exec::flip_record& r) {
  finding f;
  f.rule = rule::branch_flip;
  f.count = r.count;
  f.computed = r.computed[0], f.exact = r.exact[0];
  f.excess = r.ratio;
  const bool rounds = p.ops[r.pc].meaning.operation != ptx::operation::comparison && r.computed[1] == 0 && r.exact[1] == 0;
  f.message = rounds ? "the machine has " + number_text(r.computed[0]) + " as the rounded value of what is " + number_text(r.exact[0]) + " in exact arithmetic"
                     : "the machine decides on " + number_text(r.computed[0]) + " against " + number_text(r.computed[1]) + ", exact arithmetic on " +
                           number_text(r.exact[0]) + " against " + number_text(r.exact[1]);
  f.message += " (" + thread_text(r.cta, r.thread) + ")";
  f.hint = std::string(advice(f.rule));
  set_thread(f, 0, r.cta, r.thread);
  locate(f, p, r.pc);
  return f;
}

finding finding_of_absorbed_loop(const exec::program& p, const exec::absorbed_loop& l) {
  finding f;
  f.rule = rule::absorption;
  f.computed = l.value, f.exact = l.value + l.step;
  f.message = "the loop does not go on: " + number_text(l.value) + " stays what it is when " + number_text(l.step) + " is added (" + thread_text(l.cta, l.thread) + ")";
  f.hint = "count the turns in an integer and multiply by the step, or use a wider format";
  set_thread(f, l.launch, l.cta, l.thread);
  locate(f, p, l.pc);
  return f;
}

namespace {

std::uint64_t threads_of(const exec::run_request& request) {
  std::uint64_t threads = 0;
  for (const exec::launch& l : request.launches) threads += l.grid.count() * l.block.count();
  return std::max<std::uint64_t>(threads, 1);
}
/// Addends of all threads from which on a sum is one that a loop carries.
std::uint64_t least_addends(const exec::run_request& request, const judgement& j) { return j.narrow_addends_each * threads_of(request); }

} // namespace

std::vector<exec::event_record> add_up_lines(const exec::program& p, const exec::run_request& request, const std::vector<exec::event_record>& events, const judgement& j) {
  using place = std::pair<std::string, std::uint32_t>;
  const auto place_of = [&](const exec::event_record& e) {
    const auto stack = e.kind == exec::event_kind::accumulated_narrow ? stack_of(p, e.pc) : std::vector<frame>();
    return stack.empty() ? place() : place(stack.back().file, stack.back().line);
  };
  std::map<place, std::uint64_t> sums;
  for (const exec::event_record& e : events) sums[place_of(e)] += e.count;
  std::vector<exec::event_record> out;
  for (const exec::event_record& e : events) {
    const place at = place_of(e);
    out.push_back(e);
    if (!at.first.empty() && sums[at] >= least_addends(request, j)) out.back().count = sums[at];
  }
  return out;
}

bool is_spread(const exec::program& p, const exec::run_request& request, const exec::run_record& run, const exec::event_record& e, const judgement& j) {
  const exec::op& o = p.ops[e.pc];
  if (e.kind != exec::event_kind::accumulated_narrow || o.meaning.access != ptx::access::atomic || o.space == exec::space::shared) return false;
  std::uint64_t written = 0;
  for (std::size_t k = 0; k < request.buffers.size(); ++k) {
    const exec::buffer& b = request.buffers[k];
    if (b.role == exec::buffer_role::input || number_of(b.type) != o.format) continue;
    const auto bytes = static_cast<unsigned>(tensor::size_of(b.type));
    for (std::uint64_t at = 0; at + bytes <= run.buffers[k]->data.size(); at += bytes) written += run.buffers[k]->is_written(at, bytes) ? bytes : 0;
  }
  return e.count * o.width < j.narrow_addends_each * written;
}

void warn_of_exact_sums(run_result& r) {
  const auto is_exact = [](const output_summary& o) { return !o.errors.empty() && o.certified == o.elements && o.max_error_ulps == 0; }; // no integers
  const auto is_another = [](const finding& f) { return f.rule != rule::narrow_accumulator && f.level == level::error; };
  if (r.outputs.empty() || !std::all_of(r.outputs.begin(), r.outputs.end(), is_exact) || std::any_of(r.findings.begin(), r.findings.end(), is_another)) return;
  for (finding& f : r.findings)
    if (f.rule == rule::narrow_accumulator && f.instruction.starts_with("add") && f.level == level::error) f.level = level::warning;
}

namespace {

std::vector<frame> as_conversion(std::vector<frame> at) {
  std::erase_if(at, [](const frame& f) { return f.line == 0; });
  for (frame& f : at) f.role = "the integer became a number of floating point";
  return at;
}

/// Where an integer became the number that comes back at `pc`, as far as registers tell: through moves, shuffles, selections, sums.
std::vector<frame> where_it_was_converted(const exec::program& p, std::uint32_t pc) {
  constexpr std::size_t most_looked_at = 64;
  const auto function = std::find_if(p.functions.begin(), p.functions.end(), [&](const exec::function_code& f) { return pc >= f.first && pc < f.first + f.count; });
  if (function == p.functions.end()) return {};
  std::set<std::uint32_t> seen{p.ops[pc].a.offset};
  std::vector<std::uint32_t> reached{p.ops[pc].a.offset};
  for (std::size_t n = 0; n < reached.size() && n < most_looked_at; ++n)
    for (std::uint32_t k = function->first + function->count; k-- > function->first;) {
      const exec::op& o = p.ops[k];
      if (o.d.where != exec::pool::frame || o.d.offset != reached[n] || k == pc) continue;
      if (o.meaning.operation == ptx::operation::from_integer) return as_conversion(stack_of(p, k));
      if (o.meaning.access != ptx::access::none) continue;
      for (const exec::ref* r : {&o.a, &o.b, &o.c})
        if (r->where == exec::pool::frame && seen.insert(r->offset).second) reached.push_back(r->offset);
    }
  // Through memory, whoever wrote it: if there is one such conversion in all kernels.
  const auto converts = [&](const exec::op& o) { return o.meaning.operation == ptx::operation::from_integer && o.format == p.ops[pc].source_format; };
  if (std::count_if(p.ops.begin(), p.ops.end(), converts) != 1) return {};
  return as_conversion(stack_of(p, std::find_if(p.ops.begin(), p.ops.end(), converts)->pc));
}

} // namespace

std::optional<finding> finding_of_event(const exec::program& p, const exec::run_request& request, const exec::event_record& e, const judgement& j) {
  finding f;
  f.count = e.count;
  if (e.kind == exec::event_kind::saturated) {
    f.rule = rule::saturated;
    f.computed = e.result, f.exact = e.source;
    f.message = number_text(e.source) + " was clamped to " + number_text(e.result) + " (" + thread_text(e.cta, e.thread) + ")";
    set_thread(f, 0, e.cta, e.thread);
  } else if (e.kind == exec::event_kind::integer_lost) {
    f.rule = rule::int_to_float_loss;
    f.computed = e.result, f.exact = e.source;
    f.message = "the integer " + number_text(e.source) + " came back from floating point as " + number_text(e.result) + " (" + thread_text(e.cta, e.thread) + ")";
    set_thread(f, 0, e.cta, e.thread);
  } else if (e.kind == exec::event_kind::accumulated_narrow) {
    if (e.count < least_addends(request, j) && e.count < j.narrow_addends) return std::nullopt;
    f.rule = rule::narrow_accumulator;
    const std::uint64_t threads = threads_of(request);
    const exec::op& o = p.ops[e.pc];
    const std::string addends = o.meaning.operation == ptx::operation::matrix_product ? " products of the tensor core" : " addends";
    const std::string format = o.format == exec::number::f32 && o.meaning.operation != ptx::operation::matrix_product ? "the upper bits of a binary32 that integer code keeps" : o.format == exec::number::f32 ? "14 bits" : o.format == exec::number::bf16 ? "bfloat16" : "binary16";
    const std::uint64_t each = e.count / threads;
    f.message = each < 2 ? std::to_string(e.count) + addends + " went into sums in " + format
                         : "a sum in " + format + " takes " + std::to_string(each) + addends + " in each of " + std::to_string(threads) + " threads, on average";
  } else {
    return std::nullopt;
  }
  f.hint = std::string(advice(f.rule));
  locate(f, p, e.pc);
  if (e.kind == exec::event_kind::integer_lost)
    for (frame& at : where_it_was_converted(p, e.pc)) f.stack.push_back(std::move(at));
  return f;
}

namespace {

/// The last store to global memory of the kernel, whatever it stores to.
void locate_last_store(finding& f, const exec::program& p, const exec::run_request& request) {
  for (std::size_t k = 0; k < p.functions.size(); ++k) {
    const exec::function_code& code = p.functions[k];
    if (code.source == nullptr || request.launches.empty() || code.source->name != request.launches.back().kernel) continue;
    for (std::uint32_t n = code.count; n-- > 0;) {
      const exec::op& o = p.ops[code.first + n];
      if (o.meaning.access == ptx::access::store && (o.space == exec::space::global || o.space == exec::space::generic)) return locate(f, p, o.pc);
    }
  }
}

/// The instruction that wrote an element last.
std::optional<std::uint32_t> writer_of(const exec::program& code, const exec::run_request& request, std::uint32_t buffer, std::uint64_t index, const std::vector<std::uint64_t>& blocks) {
  const std::uint64_t bytes = tensor::size_of(request.buffers[buffer].type);
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  plan.tracks_races = false;
  if (!blocks.empty()) plan.ctas = {blocks};
  plan.watched = exec::element_place{buffer, index * bytes, bytes};
  const auto run = exec::run(code, request, plan);
  return run && run->writer < code.ops.size() ? std::optional(run->writer) : std::nullopt;
}

} // namespace

void locate_writer(finding& f, const exec::program& code, const exec::run_request& request, std::uint32_t buffer, std::uint64_t index, const std::vector<std::uint64_t>& blocks) {
  if (const auto writer = writer_of(code, request, buffer, index, blocks)) return locate(f, code, *writer);
  locate_last_store(f, code, request);
}

namespace {

/// The atomic that the element went through: the one that wrote it last or, where something else did, the first one that there is.
void locate_order(finding& f, const exec::program& p, const exec::run_request& request, std::uint32_t buffer, std::uint64_t index) {
  const bool several = std::count_if(p.ops.begin(), p.ops.end(), is_global_atomic) > 1;
  const auto writer = several ? writer_of(p, request, buffer, index, {}) : std::nullopt;
  if (writer && is_global_atomic(p.ops[*writer])) return locate(f, p, *writer);
  locate_atomic(f, p, request);
  if (f.stack.empty()) locate_writer(f, p, request, buffer, index);
}

} // namespace

std::optional<finding> finding_of_order(const exec::program& p, const exec::run_request& request, const exec::run_record& first, const exec::run_record& other,
                                        std::uint32_t buffer, const std::function<bool(std::uint64_t, double)>& is_rounding) {
  const exec::buffer& b = request.buffers[buffer];
  const exec::region& x = *first.buffers[buffer];
  const exec::region& y = *other.buffers[buffer];
  const std::uint64_t bytes = tensor::size_of(b.type);
  std::uint64_t count = 0, worst = 0;
  double largest = 0;
  for (std::uint64_t i = 0; bytes != 0 && i < x.data.size() / bytes; ++i) {
    if (std::memcmp(x.data.data() + i * bytes, y.data.data() + i * bytes, bytes) == 0) continue;
    if (x.is_undefined(i * bytes, static_cast<unsigned>(bytes))) continue;
    const double u = element_value(x, b.type, i * bytes), v = element_value(y, b.type, i * bytes);
    const double difference = std::fabs(u - v);
    if (is_rounding(i, v)) continue;
    ++count;
    if (!(difference <= largest)) largest = difference, worst = i;
  }
  if (count == 0) return std::nullopt;
  finding f;
  f.rule = rule::order_sensitive;
  f.output = b.name, f.element = worst, f.count = count;
  f.computed = element_value(x, b.type, worst * bytes), f.exact = element_value(y, b.type, worst * bytes);
  f.message = std::to_string(count) + " elements of " + b.name + " depend on the order of CTAs and atomics: [" + std::to_string(worst) + "] is " +
              number_text(f.computed) + " in one order and " + number_text(f.exact) + " in another";
  f.hint = std::string(advice(f.rule));
  locate_order(f, p, request, buffer, worst);
  return f;
}

void locate_literal(finding& f, const exec::program& p, const exec::run_request& request, bool nan, std::uint32_t buffer, std::uint64_t index) {
  const auto takes = [&](const ptx::operand& x) {
    if (x.kind != ptx::operand_kind::immediate || x.literal == ptx::literal_kind::integer) return false;
    const double v = x.literal == ptx::literal_kind::f64 ? bit_cast<double>(x.value) : bit_cast<float>(static_cast<std::uint32_t>(x.value));
    return nan ? v != v : std::isinf(v);
  };
  std::optional<std::uint32_t> found;
  const auto line = [&](std::uint32_t pc) { const auto s = stack_of(p, pc); return s.empty() ? 0u : s.back().line; };
  for (const exec::op& o : p.ops) {
    if ((o.form != ptx::form::selp && o.form != ptx::form::mov) || o.source == nullptr || line(o.pc) == 0) continue;
    if (std::none_of(o.source->operands.begin(), o.source->operands.end(), takes)) continue;
    if (found && line(*found) != line(o.pc)) return locate_writer(f, p, request, buffer, index);
    if (!found || o.form == ptx::form::selp) found = o.pc;
  }
  if (found) locate(f, p, *found);
  else locate_writer(f, p, request, buffer, index);
}

element_bounds bounds_of(const exec::run_request& request, const exec::run_record& run, std::uint32_t buffer) {
  const exec::buffer& b = request.buffers[buffer];
  const exec::region& r = *run.buffers[buffer];
  const std::uint64_t bytes = tensor::size_of(b.type);
  element_bounds out;
  out.buffer = buffer;
  for (std::uint64_t i = 0; bytes != 0 && i < r.data.size() / bytes; ++i) {
    const double v = element_value(r, b.type, i * bytes);
    double middle = v, radius = 0;
    const bool bounded = run.planes != 0 && exec::encloses(run.layout);
    const exec::element_shadow s(run, r, i * bytes, static_cast<unsigned>(bytes));
    if (bounded && s.known()) middle = s.exact(), radius = s.radius() + std::fabs(s.low());
    const double factor = s.factor();
    if (factor == factor) middle *= factor, radius *= std::fabs(factor);
    const bool unknown = !bounded || factor != factor || r.is_undefined(i * bytes, static_cast<unsigned>(bytes)) || (s.taints() & exec::taint_cut) != 0;
    out.computed.push_back(v);
    out.written.push_back(r.is_written(i * bytes, static_cast<unsigned>(bytes)));
    out.midpoint.push_back(middle);
    out.radius.push_back(unknown || (middle != middle && v == v) ? INFINITY : radius);
  }
  return out;
}

} // namespace fpcheck::analysis
