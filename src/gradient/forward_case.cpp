#include "forward_case.hpp"

#include <fpcheck/launch/value.hpp>
#include <fpcheck/session/binding.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::gradient {
namespace {

bool assigns(const launch::launch_text& l, const std::string& name) {
  return std::any_of(l.assignments.begin(), l.assignments.end(), [&](const launch::assignment& a) { return a.name.text == name; });
}

std::vector<double> values_of(const exec::buffer& b) {
  std::vector<double> out;
  const std::uint64_t bytes = tensor::size_of(b.type);
  for (std::uint64_t i = 0; i * bytes < b.data.size(); ++i) out.push_back(tensor::decode(b.type, tensor::load_code(b.type, b.data.data() + i * bytes)));
  return out;
}

exec::buffer* find(exec::run_request& request, const std::string& name) {
  for (exec::buffer& b : request.buffers)
    if (b.name == name) return &b;
  return nullptr;
}

} // namespace

result<void> forward_case::find_kernel(const std::string& name) {
  std::vector<std::string> names;
  for (const launch::kernel_signature& k : file_->signatures().kernels) {
    names.push_back(k.name);
    if (k.name == name || (name.empty() && file_->signatures().kernels.size() == 1)) {
      parameters_ = k.parameters;
      text_.launches[0].kernel.text = k.name;
      return {};
    }
  }
  if (names.empty()) return fail("the names of the forward kernel's parameters are not known", {file_->path()}, "give its source: --forward-kernel FILE.cu:KERNEL");
  const std::string near = nearest_name(name, names);
  return fail(name.empty() ? "several kernels may be the forward one" : "there is no kernel " + tensor::quoted(name), {file_->path()},
              near.empty() ? "write --forward-kernel FILE.cu:KERNEL" : "did you mean '" + near + "'?");
}

result<void> forward_case::collect_words(const request& how) {
  launch::launch_text& launch = text_.launches[0];
  const launch::launch_text& theirs = backward_->text().launches[0];
  const auto words = launch::split_words(how.forward_launch, 0, "--forward-launch", 0);
  if (!words) return tl::unexpected(words.error());
  auto own = launch::parse_launch(*words, text_.options);
  if (!own) return tl::unexpected(own.error());
  launch.configuration = own->configuration.line.empty() ? theirs.configuration : own->configuration;
  launch.assignments = own->assignments;
  const auto is_parameter = [&](const std::string& name) {
    return std::any_of(parameters_.begin(), parameters_.end(), [&](const launch::kernel_parameter& p) { return p.name == name; });
  };
  const auto is_gradient = [&](const std::string& name) {
    const auto& g = backward_->gradients();
    return std::any_of(g.begin(), g.end(), [&](const gradient_output& o) { return o.output == name; });
  };
  upstream_ = how.upstream;
  std::vector<std::string> candidates;
  for (const launch::assignment& a : theirs.assignments) {
    if (is_gradient(a.name.text) || assigns(launch, a.name.text)) continue;
    const auto value = launch::parse_value(a.value);
    const bool tensor = value && value->kind != launch::value_kind::plain;
    if (!tensor || is_parameter(a.name.text)) launch.assignments.push_back(a);
    else candidates.push_back(a.name.text);
  }
  if (upstream_.empty() && candidates.size() == 1) upstream_ = candidates[0];
  if (upstream_.empty() && candidates.size() > 1)
    return fail("several inputs may be the upstream gradient", {"command line"}, "say which one with --upstream NAME");
  std::string extents = "1";
  for (const launch::assignment& a : theirs.assignments)
    if (a.name.text == upstream_)
      if (const auto value = launch::parse_value(a.value); value && value->extents) extents = value->extents->text;
  for (const launch::kernel_parameter& p : parameters_)
    if (p.type.is_pointer() && !p.type.pointee_const && !assigns(launch, p.name)) {
      launch::assignment a{launch.configuration, launch.configuration};
      a.name.text = p.name, a.value.text = "empty:" + extents;
      launch.assignments.push_back(std::move(a));
    }
  // Numbers that only the backward kernel needs would be misspelt names here.
  const std::vector<launch::assignment> all = launch.assignments;
  std::string used = launch.configuration.text;
  for (const launch::assignment& a : all) used += ' ' + a.value.text;
  launch.assignments.erase(std::remove_if(launch.assignments.begin(), launch.assignments.end(),
                                          [&](const launch::assignment& a) { return !is_parameter(a.name.text) && a.name.text.find('.') == std::string::npos && !mentions(used, a.name.text); }),
                           launch.assignments.end());
  return {};
}

result<forward_case> forward_case::make(const request& how, const gradient_case& backward, const session::settings& s) {
  forward_case out;
  launch::word w;
  w.text = how.forward_kernel;
  const session::kernel_name name = session::split_kernel_name(w);
  auto file = session::kernel_file::open(name.file, "");
  if (!file) return tl::unexpected(file.error());
  out.file_ = std::make_shared<session::kernel_file>(*std::move(file));
  out.backward_ = &backward;
  out.settings_ = s;
  out.text_.launches.emplace_back();
  if (const auto ok = out.find_kernel(name.kernel.text); !ok) return tl::unexpected(ok.error());
  if (const auto ok = out.collect_words(how); !ok) return tl::unexpected(ok.error());
  const auto code = out.file_->code(s.nvcc_flags, s.instantiations, s.fuse);
  if (!code) return tl::unexpected(code.error());
  out.code_ = *code;
  return out;
}

