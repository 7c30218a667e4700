// Gradient checks on the device: softmax(X W + b) at three sizes and in three formats, with a right backward and with
// four wrong ones, by duals and with the forward launch as a black box; and what they cost. With the argument `small`,
// only the smallest size with few probes, for compute-sanitizer.
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/kernels/gradient_device.hpp>

#include "device.hpp"
#include "gradient_layer.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <vector>

namespace {

using namespace fpcheck::kernels;
using layer::tensor;
using bf16 = fpcheck::basic_float<fpcheck::bf16_format>;

enum class mutant { none, zero, last_row, scale, element };
constexpr const char* mutant_names[] = {"right", "zero", "last row unwritten", "scale 1.003", "one element 1 % of row"};

template <class T>
struct device_array {
  T* data = nullptr;
  std::size_t count;
  explicit device_array(std::size_t n) : count(n) { gpu::check(cudaMalloc(&data, n * sizeof(T)), "allocation"); }
  device_array(const device_array&) = delete;
  ~device_array() { cudaFree(data); }
};

/// Uniform in (-scale, scale).
template <class T>
__global__ void fill(T* x, std::uint64_t n, float scale, std::uint32_t seed) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) x[i] = static_cast<T>(scale * (2 * unit_open(fmix32(static_cast<std::uint32_t>(i) ^ seed)) - 1));
}

/// Breaks a right gradient. Launch: a thread an element.
template <class T>
__global__ void break_gradient(T* g, layer::extents e, mutant how, double element_error) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x,
                      n = std::uint64_t{static_cast<unsigned>(e.in)} * static_cast<unsigned>(e.out);
  if (i >= n) return;
  if (how == mutant::zero || (how == mutant::last_row && i >= n - static_cast<unsigned>(e.out)))
    g[i] = static_cast<T>(0.0);
  if (how == mutant::scale) g[i] = static_cast<T>(static_cast<double>(g[i]) * 1.003);
  if (how == mutant::element && i == n / 3) g[i] = static_cast<T>(static_cast<double>(g[i]) + element_error);
}

unsigned blocks(std::uint64_t n, unsigned block) {
  return static_cast<unsigned>((n + block - 1) / block);
}

/// The user's layer with its buffers.
template <class T>
struct problem {
  layer::extents e;
  std::size_t inputs, weights, outputs;
  device_array<T> x, w, b, upstream, dx, dw, db;
  device_array<double> wide_upstream;
  device_array<layer::accumulator_t<T>> partial, p, dz;

  explicit problem(layer::extents s)
      : e(s), inputs(std::size_t(s.batch) * s.in), weights(std::size_t(s.in) * s.out),
        outputs(std::size_t(s.batch) * s.out), x(inputs), w(weights), b(s.out), upstream(outputs), dx(inputs),
        dw(weights), db(s.out), wide_upstream(outputs), partial(outputs * layer::splits), p(outputs), dz(outputs) {
    fill<<<blocks(inputs, 256), 256>>>(x.data, inputs, 1.0f, 1u);
    fill<<<blocks(weights, 256), 256>>>(w.data, weights, 2.0f / std::sqrt(static_cast<float>(s.in)), 2u);
    fill<<<blocks(b.count, 256), 256>>>(b.data, b.count, 0.5f, 3u);
    fill<<<blocks(outputs, 256), 256>>>(upstream.data, outputs, 1.0f, 4u);
    widen_kernel<<<blocks(outputs, 256), 256>>>(upstream.data, outputs, wide_upstream.data);
  }

  template <class Out>
  void forward(const T* x_, const T* w_, const T* b_, Out* out) {
    const dim3 grid(blocks(e.out, 128), layer::splits, blocks(e.batch, layer::rows_at_once));
    layer::linear<T><<<grid, 128>>>(x_, w_, e, partial.data);
    layer::softmax_rows<T><<<e.batch, 256>>>(partial.data, b_, e, out);
  }

