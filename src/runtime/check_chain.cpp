#include "check_chain.hpp"

#include <fpcheck/analysis/check.hpp>
#include <fpcheck/analysis/type_by_lineage.hpp>

#include "../analysis/faults.hpp"
#include "relocation.hpp"

#include <algorithm>

namespace fpcheck::runtime {
namespace {

/// The module's variable that a captured buffer is; nullptr for allocations.
const ptx::variable* variable_of(const chain& c, const captured_buffer& b) {
  if (!is_variable(b.kind)) return nullptr;
  const ptx::variable* const v = c.module->variable(b.name);
  return v != nullptr && v->space == ptx::state_space::global && c.module->address_of(*v) == b.base ? v : nullptr;
}

/// A buffer of the request, as the chain captured it. One that was undefined and that the launches fill is an output like that of any
/// kernel; of others nobody claims that they are filled.
exec::buffer buffer_of(const captured_buffer& b, const described_buffer& d) {
  const bool was_undefined = !b.undefined.empty() && std::all_of(b.undefined.begin(), b.undefined.end(), [](std::uint8_t s) { return s == 0x0f; });
  exec::buffer out;
  out.name = d.name;
  out.role = !b.written ? exec::buffer_role::input : was_undefined && b.filled ? exec::buffer_role::output : exec::buffer_role::inout;
  out.data = b.bytes;
  out.type = d.type.value_or(b.bytes.size() % 4 == 0 ? tensor::dtype::u32 : tensor::dtype::u8);
  out.shape = {b.bytes.size() / tensor::size_of(out.type)};
  return out;
}

exec::argument word_argument(std::uint64_t word) {
  const auto* const first = reinterpret_cast<const std::byte*>(&word);
  return {{first, first + sizeof word}, {}};
}

/// Copies a variable into a buffer, where it is judged.
void add_copy(exec::run_request& r, const char* kernel, std::uint64_t to, std::uint64_t from, std::uint64_t count) {
  if (count == 0) return;
  exec::launch l;
  l.kernel = kernel;
  l.grid.x = static_cast<std::uint32_t>((count + 255) / 256), l.block.x = 256;
  l.arguments = {word_argument(to), word_argument(from), word_argument(count)};
  r.launches.push_back(std::move(l));
}

/// A request that runs the chain in memory of its own.
struct prepared {
  exec::run_request request;
  std::vector<std::uint64_t> addresses;
  std::vector<bool> typed; ///< buffers of which somebody says what they hold
  bool is_defined = true;  ///< what it holds at the beginning
};

/// A buffer of which some bytes are undefined at the beginning, and one that holds the others.
struct partly_defined {
  const captured_buffer* whole;
  std::size_t buffer, known;
};

/// Memory that is defined in more pieces is not looked at again.
constexpr std::size_t most_pieces = 1000;

/// Before anything else, what is defined is copied to where the launches look for it. False where that takes too many copies.
bool define(exec::run_request& r, const std::vector<partly_defined>& parts, const std::vector<std::uint64_t>& addresses) {
  exec::run_request first;
  for (const partly_defined& p : parts) {
    const std::vector<std::uint8_t>& undefined = p.whole->undefined;
    for (std::size_t k = 0; k < undefined.size();) {
      std::size_t end = k;
      while (end < undefined.size() && (undefined[end] & 0x0f) == 0) ++end;
      const std::uint64_t bytes = std::min<std::uint64_t>(4 * end, p.whole->bytes.size()) - std::min<std::uint64_t>(4 * k, p.whole->bytes.size());
      const std::uint64_t to = addresses[p.buffer] + 4 * k, from = addresses[p.known] + 4 * k;
      add_copy(first, copy_words, to, from, bytes / 4);
      add_copy(first, copy_bytes, to + bytes / 4 * 4, from + bytes / 4 * 4, bytes % 4);
      k = std::max(end, k + 1);
      if (first.launches.size() > most_pieces) return false;
    }
  }
  if (first.launches.empty()) return true;
  first.launches[0].symbols = std::exchange(r.launches[0].symbols, {});
  r.launches.insert(r.launches.begin(), std::make_move_iterator(first.launches.begin()), std::make_move_iterator(first.launches.end()));
  return true;
}

/// What memory holds at the beginning: what the program's memory held, or only what of that somebody wrote.
enum class beginning : std::uint8_t { all, written };

prepared prepare(const chain& c, const exec::program& code, const std::vector<described_buffer>& names, double seconds, beginning begin = beginning::all) {
  prepared out;
  exec::run_request& r = out.request;
  std::vector<std::uint64_t> bases;
  std::vector<const captured_buffer*> written_variables;
  std::vector<exec::symbol_value> values;
  std::vector<partly_defined> parts;
  for (std::size_t k = 0; k < c.buffers.size(); ++k) {
    const captured_buffer& b = c.buffers[k];
    if (const ptx::variable* const v = variable_of(c, b); v != nullptr) {
      values.push_back({v->name, b.bytes});
      if (b.written) written_variables.push_back(&b);
      continue;
    }
    r.buffers.push_back(buffer_of(b, names[k]));
    bases.push_back(b.base);
    out.typed.push_back(names[k].type.has_value());
  }
  for (const captured_buffer* b : written_variables) {
    captured_buffer copy = *b;
    copy.filled = true;
    copy.undefined.assign((b->bytes.size() + 3) / 4, 0x0f);
    r.buffers.push_back(buffer_of(copy, {launch::demangle_kernel(b->name).base, {}}));
    bases.push_back(0);
    out.typed.push_back(false);
  }
  if (begin == beginning::written) {
    std::size_t at = 0;
    for (const captured_buffer& b : c.buffers) {
      if (variable_of(c, b) != nullptr) continue;
      if (!b.undefined.empty()) parts.push_back({&b, at, r.buffers.size() + parts.size()});
      ++at;
    }
    for (const partly_defined& p : parts) {
      r.buffers.push_back(r.buffers[p.buffer]);
      r.buffers.back().role = exec::buffer_role::input, r.buffers.back().name += ", as it was";
      r.buffers[p.buffer].role = exec::buffer_role::output;
      bases.push_back(0);
      out.typed.push_back(true);
    }
  }
  r.launches = c.launches;
  r.launches[0].symbols.insert(r.launches[0].symbols.end(), values.begin(), values.end());
  const relocation moved(code, *c.module, r.buffers, bases);
  for (exec::buffer& b : r.buffers) moved.apply(b.data);
  for (exec::launch& l : r.launches) {
    for (exec::argument& a : l.arguments) moved.apply(a.bytes);
    for (exec::symbol_value& s : l.symbols) moved.apply(s.bytes);
  }
  for (std::size_t k = 0; k < r.buffers.size(); ++k) out.addresses.push_back(moved.address_of(k));
  for (std::size_t k = 0; k < written_variables.size(); ++k) {
    const std::size_t b = r.buffers.size() - parts.size() - written_variables.size() + k;
    const std::uint64_t bytes = r.buffers[b].data.size(), from = code.symbol_address[static_cast<std::size_t>(variable_of(c, *written_variables[k]) - c.module->code().variables.data())];
    add_copy(r, copy_words, out.addresses[b], from, bytes / 4);
    add_copy(r, copy_bytes, out.addresses[b] + bytes / 4 * 4, from + bytes / 4 * 4, bytes % 4);
  }
  out.is_defined = define(r, parts, out.addresses);
  r.time_budget = seconds;
  return out;
}

exec::run_plan plain(exec::domain_table domain) {
  exec::run_plan plan;
  plan.domain = domain;
  plan.tracks_races = false;
  return plan;
}

/// The widest element that every store of the launched kernels to global memory may have: bytes, where one of them stores bytes.
tensor::dtype stored_integer(const exec::program& code, const exec::run_request& r) {
  for (const exec::function_code& f : code.functions) {
    if (f.source == nullptr || std::none_of(r.launches.begin(), r.launches.end(), [&](const exec::launch& l) { return l.kernel == f.source->name && !l.kernel.starts_with("__fpcheck_"); })) continue;
    for (std::uint32_t k = f.first; k < f.first + f.count; ++k) {
      const exec::op& o = code.ops[k];
      if (o.meaning.access == ptx::access::store && o.width == 1 && (o.space == exec::space::global || o.space == exec::space::generic)) return tensor::dtype::u8;
    }
  }
  return tensor::dtype::u32;
}

/// Where no kernel says what a buffer holds, the numbers tell that come into it; where there are none, the stores do.
result<void> find_types(const exec::program& code, prepared& p) {
  const auto unknown = [&](std::size_t k) { return !p.typed[k] && p.request.buffers[k].role != exec::buffer_role::input; };
  bool any = false;
  for (std::size_t k = 0; k < p.typed.size(); ++k) any |= unknown(k);
  if (!any) return {};
  const auto run = exec::run(code, p.request, plain(exec::ball_shadow()));
  if (!run) return tl::unexpected(run.error());
  for (std::size_t k = 0; k < p.typed.size(); ++k) {
    if (!unknown(k)) continue;
    exec::buffer& b = p.request.buffers[k];
    b.type = analysis::type_by_lineage(*run->buffers[k]).value_or(b.data.size() % 4 == 0 ? stored_integer(code, p.request) : tensor::dtype::u8);
    b.shape = {b.data.size() / tensor::size_of(b.type)};
  }
  return {};
}

/// The request without its first `count` launches: memory as those left it.
result<exec::run_request> behind(const exec::program& code, const exec::run_request& whole, std::size_t count) {
  exec::run_request first = whole, rest = whole;
  first.launches.resize(count);
  rest.launches.erase(rest.launches.begin(), rest.launches.begin() + static_cast<std::ptrdiff_t>(count));
  const auto run = exec::run(code, first, plain(exec::no_shadow()));
  if (!run) return tl::unexpected(run.error());
  for (std::size_t k = 0; k < rest.buffers.size(); ++k) {
    const exec::region& r = *run->buffers[k];
    std::copy_n(r.data.data(), r.size(), rest.buffers[k].data.data());
    if (rest.buffers[k].role == exec::buffer_role::output && std::any_of(r.state.begin(), r.state.end(), [](std::uint8_t s) { return (s & 0xf0) != 0; }))
      rest.buffers[k].role = exec::buffer_role::inout;
  }
  for (const exec::symbol_value& s : whole.launches[0].symbols) { // device variables go on with what they hold
    const auto& variables = code.module->variables;
    const auto v = std::find_if(variables.begin(), variables.end(), [&](const ptx::variable& x) { return x.name == s.name && x.space == ptx::state_space::global; });
    if (v == variables.end()) continue;
    const exec::region* const r = run->memory->find(code.symbol_address[static_cast<std::size_t>(v - variables.begin())], 1);
    if (r != nullptr) rest.launches[0].symbols.push_back({s.name, {r->data.data(), r->data.data() + s.bytes.size()}});
  }
  return rest;
}

/// Whether more time would have helped; halves would take no less.
bool ran_out(const analysis::run_result& r) {
  return std::any_of(r.incomplete.begin(), r.incomplete.end(), [](const analysis::incomplete_note& n) { return n.what.find("budget is spent") != std::string::npos; });
}

/// What a copy only passes on is told where it comes from, once that is known.
void drop_echoes(const module_image& m, analysis::run_result& r) {
  const ptx::function* const first = m.kernel(copy_words); // of those that every module gets, behind its own
  const auto copied = [&](const analysis::finding& f) { return first != nullptr && f.ptx_line >= first->ptx_line; };
  const std::vector<analysis::finding> all = r.findings;
  std::erase_if(r.findings, [&](const analysis::finding& f) {
    return copied(f) && std::any_of(all.begin(), all.end(), [&](const analysis::finding& other) { return !copied(other) && other.rule == f.rule; });
  });
}

/// What a chain is checked with.
struct checker {
  const chain& c;
  const exec::program& code;
  program_sources& sources;
  std::vector<std::uint64_t> addresses;
  std::vector<checked_chain> out;

