#include "graph.hpp"

#include <algorithm>
#include <atomic>
#include <map>

namespace fpcheck::runtime {
namespace {

std::map<cudaStream_t, captured_stream>& captures() {
  static auto* const all = new std::map<cudaStream_t, captured_stream>;
  return *all;
}
/// So that programs without graphs look nothing up.
std::atomic<bool> any_capture{false};

} // namespace

graph_node* graph::add(cudaGraphNodeType type, std::vector<graph_node*> after, std::function<cudaError_t()> work) {
  auto n = std::make_unique<graph_node>();
  n->owner = this, n->type = type, n->work = std::move(work), n->after = std::move(after);
  nodes.push_back(std::move(n));
  return nodes.back().get();
}

std::optional<std::vector<const graph_node*>> graph::ordered() const {
  std::vector<const graph_node*> out;
  const auto done = [&](const graph_node* n) { return std::find(out.begin(), out.end(), n) != out.end(); };
  while (out.size() < nodes.size()) {
    const std::size_t before = out.size();
    for (const auto& n : nodes)
      if (!done(n.get()) && std::all_of(n->after.begin(), n->after.end(), done)) out.push_back(n.get());
    if (out.size() == before) return std::nullopt;
  }
  return out;
}

std::unique_ptr<runnable_graph> runnable_graph::of(const graph& g) {
  const auto order = g.ordered();
  if (!order) return nullptr;
  auto out = std::make_unique<runnable_graph>();
  for (const graph_node* n : *order) out->steps.push_back({n, n->work, true});
  return out;
}

cudaError_t runnable_graph::run() const {
  for (const step& s : steps)
    if (const cudaError_t e = s.enabled && s.work ? s.work() : cudaSuccess; e != cudaSuccess) return e;
  return cudaSuccess;
}

runnable_graph::step* runnable_graph::find(const graph_node* n) {
  const auto it = std::find_if(steps.begin(), steps.end(), [&](const step& s) { return s.node == n; });
  return it == steps.end() ? nullptr : &*it;
}

std::shared_ptr<kernel_work> make_kernel_work(const void* handle, ::dim3 grid, ::dim3 block, std::size_t shared, void* const* arguments) {
  const locked_device d;
  program_kernel* const k = kernel_of(handle);
  if (k == nullptr || d->find(*k) != status::success) return {};
  auto out = std::make_shared<kernel_work>();
  out->handle = const_cast<void*>(handle), out->grid = grid, out->block = block, out->shared = static_cast<unsigned>(shared);
  for (std::size_t p = 0; p < k->code->parameters.size(); ++p) {
    const auto* const first = static_cast<const std::byte*>(arguments[p]);
    out->arguments.emplace_back(first, first + k->unit->code().variables[k->code->parameters[p]].size);
  }
  for (auto& a : out->arguments) out->pointers.push_back(a.data());
  return out;
}

std::function<cudaError_t()> launching(std::shared_ptr<kernel_work> k) {
  return [k = std::move(k)] { return launch_now(*k); };
}

void captured_stream::add(cudaGraphNodeType type, std::function<cudaError_t()> work, std::shared_ptr<kernel_work> k) {
  graph_node* const n = into->add(type, last, std::move(work));
  n->kernel = std::move(k);
  last = {n};
}

captured_stream* capture_of(cudaStream_t s) {
  if (!any_capture) return nullptr;
  const locked_device d;
  const auto it = captures().find(s);
  return it == captures().end() ? nullptr : &it->second;
}

captured_stream* begin_capture(cudaStream_t s, captured_stream how) {
  any_capture = true;
  return &(captures()[s] = std::move(how));
}

void end_capture(std::uint64_t id) {
  std::erase_if(captures(), [&](const auto& c) { return c.second.id == id; });
  any_capture = !captures().empty();
}

bool is_open(std::uint64_t id) {
  return id != 0 && std::any_of(captures().begin(), captures().end(), [&](const auto& c) { return c.second.id == id; });
}

} // namespace fpcheck::runtime
