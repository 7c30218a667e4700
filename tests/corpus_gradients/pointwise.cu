// Rotary embeddings, activations, dropout: M38 to M47b of the list of wrong gradients.
template <int M>
__device__ void rope(const float* g, const float* c, const float* s, float* dx, int t, int d, bool interleaved) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x, h = d / 2;
  if (e >= t * h) return;
  const int i = e / h, j = e % h, row = M == 41 ? min(i + 1, t - 1) : i;
  const bool pairs = interleaved != (M == 40);
  const int a = i * d + (pairs ? 2 * j : j), b = i * d + (pairs ? 2 * j + 1 : j + h);
  const float cs = c[row * h + j], sn = M == 38 ? -s[row * h + j] : s[row * h + j];
  dx[a] = g[a] * cs + g[b] * sn;
  dx[b] = g[b] * cs - g[a] * sn;
}

template <int M>
__device__ void gelu(const float* x, const float* g, float* dx, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float k = 0.7978845608f, u = k * (x[i] + 0.044715f * x[i] * x[i] * x[i]), t = tanhf(u);
  float slope = 0.5f * (1.f + t) + 0.5f * x[i] * (1.f - t * t) * k * (1.f + 3.f * 0.044715f * x[i] * x[i]);
  if (M == 42) slope = 0.5f * (1.f + erff(x[i] * 0.70710678f)) + x[i] * 0.39894228f * expf(-0.5f * x[i] * x[i]);
  if (M == 43) slope = 0.5f * (1.f + t);
  dx[i] = g[i] * slope;
}

template <int M>
__device__ void relu_clip(const float* x, const float* g, float* dx, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const bool active = M == 44 ? x[i] >= 0.f : x[i] > 0.f, inside = x[i] >= -1.f && (x[i] <= 1.f || M == 45);
  dx[i] = (active ? g[i] : 0.f) + (inside ? g[i] : 0.f);
}

template <int M>
__device__ void swiglu(const float* a, const float* b, const float* g, float* da, float* db, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float s = 1.f / (1.f + expf(-a[i]));
  da[i] = g[i] * b[i] * (M == 46 ? s : s * (1.f + a[i] * (1.f - s)));
  db[i] = g[i] * a[i] * s;
}

template <int M>
__device__ void dropout(const float* mask, const float* g, float* dx, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) dx[i] = M == 47 ? g[i] * mask[i] : g[i] * mask[i] * (1.f / 0.75f);
}

// fpcheck: rope_half <<<2, 32>>> x=randn:9x8 g=randn:9x8 c=uniform(-1,1):9x4 s=uniform(-1,1):9x4 dx=empty:9x8 t=9 d=8 ref="grad(sum(rope(x,c,s,'half')*g),x)"
// expect: rope_half agrees
extern "C" __global__ void rope_half(const float* x, const float* g, const float* c, const float* s, float* dx, int t, int d) { rope<0>(g, c, s, dx, t, d, false); }

// fpcheck: rope_interleaved <<<2, 32>>> x=randn:9x8 g=randn:9x8 c=uniform(-1,1):9x4 s=uniform(-1,1):9x4 dx=empty:9x8 t=9 d=8 ref="grad(sum(rope(x,c,s,'interleaved')*g),x)"
// expect: rope_interleaved agrees
extern "C" __global__ void rope_interleaved(const float* x, const float* g, const float* c, const float* s, float* dx, int t, int d) { rope<0>(g, c, s, dx, t, d, true); }

// fpcheck: rope_m38 <<<2, 32>>> x=randn:9x8 g=randn:9x8 c=uniform(-1,1):9x4 s=uniform(-1,1):9x4 dx=empty:9x8 t=9 d=8 ref="grad(sum(rope(x,c,s,'half')*g),x)"
// expect: rope_m38 mismatch
extern "C" __global__ void rope_m38(const float* x, const float* g, const float* c, const float* s, float* dx, int t, int d) { rope<38>(g, c, s, dx, t, d, false); }

// fpcheck: rope_m40 <<<2, 32>>> x=randn:9x8 g=randn:9x8 c=uniform(-1,1):9x4 s=uniform(-1,1):9x4 dx=empty:9x8 t=9 d=8 ref="grad(sum(rope(x,c,s,'half')*g),x)"
// expect: rope_m40 mismatch
extern "C" __global__ void rope_m40(const float* x, const float* g, const float* c, const float* s, float* dx, int t, int d) { rope<40>(g, c, s, dx, t, d, false); }

