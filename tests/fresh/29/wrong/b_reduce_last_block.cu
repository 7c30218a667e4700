// fpcheck: reduce_single_pass <<<4, 64>>> x=arange:600 partial_sum=empty:4 partial_max=empty:4 counter=inout:[0] result=empty:2 n=600 want=[179700,599] --ref 'result=want' --tol rtol=1e-6,atol=0
// expect: error race at line 109
// why: no __threadfence between the partial results and the ticket: the last block may read partial results that are not there yet
// figure: result[0] computed 179700 only if the stores happen to be visible, MPFR 179700; undefined otherwise
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

// Single-pass grid reduction: every block publishes a partial result, and the block that
// arrives last at a counter adds them up. No second kernel is needed.

#define BLOCK_SIZE 64
#define WARP_SIZE 32
#define NUM_WARPS (BLOCK_SIZE / WARP_SIZE)
#define FULL_MASK 0xffffffffu

struct Moments {
    float sum;
    float max_abs;
};

// -----------------------------------------------------------------------------
// Combining
// -----------------------------------------------------------------------------

__device__ __forceinline__ Moments moments_identity()
{
    Moments m;
    m.sum = 0.0f;
    m.max_abs = 0.0f;
    return m;
}

__device__ __forceinline__ Moments moments_combine(Moments a, Moments b)
{
    Moments m;
    m.sum = a.sum + b.sum;
    m.max_abs = fmaxf(a.max_abs, b.max_abs);
    return m;
}

__device__ __forceinline__ Moments moments_of(float x)
{
    Moments m;
    m.sum = x;
    m.max_abs = fabsf(x);
    return m;
}

// -----------------------------------------------------------------------------
// Warp and block reductions
// -----------------------------------------------------------------------------

__device__ Moments warp_reduce(Moments m)
{
#pragma unroll
    for (int offset = WARP_SIZE / 2; offset > 0; offset >>= 1) {
        Moments o;
        o.sum = __shfl_down_sync(FULL_MASK, m.sum, offset);
        o.max_abs = __shfl_down_sync(FULL_MASK, m.max_abs, offset);
        m = moments_combine(m, o);
    }
    return m;
}

__device__ Moments block_reduce(Moments m, Moments *scratch)
{
    int lane = threadIdx.x % WARP_SIZE;
    int warp = threadIdx.x / WARP_SIZE;

    m = warp_reduce(m);
    __syncthreads(); // scratch may still be in use from the last call
    if (lane == 0)
        scratch[warp] = m;
    __syncthreads();

    m = lane < NUM_WARPS ? scratch[lane] : moments_identity();
    if (warp == 0)
        m = warp_reduce(m);
    return m;
}

// -----------------------------------------------------------------------------
// Kernel
// -----------------------------------------------------------------------------

/**
 * @param x            input                            [n]
 * @param partial_sum  scratch, one element per block   [gridDim.x]
 * @param partial_max  scratch, one element per block   [gridDim.x]
 * @param counter      zero before the launch, zero again after it
 * @param result       sum, maximum magnitude           [2]
 */
__global__ void reduce_single_pass(const float *__restrict__ x, float *partial_sum,
                                   float *partial_max, unsigned int *counter,
                                   float *result, int n)
{
    __shared__ Moments scratch[NUM_WARPS];
    __shared__ bool is_last;

    // Phase 1: grid-stride accumulation
    Moments m = moments_identity();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        m = moments_combine(m, moments_of(x[i]));
    m = block_reduce(m, scratch);

    // Phase 2: publish, and find out whether this block is the last one
    if (threadIdx.x == 0) {
        partial_sum[blockIdx.x] = m.sum;
        partial_max[blockIdx.x] = m.max_abs;
        // The atomic orders the stores before it
        unsigned int ticket = atomicInc(counter, gridDim.x - 1);
        is_last = (ticket == gridDim.x - 1);
    }
    __syncthreads();

    // Phase 3: the last block reduces the partial results
    if (is_last) {
        m = moments_identity();
        for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x) {
            Moments p;
            p.sum = partial_sum[b];
            p.max_abs = partial_max[b];
            m = moments_combine(m, p);
        }
        m = block_reduce(m, scratch);
        if (threadIdx.x == 0) {
            result[0] = m.sum;
            result[1] = m.max_abs;
        }
    }
}

// Host launcher
void launch_reduce(const float *x, float *ps, float *pm, unsigned int *counter, float *result,
                   int n, int blocks)
{
    reduce_single_pass<<<blocks, BLOCK_SIZE>>>(x, ps, pm, counter, result, n);
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
    const int n = 600, blocks = 4;
    float *x, *ps, *pm, *result;
    unsigned int *counter;
    CUDA_CHECK(cudaMallocManaged(&x, n * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&ps, blocks * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&pm, blocks * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&result, 2 * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&counter, sizeof(unsigned int)));
    for (int i = 0; i < n; i++)
        x[i] = (float)i;
    *counter = 0;
    launch_reduce(x, ps, pm, counter, result, n, blocks);
    CUDA_CHECK(cudaDeviceSynchronize());
    printf("sum = %f, max = %f\n", result[0], result[1]);
    return 0;
}
