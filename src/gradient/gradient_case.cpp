#include "gradient_case.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/base/letters.hpp>
#include <fpcheck/exec/run.hpp>
#include <fpcheck/launch/value.hpp>
#include <fpcheck/ptx/find_kernel.hpp>
#include <fpcheck/session/binding.hpp>
#include <fpcheck/session/run_case.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace fpcheck::gradient {
namespace {

/// `grad(x)` or `grad(x, zeros)`, with an element type behind it.
struct gradient_words {
  std::string variable, type;
  bool accumulates = false;
};

std::optional<gradient_words> read_gradient(const std::string& text) {
  const std::size_t close = text.find(')');
  if (!text.starts_with("grad(") || close == std::string::npos) return std::nullopt;
  gradient_words out;
  std::string inside = text.substr(5, close - 5);
  inside.erase(std::remove(inside.begin(), inside.end(), ' '), inside.end());
  const std::size_t comma = inside.find(',');
  out.variable = inside.substr(0, comma);
  out.accumulates = comma != std::string::npos && inside.substr(comma + 1) == "zeros";
  if (comma != std::string::npos && !out.accumulates) return std::nullopt;
  out.type = text.substr(close + 1);
  return out.type.empty() || out.type[0] == ':' ? std::optional(out) : std::nullopt;
}

bool is_natural(const std::string& text) {
  return !text.empty() && text.size() < 10 && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool is_identifier(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), is_letter);
}

/// "NxC" in its parts.
std::vector<std::string> split_extents(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('x', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// The extents of the value of `x`, as words: "mxn", or numbers where it is a file or a list.
result<std::string> extents_of(const launch::assignment& x, std::uint64_t seed) {
  const auto value = launch::parse_value(x.value);
  if (!value) return tl::unexpected(value.error());
  if (value->extents) return value->extents->text;
  auto read = session::read_values({x}, "", seed, session::named_kinds::all);
  if (!read) return tl::unexpected(read.error());
  if (read->buffers.empty()) return tl::unexpected(x.value.error("a gradient is taken in a buffer; " + x.name.text + " is a number"));
  std::string out;
  for (const std::uint64_t n : read->buffers[0].shape) out += (out.empty() ? "" : "x") + std::to_string(n);
  return out.empty() ? "1" : out;
}

/// An integer that a literal of the code may be a size by: itself, or a floating-point number's whole value or inverse.
std::int64_t size_in(const ptx::operand& o) {
  if (o.literal == ptx::literal_kind::integer) return o.value < 4096 ? static_cast<std::int64_t>(o.value) : 0;
  const double v = o.literal == ptx::literal_kind::f32 ? bit_cast<float>(static_cast<std::uint32_t>(o.value)) : bit_cast<double>(o.value);
  for (const double x : {v, 1 / v})
    if (x >= 2 && x < 4096 && x == std::nearbyint(x)) return static_cast<std::int64_t>(x);
  return 0;
}

} // namespace

bool mentions(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const bool left = at == 0 || !is_letter(text[at - 1]);
    const bool right = at + name.size() >= text.size() || !is_letter(text[at + name.size()]);
    if (left && right) return true;
  }
  return false;
}

result<void> gradient_case::read_gradients(const session::written_case& written) {
  const auto& given = written.launch.assignments;
  for (launch::assignment a : given) {
    const auto gradient = read_gradient(a.value.text);
    if (!gradient) {
      if (a.value.text.starts_with("grad(")) return tl::unexpected(a.value.error("no gradient is written so", "write dx=grad(x), or dx=grad(x, zeros) for a kernel that adds to it"));
      if (const auto value = launch::parse_value(a.value); value && value->extents) extent_names_[a.name.text] = split_extents(value->extents->text);
      text_.launches[0].assignments.push_back(std::move(a));
      continue;
    }
    const auto x = std::find_if(given.begin(), given.end(), [&](const launch::assignment& other) { return other.name.text == gradient->variable; });
    if (x == given.end()) {
      std::vector<std::string> names;
      for (const launch::assignment& other : given) names.push_back(other.name.text);
      const std::string near = nearest_name(gradient->variable, names);
      return tl::unexpected(a.value.error("there is no variable " + tensor::quoted(gradient->variable),
                                          near.empty() ? "give it too, as " + gradient->variable + "=randn:NxC" : "did you mean '" + near + "'?"));
    }
    const auto extents = extents_of(*x, settings_.seed);
    if (!extents) return tl::unexpected(extents.error());
    gradients_.push_back({a.name.text, gradient->variable});
    a.value.text = (gradient->accumulates ? "inout:zeros:" : "empty:") + *extents + gradient->type;
    text_.launches[0].assignments.push_back(std::move(a));
  }
  if (gradients_.empty())
    return fail("no output is said to be a gradient", {"command line"}, "write dx=grad(x) in the place of dx=empty:NxC");
  return {};
}

