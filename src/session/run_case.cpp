#include <fpcheck/session/run_case.hpp>
#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/plain_text.hpp>
#include <fpcheck/exec/trace.hpp>
#include <fpcheck/session/binding.hpp>
#include <fpcheck/session/hints.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/on_device.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/session/reference.hpp>
#include <fpcheck/tensor/digest.hpp>
#include <fpcheck/tensor/file.hpp>
#include <fpcheck/verdict/verdict.hpp>

#include "accumulator.hpp"
#include "derivatives.hpp"
#include "edit_search.hpp"
#include "input_search.hpp"
#include "removed_variables.hpp"
#include "repairs.hpp"
#include "variants.hpp"
#include <fpcheck/session/file_words.hpp>

#include <algorithm>
#include <ostream>
#include <span>

namespace fpcheck::session {
namespace {

using report::case_report;

case_report given_up(case_report r, diagnostic d) {
  r.verdict = worse(r.verdict, d.code);
  r.errors.push_back(std::move(d));
  return r;
}

void configure(exec::run_request& request, const settings& s) {
  request.shadow = s.shadow;
  request.shadow_parameter = s.shadow_parameter;
  request.seed = s.seed;
  request.time_budget = s.time_budget;
  if (s.instruction_budget) request.instruction_budget = *s.instruction_budget;
  request.sample_blocks = s.sample_blocks;
  for (exec::launch& l : request.launches)
    if (s.cluster) l.cluster = s.cluster;
  request.threads = s.threads;
}

std::vector<report::input> inputs_of(const exec::run_request& request, case_source::depth depth) {
  std::vector<report::input> out;
  for (const exec::buffer& b : request.buffers) {
    if (b.role == exec::buffer_role::output) continue;
    out.push_back({b.name, std::string(tensor::name(b.type)), b.shape, b.generator, {}});
    if (depth == case_source::depth::full) out.back().digest = tensor::sha256(b.data);
  }
  return out;
}

/// Paths as the user would name them, in every stack of the result.
void rename_files(analysis::run_result& run, const kernel_file& file) {
  for (analysis::finding& f : run.findings) {
    for (analysis::frame& frame : f.stack) frame.file = file.shown(frame.file);
    for (analysis::slice_step& step : f.slice) step.where.file = file.shown(step.where.file);
  }
  for (analysis::line_error& l : run.lines)
    for (analysis::frame& frame : l.stack) frame.file = file.shown(frame.file);
  for (analysis::incomplete_note& n : run.incomplete)
    for (analysis::frame& frame : n.stack) frame.file = file.shown(frame.file);
}

void rename_files(std::optional<report::device_run>& on, const kernel_file& file) {
  if (!on) return;
  for (report::device_line& l : on->lines)
    for (analysis::frame& frame : l.stack) frame.file = file.shown(frame.file);
}

/// Hints by how the blamed line is written, in the place of those that fit every finding of a rule.
void give_hints(analysis::run_result& run, const kernel_file& file) {
  for (analysis::finding& f : run.findings) {
    const bool general = f.hint.empty() || f.hint == analysis::advice(f.rule);
    if (!general || f.stack.empty() || f.stack[0].line == 0) continue;
    const auto line = file.line(f.stack[0].file, f.stack[0].line);
    if (!line) continue;
    if (auto hint = hint_for(f.rule, *line)) f.hint = *std::move(hint);
  }
}

/// Marks the findings that comments excuse; says which comments excused nothing.
void suppress(case_report& r, const kernel_file& file) {
  for (launch::suppression s : file.comments().suppressions) {
    const std::string written = s.file;
    s.file = file.shown(s.file);
    if (!verdict::suppress(*r.run, s)) r.notes.push_back(written + ':' + std::to_string(s.line) + ": 'allow " + s.rule + "' excused nothing in this case");
  }
}

tensor::archive arrays_of(const exec::run_request& request) {
  tensor::archive out;
  for (const exec::buffer& b : request.buffers) out[b.name] = array_of(b);
  return out;
}

std::vector<std::string> pointed_buffers(const exec::run_request& request) {
  std::vector<std::string> out;
  for (const exec::argument& a : request.launches.back().arguments) {
    const bool is_pointer = a.bytes.size() == sizeof(std::uint64_t) && a.pointers.size() == 1 && a.pointers[0].addend == 0;
    out.push_back(is_pointer ? request.buffers[a.pointers[0].buffer].name : std::string());
  }
  return out;
}

result<void> save_buffers(const settings& s, const exec::run_request& request) {
  for (const saved_file& file : s.saves) {
    const auto buffer = find_buffer(request, file.buffer);
    if (!buffer) return tl::unexpected(buffer.error());
    if (const auto ok = save(file, array_of(request.buffers[*buffer])); !ok) return ok;
  }
  return {};
}

/// Exact values and radii, one after the other. Requires: `bounds` in the order of the option.
result<void> save_shadows(const settings& s, const exec::run_request& request, const std::vector<analysis::element_bounds>& bounds) {
  for (const saved_file& file : s.shadow_saves) {
    const auto buffer = find_buffer(request, file.buffer);
    if (!buffer) return tl::unexpected(buffer.error());
    const auto b = std::find_if(bounds.begin(), bounds.end(), [&](const analysis::element_bounds& x) { return x.buffer == *buffer; });
    if (b == bounds.end()) continue;
    tensor::array a;
    a.type = tensor::dtype::f64;
    a.shape = request.buffers[*buffer].shape;
    a.shape.insert(a.shape.begin(), 2);
    for (const std::vector<double>* part : {&b->midpoint, &b->radius}) {
      const auto bytes = std::as_bytes(std::span(*part));
      a.data.insert(a.data.end(), bytes.begin(), bytes.end());
    }
    if (const auto ok = save(file, a); !ok) return ok;
  }
  return {};
}

/// Names in options must exist before minutes are spent on a run.
result<void> check_names(const settings& s, const exec::run_request& request) {
  for (const auto& r : s.ranges)
    if (const auto ok = find_buffer(request, r.output); !ok) return tl::unexpected(ok.error());
  for (const auto* saves : {&s.saves, &s.shadow_saves})
    for (const saved_file& file : *saves)
      if (const auto ok = find_buffer(request, file.buffer); !ok) return tl::unexpected(ok.error());
  return {};
}

void check_suppressed_rules(case_report& r, const kernel_file& file) {
  const std::vector<std::string>& known = analysis::rule_ids();
  for (const exec::suppression& s : file.comments().suppressions)
    if (std::find(known.begin(), known.end(), s.rule) == known.end()) {
      const std::string near = nearest_name(s.rule, known);
      r.errors.push_back({"no rule is called " + tensor::quoted(s.rule),
                          {s.file, s.line, 0},
                          {},
                          near.empty() ? "fpcheck explain lists them" : "did you mean '" + near + "'?"});
      r.verdict = exit_code::usage;
    }
}

/// Whether a kernel that is launched is another one without fused multiply-adds.
bool differs(const compiled& code, const exec::run_request& request) {
  return std::any_of(request.launches.begin(), request.launches.end(), [&](const exec::launch& l) { return code.changed.count(l.kernel) != 0; });
}

/// What is fused, who says so, and what the other form came to; empty where there is nothing to tell.
std::string contraction_note(const compiled& code, bool matters, fusing asked, analysis::contraction_outcome outcome) {
  const std::string who = code.contraction.empty() ? "as ptxas does without -fmad=false" : code.contraction;
  if (!matters) return asked == fusing::as_compiled ? "" : who + (asked == fusing::on ? ": nothing to fuse" : ": multiply and add as written");
  const auto count = [](std::size_t n, const char* one) { return std::to_string(n) + " " + one + (n == 1 ? "" : "s"); };
  const std::size_t sums = code.fused - code.divided;
  std::string what = sums != 0 ? count(sums, "multiply-add") + " of the file fused (" + who + ")" : "";
  if (code.divided != 0) what += (sums != 0 ? ", " : "") + count(code.divided, "division") + " by a constant made a product, as ptxas does";
  what += "; as written: ";
  switch (outcome) {
  case analysis::contraction_outcome::not_run: return what + "not run";
  case analysis::contraction_outcome::same: return what + "the same verdict";
  case analysis::contraction_outcome::different: return what + "another verdict";
  }
  return what;
}

analysis::options how_to_check(const settings& s, const exec::run_request& request, const std::vector<prepared_reference>& references,
                               const case_source& source, const compiled& code) {
  analysis::options how;
  how.ranges = s.ranges;
  how.blocks = s.blocks;
  how.shadow = s.shadow_choice;
  how.orders = s.orders;
  how.bitwise_orders = s.tolerance && s.tolerance->text == "bitwise";
  how.interrupt = &interrupted();
  how.apart = differs(code, request) ? code.apart.get() : nullptr;
  how.contracts = s.fuse == fusing::on ? analysis::contraction_run::always : analysis::contraction_run::where_cheap;
  for (const saved_file& file : s.shadow_saves) how.bounds_of.push_back(request.buffers[*find_buffer(request, file.buffer)].name);
  if (s.lines) how.lines = source.looked_at == case_source::depth::full ? analysis::line_attribution::wanted : analysis::line_attribution::where_cheap;
  if (!references.empty())
    how.compared = [&](std::uint32_t buffer, std::span<const std::byte> data) { return word_of(references, request, buffer, data); };
  for (const prepared_reference& p : references) how.bounds_of.push_back(request.buffers[p.buffer].name);
  return how;
}

/// What is left out where a run did not come to its end: buffers hold what there was when it stopped.
void note_unfinished(case_report& r, const settings& s, bool has_references) {
  const std::string why = ": the run did not come to its end";
  if (has_references) r.notes.push_back("not compared with the reference" + why);
  for (const auto* saves : {&s.saves, &s.shadow_saves})
    for (const saved_file& file : *saves) r.notes.push_back(file.buffer + " not saved" + why);
}

/// Whether what the buffers held before the run is wanted after it.
bool runs_again(const settings& s, const std::vector<prepared_reference>& references, const case_source& source) {
  return s.shadow == exec::shadow_kind::dual || !s.variants.empty() || (!references.empty() && !source.execute);
}

/// The options of a case, and what its words may do.
result<void> read_settings(settings& s, const exec::case_text& text, kernel_file& file) {
  if (const auto ok = apply_options(s, text.options); !ok) return ok;
  if (!s.trusts_files) return check_file_words(text);
  file.trust();
  return {};
}

/// Some blocks alone are run only where they need no others, and these are there.
result<void> check_blocks(const settings& s, const exec::program& code, const exec::run_request& request, const std::string& file) {
  if (s.sample_blocks == 0 && s.blocks.empty()) return {};
  if (code.communicates) return fail("a sample of blocks would not be sound: the kernel's blocks communicate through atomics or volatile memory", {file}, "run all blocks");
  if (s.blocks.empty()) return {};
  if (request.launches.size() != 1) return fail("--blocks names the blocks of a single launch: here are " + std::to_string(request.launches.size()), {file});
  if (s.shadow == exec::shadow_kind::dual || !s.variants.empty()) return fail("--blocks by number goes neither with --shadow dual nor with --what-if", {file}, "write --blocks sample:N");
  const std::uint64_t count = request.launches[0].grid.count();
  if (s.blocks.back() >= count) return fail("there is no block " + std::to_string(s.blocks.back()) + ": the grid has " + std::to_string(count), {file});
  return {};
}

bool first_kernel_unnamed(const exec::case_text& text) {
  return !text.launches.empty() && text.launches[0].kernel.text.empty();
}

/// Whether a launched kernel may do anything that is seen outside: store, add to memory, call, or stop.
bool acts_on_memory(const exec::program& code, const exec::run_request& request) {
  const auto acts = [](const exec::op& o) {
    if (o.source == nullptr) return false;
    const ptx::operation what = o.meaning.operation;
    const ptx::access how = o.meaning.access;
    return how == ptx::access::store || how == ptx::access::atomic || how == ptx::access::copy || what == ptx::operation::call || what == ptx::operation::trap || what == ptx::operation::unknown;
  };
  return std::any_of(code.functions.begin(), code.functions.end(), [&](const exec::function_code& f) {
    const bool is_launched = f.source != nullptr && std::any_of(request.launches.begin(), request.launches.end(), [&](const exec::launch& l) { return l.kernel == f.source->name; });
    const auto first = code.ops.begin() + f.first;
    return is_launched && std::any_of(first, first + f.count, acts);
  });
}

} // namespace

std::string title_of(const exec::case_text& text) {
  if (text.launches.empty()) return "nothing";
  const exec::launch_text& first = text.launches[0];
  std::string out = first.kernel.text;
  if (!first.configuration.line.empty()) out += (out.empty() ? "<<<" : " <<<") + first.configuration.text + ">>>";
  constexpr std::size_t most = 400;
  out = clipped(out, most);
  if (text.launches.size() > 1) out += " and " + std::to_string(text.launches.size() - 1) + " more";
  return out.empty() ? "run" : out;
}

namespace {

/// What each --what-if comes to, from the state before the launches.
result<std::vector<analysis::variation_result>> vary(const std::vector<analysis::variation>& variations, const exec::program& code, const exec::run_request& start) {
  const progress bar("running variants");
  return analysis::what_if(code, start, variations, &interrupted());
}

/// A case whose words are read: what is executed, and what its outputs are held against.
struct prepared_case {
  settings how;
  const compiled* code = nullptr;
  exec::run_request request;
  std::vector<prepared_reference> references;
  std::vector<analysis::variation> variations;
};

/// Everything that comes before the kernel runs; fills in what the report says of it. Error: the first thing that is wrong.
std::vector<std::string> expressions_of(const settings& s) {
  std::vector<std::string> out;
  for (const reference& r : s.references)
    if (!r.value.text.starts_with('@')) out.push_back(r.value.text);
  return out;
}

result<prepared_case> prepare(kernel_file& file, const exec::case_text& text, const case_source& source, case_report& r) {
  prepared_case c;
  settings& s = c.how;
  s.accumulator.clear(); // as the code says
  if (const auto ok = read_settings(s, text, file); !ok) {
    r.replay.clear(); // it would be typed, and so trusted
    return tl::unexpected(ok.error());
  }
  r.seed = s.seed;
  if (const auto ok = check_card(s); !ok) return tl::unexpected(ok.error());
  const auto code = file.code(s.nvcc_flags, s.instantiations, s.fuse);
  if (!code) return tl::unexpected(code.error());
  c.code = *code;
  r.notes = file.notes();
  const auto bind = [&](std::uint64_t seed) { return exec::bind_arguments(text, {c.code->module, file.signatures(), source.directory, seed, source.given, expressions_of(s)}); };
  auto request = bind(s.seed);
  if (!request) return tl::unexpected(request.error());
  c.request = *std::move(request);
  if (const auto ok = check_blocks(s, *c.code->program, c.request, file.path()); !ok) return tl::unexpected(ok.error());
  configure(c.request, s);
  if (s.threads == 0) c.request.threads = source.threads;
  if (const auto ok = check_names(s, c.request); !ok) return tl::unexpected(ok.error());
  if (s.accumulator.empty()) s.accumulator = accumulator_of(*c.code->program, c.request);
  if (s.search != 0) {
    auto note = search_inputs(s, *c.code, c.request, bind);
    if (!note) return tl::unexpected(note.error());
    r.notes.push_back(*std::move(note));
  }
  const reference_context context{text, c.request, file.signatures(), source.directory, source.given};
  auto references = prepare_references(s, context);
  if (!references) return tl::unexpected(references.error());
  c.references = *std::move(references);
  r.inputs = inputs_of(c.request, source.looked_at);
  if (source.data != nullptr) {
    auto before = reference_inputs(s, context);
    if (!before) return tl::unexpected(before.error());
    source.data->before = *std::move(before);
  }
  for (const exec::word& w : s.variants) {
    const auto read = read_variations(w, file, *c.code->program, c.request);
    if (!read) return tl::unexpected(read.error());
    c.variations.insert(c.variations.end(), read->begin(), read->end());
  }
  return c;
}

/// Runs the case with its checks; its outputs are then in its request. Of outputs that a card has whole, `found`, blocks alone say nothing.
result<analysis::checked> execute(const prepared_case& c, exec::run_request& request, kernel_file& file, const case_source& source, const std::string& title, const device_findings* found) {
  const progress bar("running " + title);
  if (source.execute) return source.execute(c.code->ptx, request);
  analysis::options how = how_to_check(c.how, request, c.references, source, *c.code);
  if (how.compared && found != nullptr)
    how.compared = [&, found](std::uint32_t buffer, std::span<const std::byte> data) {
      return word_of(c.references, request, buffer, found->after[buffer].empty() ? data : std::span<const std::byte>(found->after[buffer]));
    };
  for (const std::string& f : c.code->module.files) {
    const std::string path = f.empty() ? f : file.resolve(f);
    how.sources.push_back(file.is_quotable(path) ? path : ""); // of others nothing is read
  }
  if (file.is_source() && c.how.fuse == fusing::as_compiled && c.code->contraction.empty())
    how.unfused = [&]() -> const exec::program* {
      std::vector<std::string> flags = c.how.nvcc_flags;
      flags.push_back("-fmad=false");
      const auto code = file.code(flags, c.how.instantiations);
      return code ? (*code)->program.get() : nullptr;
    };
  if (file.is_source() && removes_shared_variables(file, *c.code))
    how.unoptimised = [&]() -> const exec::program* {
      std::vector<std::string> flags = c.how.nvcc_flags;
      flags.insert(flags.end(), {"-Xcicc", "-O0"});
      const auto code = file.code(flags, c.how.instantiations);
      return code ? (*code)->program.get() : nullptr;
    };
  return analysis::check(*c.code->program, request, how);
}

/// What a card finds of the case, where one is asked for; the blocks that it names are those that are executed then.
result<std::optional<device_findings>> look_on_card(prepared_case& c) {
  if (!c.how.card) return std::optional<device_findings>();
  auto found = find_on_card(c.how, *c.code, c.request);
  if (!found) return tl::unexpected(found.error());
  c.how.blocks = found->blocks;
  std::sort(c.how.blocks.begin(), c.how.blocks.end());
  return std::optional(*std::move(found));
}

/// What the case asks for beyond the run itself, from the state before it: derivatives and variants.
result<void> run_again(const prepared_case& c, const exec::run_request& start, case_report& r) {
  if (c.how.shadow == exec::shadow_kind::dual)
    if (const auto ok = add_derivatives(c.how, *c.code->program, start, r); !ok) return ok;
  if (c.variations.empty()) return {};
  auto rows = vary(c.variations, *c.code->program, start);
  if (!rows) return tl::unexpected(rows.error());
  r.variants = *std::move(rows);
  return {};
}

/// Where outputs differ from their references and nothing else says why: the place of a small change that mends them.
void look_for_edits(const prepared_case& c, const exec::run_request& start, kernel_file& file, const exec::case_text& text, const case_source& source, analysis::run_result& run) {
  const bool whole = c.how.blocks.empty() && c.how.sample_blocks == 0 && !c.how.card && c.how.search == 0;
  if (!whole || source.repairs == case_source::repairing::off) return;
  const auto reseeded = [&]() -> std::optional<compared_inputs> {
    auto request = exec::bind_arguments(text, {c.code->module, file.signatures(), source.directory, c.how.seed + 1, source.given, expressions_of(c.how)});
    if (!request) return std::nullopt;
    configure(*request, c.how);
    settings how = c.how;
    ++how.seed;
    auto references = prepare_references(how, {text, *request, file.signatures(), source.directory, source.given});
    if (!references) return std::nullopt;
    return compared_inputs{*std::move(request), *std::move(references)};
  };
  locate_by_edits({*c.code, start, c.references, reseeded, [&](const std::string& path, std::uint32_t n) { return file.line(path, n); }}, run);
}

} // namespace

report::case_report run_case(kernel_file& file, const exec::case_text& text, const case_source& source) {
  case_report r;
  r.file = file.path();
  r.title = title_of(text);
  r.where = text.where;
  r.replay = replay_command(file.path(), text);
  check_suppressed_rules(r, file);
  if (!r.errors.empty()) return r;
  auto prepared = prepare(file, text, source, r);
  if (!prepared) return given_up(std::move(r), prepared.error());
  prepared_case& c = *prepared;
  // The run fills the outputs; a derivative, a variant and the place of a mismatch take another run from the same state.
  const std::optional<exec::run_request> start = runs_again(c.how, c.references, source) ? std::optional(c.request) : std::nullopt;
  auto found = look_on_card(c);
  if (!found) return given_up(std::move(r), found.error());
  const bool on_card_only = *found && (*found)->next == device_findings::replay::none;
  auto checked = on_card_only ? unreplayed(c.request) : execute(c, c.request, file, source, r.title, *found ? &**found : nullptr);
  if (!checked) return given_up(std::move(r), checked.error());
  r.run = std::move(checked->result);
  if (*found) add_findings(**std::move(found), r, c.request);
  if (!acts_on_memory(*c.code->program, c.request))
    r.run->incomplete.push_back({"the compiled kernel stores nothing: the compiler found nothing in it that it has to do, be it that no result is read or that what it does is not defined", {}, 0});
  if (start)
    if (const auto ok = run_again(c, *start, r); !ok) return given_up(std::move(r), ok.error());
  if (source.data != nullptr) source.data->after = arrays_of(c.request), source.data->pointed = pointed_buffers(c.request);
  if (std::string note = contraction_note(*c.code, differs(*c.code, c.request), c.how.fuse, r.run->contraction); !note.empty()) r.notes.push_back(std::move(note));
  const bool ended = checked->came_to_end;
  const bool in_part = !c.how.card && (!c.how.blocks.empty() || c.how.sample_blocks != 0);
  if (ended) r.comparisons = compare_outputs(c.references, {*c.code->program, start ? &*start : nullptr, c.request, checked->bounds, c.how.blocks, in_part}, *r.run);
  else note_unfinished(r, c.how, !c.references.empty());
  if (ended && start) look_for_edits(c, *start, file, text, source, *r.run);
  for (const prepared_reference& p : c.references)
    if (!p.declared.empty()) r.notes.push_back("bound of " + p.text + ": " + p.declared);
  if (first_kernel_unnamed(text)) r.title = exec::demangle_kernel(c.request.launches[0].kernel).display + ' ' + r.title;
  rename_files(*r.run, file);
  rename_files(r.device, file);
  give_hints(*r.run, file);
  try_repairs(r, file, text, source);
  if (c.how.suppressions) suppress(r, file);
  r.verdict = interrupted() ? exit_code::interrupted : verdict::of(*r.run);
  if (!ended) return r;
  if (const auto ok = save_buffers(c.how, c.request); !ok) return given_up(std::move(r), ok.error());
  if (const auto ok = save_shadows(c.how, c.request, checked->bounds); !ok) return given_up(std::move(r), ok.error());
  return r;
}

result<bound_case> bind_case(kernel_file& file, const exec::case_text& text, const case_source& source) {
  bound_case out;
  if (const auto ok = read_settings(out.how, text, file); !ok) return tl::unexpected(ok.error());
  const auto code = file.code(out.how.nvcc_flags, out.how.instantiations, out.how.fuse);
  if (!code) return tl::unexpected(code.error());
  out.code = *code;
  auto request = exec::bind_arguments(text, {(*code)->module, file.signatures(), source.directory, out.how.seed, source.given, expressions_of(out.how)});
  if (!request) return tl::unexpected(request.error());
  out.request = *std::move(request);
  configure(out.request, out.how);
  return out;
}

result<void> trace_case(kernel_file& file, const exec::case_text& text, const case_source& source, std::ostream& out) {
  constexpr std::size_t most = 100000; // lines
  auto c = bind_case(file, text, source);
  if (!c) return tl::unexpected(c.error());
  out << title_of(text) << '\n';
  return exec::trace(*c->code->program, c->request, most, [&](const std::string& line) { out << line << '\n'; });
}

} // namespace fpcheck::session
