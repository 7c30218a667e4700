// The network of 10_digits_mlp, a step of which gives the same bits whatever the grid: rows do not meet but in the sums over the batch, and these add
// each product rounded once to a multiple of 2^-40, in binary64, which holds all their sums exactly: exact sums have no order. `in_floats` adds the parts of the blocks in floats: with two
// blocks and more the last bit is the scheduler's. reproduce.sh trains with one, two and five blocks and compares the fingerprints of every
// tensor; then it flips one bit of one weight, and the fingerprints and `fpcheck diff` name it.
//
// fpcheck: rows <<<R, 32>>> R=4 B=24 I=64 H=32 O=10 x=uniform(0,1):BxI y=randint(0,9):B w1=inout:uniform(-0.2,0.2):IxH b1=inout:uniform(-0.1,0.1):H w2=inout:uniform(-0.3,0.3):HxO \
//   b2=inout:uniform(-0.1,0.1):O a1=empty:BxH dz1=empty:BxH dz2=empty:BxO --tol auto --orders 4 --expect clean \
//   --ref 'w1=w1-rate*grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),w1)' --ref 'b1=b1-rate*grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),b1)' \
//   --ref 'w2=w2-rate*grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),w2)' --ref 'b2=b2-rate*grad(cross_entropy(relu(x@w1+b1)@w2+b2,y),b2)'
// fpcheck+ in_multiples <<<G, 128>>> G=5 sums=inout:zeros:I*H+H+H*O+O:f64
// fpcheck+ step_from_multiples <<<4, 128>>> rate=0.5
//
// fpcheck: rows <<<R, 32>>> R=4 B=24 I=64 H=32 O=10 x=uniform(0,1):BxI y=randint(0,9):B w1=inout:uniform(-0.2,0.2):IxH b1=inout:uniform(-0.1,0.1):H w2=inout:uniform(-0.3,0.3):HxO \
//   b2=inout:uniform(-0.1,0.1):O a1=empty:BxH dz1=empty:BxH dz2=empty:BxO --orders 4 --tol bitwise --expect order-sensitive
// fpcheck+ in_floats <<<G, 128>>> G=5 gradient=inout:zeros:I*H+H+H*O+O
// fpcheck+ step_from_floats <<<4, 128>>> rate=0.5

/// What a row adds to the gradients: activations and the slopes of both layers. Threads are hidden units.
__global__ void rows(const float* x, const int* y, const float* w1, const float* b1, const float* w2, const float* b2, float* a1, float* dz1, float* dz2, int B, int I, int H, int O) {
  __shared__ float a[32], z[32], d[32];
  const int unit = threadIdx.x;
  for (int row = blockIdx.x; row < B; row += gridDim.x) {
    float sum = b1[unit];
    for (int i = 0; i < I; ++i) sum += x[row * I + i] * w1[i * H + unit];
    a1[row * H + unit] = a[unit] = fmaxf(sum, 0.0f);
    __syncwarp();
    if (unit < O) {
      float logit = b2[unit];
      for (int h = 0; h < H; ++h) logit += a[h] * w2[h * O + unit];
      z[unit] = logit;
    }
    __syncwarp();
    if (unit < O) {
      float most = z[0], all = 0.0f;
      for (int c = 1; c < O; ++c) most = fmaxf(most, z[c]);
      for (int c = 0; c < O; ++c) all += expf(z[c] - most);
      dz2[row * O + unit] = d[unit] = (expf(z[unit] - most) / all - (y[row] == unit ? 1.0f : 0.0f)) / B;
    }
    __syncwarp();
    float slope = 0.0f;
    for (int c = 0; c < O; ++c) slope += d[c] * w2[unit * O + c];
    dz1[row * H + unit] = sum > 0.0f ? slope : 0.0f;
    __syncwarp();
  }
}

/// The two factors of what row `row` adds to element `i` of the gradients of w1, b1, w2 and b2, one after the other.
__device__ float2 factors(const float* x, const float* a1, const float* dz1, const float* dz2, int row, int i, int I, int H, int O) {
  if (i < I * H) return {x[row * I + i / H], dz1[row * H + i % H]};
  if ((i -= I * H) < H) return {1.0f, dz1[row * H + i]};
  if ((i -= H) < H * O) return {a1[row * H + i / O], dz2[row * O + i % O]};
  return {1.0f, dz2[row * O + i - H * O]};
}

/// `x` rounded to a multiple of 2^-40: what is left of it beside a number whose last bit is that. For |x| < 2^11.
__device__ double multiple(double x) { return x + 0x1.8p12 - 0x1.8p12; }

__global__ void in_multiples(const float* x, const float* a1, const float* dz1, const float* dz2, double* sums, int B, int I, int H, int O) {
  for (int i = threadIdx.x; i < I * H + H + H * O + O; i += blockDim.x) {
    double sum = 0;
    for (int row = blockIdx.x; row < B; row += gridDim.x) {
      const float2 f = factors(x, a1, dz1, dz2, row, i, I, H, O);
      sum += multiple(static_cast<double>(f.x) * f.y); // the product of two floats is exact
    }
    atomicAdd(sums + i, sum);
  }
}

__global__ void in_floats(const float* x, const float* a1, const float* dz1, const float* dz2, float* gradient, int B, int I, int H, int O) {
  for (int i = threadIdx.x; i < I * H + H + H * O + O; i += blockDim.x) {
    float sum = 0.0f;
    for (int row = blockIdx.x; row < B; row += gridDim.x) {
      const float2 f = factors(x, a1, dz1, dz2, row, i, I, H, O);
      sum += f.x * f.y;
    }
    atomicAdd(gradient + i, sum);
  }
}

__device__ float& parameter(float* w1, float* b1, float* w2, float* b2, int i, int I, int H, int O) {
  if (i < I * H) return w1[i];
  if ((i -= I * H) < H) return b1[i];
  if ((i -= H) < H * O) return w2[i];
  return b2[i - H * O];
}

__global__ void step_from_multiples(float* w1, float* b1, float* w2, float* b2, const double* sums, float rate, int I, int H, int O) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < I * H + H + H * O + O; i += gridDim.x * blockDim.x)
    parameter(w1, b1, w2, b2, i, I, H, O) -= rate * static_cast<float>(sums[i]);
}

__global__ void step_from_floats(float* w1, float* b1, float* w2, float* b2, const float* gradient, float rate, int I, int H, int O) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < I * H + H + H * O + O; i += gridDim.x * blockDim.x)
    parameter(w1, b1, w2, b2, i, I, H, O) -= rate * gradient[i];
}
