// The loss of a linear classifier on tensor cores, and both gradients, without its logits in memory (fpcheck/kernels/tensor_classifier.hpp). Each tile
// of logits leaves two numbers a row, its maximum and its sum of exponentials relative to that; the sums of two tiles have different
// references, and `added_as_they_are` adds them all the same. Where all logits are alike, as on constant data, the references are equal and
// nothing shows. The gradient of the logits is in memory as bf16, for a chunk of columns: half an ulp of bf16 is what the gradients lose, 2^-9 of
// each addend; their sums are in binary32.
#include <fpcheck/kernels/tensor_classifier.hpp>

using namespace fpcheck::kernels;
using codes = const std::uint16_t;

__device__ tensor_classifier_arguments problem(int R, int C, int I) {
  tensor_classifier_arguments a;
  a.rows = R, a.columns = C, a.inner = I, a.hidden_row = a.weights_row = I, a.chunk = 512;
  return a;
}

// fpcheck: states <<<(1, 2), 256, 197632>>> R=24 C=264 I=72 hidden=randn:RxI:bf16 weights=randn:CxI:bf16 targets=randint(0,263):R:i64 of_tiles=empty:R*4 of_targets=empty:R --ref 'loss=cross_entropy(hidden @ weights.T, targets, reduction="none")' --tol rtol=1e-4,atol=1e-4 --expect mismatch
// fpcheck+ added_as_they_are <<<24, 1>>> loss=empty:R
// fpcheck: states <<<(1, 2), 256, 197632>>> R=24 C=264 I=72 hidden=randn:RxI:bf16 weights=randn:CxI:bf16 targets=randint(0,263):R:i64 of_tiles=empty:R*4 of_targets=empty:R --ref 'loss=cross_entropy(hidden @ weights.T, targets, reduction="none")' --tol rtol=2e-5,atol=2e-5 --expect clean
// fpcheck+ losses <<<6, 128>>> of_rows=empty:R*2 loss=empty:R
__global__ void __launch_bounds__(256, 1) states(codes* hidden, codes* weights, const std::int64_t* targets, float* of_tiles, float* of_targets, int R, int C, int I) {
  tensor_classifier_arguments a = problem(R, C, I);
  a.hidden = hidden, a.weights = weights, a.targets = targets, a.rooms.of_tiles = reinterpret_cast<online_state*>(of_tiles), a.rooms.of_targets = of_targets;
  states_of_tile(a);
}

__global__ void added_as_they_are(const float* of_tiles, const float* of_targets, float* loss) {
  const float max = fmaxf(of_tiles[blockIdx.x * 4], of_tiles[blockIdx.x * 4 + 2]), sum = of_tiles[blockIdx.x * 4 + 1] + of_tiles[blockIdx.x * 4 + 3];
  loss[blockIdx.x] = max + logf(sum) - of_targets[blockIdx.x];
}

__global__ void losses(const std::int64_t* targets, float* of_tiles, float* of_targets, float* of_rows, float* loss, int R, int C, int I) {
  tensor_classifier_arguments a = problem(R, C, I);
  a.targets = targets, a.rooms.of_tiles = reinterpret_cast<online_state*>(of_tiles), a.rooms.of_rows = reinterpret_cast<online_state*>(of_rows);
  a.rooms.of_targets = of_targets, a.loss = loss;
  losses_of_rows(a);
}

/// Both gradients, within what follows from sums on tensor cores and a logits' gradient that is rounded to bf16.
// fpcheck: states <<<(1, 2), 256, 197632>>> R=24 C=264 I=72 hidden=randn:RxI:bf16 weights=randn:CxI:bf16 targets=randint(0,263):R:i64 of_tiles=empty:R*4 of_targets=empty:R --ref 'of_hidden=let p=softmax(hidden @ weights.T, 1) - where(arange(264)[None,:] == targets[:,None], 1, 0); let g=p * upstream[:,None]; g @ weights' --ref 'of_weights=let p=softmax(hidden @ weights.T, 1) - where(arange(264)[None,:] == targets[:,None], 1, 0); let g=p * upstream[:,None]; g.T @ hidden' --round g=bf16 --expect clean
// fpcheck+ losses <<<6, 128>>> of_rows=empty:R*2 loss=empty:R
// fpcheck+ slopes_of <<<(1, 2), 256, 197632>>> upstream=uniform(0.5,1.5):R slopes=inout:zeros:Rx512:bf16 kept=empty:2:u8
// fpcheck+ gradient_of_hidden <<<(1, 1), 256, 197632>>> of_hidden=inout:zeros:RxI
// fpcheck+ gradient_of_weights <<<(3, 1), 256, 197632>>> of_weights=empty:CxI
__global__ void __launch_bounds__(256, 1) slopes_of(codes* hidden, codes* weights, const std::int64_t* targets, const float* of_rows, const float* upstream, std::uint16_t* slopes, std::uint8_t* kept, int R, int C, int I) {
  tensor_classifier_arguments a = problem(R, C, I);
  a.hidden = hidden, a.weights = weights, a.targets = targets, a.upstream = upstream;
  a.rooms.of_rows = reinterpret_cast<online_state*>(const_cast<float*>(of_rows)), a.rooms.slopes = slopes, a.rooms.kept = kept;
  slopes_of_tile(a, 0);
}

__global__ void __launch_bounds__(256, 1) gradient_of_hidden(std::uint16_t* slopes, std::uint8_t* kept, codes* weights, float* of_hidden, int R, int C, int I) {
  tensor_classifier_arguments a = problem(R, C, I);
  a.weights = weights, a.hidden_gradient = of_hidden, a.rooms.slopes = slopes, a.rooms.kept = kept;
  hidden_gradient_of_tile(a, 0);
}

__global__ void __launch_bounds__(256, 1) gradient_of_weights(std::uint16_t* slopes, std::uint8_t* kept, codes* hidden, float* of_weights, int R, int C, int I) {
  tensor_classifier_arguments a = problem(R, C, I);
  a.hidden = hidden, a.weights_gradient = of_weights, a.rooms.slopes = slopes, a.rooms.kept = kept;
  weights_gradient_of_tile(a, 0);
}