result<void> forward_case::find_output(const exec::run_request& forward, std::uint64_t count, kernel_pair& out) const {
  // What the backward kernel reads as saved is the output only where nothing else can be.
  std::vector<std::uint32_t> fitting, saved;
  for (std::uint32_t k = 0; k < forward.buffers.size(); ++k) {
    const exec::buffer& b = forward.buffers[k];
    if (b.role == exec::buffer_role::input || !tensor::is_real(b.type) || b.data.size() / tensor::size_of(b.type) != count) continue;
    const bool read = std::any_of(out.backward.buffers.begin(), out.backward.buffers.end(), [&](const exec::buffer& o) { return o.name == b.name; });
    (read ? saved : fitting).push_back(k);
  }
  if (fitting.empty()) fitting = saved;
  if (fitting.size() == 1) return out.output = fitting[0], result<void>{};
  return fail(fitting.empty() ? "no output of the forward kernel has the upstream gradient's " + std::to_string(count) + " elements"
                              : "several outputs of the forward kernel have as many elements as the upstream gradient",
              {"--forward-launch"}, "give the output's shape: --forward-launch 'y=empty:NxC'");
}

/// The identity holds between exact values: what the forward kernel rounded when it saved it is made good in the shadow.
result<void> forward_case::shift_saved(const exec::run_request& forward, kernel_pair& out) const {
  if (out.saved.empty()) return {};
  const auto exact = analysis::differentiate(program(), forward, {});
  if (!exact) return tl::unexpected(exact.error());
  for (const analysis::output_derivative& d : exact->outputs)
    for (std::uint32_t k = 0; k < out.backward.buffers.size(); ++k) {
      const std::string& name = out.backward.buffers[k].name;
      if (name != forward.buffers[d.buffer].name || std::find(out.saved.begin(), out.saved.end(), name) == out.saved.end()) continue;
      exec::direction shift{k, std::vector<double>(d.value.size(), 0.0), std::vector<double>(d.value.size(), 0.0)};
      for (std::size_t i = 0; i < d.value.size(); ++i) {
        const double moved = d.value[i] - d.computed[i];
        if (d.value_radius[i] < INFINITY && std::fabs(moved) < INFINITY) shift.shift[i] = moved;
      }
      out.exactly.push_back(std::move(shift));
    }
  return {};
}

result<kernel_pair> forward_case::bind(const expr::named_inputs& in) const {
  kernel_pair out;
  auto backward = backward_->bind_values(in);
  if (!backward) return tl::unexpected(backward.error());
  launch::case_text text = text_;
  const auto extents = backward_->extents();
  for (launch::assignment& a : text.launches[0].assignments)
    if (const auto n = in.dimensions.find(a.name.text); n != in.dimensions.end() && extents.contains(a.name.text)) a.value.text = std::to_string(n->second);
  auto forward = session::bind_arguments(text, {code_->module, file_->signatures(), "", settings_.seed});
  if (!forward) return tl::unexpected(forward.error());
  for (exec::run_request* r : {&*forward, &*backward}) r->threads = settings_.threads, r->time_budget = settings_.time_budget;
  for (exec::buffer& b : forward->buffers)
    if (const exec::buffer* other = find(*backward, b.name); other != nullptr && b.role == exec::buffer_role::input) {
      if (other->data.size() != b.data.size()) return fail(b.name + " has another size in the forward launch");
      b.data = other->data;
    }
  exec::run_plan plain;
  plain.domain = exec::no_shadow();
  plain.tracks_races = false;
  const auto done = exec::run(program(), *forward, plain);
  if (!done) return tl::unexpected(done.error());
  if (!done->incomplete.empty()) return fail("the forward kernel could not be run to its end: " + done->incomplete[0].what);
  if (!done->faults.empty()) return fail("the forward kernel faults: " + done->faults[0].detail);
  for (std::size_t k = 0; k < forward->buffers.size(); ++k)
    if (exec::buffer* saved = find(*backward, forward->buffers[k].name); saved != nullptr && forward->buffers[k].role != exec::buffer_role::input)
      if (saved->data.size() == done->buffers[k]->data.size() && saved->role == exec::buffer_role::input) {
        const exec::region_bytes& made = done->buffers[k]->data;
        saved->data.assign(made.begin(), made.end());
        out.saved.push_back(saved->name);
      }
  out.backward = *std::move(backward);
  if (upstream_.empty()) out.upstream = {1.0};
  else if (const exec::buffer* u = find(out.backward, upstream_)) out.upstream = values_of(*u);
  else return fail("--upstream: there is no input " + tensor::quoted(upstream_), {"command line"});
  if (const auto ok = find_output(*forward, out.upstream.size(), out); !ok) return tl::unexpected(ok.error());
  if (const auto ok = shift_saved(*forward, out); !ok) return tl::unexpected(ok.error());
  out.forward = *std::move(forward);
  return out;
}

} // namespace fpcheck::gradient
