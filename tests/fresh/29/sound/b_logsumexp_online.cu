// fpcheck: logsumexp_rows <<<3, 32>>> x=[-1000,-1001.5,-999.25,1000.0,88.5,95,120,119,-300,-300,-300,-300] mask=[1,1,1,0,1,1,1,1,1,1,1,1] out=empty:3 cols=4 want=[-998.7939902186927,120.3132616875284,-298.6137056388801] --ref 'out=want' --tol rtol=1e-5,atol=0
// expect: ok
// why: lanes without an element carry -inf and a sum of zero through the merges: expf(-inf) is an exact zero, and -inf minus -inf is caught
// figure: out[1] computed 120.31326, MPFR 120.3132616875284; error 1 ulp (6e-8) of 1e-5 allowed
#include <cuda_runtime.h>
#include <math.h>

// Masked log-sum-exp of each row in one pass: a running maximum and a sum relative to it.
struct LseState {
    float max;
    float sum;
};

__device__ __forceinline__ LseState lse_merge(LseState a, LseState b)
{
    LseState r;
    r.max = fmaxf(a.max, b.max);
    // Both empty: keep it so, (-inf) - (-inf) would be NaN
    if (r.max == -INFINITY) {
        r.sum = 0.0f;
        return r;
    }
    r.sum = a.sum * expf(a.max - r.max) + b.sum * expf(b.max - r.max);
    return r;
}

__global__ void logsumexp_rows(const float *__restrict__ x, const int *__restrict__ mask,
                               float *__restrict__ out, int cols)
{
    int base = blockIdx.x * cols;
    LseState s = {-INFINITY, 0.0f};
    for (int c = threadIdx.x; c < cols; c += 32) {
        if (!mask[base + c])
            continue;
        LseState e = {x[base + c], 1.0f};
        s = lse_merge(s, e);
    }
    for (int offset = 16; offset > 0; offset >>= 1) {
        LseState o;
        o.max = __shfl_xor_sync(0xffffffff, s.max, offset);
        o.sum = __shfl_xor_sync(0xffffffff, s.sum, offset);
        s = lse_merge(s, o);
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s.max + logf(s.sum);
}
