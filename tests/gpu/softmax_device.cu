// The kernels of row_kernels.cu on the device have the bits of their twins on the host, and so of the emulator.
// The twins call functions of the host from templates that serve both sides.
#pragma nv_diag_suppress 20011, 20013, 20014
#include "../kernels/row_kernels.cu"
#include "../kernels/product_compare.hpp"
#include "device.hpp"

#include <fpcheck/kernels/classifier_loss_twin.hpp>
#include <fpcheck/kernels/launch_classifier_loss.hpp>

#include <map>

namespace {

struct counts {
  int comparisons = 0, failures = 0;
};

std::map<std::string, const void*> entries;

/// Calls `launch` with the arguments pointing to copies of the members' memory and copies them back.
template <class Arguments, class Launch>
std::string run_on_copies(const std::string& name, Arguments a, const std::vector<rows::member>& members, const Launch& launch) {
  std::vector<void*> memory;
  for (const rows::member& m : members) {
    void* p = nullptr;
    gpu::check(cudaMalloc(&p, m.host.size() + 16), "cudaMalloc");
    gpu::check(cudaMemcpy(p, m.host.data(), m.host.size(), cudaMemcpyHostToDevice), "copy");
    std::memcpy(reinterpret_cast<std::byte*>(&a) + m.offset, &p, sizeof p);
    memory.push_back(p);
  }
  gpu::check(launch(a), name.c_str());
  gpu::check(cudaDeviceSynchronize(), name.c_str());
  for (std::size_t i = 0; i < members.size(); ++i) {
    gpu::check(cudaMemcpy(members[i].host.data(), memory[i], members[i].host.size(), cudaMemcpyDeviceToHost), "copy");
    cudaFree(memory[i]);
  }
  return {};
}

const auto run = [](const std::string& name, unsigned grid, unsigned block, const auto& arguments, const std::vector<rows::member>& members) {
  return run_on_copies(name, arguments, members, [&](auto& a) {
    void* pointers[] = {&a};
    return cudaLaunchKernel(entries.at(name), dim3(grid), dim3(block), pointers, 0, nullptr);
  });
};

/// The same for a kernel of softmax_cluster.hpp: clusters of as many CTAs as a row has parts.
template <class Kernel>
auto run_clusters(Kernel kernel, std::uint32_t landing) {
  return [=](const std::string& name, unsigned grid, unsigned block, const auto& arguments, const std::vector<rows::member>& members) {
    return run_on_copies(name, arguments, members, [&](auto& a) {
      gpu::check(cudaMemset(a.exchange, 0, sizeof(std::uint64_t)), "rows drawn");
      cudaLaunchAttribute cluster{};
      cluster.id = cudaLaunchAttributeClusterDimension;
      cluster.val.clusterDim = {static_cast<unsigned>(a.parts), 1, 1};
      cudaLaunchConfig_t how{};
      how.attrs = &cluster, how.numAttrs = 1, how.gridDim = dim3(grid), how.blockDim = dim3(block), how.dynamicSmemBytes = landing;
      return cudaLaunchKernelEx(&how, kernel, a);
    });
  };
}

void count(counts& c, const char* name, rows::geometry g, const std::string& difference) {
  ++c.comparisons;
  if (difference.empty()) return;
  ++c.failures;
  std::printf("%s %lld x %d: %s\n", name, static_cast<long long>(g.rows), g.columns, difference.c_str());
}

/// The kernels on clusters against the twins of the same plans, for rows of two and three parts.
template <class Plan>
void compare_clusters(counts& c, const char* name) {
  using schedule = typename Plan::schedule;
  for (const rows::geometry& g : {rows::geometry{9, schedule::capacity + schedule::vector}, rows::geometry{5, schedule::capacity + 2 * schedule::vector}, rows::geometry{2, 3 * schedule::capacity}})
    for (std::uint32_t seed = 0; seed < 9; ++seed)
      if constexpr (requires { Plan::kept; })
        count(c, name, g, rows::compare_softmax<Plan>(name, g, seed, run_clusters(softmax_forward_cluster<Plan>, landing_bytes<Plan>(1))));
      else
        count(c, name, g, rows::compare_gradient<Plan>(name, g, seed, run_clusters(softmax_backward_cluster<Plan>, landing_bytes<Plan>(2))));
}

/// What the library chooses for long rows against the twins of the schedules on clusters, which stay the same below 16 parts.
template <class Tag>
void compare_launches(counts& c, const char* name) {
  constexpr int vector = widest_packet<Tag, Tag>;
  const rows::geometry g{3, 40000};
  using forward = softmax_plan<Tag, Tag, logits<row_scaling::fixed>, special_exp2, kernels::detail::cluster_schedule<Tag, vector>>;
  using backward = softmax_gradient_plan<Tag, Tag, logits<row_scaling::fixed>, special_exp2, kernels::detail::cluster_gradient_schedule<vector>>;
  const auto call = [](const auto& launch) {
    return [launch](const std::string& name, unsigned, unsigned, const auto& arguments, const std::vector<rows::member>& members) {
      return run_on_copies(name, arguments, members, launch);
    };
  };
  for (std::uint32_t seed = 0; seed < 3; ++seed) {
    count(c, name, g, rows::compare_softmax<forward>(name, g, seed, call([](const auto& a) { return launch_softmax_rows<Tag, Tag, logits<row_scaling::fixed>>(a, nullptr); })));
    count(c, name, g, rows::compare_gradient<backward>(name, g, seed, call([](const auto& a) { return launch_softmax_gradient_rows<Tag, Tag, logits<row_scaling::fixed>>(a, nullptr); })));
  }
  const rows::geometry shorter{9, 1024};
  kernels::detail::with_running_schedule<Tag>(shorter.columns, true, [&](auto schedule) {
    using plan = softmax_gradient_plan<Tag, f32_format, logits<row_scaling::fixed>, special_exp2, decltype(schedule)>;
    count(c, name, shorter, rows::compare_scale<plan>(name, shorter, 0, call([](const auto& a) { return launch_scale_gradient_rows<Tag, logits<row_scaling::fixed>>(a, nullptr, nullptr); })));
    return cudaSuccess;
  });
}

/// The library's classifier loss against its twin, with the plan that the library chooses.
template <class Tag>
std::string compare_classifier(std::int32_t count, std::int32_t columns, std::int32_t inner, std::int32_t chunk) {
  const auto size = [](std::int64_t a, std::int64_t b) { return static_cast<std::size_t>(a * b); };
  auto hidden = rows::make<Tag>(1, count * inner, count * inner, 0), weights = rows::make<Tag>(1, columns * inner, columns * inner, 9);
  std::vector<std::int64_t> targets(size(count, 1));
  std::vector<float> upstream(targets.size()), loss(targets.size()), twin_loss = loss, room(size(chunk, columns));
  std::vector<float> of_hidden(hidden.size()), twin_of_hidden = of_hidden, of_weights(weights.size()), twin_of_weights = of_weights;
  std::vector<online_state> states(size(chunk, 1));
  for (std::size_t i = 0; i < targets.size(); ++i) targets[i] = i % 4 == 3 ? -1 : static_cast<std::int64_t>(i * 31) % columns, upstream[i] = 1.0f / static_cast<float>(i + 1);
  classifier_arguments a;
  a.hidden = hidden.data(), a.weights = weights.data(), a.targets = targets.data(), a.loss = twin_loss.data(), a.upstream = upstream.data();
  a.hidden_gradient = twin_of_hidden.data(), a.weights_gradient = twin_of_weights.data(), a.logits_room = room.data(), a.states_room = states.data();
  a.rows = count, a.columns = columns, a.inner = inner, a.chunk = chunk, a.hidden_row = a.weights_row = inner, a.logits.scale = 0.125f;
  kernels::detail::with_running_schedule<f32_format>(columns, columns % 4 == 0, [&](auto schedule) {
    using plan = softmax_plan<f32_format, f32_format, logits<row_scaling::fixed>, special_exp2, decltype(schedule)>;
    classifier_loss_twin<Tag, Tag, plan, rows::host_exp2<plan>>(a);
    return cudaSuccess;
  });
  using A = classifier_arguments;
  const auto launch = [](const classifier_arguments& b) { return launch_classifier_loss_rows<Tag, Tag>(b, nullptr); };
  const std::string error = run_on_copies("classifier", a,
                                          {{offsetof(A, hidden), rows::bytes(hidden)}, {offsetof(A, weights), rows::bytes(weights)}, {offsetof(A, targets), rows::bytes(targets)},
                                           {offsetof(A, upstream), rows::bytes(upstream)}, {offsetof(A, loss), rows::bytes(loss)},
                                           {offsetof(A, hidden_gradient), rows::bytes(of_hidden)}, {offsetof(A, weights_gradient), rows::bytes(of_weights)},
                                           {offsetof(A, logits_room), rows::bytes(room)}, {offsetof(A, states_room), rows::bytes(states)}}, launch);
  return error + rows::difference(twin_loss, loss, "loss") + rows::difference(twin_of_hidden, of_hidden, "hidden gradient") +
         rows::difference(twin_of_weights, of_weights, "weight gradient");
}

} // namespace

