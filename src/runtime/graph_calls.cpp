// Graphs, their nodes and the capture of streams. A launched graph does its nodes one after the other, in an order that its dependencies allow.
#include "graph.hpp"

#include <algorithm>
#include <cstring>

using namespace fpcheck::runtime;

namespace {

graph* of(cudaGraph_t g) { return reinterpret_cast<graph*>(g); }
graph_node* of(cudaGraphNode_t n) { return reinterpret_cast<graph_node*>(n); }
runnable_graph* of(cudaGraphExec_t e) { return reinterpret_cast<runnable_graph*>(e); }
cudaGraph_t handle(graph* g) { return reinterpret_cast<cudaGraph_t>(g); }
cudaGraphNode_t handle(const graph_node* n) { return reinterpret_cast<cudaGraphNode_t>(const_cast<graph_node*>(n)); }

/// What a node does.
struct node_work {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::function<cudaError_t()> run;
  std::shared_ptr<kernel_work> kernel;
  cudaError_t error = cudaSuccess;
};

template <class Parameters>
node_work kernel_node(const Parameters& p) {
  node_work out{cudaGraphNodeTypeKernel, {}, {}, cudaSuccess};
  if (p.kernelParams != nullptr) out.kernel = make_kernel_work(p.func, p.gridDim, p.blockDim, p.sharedMemBytes, p.kernelParams);
  if (out.kernel == nullptr) out.error = p.kernelParams == nullptr ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction;
  else out.run = launching(out.kernel);
  return out;
}
node_work copy_node(cudaMemcpy3DParms p) {
  return {cudaGraphNodeTypeMemcpy, [p] { return cudaMemcpy3DAsync(&p, nullptr); }, {}, cudaSuccess};
}
node_work copy_node(void* to, const void* from, std::size_t bytes) {
  return {cudaGraphNodeTypeMemcpy, [=] { return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, nullptr); }, {}, cudaSuccess};
}
node_work to_symbol_node(const void* symbol, const void* from, std::size_t bytes, std::size_t offset) {
  return {cudaGraphNodeTypeMemcpy, [=] { return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, cudaMemcpyDefault, nullptr); }, {}, cudaSuccess};
}
node_work from_symbol_node(void* to, const void* symbol, std::size_t bytes, std::size_t offset) {
  return {cudaGraphNodeTypeMemcpy, [=] { return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, cudaMemcpyDefault, nullptr); }, {}, cudaSuccess};
}

/// Elements of more than a byte whose bytes differ are copied from here.
cudaError_t fill_elements(char* to, unsigned value, unsigned size, std::size_t count) {
  std::vector<char> bytes(size * count);
  for (std::size_t k = 0; k < count; ++k) std::memcpy(&bytes[k * size], &value, size);
  return cudaMemcpy(to, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
}
template <class Parameters>
node_work fill_node(Parameters p) {
  node_work out{cudaGraphNodeTypeMemset, {}, {}, cudaSuccess};
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) out.error = cudaErrorInvalidValue;
  const unsigned ones = p.elementSize == 1 ? 1 : p.elementSize == 2 ? 0x101u
                                                                    : 0x1010101u;
  const bool by_bytes = p.elementSize == 1 || p.value == (p.value & 0xff) * ones;
  out.run = [=] {
    for (std::size_t y = 0; y < std::max<std::size_t>(p.height, 1); ++y) {
      char* const row = static_cast<char*>(p.dst) + y * (p.height > 1 ? p.pitch : 0);
      const cudaError_t e = by_bytes ? cudaMemsetAsync(row, static_cast<int>(p.value & 0xff), p.width * p.elementSize, nullptr) : fill_elements(row, p.value, p.elementSize, p.width);
      if (e != cudaSuccess) return e;
    }
    return cudaSuccess;
  };
  return out;
}
node_work host_node(cudaHostFn_t call, void* data) {
  return {cudaGraphNodeTypeHost, [=] { return cudaLaunchHostFunc(nullptr, call, data); }, {}, cudaSuccess};
}
/// The child as it is now.
node_work child_node(cudaGraph_t child) {
  const std::shared_ptr<runnable_graph> runs = runnable_graph::of(*of(child));
  if (runs == nullptr) return {cudaGraphNodeTypeGraph, {}, {}, cudaErrorInvalidValue};
  return {cudaGraphNodeTypeGraph, [runs] { return runs->run(); }, {}, cudaSuccess};
}
node_work record_node(cudaEvent_t e) {
  return {cudaGraphNodeTypeEventRecord, [e] { return cudaEventRecord(e, nullptr); }, {}, cudaSuccess};
}
/// Memory of a node keeps its address from launch to launch; it is there from now on.
template <class Parameters>
node_work allocation_node(Parameters& p) {
  node_work out{cudaGraphNodeTypeMemAlloc, {}, {}, cudaSuccess};
  out.error = cudaMalloc(&p.dptr, p.bytesize);
  return out;
}