  void backward(mutant how) {
    forward(x.data, w.data, b.data, p.data);
    layer::softmax_backward<T><<<e.batch, 256>>>(p.data, upstream.data, e, dz.data);
    layer::weight_gradient<T><<<dim3(blocks(e.out, 128), e.in), 128>>>(x.data, dz.data, e, dw.data);
    layer::bias_gradient<T><<<blocks(e.out, 128), 128>>>(dz.data, e, db.data);
    layer::input_gradient<T><<<dim3(e.in, e.batch), 32>>>(w.data, dz.data, e, dx.data);
    if (how == mutant::none) return;
    std::vector<T> row(e.out);
    gpu::check(cudaMemcpy(row.data(), dw.data + weights / 3 / e.out * e.out, e.out * sizeof(T), cudaMemcpyDeviceToHost),
               "copy");
    double norm = 0;
    for (const T v : row) norm += static_cast<double>(v) * static_cast<double>(v);
    break_gradient<<<blocks(weights, 256), 256>>>(dw.data, e, how, 0.01 * std::sqrt(norm));
  }
};

template <class T>
double unit_roundoff() {
  return sizeof(T) == 8 ? 0x1p-53 : sizeof(T) == 4 ? 0x1p-24 : 0x1p-8;
}

/// What rounding may do to the gradient of tensor `which`: dW and db sum over the batch, dX over the outputs; dZ is a
/// difference of products of the probabilities, sums over the outputs.
template <class T>
gradient_options options_for(const layer::extents& e, tensor which) {
  const double accumulate = sizeof(T) == 8 ? 0x1p-53 : 0x1p-24;
  gradient_options o;
  o.allowance = rounding_allowance(unit_roundoff<T>(), accumulate,
                                   (which == tensor::input ? e.out : e.batch) + std::sqrt(double(e.out)));
  return o;
}

/// The layer's tangents by functors over duals, or its first stage by `product_tangents`.
enum class road { functors, products };

/// The values of the linear stage, for the road that wants them.
template <class T>
double* values_at_point(gradient_device& device, problem<T>& q, road how) {
  const layer::linear_output<T, tensor::weight> linear{q.x.data, q.w.data, q.b.data, q.e};
  return how == road::products ? device.values(linear, q.outputs, q.w.data) : nullptr;
}

/// The shape of the product X W with `which` moving.
product_shape product_of(const layer::extents& e, tensor which) {
  const auto batch = static_cast<std::uint32_t>(e.batch), in = static_cast<std::uint32_t>(e.in),
             out = static_cast<std::uint32_t>(e.out);
  if (which == tensor::weight) return {batch, in, out, in, 1, out, 1, out, 1};
  return {out, in, batch, 1, out, 1, in, 1, out};
}

/// d loss / d v_j for probes of `d` in tensor `Which`; by products if the values of the linear stage are given.
template <class T, tensor Which>
std::vector<double> derivatives(gradient_device& device, device_memory& parts_memory, problem<T>& q,
                                const directions& d, int probes, double* at_point) {
  const T* values = Which == tensor::weight ? q.w.data : Which == tensor::bias ? q.b.data : q.x.data;
  const std::size_t n = Which == tensor::weight ? q.weights : Which == tensor::bias ? q.b.count : q.inputs;
  const layer::linear_output<T, Which> linear{q.x.data, q.w.data, q.b.data, q.e};
  stage_tangents z;
  if (at_point == nullptr) {
    z = device.tangents<32>(linear, q.outputs, device.moving<32>(values, n, d, probes), probes);
  } else if constexpr (Which == tensor::bias) {
    z = device.tangents<32>(layer::shifted_output<T>{at_point, q.b.data, q.e.out}, q.outputs,
                            device.moving<32>(values, n, d, probes), probes);
  } else {
    const T* a = Which == tensor::weight ? q.x.data : q.w.data;
    const std::size_t count = Which == tensor::weight ? q.inputs : q.weights;
    z = {at_point, device.product_tangents(a, count, product_of(q.e, Which), n, d, probes)};
  }
  const layer::softmax_parts parts{q.wide_upstream.data, q.e.out};
  const std::uint64_t count = 2 * parts.parts() * static_cast<std::uint64_t>(q.e.batch);
  double* part_values = parts_memory.room<double>(count * (1 + static_cast<std::size_t>(probes)));
  const auto wide = static_cast<std::uint32_t>(probes);
  device.tangents_into<4>(parts, count, stored_parameters<4>{z.values, z.tangents, wide, 0}, probes, part_values,
                          part_values + count);
  return device.derivatives<4>(layer::softmax_loss{parts.parts()}, static_cast<std::uint64_t>(q.e.batch), nullptr,
                               stored_parameters<4>{part_values, part_values + count, wide, 0}, probes);
}