int main() {
  if (!gpu::present()) return gpu::skip("softmax_device");
  counts c;
#define COMPARE(kind, name, ...)                                                                                       \
  entries[#name] = reinterpret_cast<const void*>(&name);                                                               \
  for (const rows::geometry& g : rows::shapes<__VA_ARGS__>())                                                          \
    for (std::uint32_t seed = 0; seed < 9; ++seed) count(c, #name, g, rows::compare_##kind<__VA_ARGS__>(#name, g, seed, run));
#define SOFTMAX(name, ...) COMPARE(softmax, name, __VA_ARGS__)
#define GRADIENT(name, ...) COMPARE(gradient, name, __VA_ARGS__)
#define SCALE(name, ...) COMPARE(scale, name, __VA_ARGS__)
#define LOSS(name, ...)                                                                                                \
  entries[#name "_gradient"] = reinterpret_cast<const void*>(&name##_gradient);                                        \
  COMPARE(loss, name, __VA_ARGS__)
#include "../kernels/row_kernels.def"
  entries["scale_of_heads"] = reinterpret_cast<const void*>(&scale_of_heads);
  count(c, "scale_of_heads", {0, 0}, rows::compare_heads("scale_of_heads", run));
  for (const rows::product_case& p : rows::product_cases)
    for (std::uint32_t seed : {0u, 6u}) {
      entries["product_f32"] = reinterpret_cast<const void*>(&product_f32), entries["product_f32_bf16"] = reinterpret_cast<const void*>(&product_f32_bf16);
      count(c, "product_f32", {p.m, p.n}, rows::compare_product<f32_format, f32_format>("product_f32", p, seed, run));
      count(c, "product_f32_bf16", {p.m, p.n}, rows::compare_product<f32_format, bf16_format>("product_f32_bf16", p, seed, run));
    }
  count(c, "classifier f32", {37, 1000}, compare_classifier<f32_format>(37, 1000, 96, 16));
  count(c, "classifier bf16", {20, 301}, compare_classifier<bf16_format>(20, 301, 33, 20));
  compare_launches<f32_format>(c, "launches of f32");
  compare_launches<bf16_format>(c, "launches of bf16");
#define CLUSTERS(name, ...) compare_clusters<__VA_ARGS__>(c, name);
  CLUSTERS("f32 on clusters", softmax_plan<f32_format, f32_format, logits<>, special_exp2, row_schedule<64, 64, 4, 2>>)
  CLUSTERS("bf16 on clusters", softmax_plan<bf16_format, bf16_format, logits<>, special_exp2, row_schedule<64, 64, 8, 1>, softmax_result::probability, kept_values::codes>)
  CLUSTERS("causal f32 on clusters", softmax_plan<f32_format, f32_format, logits<row_scaling::log_length, row_mask::causal>, special_exp2, row_schedule<64, 64, 4, 1>>)
  CLUSTERS("lengths bf16 on clusters", softmax_plan<bf16_format, f32_format, logits<row_scaling::fixed, row_mask::lengths>, special_exp2, row_schedule<64, 64, 8, 1>>)
  CLUSTERS("capped f32 on clusters", softmax_plan<f32_format, f32_format, logits<row_scaling::fixed, row_mask::none, soft_cap::on>, special_exp2, row_schedule<128, 128, 4, 2>>)
  CLUSTERS("log f32 on clusters", softmax_plan<f32_format, f32_format, logits<>, special_exp2, row_schedule<64, 64, 4, 1>, softmax_result::log_probability, kept_values::codes>)
  CLUSTERS("gradient f32 on clusters", softmax_gradient_plan<f32_format, f32_format, logits<>, special_exp2, row_schedule<64, 64, 4, 2>>)
  CLUSTERS("gradient bf16 on clusters", softmax_gradient_plan<bf16_format, bf16_format, logits<row_scaling::fixed>, special_exp2, row_schedule<64, 64, 8, 1>>)
  CLUSTERS("gradient capped on clusters", softmax_gradient_plan<f32_format, f32_format, logits<row_scaling::fixed, row_mask::none, soft_cap::on>, special_exp2, row_schedule<64, 64, 4, 1>>)
  CLUSTERS("gradient log on clusters", softmax_gradient_plan<f32_format, f32_format, logits<>, special_exp2, row_schedule<64, 64, 4, 1>, softmax_result::log_probability>)
  std::printf("%s: softmax_device: %d comparisons, %d with other bits than the twin\n", gpu::name().c_str(), c.comparisons, c.failures);
  return c.failures != 0 ? 1 : 0;
}