node_work work_of(cudaGraphNodeParams& p) {
  switch (p.type) {
  case cudaGraphNodeTypeKernel: return kernel_node(p.kernel);
  case cudaGraphNodeTypeMemcpy: return copy_node(p.memcpy.copyParams);
  case cudaGraphNodeTypeMemset: return fill_node(p.memset);
  case cudaGraphNodeTypeHost: return host_node(p.host.fn, p.host.userData);
  case cudaGraphNodeTypeGraph: return child_node(p.graph.graph);
  case cudaGraphNodeTypeEmpty: return {};
  case cudaGraphNodeTypeWaitEvent: return {cudaGraphNodeTypeWaitEvent, {}, {}, cudaSuccess};
  case cudaGraphNodeTypeEventRecord: return record_node(p.eventRecord.event);
  case cudaGraphNodeTypeMemAlloc: return allocation_node(p.alloc);
  case cudaGraphNodeTypeMemFree: return {cudaGraphNodeTypeMemFree, {}, {}, cudaSuccess};
  default: break;
  }
  const locked_device d;
  return {p.type, {}, {}, static_cast<cudaError_t>(d->refuse("a conditional or external node of a Graph"))};
}

cudaError_t add(cudaGraphNode_t* out, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, node_work w) {
  if (out == nullptr || g == nullptr || (count != 0 && after == nullptr)) return answer(status::invalid_value);
  if (w.error != cudaSuccess) return answer(w.error);
  const locked_device d;
  std::vector<graph_node*> waits;
  for (std::size_t k = 0; k < count; ++k) waits.push_back(of(after[k]));
  graph_node* const n = of(g)->add(w.type, std::move(waits), std::move(w.run));
  n->kernel = std::move(w.kernel);
  *out = handle(n);
  return cudaSuccess;
}
cudaError_t replace(cudaGraphNode_t n, node_work w) {
  if (n == nullptr || w.error != cudaSuccess) return answer(n == nullptr ? cudaErrorInvalidValue : w.error);
  const locked_device d;
  of(n)->work = std::move(w.run), of(n)->kernel = std::move(w.kernel);
  return cudaSuccess;
}
cudaError_t replace(cudaGraphExec_t e, cudaGraphNode_t n, node_work w) {
  const locked_device d;
  auto* const step = e == nullptr ? nullptr : of(e)->find(of(n));
  if (step == nullptr || w.error != cudaSuccess) return answer(step == nullptr ? cudaErrorInvalidValue : w.error);
  step->work = std::move(w.run);
  return cudaSuccess;
}

/// Gives a list the way that the interface does: how many there are, or as many as there is room for.
cudaError_t give(const std::vector<const graph_node*>& all, cudaGraphNode_t* out, std::size_t* count) {
  if (count == nullptr) return answer(status::invalid_value);
  for (std::size_t k = 0; out != nullptr && k < *count; ++k) out[k] = k < all.size() ? handle(all[k]) : nullptr;
  *count = out == nullptr ? all.size() : std::min(*count, all.size());
  return cudaSuccess;
}

cudaError_t instantiate(cudaGraphExec_t* out, cudaGraph_t g) {
  if (out == nullptr || g == nullptr) return answer(status::invalid_value);
  const locked_device d;
  auto made = runnable_graph::of(*of(g));
  if (made == nullptr) return answer(status::invalid_value);
  *out = reinterpret_cast<cudaGraphExec_t>(made.release());
  return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* g, unsigned) { return *g = handle(new graph), cudaSuccess; }
