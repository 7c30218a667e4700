// fpcheck: softmax_rows <<<2, 64>>> x=[[0.265,2.337,-1.314,-0.185,-5.104,-1.78,3.073,-1.363,-1.403,-2.436,1.16,0.356,-2.374,1.335,0.52,1.508,-1.283,3.476,0.82,-0.234,-1.038,-0.49,1.718,-0.538,2.156,1.161,2.693,1.628,-0.126,-3.819,0.597,1.578,0.326,1.113,-0.943,-0.761,-1.885,2.724,0.317,-0.985,-2.664,-0.307,2.885,0.924,-1.449,2.859,2.857,1.962,1.578,2.311,1.087,1.55,-1.56,2.999,0.462,4.048,-4.084,1.411,1.963,-0.686,0.905,1.497,1.155,-1.079],[-0.284,2.038,2.555,0.198,0.154,0.401,2.075,-2.108,-2.658,0.249,-2.213,-1.174,0.173,0.965,-2.144,1.603,-3.547,1.091,-3.155,-2.55,1.284,-0.813,-1.591,-0.89,0.93,-0.108,-0.059,2.11,-1.433,-0.944,-1.045,2.338,1.983,2.574,-0.068,-0.314,1.706,-0.789,1.661,1.449,-1.397,-0.166,-0.239,3.467,5.176,-0.2,0.028,-4.563,0.423,-0.014,-2.146,1.571,-3.132,-0.43,0.278,-2.498,1.713,2.111,-2.773,-2.816,1.205,-0.061,-2.423,-0.59]] y=empty:2x64 n=64
// expect: error race at line 27
// why: the second reduction writes the shared partials while slower warps still read the maximum of the first from the same place: no barrier between
// figure: a race: row 0 has the maximum 4.048, a warp that reads late takes a partial sum instead of it; softmax[0,0] by MPFR 0.00381460626
#include <cuda_runtime.h>

struct Max {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

struct Sum {
    __device__ float operator()(float a, float b) const { return a + b; }
};

template <class Op> __device__ float warp_reduce(float v, Op op)
{
    for (int o = 16; o > 0; o >>= 1)
        v = op(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

template <class Op> __device__ float block_reduce(float v, float *partial, float identity, Op op)
{
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    v = warp_reduce(v, op);
    if (lane == 0)
        partial[warp] = v;
    __syncthreads();
    float w = lane < warps ? partial[lane] : identity;
    return warp_reduce(w, op);
}

__global__ void softmax_rows(const float *x, float *y, int n)
{
    __shared__ float partial[32];
    const float *row = x + blockIdx.x * n;
    int t = threadIdx.x;
    float v = row[t];
    float m = block_reduce(v, partial, -__int_as_float(0x7f800000), Max());
    float e = __expf(v - m);
    float s = block_reduce(e, partial, 0.0f, Sum());
    y[blockIdx.x * n + t] = e / s;
}