/// Saved inputs stand for themselves in the words of the launch; their values come when the others are known.
void gradient_case::read_saved_inputs() {
  for (launch::assignment& a : text_.launches[0].assignments)
    if (const auto s = read_saved(a.name.text, a.value.text)) {
      saved_.push_back(*s);
      a.value.text = "zeros:1" + s->type;
    }
}

/// Takes the tensors that are no parameters of the kernel, and that an expression names, out of its launch.
void gradient_case::set_aside(const std::string& forward) {
  const auto& kernels = file_->signatures().kernels;
  const std::string& wanted = text_.launches[0].kernel.text;
  const auto k = std::find_if(kernels.begin(), kernels.end(), [&](const launch::kernel_signature& s) { return s.name == wanted || (wanted.empty() && kernels.size() == 1); });
  if (k == kernels.end()) return;
  const auto is_named = [&](const std::string& name) {
    return mentions(forward, name) || std::any_of(saved_.begin(), saved_.end(), [&](const saved_input& s) { return mentions(s.expression, name); });
  };
  auto& words = text_.launches[0].assignments;
  for (auto a = words.begin(); a != words.end();) {
    const bool parameter = std::any_of(k->parameters.begin(), k->parameters.end(), [&](const launch::kernel_parameter& p) { return p.name == a->name.text; });
    const auto value = launch::parse_value(a->value);
    const bool tensor = value && value->kind != launch::value_kind::plain;
    if (parameter || !tensor || !is_named(a->name.text)) {
      ++a;
      continue;
    }
    beside_.push_back(*a);
    a = words.erase(a);
  }
}

result<gradient_case> gradient_case::make(session::kernel_file& file, const session::written_case& written, const session::settings& s, const std::string& forward) {
  gradient_case out;
  out.file_ = &file;
  out.settings_ = s;
  out.written_ = written.launch.assignments;
  if (written.launch.configuration.line.empty())
    return fail("there is no launch to run", {file.path()}, "add '<<<GRID, BLOCK>>>' and NAME=VALUE for each parameter");
  out.text_.launches.push_back(written.launch);
  out.text_.launches[0].assignments.clear();
  out.text_.options = written.options;
  if (const auto ok = out.read_gradients(written); !ok) return tl::unexpected(ok.error());
  out.read_saved_inputs();
  out.set_aside(forward);
  const auto code = file.code(s.nvcc_flags, s.instantiations, s.fuse);
  if (!code) return tl::unexpected(code.error());
  out.code_ = *code;
  return out;
}

launch::case_text gradient_case::text_at(const std::map<std::string, std::int64_t>& extents) const {
  launch::case_text text = text_;
  for (launch::assignment& a : text.launches[0].assignments)
    if (const auto n = extents.find(a.name.text); n != extents.end()) a.value.text = std::to_string(n->second);
  return text;
}

result<exec::run_request> gradient_case::bind_plain(const std::map<std::string, std::int64_t>& extents) const {
  auto request = session::bind_arguments(text_at(extents), {code_->module, file_->signatures(), "", settings_.seed});
  if (!request) return request;
  request->seed = settings_.seed;
  request->threads = settings_.threads;
  request->time_budget = settings_.time_budget;
  if (settings_.instruction_budget) request->instruction_budget = *settings_.instruction_budget;
  return request;
}

result<exec::run_request> gradient_case::bind(const std::map<std::string, std::int64_t>& extents) const {
  auto request = bind_plain(extents);
  if (!request || saved_.empty()) return request;
  const auto in = inputs_of(text_at(extents), *request);
  if (!in) return tl::unexpected(in.error());
  for (const saved_input& s : saved_)
    if (const auto ok = fill(s, *in, *request); !ok) return tl::unexpected(ok.error());
  return request;
}

result<expr::named_inputs> gradient_case::inputs_of(const launch::case_text& text, const exec::run_request& request) const {
  auto out = session::reference_inputs(settings_, {text, request, file_->signatures(), ""});
  if (!out) return out;
  for (const gradient_output& g : gradients_) out->tensors.erase(g.output);
  for (const saved_input& s : saved_) out->tensors.erase(s.name);
  if (!beside_.empty()) {
    std::vector<launch::assignment> words = beside_;
    for (const launch::assignment& a : text.launches[0].assignments)
      if (is_natural(a.value.text)) words.push_back(a);
    const auto read = session::read_values(words, "", settings_.seed, session::named_kinds::all);
    if (!read) return tl::unexpected(read.error());
    for (const exec::buffer& b : read->buffers) out->tensors.emplace(b.name, session::array_of(b));
  }
  const auto own = this->extents();
  for (const auto& [name, parts] : extent_names_) {
    if (!out->tensors.contains(name)) continue;
    std::vector<std::string> names;
    for (const std::string& p : parts) names.push_back(own.contains(p) ? p : "");
    out->dimension_names[name] = std::move(names);
  }
  return out;
}