// fpcheck: rope_m41 <<<2, 32>>> x=randn:9x8 g=randn:9x8 c=uniform(-1,1):9x4 s=uniform(-1,1):9x4 dx=empty:9x8 t=9 d=8 ref="grad(sum(rope(x,c,s,'half')*g),x)"
// expect: rope_m41 mismatch
extern "C" __global__ void rope_m41(const float* x, const float* g, const float* c, const float* s, float* dx, int t, int d) { rope<41>(g, c, s, dx, t, d, false); }

// fpcheck: gelu <<<9, 32>>> x=randn:257 g=randn:257 dx=empty:257 n=257 ref=grad(sum(gelu_tanh(x)*g),x)
// expect: gelu agrees
extern "C" __global__ void gelu(const float* x, const float* g, float* dx, int n) { gelu<0>(x, g, dx, n); }

// fpcheck: gelu_m42 <<<9, 32>>> x=randn:257 g=randn:257 dx=empty:257 n=257 ref=grad(sum(gelu_tanh(x)*g),x)
// expect: gelu_m42 mismatch
extern "C" __global__ void gelu_m42(const float* x, const float* g, float* dx, int n) { gelu<42>(x, g, dx, n); }

// fpcheck: gelu_m43 <<<9, 32>>> x=randn:257 g=randn:257 dx=empty:257 n=257 ref=grad(sum(gelu_tanh(x)*g),x)
// expect: gelu_m43 mismatch
extern "C" __global__ void gelu_m43(const float* x, const float* g, float* dx, int n) { gelu<43>(x, g, dx, n); }

// fpcheck: relu_clip <<<4, 32>>> x=uniform(-2,2):127 g=randn:127 dx=empty:127 n=127 ref=grad(sum((relu(x)+clip(x,-1,1))*g),x)
// expect: relu_clip agrees
extern "C" __global__ void relu_clip(const float* x, const float* g, float* dx, int n) { relu_clip<0>(x, g, dx, n); }

// fpcheck: relu_clip_m45 <<<4, 32>>> x=uniform(-2,2):127 g=randn:127 dx=empty:127 n=127 ref=grad(sum((relu(x)+clip(x,-1,1))*g),x)
// expect: relu_clip_m45 mismatch
extern "C" __global__ void relu_clip_m45(const float* x, const float* g, float* dx, int n) { relu_clip<45>(x, g, dx, n); }

// The value of relu's derivative at zero is a convention: every one in [0, 1] is accepted, and the decisions are counted.
// fpcheck: relu_clip_m44 <<<4, 32>>> x=uniform(-2,2):127 g=randn:127 dx=empty:127 n=127 ref=grad(sum((relu(x)+clip(x,-1,1))*g),x)
// expect: relu_clip_m44 agrees
extern "C" __global__ void relu_clip_m44(const float* x, const float* g, float* dx, int n) { relu_clip<44>(x, g, dx, n); }

// fpcheck: swiglu_backward <<<7, 32>>> a=randn:200 b=randn:200 g=randn:200 da=empty:200 db=empty:200 n=200 ref=da=grad(sum(swiglu(a,b)*g),a) ref=db=grad(sum(swiglu(a,b)*g),b)
// expect: swiglu_backward agrees
extern "C" __global__ void swiglu_backward(const float* a, const float* b, const float* g, float* da, float* db, int n) { swiglu<0>(a, b, g, da, db, n); }

// fpcheck: swiglu_m46 <<<7, 32>>> a=randn:200 b=randn:200 g=randn:200 da=empty:200 db=empty:200 n=200 ref=da=grad(sum(swiglu(a,b)*g),a) ref=db=grad(sum(swiglu(a,b)*g),b)
// expect: swiglu_m46 mismatch
extern "C" __global__ void swiglu_m46(const float* a, const float* b, const float* g, float* da, float* db, int n) { swiglu<46>(a, b, g, da, db, n); }

// fpcheck: dropout_backward <<<4, 32>>> x=randn:100 mask=randint(0,2):100:f32 g=randn:100 dx=empty:100 n=100 ref=grad(sum(dropout(x,mask,0.25)*g),x)
// expect: dropout_backward agrees
extern "C" __global__ void dropout_backward(const float* x, const float* mask, const float* g, float* dx, int n) { dropout<0>(mask, g, dx, n); }

// fpcheck: dropout_m47b <<<4, 32>>> x=randn:100 mask=randint(0,2):100:f32 g=randn:100 dx=empty:100 n=100 ref=grad(sum(dropout(x,mask,0.25)*g),x)
// expect: dropout_m47b mismatch
extern "C" __global__ void dropout_m47b(const float* x, const float* mask, const float* g, float* dx, int n) { dropout<47>(mask, g, dx, n); }
