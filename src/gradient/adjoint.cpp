#include "adjoint.hpp"

#include <fpcheck/analysis/check.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/tolerance/probe.hpp>
#include <fpcheck/tolerance/shrink.hpp>

#include "failing_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

namespace fpcheck::gradient {
namespace {

/// How far rounding, in the approximations of functions and in what the forward kernel saved, may take the two sides apart:
/// as many times the backward kernel's sensitivity as the excess limit allows a kernel.
constexpr double excess_limit = 32;
constexpr int probes = 3;
constexpr double miss_probability = 1e-6;

/// A gradient as the backward kernel's shadow has it, with how it moves with its inputs.
struct shadow_gradient {
  gradient_output name;
  std::uint32_t forward_buffer = 0;
  std::vector<std::int64_t> sizes;
  std::vector<double> value, radius;
  std::vector<std::vector<double>> deviations;

  std::int64_t columns() const { return sizes.empty() ? 1 : sizes.back(); }
  std::int64_t rows() const { return columns() == 0 ? 0 : static_cast<std::int64_t>(value.size()) / columns(); }
};

/// Both kernels at one set of inputs.
struct bound_pair {
  const forward_case& forward;
  const gradient_case& backward;
  kernel_pair requests;
  std::vector<shadow_gradient> gradients;
};

result<std::uint32_t> buffer_index(const exec::run_request& r, const std::string& name) { return session::find_buffer(r, name); }

result<bound_pair> bind(const forward_case& forward, const gradient_case& backward, const expr::named_inputs& in) {
  auto requests = forward.bind(in);
  if (!requests) return tl::unexpected(requests.error());
  bound_pair out{forward, backward, *std::move(requests), {}};
  const auto exact = analysis::differentiate(backward.program(), out.requests.backward, out.requests.exactly, &session::interrupted());
  if (!exact) return tl::unexpected(exact.error());
  if (!exact->incomplete.empty()) return fail("the backward kernel could not be run: " + exact->incomplete[0]);
  const auto moved = analysis::deviations(backward.program(), out.requests.backward, &session::interrupted());
  if (!moved) return tl::unexpected(moved.error());
  for (const gradient_output& g : backward.gradients()) {
    shadow_gradient s;
    s.name = g;
    const auto output = buffer_index(out.requests.backward, g.output), variable = buffer_index(out.requests.forward, g.variable);
    if (!output) return tl::unexpected(output.error());
    if (!variable) return fail("the forward kernel does not read " + g.variable + ", whose gradient " + g.output + " is to be");
    s.forward_buffer = *variable;
    for (const std::uint64_t n : out.requests.backward.buffers[*output].shape) s.sizes.push_back(static_cast<std::int64_t>(n));
    for (const analysis::output_derivative& d : exact->outputs)
      if (d.buffer == *output) s.value = d.value, s.radius = d.value_radius;
    for (const analysis::output_deviation& d : *moved)
      if (d.buffer == *output) s.deviations = d.copies;
    if (s.value.size() != out.requests.forward.buffers[*variable].data.size() / tensor::size_of(out.requests.forward.buffers[*variable].type))
      return fail(g.output + " has " + std::to_string(s.value.size()) + " elements, " + g.variable + " another number");
    out.gradients.push_back(std::move(s));
  }
  return out;
}

/// One probe: both sides, how far they may be apart, and <u, y> for Taylor's remainder.
struct probe_outcome {
  double forward = 0, backward = 0, allowed = 0, value = 0;
  bool known = true;
  double residual() const { return std::fabs(forward - backward); }
  bool passed() const { return !(residual() > allowed); }
};

/// <u, J v> and <u, y> with y at x + shift.
result<probe_outcome> along(const bound_pair& p, const shadow_gradient& g, const std::vector<double>& v, double step = 0) {
  exec::direction d{g.forward_buffer, v, {}};
  if (step != 0)
    for (const double x : v) d.shift.push_back(step * x);
  const auto run = analysis::differentiate(p.forward.program(), p.requests.forward, {d}, &session::interrupted());
  if (!run) return tl::unexpected(run.error());
  if (!run->incomplete.empty()) return fail("the forward kernel could not be run: " + run->incomplete[0]);
  probe_outcome out;
  for (const analysis::output_derivative& y : run->outputs) {
    if (y.buffer != p.requests.output) continue;
    const tolerance::bilinear jv = tolerance::inner(p.requests.upstream, y.derivative, y.radius);
    out.forward = jv.value, out.allowed = jv.bound;
    out.value = tolerance::inner(p.requests.upstream, y.value, y.value_radius).value;
  }
  const tolerance::bilinear gv = tolerance::inner(v, g.value, g.radius);
  out.backward = gv.value, out.allowed += gv.bound;
  out.known = out.allowed < INFINITY && std::isfinite(out.forward) && std::isfinite(out.backward);
  double sensitivity = 0, size = 0;
  for (const std::vector<double>& copy : g.deviations) {
    double moved = 0;
    for (std::size_t i = 0; i < v.size(); ++i) moved += v[i] * copy[i];
    sensitivity = std::max(sensitivity, std::fabs(moved));
  }
  for (std::size_t i = 0; i < v.size(); ++i) size = std::hypot(size, v[i] * g.value[i]);
  out.allowed += excess_limit * (sensitivity + 0x1p-24 * size);
  return out;
}

/// A rectangle of a gradient seen as a matrix.
struct window {
  std::int64_t row = 0, rows = 0, column = 0, columns = 0;
};

std::vector<double> direction_in(const shadow_gradient& g, const window& w, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> out(g.value.size(), 0.0);
  for (std::int64_t i = w.row; i < w.row + w.rows; ++i)
    for (std::int64_t j = w.column; j < w.column + w.columns; ++j) out[static_cast<std::size_t>(i * g.columns() + j)] = normal(random);
  return out;
}

bool fails_in(const bound_pair& p, const shadow_gradient& g, const window& w, std::mt19937_64& random) {
  for (int k = 0; k < 2; ++k)
    if (const auto o = along(p, g, direction_in(g, w, random)); o && !o->passed()) return true;
  return false;
}

/// "rows 8..15 and 24..31; the first wrong one is 9": tiles of an eighth, then the first failing one again.
std::string locate(const bound_pair& p, const shadow_gradient& g, window& w, bool by_row, std::mt19937_64& random) {
  std::string tiles;
  const char* const what = by_row ? "row" : "column";
  for (bool first_level = true; (by_row ? w.rows : w.columns) > 1; first_level = false) {
    const std::int64_t start = by_row ? w.row : w.column, count = by_row ? w.rows : w.columns, step = (count + 7) / 8;
    bool found = false;
    const window whole = w;
    for (std::int64_t at = start; at < start + count && !(found && !first_level); at += step) {
      window part = whole;
      (by_row ? part.row : part.column) = at;
      (by_row ? part.rows : part.columns) = std::min(step, start + count - at);
      if (!fails_in(p, g, part, random)) continue;
      if (first_level) tiles += (tiles.empty() ? "" : ", ") + std::to_string(at) + (step > 1 ? ".." + std::to_string(at + (by_row ? part.rows : part.columns) - 1) : "");
      if (!found) w = part;
      found = true;
    }
    if (!found) break;
  }
  return tiles.empty() ? "" : std::string(what) + "s " + tiles;
}

/// Where a gradient fails: in words, and the element where one fails by itself.
struct place {
  std::string words;
  std::optional<std::uint64_t> element;
};

place place_of(const bound_pair& p, const shadow_gradient& g, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  window w{0, g.rows(), 0, g.columns()};
  const std::string rows = locate(p, g, w, true, random), columns = locate(p, g, w, false, random);
  std::string out = rows + (rows.empty() || columns.empty() ? "" : ", there ") + columns;
  if (w.rows != 1 || w.columns != 1) return {out, {}};
  std::vector<double> unit(g.value.size(), 0.0);
  const auto at = static_cast<std::size_t>(w.row * g.columns() + w.column);
  unit[at] = 1;
  const auto o = along(p, g, unit);
  if (!o || o->passed()) return {out, {}};
  out += (out.empty() ? "" : "; ") + g.name.output + '[' + std::to_string(at) + "] = " + number(g.value[at]) + ", where the forward kernel's derivative is " + number(o->forward);
  return {out, at};
}

/// The order of |<u, y(x + h v)> - <u, y(x)> - h <G, v>| in h, or nothing where it is all rounding.
result<std::optional<double>> taylor_order(const bound_pair& p, const shadow_gradient& g, const std::vector<double>& v) {
  const auto start = along(p, g, v);
  if (!start) return tl::unexpected(start.error());
  std::vector<std::pair<double, double>> seen;
  for (const double h : {0x1p-4, 0x1p-6, 0x1p-8}) {
    const auto there = along(p, g, v, h);
    if (!there) return tl::unexpected(there.error());
    const double rest = std::fabs(there->value - start->value - h * start->backward);
    if (rest > 16 * h * start->allowed) seen.emplace_back(h, rest);
  }
  if (seen.size() < 2) return std::optional<double>{};
  return std::optional(std::log2(seen.front().second / seen.back().second) / std::log2(seen.front().first / seen.back().first));
}

std::string three_digits(double x) { return number(x, 3); }

std::string order_text(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", x);
  return text;
}

double norm(const std::vector<double>& x) {
  double out = 0;
  for (const double v : x) out = std::hypot(out, v);
  return out;
}

void add_mismatch(report::case_report& r, const std::string& output, std::string message) {
  analysis::finding f;
  f.rule = analysis::rule::mismatch;
  f.output = output;
  f.message = std::move(message);
  r.run->findings.push_back(std::move(f));
  r.verdict = worse(r.verdict, exit_code::findings);
}

void add_incomplete(report::case_report& r, std::string what) {
  r.run->incomplete.push_back({std::move(what), {}, 0});
  r.verdict = worse(r.verdict, exit_code::incomplete);
}

/// What the probes of one gradient say.
struct gradient_verdict {
  bool failed = false, known = true, tells = false;
  double worst = 0, allowed = 0, largest = 0;
  probe_outcome failing;
};

result<gradient_verdict> probe_gradient(const bound_pair& p, const shadow_gradient& g, std::uint64_t seed, int count) {
  gradient_verdict out;
  std::mt19937_64 random(seed);
  for (int k = 0; k < count; ++k) {
    const auto o = along(p, g, direction_in(g, {0, g.rows(), 0, g.columns()}, random));
    if (!o) return tl::unexpected(o.error());
    out.known = out.known && o->known;
    out.worst = std::max(out.worst, o->residual()), out.allowed = std::max(out.allowed, o->allowed);
    out.largest = std::max({out.largest, std::fabs(o->forward), std::fabs(o->backward)});
    if (o->known && !o->passed() && !out.failed) out.failed = true, out.failing = *o;
  }
  // A residual that is allowed a tenth of everything rejects nothing worth rejecting.
  out.tells = out.largest > 10 * out.allowed;
  return out;
}

std::string sides(const shadow_gradient& g, const probe_outcome& o) {
  return "<u, J v> = " + number(o.forward) + ", but <" + g.name.output + ", v> = " + number(o.backward) + " (" + three_digits(o.residual()) + " apart, " + three_digits(o.allowed) + " allowed)";
}

/// The launch as given: every probe, the Taylor remainder, and where a gradient fails. Returns whether one did.
result<bool> check_given(const adjoint_check& c, const bound_pair& p) {
  bool failed = false;
  for (const shadow_gradient& g : p.gradients) {
    const auto v = probe_gradient(p, g, c.how.seed, probes);
    if (!v) return tl::unexpected(v.error());
    if (v->failed) {
      const place where = place_of(p, g, c.how.seed);
      add_mismatch(c.report, g.name.output, g.name.output + " is not the forward kernel's gradient in " + g.name.variable + ": " + sides(g, v->failing) + (where.words.empty() ? "" : "; " + where.words));
      analysis::finding& f = c.report.run->findings.back();
      f.element = where.element;
      if (const auto buffer = session::find_buffer(p.requests.backward, g.name.output)) analysis::locate_writer(f, c.backward.program(), p.requests.backward, *buffer, where.element.value_or(0));
      failed = true;
      continue;
    }
    if (!v->known) {
      add_incomplete(c.report, g.name.output + ": a derivative on the way is not modelled, or its enclosure is too wide");
      continue;
    }
    if (!v->tells) {
      add_incomplete(c.report, g.name.output + ": these inputs cannot tell: both sides of <u, J v> = <J^T u, v> are within rounding of nothing");
      continue;
    }
    const double detectable = 0.798 * 2 * v->allowed / std::pow(miss_probability, 1.0 / probes);
    c.report.notes.push_back(g.name.output + ": <u, J v> = <" + g.name.output + ", v> holds for " + std::to_string(probes) + " random v, at most " + three_digits(v->worst) + " apart of " + three_digits(v->allowed) +
                             " allowed; an error above " + three_digits(100 * detectable / norm(g.value)) + "% of |" + g.name.output + "| is missed with chance at most 1e-6");
    std::mt19937_64 random(c.how.seed + 1);
    const auto order = taylor_order(p, g, direction_in(g, {0, g.rows(), 0, g.columns()}, random));
    if (!order) return tl::unexpected(order.error());
    if (!*order) c.report.notes.push_back(g.name.output + ": the forward kernel is linear along v, as far as rounding shows");
    else if (**order > 1.5) c.report.notes.push_back(g.name.output + ": Taylor remainder of order " + order_text(**order));
    else add_mismatch(c.report, g.name.output, g.name.output + ": the Taylor remainder is of order " + order_text(**order) + ", not 2"), failed = true;
  }
  return failed;
}

/// One probe of every gradient on other inputs.
struct probed_case {
  bool known = false;
  std::string wrong, output; ///< what fails, and of which output; empty if none does
};

probed_case probe_case(const adjoint_check& c, const forward_case& forward, const expr::named_inputs& in) {
  probed_case out;
  const auto p = bind(forward, c.backward, in);
  if (!p) return out;
  out.known = true;
  for (const shadow_gradient& g : p->gradients) {
    const auto v = probe_gradient(*p, g, c.how.seed, 1);
    out.known = v && v->known;
    if (!out.known) return out;
    if (v->failed) return out.wrong = sides(g, v->failing), out.output = g.name.output, out;
  }
  return out;
}

/// The inputs of a sweep, or their weaker form where those have no verdict.
struct swept {
  const tolerance::sweep_case* inputs;
  probed_case outcome;
};

swept probe_swept(const adjoint_check& c, const forward_case& forward, const tolerance::sweep_case& s) {
  swept out{&s, probe_case(c, forward, s.inputs)};
  for (const tolerance::sweep_case& milder : s.milder)
    if (!out.outcome.known)
      if (probed_case again = probe_case(c, forward, milder.inputs); again.known) out = {&milder, std::move(again)};
  return out;
}

/// The other inputs. Returns the first on which a gradient fails.
std::optional<failing_inputs> check_others(const adjoint_check& c, const forward_case& forward, const expr::named_inputs& given) {
  std::optional<failing_inputs> out;
  std::size_t passed = 0, failed = 0;
  std::string unknown;
  const auto cases = tolerance::input_sweep("0", given, c.sweep);
  for (std::size_t i = 1; i < cases.size() && !session::interrupted(); ++i) {
    const swept s = probe_swept(c, forward, cases[i]);
    if (!s.outcome.known) {
      unknown += (unknown.empty() ? "" : ", ") + cases[i].name;
    } else if (s.outcome.wrong.empty()) {
      ++passed;
    } else {
      if (failed++ < 3) add_mismatch(c.report, s.outcome.output, "with " + s.inputs->name + ": " + s.outcome.wrong);
      if (!out) out = failing_inputs{s.inputs->name, s.inputs->inputs};
    }
  }
  if (cases.size() > 1)
    c.report.notes.push_back("sweep: " + std::to_string(cases.size() - 1) + " other inputs, " + std::to_string(passed) + " passed, " + std::to_string(failed) + " failed, " + std::to_string(cases.size() - 1 - passed - failed) + " without a verdict");
  if (unknown.empty()) return out;
  c.report.notes.push_back("not checked with " + unknown + ": a derivative on the way is not modelled there, or its enclosure is too wide");
  if (!c.how.sweep.empty()) add_incomplete(c.report, "the sweep has no verdict with " + unknown);
  return out;
}

} // namespace

result<void> check_adjoint(const adjoint_check& c) {
  const auto forward = forward_case::make(c.how, c.backward, c.wanted);
  if (!forward) return tl::unexpected(forward.error());
  const auto in = c.backward.inputs({});
  if (!in) return tl::unexpected(in.error());
  const session::progress bar("comparing " + c.report.title + " with the forward kernel");
  const auto p = bind(*forward, c.backward, *in);
  if (!p) return tl::unexpected(p.error());
  c.report.notes.push_back("meaning: the gradients against those of the compiled forward kernel, which may itself be right or wrong");
  const auto failed = check_given(c, *p);
  if (!failed) return tl::unexpected(failed.error());
  std::optional<failing_inputs> failing;
  if (*failed) failing = failing_inputs{"as given", *in};
  if (c.how.sweep != "none" && !*failed) failing = check_others(c, *forward, *in);
  if (!failing) return {};
  // A try is a run of both kernels, with the backward one's sensitivity: fewer of them than against an expression.
  failing->values = tolerance::shrink_inputs(std::move(failing->values), [&](const expr::named_inputs& x) { return !session::interrupted() && !probe_case(c, *forward, x).wrong.empty(); }, 60);
  save_failing(c.how, c.backward, *failing, c.report);
  return {};
}

} // namespace fpcheck::gradient
