// A network of two layers for images of 8 x 8 pixels, trained by stochastic gradient descent: one step, kernel by kernel.
// The case runs the step on random pixels and checks each buffer against the mathematics: what fpcheck derives as the
// gradient of the loss, with the tolerance that it derives too. train.sh runs the same step on real digits.
//
// fpcheck: hidden_forward <<<(4, 4), (8, 8)>>> B=32 I=64 H=32 x=uniform(0,1):BxI w1=inout:uniform(-0.2,0.2):IxH \
//   b1=inout:uniform(-0.1,0.1):H z1=empty:BxH --ref z1=x@w1+b1 --ref a1=relu(x@w1+b1) \
//   --ref z2=relu(x@w1+b1)@w2+b2 --ref p=softmax(relu(x@w1+b1)@w2+b2,1) \
//   --ref 'loss=logsumexp(relu(x@w1+b1)@w2+b2,1)-sum(onehot(y,10)*(relu(x@w1+b1)@w2+b2),1)' \
//   --ref 'dz2=(softmax(relu(x@w1+b1)@w2+b2,1)-onehot(y,10))/32' \
//   --ref 'dw2=grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),w2)' --ref 'db2=grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),b2)' \
//   --ref 'dz1=where(x@w1+b1>0,((softmax(relu(x@w1+b1)@w2+b2,1)-onehot(y,10))/32)@w2.T,0)' \
//   --ref 'dw1=grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),w1)' --ref 'db1=grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),b1)' \
//   --ref 'w1=w1-rate*grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),w1)' \
//   --ref 'b1=b1-rate*grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),b1)' \
//   --ref 'w2=w2-rate*grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),w2)' \
//   --ref 'b2=b2-rate*grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),b2)'
// fpcheck+ relu_forward <<<8, 128>>> n=1024 a1=empty:BxH
// fpcheck+ output_forward <<<(2, 4), (8, 8)>>> O=10 w2=inout:uniform(-0.3,0.3):HxO b2=inout:uniform(-0.1,0.1):O z2=empty:BxO
// fpcheck+ softmax_loss <<<1, 32>>> y=randint(0,10):B p=empty:BxO loss=empty:B
// fpcheck+ softmax_backward <<<3, 128>>> dz2=empty:BxO
// fpcheck+ output_weights_backward <<<(2, 4), (8, 8)>>> dw2=empty:HxO
// fpcheck+ output_bias_backward <<<1, 32>>> db2=empty:O
// fpcheck+ hidden_backward <<<(4, 4), (8, 8)>>> dz1=empty:BxH
// fpcheck+ hidden_weights_backward <<<(4, 8), (8, 8)>>> dw1=empty:IxH
// fpcheck+ hidden_bias_backward <<<1, 32>>> db1=empty:H
// fpcheck+ step_hidden <<<16, 128>>> rate=0.5
// fpcheck+ step_output <<<3, 128>>> rate=0.5

/// start plus element (row, column) of a b for a of rows x inner and b of inner x columns.
__device__ float product(const float* a, const float* b, int row, int column, int inner, int columns, float start) {
  float sum = start;
  for (int i = 0; i < inner; ++i) sum += a[row * inner + i] * b[i * columns + column];
  return sum;
}
/// Element (row, column) of a^T b for a of n x rows and b of n x columns.
__device__ float transposed_product(const float* a, const float* b, int row, int column, int n, int rows, int columns) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) sum += a[i * rows + row] * b[i * columns + column];
  return sum;
}

__global__ void hidden_forward(const float* x, const float* w1, const float* b1, float* z1, int B, int I, int H) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < B && column < H) z1[row * H + column] = product(x, w1, row, column, I, H, b1[column]);
}
__global__ void relu_forward(const float* z1, float* a1, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a1[i] = z1[i] > 0.0f ? z1[i] : 0.0f;
}
__global__ void output_forward(const float* a1, const float* w2, const float* b2, float* z2, int B, int H, int O) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < B && column < O) z2[row * O + column] = product(a1, w2, row, column, H, O, b2[column]);
}
/// Probabilities and the loss of each row: a thread a row.
__global__ void softmax_loss(const float* z2, const int* y, float* p, float* loss, int B, int O) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= B) return;
  const float* z = z2 + row * O;
  float most = z[0], sum = 0.0f;
  for (int c = 1; c < O; ++c) most = fmaxf(most, z[c]);
  for (int c = 0; c < O; ++c) sum += expf(z[c] - most);
  for (int c = 0; c < O; ++c) p[row * O + c] = expf(z[c] - most) / sum;
  loss[row] = logf(sum) + most - z[y[row]];
}

/// The gradient of the mean loss in the logits.
__global__ void softmax_backward(const float* p, const int* y, float* dz2, int B, int O) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * O) dz2[i] = (p[i] - (y[i / O] == i % O ? 1.0f : 0.0f)) / B;
}
__global__ void output_weights_backward(const float* a1, const float* dz2, float* dw2, int B, int H, int O) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < H && column < O) dw2[row * O + column] = transposed_product(a1, dz2, row, column, B, H, O);
}
__global__ void output_bias_backward(const float* dz2, float* db2, int B, int O) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= O) return;
  float sum = 0.0f;
  for (int row = 0; row < B; ++row) sum += dz2[row * O + column];
  db2[column] = sum;
}
/// Through the second product and the rectifier.
__global__ void hidden_backward(const float* dz2, const float* w2, const float* z1, float* dz1, int B, int H, int O) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= B || column >= H) return;
  float sum = 0.0f;
  for (int c = 0; c < O; ++c) sum += dz2[row * O + c] * w2[column * O + c];
  dz1[row * H + column] = z1[row * H + column] > 0.0f ? sum : 0.0f;
}
__global__ void hidden_weights_backward(const float* x, const float* dz1, float* dw1, int B, int I, int H) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < I && column < H) dw1[row * H + column] = transposed_product(x, dz1, row, column, B, I, H);
}
__global__ void hidden_bias_backward(const float* dz1, float* db1, int B, int H) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= H) return;
  float sum = 0.0f;
  for (int row = 0; row < B; ++row) sum += dz1[row * H + column];
  db1[column] = sum;
}

/// One step down the gradient.
__global__ void step_hidden(float* w1, const float* dw1, float* b1, const float* db1, float rate, int I, int H) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < I * H) w1[i] -= rate * dw1[i];
  if (i < H) b1[i] -= rate * db1[i];
}
__global__ void step_output(float* w2, const float* dw2, float* b2, const float* db2, float rate, int H, int O) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < H * O) w2[i] -= rate * dw2[i];
  if (i < O) b2[i] -= rate * db2[i];
}
