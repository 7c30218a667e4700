// fpcheck: decode <<<4, 32>>> llr=@a_ldpc_llr.npy posterior=empty:4x7 hard=empty:4x7 syndrome=empty:4 iterations=2 want=[[1.3261320909690455,1.1437182692579952,1.0056186936453784,1.7306967560113118,1.7361937636253661,3.3404060740131154,1.717319766796974],[4.111014430294368,2.521246685532067,1.8513498942343387,2.0617309332368166,0.3216753443175475,3.0402445568159164,3.3203759251324856],[1.357668089398505,1.95770866439948,2.5203540937918683,3.1670553166435926,4.085368548969559,1.4545272623677943,0.8114480365150718],[-4.485183442266387,-4.295313935128468,4.118619760908499,3.739261928942145,3.649133509594777,2.4419869272864823,-3.3493683035414805]] ref=posterior=want --tol rtol=1e-3,atol=1e-3
// expect: error nan at line 76
// why: an erased bit has tanh 0, so product/tanh is 0/0; the clamp turns the NaN into the limit, a strong vote for one
// figure: computed posterior[0][0] = -0.318923, MPFR 1.3261321
#include <cuda_runtime.h>

// Sum-product decoding of the (7, 4) Hamming code, as a small stand-in for an LDPC code.
// A block decodes a word; messages live in shared memory.

#define BITS 7
#define CHECKS 3
#define DEGREE 4
#define LIMIT 20.0f

// ------------------------------------------------------------------ the graph

__device__ const int neighbours[CHECKS][DEGREE] = {
    {0, 1, 2, 4},
    {0, 1, 3, 5},
    {0, 2, 3, 6},
};

__device__ __forceinline__ int slot_of(int check, int bit)
{
    for (int k = 0; k < DEGREE; k++)
        if (neighbours[check][k] == bit)
            return k;
    return -1;
}

struct Messages {
    float to_check[CHECKS][DEGREE];
    float to_bit[CHECKS][DEGREE];
    float total[BITS];
};

// ------------------------------------------------------------------ numbers

__device__ __forceinline__ float clamped(float x)
{
    return fminf(fmaxf(x, -LIMIT), LIMIT);
}

__device__ __forceinline__ float soft_sign(float llr)
{
    return tanhf(0.5f * llr);
}

__device__ __forceinline__ float back_to_llr(float t)
{
    return clamped(2.0f * atanhf(t));
}

// ------------------------------------------------------------------ steps

__device__ void start(Messages &m, const float *llr, int t)
{
    if (t < CHECKS)
        for (int k = 0; k < DEGREE; k++) {
            m.to_check[t][k] = llr[neighbours[t][k]];
            m.to_bit[t][k] = 0.0f;
        }
    if (t < BITS)
        m.total[t] = llr[t];
}

__device__ void check_step(Messages &m, int check)
{
    float t[DEGREE];
    float product = 1.0f;
    for (int k = 0; k < DEGREE; k++) {
        t[k] = soft_sign(m.to_check[check][k]);
        product *= t[k];
    }
    for (int k = 0; k < DEGREE; k++) {
        float others = product / t[k];
        m.to_bit[check][k] = back_to_llr(others);
    }
}

__device__ void bit_step(Messages &m, const float *llr, int bit)
{
    float total = llr[bit];
    for (int c = 0; c < CHECKS; c++) {
        int k = slot_of(c, bit);
        if (k >= 0)
            total += m.to_bit[c][k];
    }
    m.total[bit] = total;
    for (int c = 0; c < CHECKS; c++) {
        int k = slot_of(c, bit);
        if (k >= 0)
            m.to_check[c][k] = clamped(total - m.to_bit[c][k]);
    }
}

// Checks that fail for the decisions of now.
__device__ int unsatisfied(const Messages &m)
{
    int bad = 0;
    for (int c = 0; c < CHECKS; c++) {
        int parity = 0;
        for (int k = 0; k < DEGREE; k++)
            parity ^= m.total[neighbours[c][k]] < 0.0f;
        bad += parity;
    }
    return bad;
}

// ------------------------------------------------------------------ the kernel

__global__ void decode(const float *llr, float *posterior, int *hard, int *syndrome, int iterations)
{
    __shared__ Messages m;
    int t = threadIdx.x;
    const float *mine = llr + blockIdx.x * BITS;

    start(m, mine, t);
    __syncthreads();

    for (int i = 0; i < iterations; i++) {
        if (t < CHECKS)
            check_step(m, t);
        __syncthreads();
        if (t < BITS)
            bit_step(m, mine, t);
        __syncthreads();
    }

    if (t < BITS) {
        posterior[blockIdx.x * BITS + t] = m.total[t];
        hard[blockIdx.x * BITS + t] = m.total[t] < 0.0f;
    }
    if (t == 0)
        syndrome[blockIdx.x] = unsatisfied(m);
}

// ------------------------------------------------------------------ bit errors against what was sent

__global__ void bit_errors(const int *hard, const int *sent, int *errors, int words)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    int count = 0;
    if (w < words)
        for (int b = 0; b < BITS; b++)
            count += hard[w * BITS + b] != sent[w * BITS + b];
    count = __reduce_add_sync(0xffffffffu, count);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(errors, count);
}