template <class T, tensor Which>
gradient_verdict by_duals(gradient_device& device, device_memory& memory, problem<T>& q, int probes, double* at_point) {
  const T* gradient = Which == tensor::weight ? q.dw.data : Which == tensor::bias ? q.db.data : q.dx.data;
  const std::size_t n = Which == tensor::weight ? q.weights : Which == tensor::bias ? q.b.count : q.inputs;
  const directions d{42 + static_cast<unsigned>(Which)};
  gradient_evidence evidence;
  evidence.derivative = derivatives<T, Which>(device, memory, q, d, probes, at_point);
  evidence.projection = device.projections(gradient, n, d, probes);
  return judge_gradient(evidence, options_for<T>(q.e, Which));
}

template <class T, tensor Which>
gradient_verdict by_differences(gradient_device& device, problem<T>& q, int probes, difference_plan& plan) {
  const T* values = Which == tensor::weight ? q.w.data : Which == tensor::bias ? q.b.data : q.x.data;
  const T* gradient = Which == tensor::weight ? q.dw.data : Which == tensor::bias ? q.db.data : q.dx.data;
  const std::size_t n = Which == tensor::weight ? q.weights : Which == tensor::bias ? q.b.count : q.inputs;
  const auto forward = [&](const T* moved, T* result) {
    if constexpr (Which == tensor::weight)
      q.forward(q.x.data, moved, q.b.data, result);
    else if constexpr (Which == tensor::bias)
      q.forward(q.x.data, q.w.data, moved, result);
    else
      q.forward(moved, q.w.data, q.b.data, result);
  };
  const gradient_evidence evidence =
      device.differences(forward, values, n, q.outputs, q.wide_upstream.data, gradient, directions{77}, probes, plan);
  return judge_gradient(evidence, options_for<T>(q.e, Which));
}

/// The adjoint identity <dZ, X V> = <X^T dZ, V> of the user's own two launches for the linear stage.
template <class T>
gradient_verdict by_adjoint(gradient_device& device, problem<T>& q, device_array<double>& weight, int probes) {
  widen_kernel<<<blocks(q.outputs, 256), 256>>>(q.dz.data, q.outputs, weight.data);
  const auto tangent = [&](const T* v, T* image) {
    const dim3 grid(blocks(q.e.out, 128), layer::splits, blocks(q.e.batch, layer::rows_at_once));
    layer::linear<T><<<grid, 128>>>(q.x.data, v, q.e, q.partial.data);
    layer::add_splits<T><<<blocks(q.outputs, 256), 256>>>(q.partial.data, q.e, image);
  };
  gradient_evidence evidence =
      device.adjoint<T>(tangent, q.weights, q.outputs, weight.data, q.dw.data, directions{21}, probes);
  // The outputs of J v are rounded independently of each other; a few units of each are noise of their weighted sum.
  evidence.noise = (sizeof(T) == 2 ? 1 : 16) * unit_roundoff<T>() * std::sqrt(mean_square(evidence.derivative));
  return judge_gradient(evidence, options_for<T>(q.e, tensor::weight));
}

