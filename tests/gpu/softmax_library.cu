// The row kernels for one format (-DROW_FORMAT=f32 or bf16) behind a C interface, for softmax_peers.py.
#include <fpcheck/kernels/launch_classifier_loss.hpp>
#include <fpcheck/kernels/launch_rows.hpp>
#include <fpcheck/kernels/softmax_bound.hpp>

#include <cmath>

using namespace fpcheck;
using namespace fpcheck::kernels;

#define ROW_FORMAT_TAG_(name) name##_format
#define ROW_FORMAT_TAG(name) ROW_FORMAT_TAG_(name)
using element = ROW_FORMAT_TAG(ROW_FORMAT);

extern "C" {

std::size_t row_workspace(std::int64_t rows, std::int32_t columns) { return row_workspace_words(rows, columns); }

int softmax(const void* x, void* y, std::int64_t rows, std::int32_t columns, void* workspace, void* stream) {
  softmax_arguments a;
  a.x = x, a.y = y, a.exchange = static_cast<std::uint64_t*>(workspace);
  a.rows = rows, a.columns = columns, a.x_row = a.y_row = columns;
  return launch_softmax_rows<element, element, logits<>>(a, static_cast<cudaStream_t>(stream));
}

int softmax_gradient(const void* y, const void* upstream, void* gradient, std::int64_t rows, std::int32_t columns, void* workspace, void* stream) {
  softmax_gradient_arguments a;
  a.y = y, a.upstream = upstream, a.gradient = gradient, a.exchange = static_cast<std::uint64_t*>(workspace);
  a.rows = rows, a.columns = columns, a.y_row = a.upstream_row = a.gradient_row = columns;
  return launch_softmax_gradient_rows<element, element, logits<>>(a, static_cast<cudaStream_t>(stream));
}

int cross_entropy(const void* x, const std::int64_t* targets, float* loss, void* states, std::int64_t rows, std::int32_t columns, void* stream) {
  cross_entropy_arguments a;
  a.x = x, a.targets = targets, a.loss = loss, a.states = static_cast<online_state*>(states);
  a.rows = rows, a.columns = columns, a.x_row = columns;
  return launch_cross_entropy_rows<element, logits<>>(a, static_cast<cudaStream_t>(stream));
}

int cross_entropy_gradient(const void* x, const std::int64_t* targets, void* states, const float* upstream, void* gradient, std::int64_t rows,
                           std::int32_t columns, void* stream) {
  cross_entropy_arguments a;
  a.x = x, a.targets = targets, a.states = static_cast<online_state*>(states), a.upstream = upstream, a.gradient = gradient;
  a.rows = rows, a.columns = columns, a.x_row = a.gradient_row = columns;
  return launch_cross_entropy_gradient_rows<element, element, logits<>>(a, static_cast<cudaStream_t>(stream));
}

int classifier_loss(const void* hidden, const void* weights, const std::int64_t* targets, float* loss, const float* upstream, float* hidden_gradient,
                    float* weights_gradient, float* logits_room, void* states, std::int64_t rows, std::int32_t columns, std::int32_t inner, std::int32_t chunk,
                    void* stream) {
  classifier_arguments a;
  a.hidden = hidden, a.weights = weights, a.targets = targets, a.loss = loss, a.upstream = upstream, a.hidden_gradient = hidden_gradient;
  a.weights_gradient = weights_gradient, a.logits_room = logits_room, a.states_room = static_cast<online_state*>(states);
  a.rows = rows, a.columns = columns, a.inner = inner, a.chunk = chunk, a.hidden_row = a.weights_row = inner;
  return launch_classifier_loss_rows<element, element>(a, static_cast<cudaStream_t>(stream));
}

/// The bound of a weight p at distance a below the maximum is p e / (1 - e) + bound[2], e = bound[0] + bound[1] a.
void softmax_bound(std::int32_t columns, double seen, double* bound) {
  // Of all schedules that a launch may choose, the one with the longest sums.
  using plan = softmax_plan<element, element, logits<>, special_exp2, row_schedule<512, 512, 1, 32, 2>>;
  const row_arithmetic k = arithmetic_of<plan>(parts_of<plan::schedule>(columns) + 1);
  const double of_sum = sum_error(k, seen, std::log(seen));
  bound[0] = k.kept_steps * k.exp2_error + 5 * 0x1p-24 + of_sum;
  bound[1] = 3 * 0x1p-24;
  bound[2] = weight_error(k, 0, 0, of_sum, 1);
}
}