  analysis::options options_for(const exec::run_request& request) const {
    analysis::options how;
    for (const exec::launch& l : request.launches)
      if (const exec::program* const apart = c.module->apart(l.kernel); apart != nullptr) how.apart = apart;
    how.sources = c.module->code().files;
    return how;
  }

  result<void> check(const exec::run_request& request, std::size_t first) {
    checked_chain done{first, request, addresses, {}};
    exec::run_request run = request;
    auto checked = analysis::check(code, run, options_for(request));
    if (!checked) return tl::unexpected(checked.error());
    done.result = std::move(checked->result);
    drop_echoes(*c.module, done.result);
    if (done.result.verdict != exit_code::incomplete || request.launches.size() < 2 || ran_out(done.result)) {
      sources.suppress(c.module->code(), done.result);
      out.push_back(std::move(done));
      return {};
    }
    const std::size_t half = request.launches.size() / 2;
    const auto rest = behind(code, request, half);
    if (!rest) return tl::unexpected(rest.error());
    exec::run_request begin = request;
    begin.launches.resize(half);
    for (exec::buffer& b : begin.buffers) // filled by the whole, not by its half
      if (b.role == exec::buffer_role::output) b.role = exec::buffer_role::inout;
    if (const auto ok = check(begin, first); !ok) return ok;
    return check(*rest, first + half);
  }
};

bool holds(const std::vector<checked_chain>& parts, const analysis::finding& f) {
  return std::any_of(parts.begin(), parts.end(), [&](const checked_chain& p) {
    return std::any_of(p.result.findings.begin(), p.result.findings.end(), [&](const analysis::finding& x) { return x.rule == f.rule && x.ptx_line == f.ptx_line; });
  });
}

/// Buffers as the kernels call them, not as the program allocated them.
void rename(std::string& message, const chain& c, const std::vector<described_buffer>& names) {
  const auto replace = [&](const std::string& old, const std::string& now) {
    if (const std::size_t at = message.find(old); at != std::string::npos) message.replace(at, old.size(), now);
  };
  for (std::size_t k = 0; k < c.buffers.size(); ++k) {
    const std::string& old = c.buffers[k].name;
    replace('\'' + old + '\'', '\'' + names[k].name + '\'');
    replace(": " + old + '[', ": " + names[k].name + '[');
  }
}

/// What the launches met in the program itself, where memory is known to the byte, and the check did not.
void add_faults(const chain& c, const std::vector<described_buffer>& names, std::vector<checked_chain>& parts) {
  for (const exec::fault_record& r : c.faults) {
    analysis::finding f = analysis::finding_of_fault(c.module->program(), r);
    rename(f.message, c, names);
    if (!holds(parts, f)) parts.back().result.findings.push_back(std::move(f));
  }
}

/// Undefined data may come from memory that the launches were given and that nothing had written: it is named.
void name_unset(const chain& c, const std::vector<described_buffer>& names, std::vector<checked_chain>& parts) {
  std::string unset;
  for (std::size_t k = 0; k < c.buffers.size(); ++k) {
    const captured_buffer& b = c.buffers[k];
    const bool none = !b.undefined.empty() && std::all_of(b.undefined.begin(), b.undefined.end(), [](std::uint8_t s) { return (s & 0x0f) == 0x0f; });
    if (none && !b.written) unset += (unset.empty() ? "" : ", ") + names[k].name;
  }
  if (unset.empty()) return;
  for (checked_chain& p : parts)
    for (analysis::finding& f : p.result.findings)
      if (f.rule == analysis::rule::uninitialised) f.hint += "; nothing wrote " + unset + " before these launches";
}

/// Whether launches of the program wrote what comes from bytes that nothing had written, and no part says so.
bool hides_undefined(const chain& c, const std::vector<checked_chain>& parts) {
  const bool spread = std::any_of(c.buffers.begin(), c.buffers.end(), [](const captured_buffer& b) { return b.unknown != 0; });
  return spread && std::none_of(parts.begin(), parts.end(), [](const checked_chain& p) {
    return std::any_of(p.result.findings.begin(), p.result.findings.end(), [](const analysis::finding& f) { return f.rule == analysis::rule::uninitialised; });
  });
}

/// Of memory that was defined in part nobody claims that the launches fill it, so that it counts as defined; where it matters, the chain
/// runs once more with what is undefined.
void look_for_undefined(checker& k, const std::vector<described_buffer>& names, const exec::run_request& typed, double seconds) {
  prepared p = prepare(k.c, k.code, names, seconds, beginning::written);
  if (!p.is_defined) return;
  for (std::size_t b = 0; b < typed.buffers.size(); ++b) p.request.buffers[b].type = typed.buffers[b].type, p.request.buffers[b].shape = typed.buffers[b].shape;
  const auto options = k.options_for(p.request);
  const auto checked = analysis::check(k.code, p.request, options);
  if (!checked) return;
  for (const analysis::finding& f : checked->result.findings)
    if (f.rule == analysis::rule::uninitialised) k.out.back().result.findings.push_back(f);
  drop_echoes(*k.c.module, k.out.back().result);
}

} // namespace

result<std::vector<checked_chain>> check(const chain& c, program_sources& sources, double seconds, std::uint32_t blocks) {
  const auto code = c.module->checked();
  if (!code) return tl::unexpected(code.error());
  const std::vector<described_buffer> names = describe(c, sources);
  prepared p = prepare(c, **code, names, seconds);
  if (c.launches.size() == 1 && !(*code)->communicates) p.request.sample_blocks = blocks;
  if (const auto ok = find_types(**code, p); !ok) return tl::unexpected(ok.error());
  checker k{c, **code, sources, p.addresses, {}};
  if (const auto ok = k.check(p.request, 0); !ok) return tl::unexpected(ok.error());
  if (p.request.sample_blocks == 0 && hides_undefined(c, k.out)) look_for_undefined(k, names, p.request, seconds);
  name_unset(c, names, k.out);
  add_faults(c, names, k.out);
  return std::move(k.out);
}

} // namespace fpcheck::runtime