template <class Run>
double best_ms(int times, Run&& run) {
  double best = 1e30;
  for (int i = 0; i < times; ++i) {
    cudaDeviceSynchronize();
    const auto start = std::chrono::steady_clock::now();
    run();
    cudaDeviceSynchronize();
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

constexpr const char* outcome_names[] = {"passed", "wrong", "incomplete"};

bool report(const char* format, const layer::extents& e, const char* method, int probes, mutant how,
            const gradient_verdict& v, double ms, const char* more) {
  // Differences of outputs in bf16 may be too coarse to pass anything; they must not call a right gradient wrong.
  const bool coarse = v.outcome == gradient_outcome::incomplete && std::strcmp(format, "bf16") == 0;
  const bool good =
      how == mutant::none ? v.outcome == gradient_outcome::passed || coarse : v.outcome == gradient_outcome::wrong;
  std::printf(
      "%-4s %4dx%4dx%4d %-11s %5d probes %-23s %-10s error %.2e resolution %.1e allowed %.1e miss %.0e %9.3f ms %s%s\n",
      format, e.batch, e.in, e.out, method, probes, mutant_names[static_cast<int>(how)],
      outcome_names[static_cast<int>(v.outcome)], v.error_norm / v.gradient_norm, v.resolution / v.gradient_norm,
      v.allowed_norm / v.gradient_norm, v.miss_probability, ms, more, good ? "" : "  UNEXPECTED");
  return good;
}

/// Where the error of dW is: by back-projection of `probes` residuals, in tiles of one row.
template <class T>
std::string located(gradient_device& device, device_memory& memory, problem<T>& q, int probes, road how) {
  const directions d{42};
  std::vector<double> residual = device.projections(q.dw.data, q.weights, d, probes);
  const std::vector<double> actual =
      derivatives<T, tensor::weight>(device, memory, q, d, probes, values_at_point(device, q, how));
  for (std::size_t j = 0; j < residual.size() && j < actual.size(); ++j) residual[j] -= actual[j];
  const tile_grid grid{static_cast<std::uint64_t>(q.e.in), static_cast<std::uint64_t>(q.e.out), 1,
                       static_cast<std::uint64_t>(q.e.out)};
  const auto found = device.suspects(residual, q.weights, d, grid);
  if (found.empty()) return "no row stands out";
  char line[120];
  std::snprintf(line, sizeof line, "%zu rows, first %llu, its worst element %llu", found.size(),
                static_cast<unsigned long long>(found[0].tile),
                static_cast<unsigned long long>(found[0].element % static_cast<unsigned>(q.e.out)));
  return line;
}

/// A check of all three tensors; the verdict on dW, and whether the other two passed.
template <class T>
gradient_verdict check_all(gradient_device& device, device_memory& memory, problem<T>& q, int probes, road how,
                           bool& others) {
  double* at_point = values_at_point(device, q, how);
  const gradient_verdict w = by_duals<T, tensor::weight>(device, memory, q, probes, at_point);
  for (const gradient_verdict& v : {by_duals<T, tensor::bias>(device, memory, q, probes, at_point),
                                    by_duals<T, tensor::input>(device, memory, q, probes, at_point)}) {
    if (v.outcome != gradient_outcome::passed) std::printf("  b or X: %s\n", text(v).c_str());
    others &= v.outcome == gradient_outcome::passed;
  }
  return w;
}

template <class T>
bool check_differences(const char* format, gradient_device& device, problem<T>& q, mutant how, int probes, int times) {
  difference_plan plan;
  gradient_verdict v;
  const double ms = best_ms(times, [&] {
    plan = {};
    v = by_differences<T, tensor::weight>(device, q, probes, plan);
  });
  char more[120];
  std::snprintf(more, sizeof more, "(W; %d launches, step %.2e, noise %s)", 2 * plan.measurements, plan.step,
                plan.noise_settled ? "settled" : "not settled");
  return report(format, q.e, "differences", probes, how, v, ms, more);
}

template <class T>
bool check_size(const char* format, layer::extents e, int probes, int black_box_probes, int times) {
  problem<T> q(e);
  gradient_device device;
  device_memory memory;
  device_array<double> weight(q.outputs);
  bool good = true;
  for (const mutant how : {mutant::none, mutant::zero, mutant::last_row, mutant::scale, mutant::element}) {
    if (sizeof(T) == 2 && (how == mutant::scale || how == mutant::element)) continue; // below what the format resolves
    q.backward(how);
    gradient_verdict w;
    for (const road by : {road::functors, road::products}) {
      if (sizeof(T) == 8 && by == road::products) continue; // its integers are of 31 bits
      const double ms = best_ms(times, [&] { w = check_all(device, memory, q, probes, by, good); });
      good &= report(format, e, by == road::functors ? "functors" : "products", probes, how, w, ms, "(W, b, X)");
    }
    if (how == mutant::last_row || how == mutant::element) {
      std::string where;
      const double ms = best_ms(
          1, [&] { where = located(device, memory, q, 1024, sizeof(T) == 8 ? road::functors : road::products); });
      std::printf("     where: %s (%.1f ms)\n", where.c_str(), ms);
    }
    good &= check_differences(format, device, q, how, black_box_probes, times);
    const double ms = best_ms(times, [&] { w = by_adjoint(device, q, weight, black_box_probes); });
    good &= report(format, e, "adjoint", black_box_probes, how, w, ms, "(W of X W)");
  }
  gpu::check(device.status(), "gradient check");
  return good;
}

/// As many directions as a small layer is given, for a large one: what they cost, and the verdicts of a right and a wrong gradient.
template <class T>
bool check_many(const char* format, layer::extents e, int probes) {
  problem<T> q(e);
  gradient_device device;
  device_memory memory;
  bool good = true;
  for (const mutant how : {mutant::none, mutant::element}) {
    q.backward(how);
    gradient_verdict w;
    const double ms = best_ms(3, [&] { w = check_all(device, memory, q, probes, road::products, good); });
    good &= report(format, e, "products", probes, how, w, ms, "(W, b, X)");
  }
  gpu::check(device.status(), "gradient check");
  return good;
}

/// Additions in binary64 at full rate.
__global__ void additions(double* out, int count, double step) {
  double sum[8];
  for (int i = 0; i < 8; ++i) sum[i] = static_cast<double>(threadIdx.x + static_cast<unsigned>(i));
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < 8; ++i) sum[i] += step;
  double all = 0;
  for (int i = 0; i < 8; ++i) all += sum[i];
  if (all == 0.125) out[0] = all;
}

/// The parts of a check on 2^24 elements, and host and device bits.
bool parts() {
  const std::uint64_t n = std::uint64_t{1} << 24;
  device_array<float> x(n);
  fill<<<blocks(n, 256), 256>>>(x.data, n, 1.0f, 9u);
  gradient_device device;
  std::vector<double> on_device;
  const double ms = best_ms(3, [&] { on_device = device.projections(x.data, n, directions{5}, 1024); });
  device_array<double> sink(1);
  const double add_ms = best_ms(3, [&] { additions<<<132 * 8, 256>>>(sink.data, 10000, 1e-9); });
  const double rate = double(n) * 1024 / ms, peak = 132.0 * 8 * 256 * 8 * 10000 / add_ms;
  std::printf("projections: 2^24 f32 elements on 1024 directions %.3f ms, %.3g additions/s, %.2f of the device's "
              "binary64 additions\n",
              ms, rate * 1e3, rate / peak);
  const std::uint64_t some = 300001;
  std::vector<float> host(some);
  gpu::check(cudaMemcpy(host.data(), x.data, some * sizeof(float), cudaMemcpyDeviceToHost), "copy");
  on_device = device.projections(x.data, some, directions{5}, 96);
  const std::vector<double> on_host = project(host.data(), some, directions{5}, 96);
  bool same = on_device.size() == 96 && std::memcmp(on_device.data(), on_host.data(), 96 * sizeof(double)) == 0;
  std::printf("projections: device and host bits %s\n", same ? "equal" : "DIFFER");
  for (const product_shape& s :
       {product_shape{37, 203, 29, 203, 1, 29, 1, 29, 1}, product_shape{29, 203, 37, 1, 29, 1, 203, 1, 29}}) {
    const std::uint64_t count = std::uint64_t{s.rows} * s.inner, moving = std::uint64_t{s.fibres} * s.inner;
    const double* tangents = device.product_tangents(x.data, count, s, moving, directions{6}, 64);
    const std::vector<double> twin = product_tangents(host.data(), s, directions{6}, 64);
    std::vector<double> found(twin.size());
    gpu::check(cudaMemcpy(found.data(), tangents, found.size() * sizeof(double), cudaMemcpyDeviceToHost), "copy");
    const bool equal = found == twin;
    std::printf("product_tangents: device and host bits %s\n", equal ? "equal" : "DIFFER");
    same &= equal;
  }
  return same;
}

} // namespace

int main(int count, char** arguments) {
  if (!gpu::present()) return gpu::skip("gradient_check");
  std::printf("gradient_check on %s\n", gpu::name().c_str());
  const bool small = count > 1 && std::strcmp(arguments[1], "small") == 0;
  bool good = check_size<float>("f32", {32, 64, 64}, small ? 64 : 1024, small ? 4 : 256, small ? 1 : 3);
  if (!small) {
    good &= check_size<double>("f64", {32, 64, 64}, 1024, 256, 3);
    good &= check_size<bf16>("bf16", {32, 64, 64}, 1024, 1024, 3);
    good &= check_size<float>("f32", {29, 131, 77}, 256, 64, 1);
    good &= check_size<float>("f32", {32, 1024, 1024}, 256, 64, 3);
    good &= check_size<float>("f32", {32, 4096, 4096}, 128, 32, 3);
    good &= check_many<float>("f32", {32, 4096, 4096}, 1024);
    good &= parts();
  }
  std::printf("gradient_check: %s\n", good ? "ok" : "FAILED");
  return good ? 0 : 1;
}