result<expr::named_inputs> gradient_case::inputs(const std::map<std::string, std::int64_t>& extents) const {
  const auto request = bind_plain(extents);
  if (!request) return tl::unexpected(request.error());
  return inputs_of(text_at(extents), *request);
}

result<exec::run_request> gradient_case::bind_values(const expr::named_inputs& in) const {
  std::map<std::string, std::int64_t> wanted;
  for (const auto& [name, grows] : extents())
    if (const auto n = in.dimensions.find(name); n != in.dimensions.end()) wanted[name] = n->second;
  auto request = bind(wanted);
  if (!request) return request;
  for (exec::buffer& b : request->buffers) {
    if (b.role == exec::buffer_role::output) std::fill(b.data.begin(), b.data.end(), std::byte{0xff});
    const auto given = in.tensors.find(b.name);
    if (given == in.tensors.end()) continue;
    if (given->second.data.size() != b.data.size())
      return fail(b.name + " is " + tensor::text(given->second.shape) + " here, the launch wants " + tensor::text(b.shape));
    b.data = given->second.data;
  }
  for (const saved_input& s : saved_)
    if (const auto ok = fill(s, in, *request); !ok) return tl::unexpected(ok.error());
  return request;
}

result<std::map<std::string, tensor::array>> gradient_case::run(const expr::named_inputs& in) const {
  const auto request = bind_values(in);
  if (!request) return tl::unexpected(request.error());
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  plan.tracks_races = false;
  const auto done = exec::run(program(), *request, plan);
  if (!done) return tl::unexpected(done.error());
  if (!done->incomplete.empty()) return fail("the kernel could not be run to its end: " + done->incomplete[0].what);
  if (!done->faults.empty()) return fail("the kernel faults: " + done->faults[0].detail);
  std::map<std::string, tensor::array> out;
  for (const gradient_output& g : gradients_) {
    const auto b = session::find_buffer(*request, g.output);
    if (!b) return tl::unexpected(b.error());
    tensor::array a;
    a.type = request->buffers[*b].type;
    a.shape = request->buffers[*b].shape;
    const exec::region_bytes& made = done->buffers[*b]->data;
    a.data.assign(made.begin(), made.end());
    out[g.variable] = std::move(a);
  }
  return out;
}

std::map<std::string, bool> gradient_case::extents() const {
  std::set<std::string> used;
  for (const auto& [buffer, parts] : extent_names_)
    for (const std::string& p : parts)
      if (is_identifier(p)) used.insert(p);
  std::map<std::string, bool> out;
  for (const launch::assignment& a : text_.launches[0].assignments)
    if (used.contains(a.name.text) && is_natural(a.value.text)) out[a.name.text] = mentions(text_.launches[0].configuration.text, a.name.text);
  return out;
}

std::int64_t gradient_case::extent(const std::string& name) const {
  for (const launch::assignment& a : text_.launches[0].assignments)
    if (a.name.text == name && is_natural(a.value.text)) return std::stoll(a.value.text);
  return 0;
}

std::vector<std::int64_t> gradient_case::literals() const {
  std::set<std::int64_t> out;
  const auto add = [&](std::int64_t n) {
    if (n >= 4 && n <= 1024) out.insert(n);
  };
  for (const ptx::function& f : code_->module.functions) {
    const std::string name = launch::demangle_kernel(f.name).base, wanted = text_.launches[0].kernel.text;
    if (f.is_entry && !wanted.empty() && name != wanted && f.name != wanted) continue;
    for (const ptx::instruction& i : f.body)
      for (const ptx::operand& o : i.operands)
        if (o.kind == ptx::operand_kind::immediate) add(size_in(o));
    for (const ptx::index v : f.variables)
      if (code_->module.variables[v].space == ptx::state_space::shared) add(static_cast<std::int64_t>(code_->module.variables[v].size / 4));
  }
  if (const auto request = bind({}))
    for (const exec::launch& l : request->launches) add(l.block.x), add(l.block.y), add(l.block.z);
  return {out.begin(), out.end()};
}

std::string gradient_case::replay_words(const expr::named_inputs& in, const std::map<std::string, std::string>& files) const {
  const auto own = extents();
  std::string out = session::shell_word("<<<" + text_.launches[0].configuration.text + ">>>");
  for (const launch::assignment& a : written_) {
    std::string value = a.value.text;
    const auto file = files.find(a.name.text);
    const auto n = in.dimensions.find(a.name.text);
    if (file != files.end()) value = '@' + file->second;
    else if (own.contains(a.name.text) && n != in.dimensions.end()) value = std::to_string(n->second);
    out += ' ' + session::shell_word(a.name.text + '=' + value);
  }
  return out;
}

} // namespace fpcheck::gradient