cudaError_t cudaGraphDestroy(cudaGraph_t g) {
  const locked_device d;
  delete of(g);
  return cudaSuccess;
}
cudaError_t cudaGraphClone(cudaGraph_t* out, cudaGraph_t g) {
  const locked_device d;
  auto copy = std::make_unique<graph>();
  for (const auto& n : of(g)->nodes) copy->add(n->type, n->after, n->work)->kernel = n->kernel, copy->nodes.back()->original = n.get();
  for (const auto& n : copy->nodes)
    for (graph_node*& a : n->after) a = std::find_if(copy->nodes.begin(), copy->nodes.end(), [&](const auto& c) { return c->original == a; })->get();
  *out = handle(copy.release());
  return cudaSuccess;
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* out, cudaGraphNode_t n, cudaGraph_t clone) {
  for (const auto& c : of(clone)->nodes)
    if (c->original == of(n)) return *out = handle(c.get()), cudaSuccess;
  return answer(status::invalid_value);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, const cudaGraphEdgeData*, std::size_t count, cudaGraphNodeParams* p) {
  return add(n, g, after, count, work_of(*p));
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, const cudaKernelNodeParams* p) {
  return add(n, g, after, count, kernel_node(*p));
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, const cudaMemcpy3DParms* p) {
  return add(n, g, after, count, copy_node(*p));
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  return add(n, g, after, count, copy_node(to, from, bytes));
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, const void* symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind) {
  return add(n, g, after, count, to_symbol_node(symbol, from, bytes, offset));
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, void* to, const void* symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind) {
  return add(n, g, after, count, from_symbol_node(to, symbol, bytes, offset));
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, const cudaMemsetParams* p) {
  return add(n, g, after, count, fill_node(*p));
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, const cudaHostNodeParams* p) {
  return add(n, g, after, count, host_node(p->fn, p->userData));
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, cudaGraph_t child) {
  return add(n, g, after, count, child_node(child));
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count) { return add(n, g, after, count, {}); }
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, cudaEvent_t e) {
  return add(n, g, after, count, record_node(e));
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, cudaEvent_t) {
  return add(n, g, after, count, {cudaGraphNodeTypeWaitEvent, {}, {}, cudaSuccess});
}
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, cudaMemAllocNodeParams* p) {
  return add(n, g, after, count, allocation_node(*p));
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* n, cudaGraph_t g, const cudaGraphNode_t* after, std::size_t count, void*) {
  return add(n, g, after, count, {cudaGraphNodeTypeMemFree, {}, {}, cudaSuccess});
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t n, cudaKernelNodeParams* p) {
  const auto& k = of(n)->kernel;
  if (k == nullptr) return answer(status::invalid_value);
  *p = {k->handle, k->grid, k->block, k->shared, k->pointers.data(), nullptr};
  return cudaSuccess;
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t n, const cudaKernelNodeParams* p) { return replace(n, kernel_node(*p)); }
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t n, const cudaMemcpy3DParms* p) { return replace(n, copy_node(*p)); }
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t n, void* to, const void* from, std::size_t bytes, cudaMemcpyKind) { return replace(n, copy_node(to, from, bytes)); }
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t n, const cudaMemsetParams* p) { return replace(n, fill_node(*p)); }
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t n, const cudaHostNodeParams* p) { return replace(n, host_node(p->fn, p->userData)); }
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t n, cudaGraphNodeParams* p) { return replace(n, work_of(*p)); }

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t n, const cudaKernelNodeParams* p) { return replace(e, n, kernel_node(*p)); }
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t n, const cudaMemcpy3DParms* p) { return replace(e, n, copy_node(*p)); }
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t e, cudaGraphNode_t n, void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  return replace(e, n, copy_node(to, from, bytes));
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t n, const cudaMemsetParams* p) { return replace(e, n, fill_node(*p)); }
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t n, const cudaHostNodeParams* p) { return replace(e, n, host_node(p->fn, p->userData)); }
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t n, cudaGraph_t child) { return replace(e, n, child_node(child)); }
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t n, cudaGraphNodeParams* p) { return replace(e, n, work_of(*p)); }
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t e, cudaGraphNode_t n, unsigned on) {
  auto* const step = of(e)->find(of(n));
  if (step == nullptr) return answer(status::invalid_value);
  return step->enabled = on != 0, cudaSuccess;
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t e, cudaGraphNode_t n, unsigned* on) {
  const auto* const step = of(e)->find(of(n));
  if (step == nullptr) return answer(status::invalid_value);
  return *on = step->enabled, cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t n, cudaGraphNodeType* type) { return *type = of(n)->type, cudaSuccess; }
cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t* out, std::size_t* count) {
  std::vector<const graph_node*> all;
  for (const auto& n : of(g)->nodes) all.push_back(n.get());
  return give(all, out, count);
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t g, cudaGraphNode_t* out, std::size_t* count) {
  std::vector<const graph_node*> all;
  for (const auto& n : of(g)->nodes)
    if (n->after.empty()) all.push_back(n.get());
  return give(all, out, count);
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t n, cudaGraphNode_t* out, cudaGraphEdgeData*, std::size_t* count) {
  return give({of(n)->after.begin(), of(n)->after.end()}, out, count);
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t n, cudaGraphNode_t* out, cudaGraphEdgeData*, std::size_t* count) {
  std::vector<const graph_node*> all;
  for (const auto& other : of(n)->owner->nodes)
    if (std::find(other->after.begin(), other->after.end(), of(n)) != other->after.end()) all.push_back(other.get());
  return give(all, out, count);
}
cudaError_t cudaGraphGetEdges(cudaGraph_t g, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData*, std::size_t* count) {
  std::vector<const graph_node*> begins, ends;
  for (const auto& n : of(g)->nodes)
    for (const graph_node* a : n->after) begins.push_back(a), ends.push_back(n.get());
  std::size_t same = count == nullptr ? 0 : *count;
  if (const cudaError_t e = give(begins, from, count); e != cudaSuccess) return e;
  return give(ends, to, &same);
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t* from, const cudaGraphNode_t* to, const cudaGraphEdgeData*, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) of(to[k])->after.push_back(of(from[k]));
  return cudaSuccess;
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t, const cudaGraphNode_t* from, const cudaGraphNode_t* to, const cudaGraphEdgeData*, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) std::erase(of(to[k])->after, of(from[k]));
  return cudaSuccess;
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t n) {
  const locked_device d;
  graph& g = *of(n)->owner;
  for (const auto& other : g.nodes) std::erase(other->after, of(n));
  std::erase_if(g.nodes, [&](const auto& x) { return x.get() == of(n); });
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* e, cudaGraph_t g, unsigned long long) { return instantiate(e, g); }
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* e, cudaGraph_t g, unsigned long long) { return instantiate(e, g); }
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* e, cudaGraph_t g, cudaGraphInstantiateParams* p) {
  const cudaError_t r = instantiate(e, g);
  p->errNode_out = nullptr;
  p->result_out = r == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return r;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t e) {
  const locked_device d;
  delete of(e);
  return cudaSuccess;
}
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t, unsigned long long* flags) { return *flags = 0, cudaSuccess; }
/// Another graph of the same shape takes the place: nodes are told by their order, as the first graph's.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g, cudaGraphExecUpdateResultInfo* info) {
  const locked_device d;
  const auto fresh = runnable_graph::of(*of(g));
  runnable_graph& old = *of(e);
  const bool same = fresh != nullptr && fresh->steps.size() == old.steps.size();
  if (info != nullptr) *info = {same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  if (!same) return answer(cudaErrorGraphExecUpdateFailure);
  for (std::size_t k = 0; k < old.steps.size(); ++k) old.steps[k].work = fresh->steps[k].work;
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaGraphLaunch(cudaGraphExec_t e, cudaStream_t s) {
  if (e == nullptr) return answer(status::invalid_value);
  const auto runs = std::make_shared<runnable_graph>(*of(e));
  return answer(in_order(s, cudaGraphNodeTypeGraph, [runs] { return runs->run(); }));
}

} // extern "C"
