// fpcheck: adamw_multi_step <<<1, 64>>> param=[1.0,-2.0,0.75,4.0,-1.5] grads=@b_adamw_grads.npy out=empty:5 lr=0.001 weight_decay=0.0 steps=60 n=5 want=[0.941742598670937,-1.9418390735814253,0.6933207306763827,3.9418590451049957,-1.4414121729829392] --ref 'out=want' --tol rtol=1e-4,atol=0
// expect: ok
// why: parameters cut into two 16 bit halves and put together again every step: no bit is lost
// figure: out[0] computed 0.9417426, MPFR 0.941742598670937; largest relative error 1.1e-07 of 1e-4 allowed
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Fused multi-step AdamW for bfloat16 parameters.
// All steps of an inner loop run in one launch: the state stays in registers meanwhile.

#define BLOCK_SIZE 64

struct AdamConfig {
    float lr;
    float beta1;
    float beta2;
    float eps;
    float weight_decay;
};

struct AdamState {
    float m;       // first moment
    float v;       // second moment
    float beta1_t; // beta1^t
    float beta2_t; // beta2^t
};

// -----------------------------------------------------------------------------
// State
// -----------------------------------------------------------------------------

__device__ __forceinline__ AdamState adam_init()
{
    AdamState s;
    s.m = 0.0f;
    s.v = 0.0f;
    s.beta1_t = 1.0f;
    s.beta2_t = 1.0f;
    return s;
}

__device__ __forceinline__ AdamConfig adam_config(float lr, float weight_decay)
{
    AdamConfig c;
    c.lr = lr;
    c.beta1 = 0.9f;
    c.beta2 = 0.99f;
    c.eps = 1e-8f;
    c.weight_decay = weight_decay;
    return c;
}

// -----------------------------------------------------------------------------
// One update: returns the change of the parameter
// -----------------------------------------------------------------------------

__device__ __forceinline__ float adam_delta(AdamState &s, const AdamConfig &c, float grad,
                                            float param)
{
    s.m = c.beta1 * s.m + (1.0f - c.beta1) * grad;
    s.v = c.beta2 * s.v + (1.0f - c.beta2) * grad * grad;
    s.beta1_t *= c.beta1;
    s.beta2_t *= c.beta2;

    // Bias correction
    float m_hat = s.m / (1.0f - s.beta1_t);
    float v_hat = s.v / (1.0f - s.beta2_t);

    return -c.lr * (m_hat / (sqrtf(v_hat) + c.eps) + c.weight_decay * param);
}

// -----------------------------------------------------------------------------
// Parameter storage
// -----------------------------------------------------------------------------

// Split storage: the upper 16 bits are what the model sees as bfloat16 (truncated), the
// lower 16 bits are kept beside it. Together they are the float32 master weight.
struct Param {
    unsigned short hi;
    unsigned short lo;
};

__device__ __forceinline__ Param param_load(float x)
{
    unsigned int u = __float_as_uint(x);
    Param p;
    p.hi = (unsigned short)(u >> 16);
    p.lo = (unsigned short)(u & 0xffffu);
    return p;
}

__device__ __forceinline__ float param_value(Param p)
{
    return __uint_as_float(((unsigned int)p.hi << 16) | p.lo);
}

__device__ __forceinline__ Param param_update(Param p, float delta)
{
    return param_load(param_value(p) + delta);
}

// Gradient of step t. Here a table; in training it comes from the backward pass.
__device__ __forceinline__ float load_grad(const float *__restrict__ grads, int step, int i,
                                           int n)
{
    return grads[step * n + i];
}

// -----------------------------------------------------------------------------
// Kernel
// -----------------------------------------------------------------------------

/**
 * @param param  initial value of the parameters     [n]
 * @param grads  gradients of all steps              [steps x n]
 * @param out    parameters after all steps, as f32  [n]
 */
__global__ void adamw_multi_step(const float *__restrict__ param,
                                 const float *__restrict__ grads, float *__restrict__ out,
                                 float lr, float weight_decay, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    AdamConfig c = adam_config(lr, weight_decay);
    AdamState s = adam_init();
    Param p = param_load(param[i]);

    for (int t = 0; t < steps; t++) {
        float value = param_value(p);
        float delta = adam_delta(s, c, load_grad(grads, t, i, n), value);
        p = param_update(p, delta);
    }

    out[i] = param_value(p);
}

// Host launcher
void launch_adamw(const float *param, const float *grads, float *out, float lr,
                  float weight_decay, int steps, int n)
{
    int grid = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    adamw_multi_step<<<grid, BLOCK_SIZE>>>(param, grads, out, lr, weight_decay, steps, n);
}

// -----------------------------------------------------------------------------
// Host side
// -----------------------------------------------------------------------------

#define CUDA_CHECK(call)                                                          \
    do {                                                                          \
        cudaError_t err = (call);                                                 \
        if (err != cudaSuccess) {                                                 \
            fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(err));         \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

int main()
{
    const int n = 5, steps = 60;
    float *param, *grads, *out;
    CUDA_CHECK(cudaMallocManaged(&param, n * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&grads, steps * n * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&out, n * sizeof(float)));
    for (int i = 0; i < n; i++)
        param[i] = 1.0f + (float)i;
    for (int i = 0; i < steps * n; i++)
        grads[i] = 1.0f;
    launch_adamw(param, grads, out, 1e-3f, 0.0f, steps, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++)
        printf("%g\n", out[i]);
    return 0;
}
