#pragma once
// CUDA graphs: work that is described once, by calls or by capturing a stream, and that is done each time the graph is launched.
#include "calls.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace fpcheck::runtime {

struct graph;

/// A launch with arguments of its own.
struct kernel_work {
  void* handle = nullptr; ///< as the program names the kernel
  ::dim3 grid, block;
  unsigned shared = 0;
  std::optional<exec::dim3> cluster;
  std::vector<std::vector<std::byte>> arguments;
  std::vector<void*> pointers; ///< to the arguments, as a launch wants them
};

struct graph_node {
  graph* owner = nullptr;
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::function<cudaError_t()> work;
  std::vector<graph_node*> after;       ///< it waits for these
  std::shared_ptr<kernel_work> kernel;  ///< of a launch
  const graph_node* original = nullptr; ///< of which it is the clone
};

/// Nodes in the order in which they were made.
struct graph {
  std::vector<std::unique_ptr<graph_node>> nodes;

  graph_node* add(cudaGraphNodeType type, std::vector<graph_node*> after, std::function<cudaError_t()> work);
  /// In an order that keeps all dependencies; nothing where they go in a circle.
  std::optional<std::vector<const graph_node*>> ordered() const;
};

/// What runs when a graph is launched: later changes of the graph do not matter.
struct runnable_graph {
  struct step {
    const graph_node* node;
    std::function<cudaError_t()> work;
    bool enabled = true;
  };
  std::vector<step> steps;

  static std::unique_ptr<runnable_graph> of(const graph& g);
  cudaError_t run() const;
  step* find(const graph_node* n);
};

/// A launch whose arguments are copied now. Nothing where the program has no such kernel.
std::shared_ptr<kernel_work> make_kernel_work(const void* handle, ::dim3 grid, ::dim3 block, std::size_t shared, void* const* arguments);
std::function<cudaError_t()> launching(std::shared_ptr<kernel_work> k);
cudaError_t launch_now(const kernel_work& k);

/// A stream that is being captured.
struct captured_stream {
  graph* into = nullptr;
  bool owned = true;             ///< the capture made the graph
  std::uint64_t id = 0;          ///< of the capture
  std::vector<graph_node*> last; ///< what comes next waits for these
  void add(cudaGraphNodeType type, std::function<cudaError_t()> work, std::shared_ptr<kernel_work> k = {});
};
/// The stream's capture, or nullptr; and the other direction.
captured_stream* capture_of(cudaStream_t s);
captured_stream* begin_capture(cudaStream_t s, captured_stream how);
void end_capture(std::uint64_t id);
bool is_open(std::uint64_t capture_id);

/// Does the work now or, where the stream is being captured, when the graph is launched.
template <class Work>
cudaError_t in_order(cudaStream_t s, cudaGraphNodeType type, Work work) {
  captured_stream* const c = capture_of(s);
  if (c == nullptr) return work();
  const locked_device d;
  c->add(type, std::move(work));
  return cudaSuccess;
}

} // namespace fpcheck::runtime
