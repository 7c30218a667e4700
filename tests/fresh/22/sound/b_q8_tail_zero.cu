// fpcheck: linear_q8 <<<2, 64>>> w=[23,-5,-118,-121,-67,9,-6,91,-95,36,-28,37,-104,-28,-92,-37,-78,56,45,-108,-51,93,103,96,-98,118,-22,-93,55,-98,-118,100,-98,-25,96,-59,-56,-30,67,41,-50,-86,-17,-3,-20,41,-101,56,10,-124,43,79,-35,-17,20,-16,4,16,25,-56,-100,99,-12,-73,127,11,-44,-85,-125,30,31,102,121,98,-112,-93,23,32,-74,100,112,-76,37,-22,15,54,1,61,-59,-12,-89,35,-28,43,121,-37,71,39,61,20,-60,50,-36,3,11,-42,-5,-17,-60,108,109,-80,-40,-90,-81,-124,-32,90,-76,125,88,-67,-126,-60,-20,-77,41,26,61,-4,16,82,25,-74,96,96,15,-9,36,79,71,77,-57,105,-120,0,-19,28,37,16,-112,-79,6,0,-75,109,-89,104,33,-122,-31,42,-86,-44,92,-93,112,-92,-18,75,-115,117,29,5,52,-30,70,3,-100,84,91,63,54,-111,-107,-73,-40,94,-107,-2,117,40,61,71,-29,35,-96,60,-66,12,50,-69,90,-80,47,126,53,-125,47,49,-87,97,113,-68,75,-115,59,-26,-91,-43,90,-10,41,-19,-83,113,-97,-97,-22,113,4,-116,109,112,3,-43,-82,58,-114,-127,121,-13,-32,45,-118,33,-52,78,-33,-88,-10,-25,33,29,-121,-120,-14,86,48,-21,47,-65,-39,-71,-36,38,-85,-115,49,-65,-31,-50,-61,-62,-69,59,-20,24,-16,103,24,51,120,-52,-13,-45,-69,-96] scales=[0.008636474609375,0.014068603515625,0.015960693359375,0.00943756103515625,0.010162353515625,0.0170440673828125,0.019378662109375,0.0062713623046875,0.006069183349609375,0.016387939453125,0.0124359130859375,0.01137542724609375] x=[-0.197509765625,0.767578125,0.155517578125,1.760009765625,0.7421875,1.36865234375,-1.07763671875,-0.192138671875,-0.813720703125,1.5048828125,0.65771484375,-0.30517578125,-0.452392578125,0.484619140625,-0.701416015625,-0.9306640625,0.481201171875,2.463134765625,-0.24609375,-0.555908203125,-1.171142578125,-1.3349609375,0.52490234375,0.850830078125,0.00927734375,0.33251953125,0.115966796875,0.138671875,-1.526123046875,-0.4580078125,0.111572265625,-0.783203125,-0.476318359375,-0.819091796875,-0.33349609375,0.85302734375,-0.406494140625,-0.15380859375,0.813720703125,0.644775390625,1.6953125,-2.090576171875,0.85693359375,-0.482177734375,0.134765625,0.837646484375,1.083251953125,1.039306640625,0.155029296875,1.609619140625,-0.282958984375,-0.140869140625,0.79931640625,-0.55126953125,2.160888671875,1.019287109375,2.175537109375,-0.026611328125,-0.383056640625,0.1669921875,0.734619140625,-0.58740234375,0.379638671875,-0.016845703125,1.61572265625,-0.66259765625,1.046142578125,-0.643798828125,-0.960693359375,-0.710205078125,-1.190185546875,0.146240234375] bias=[0.5,-0.25,1.0,0.125] y=empty:4 peak=empty:2 rows=4 k=72 kind=0 want=[2.7152515027316326,3.91360207885387,8.646563909803255,6.046256437446658] ref=y=want --tol rtol=1e-4,atol=1e-5
// expect: ok
// why: lanes beyond K carry zero activations, which neither move the block's peak nor the sum; their weights are read at a clamped index and times 0
// figure: computed y[0] = 2.71525 within 1e-6, right 2.71525, tolerance 1e-4
// A linear layer of 8-bit weights in blocks of 32 with a half precision scale each; activations are quantised on the
// fly, a block at a time, and the products summed in integers. A warp computes one output.
#include <cuda_fp16.h>

#define QBLOCK 32
#define FULL 0xffffffffu

struct Quantised {
    int q;
    float scale;
};

__device__ float warp_max(float v)
{
#pragma unroll
    for (int m = 16; m > 0; m >>= 1)
        v = fmaxf(v, __shfl_xor_sync(FULL, v, m));
    return v;
}

__device__ int warp_sum(int v)
{
#pragma unroll
    for (int m = 16; m > 0; m >>= 1)
        v += __shfl_xor_sync(FULL, v, m);
    return v;
}

// Symmetric quantisation of the warp's 32 activations; a block of zeros has scale 0.
__device__ Quantised quantise(float x)
{
    float peak = warp_max(fabsf(x));
    Quantised r;
    r.scale = peak / 127.0f;
    if (peak == 0.0f) {
        r.q = 0;
        return r;
    }
    int q = __float2int_rn(x / r.scale);
    r.q = max(-127, min(127, q));
    return r;
}

__device__ int blocks_of(int k)
{
    return (k + QBLOCK - 1) / QBLOCK;
}

// Activations and weights, a lane each, whatever K is. Rows of weights follow each other without padding, so that row
// r begins at r * k and a block of the tail would run into the next row.
__device__ float activation(const float *x, int at, int k)
{
    return at < k ? x[at] : 0.0f;
}

__device__ int weight(const signed char *w, int row, int at, int k)
{
    // The lanes of the tail stay inside of the row; their activation is 0, so it does not matter which weight
    // they see.
    const signed char *p = w + row * k;
    return p[min(at, k - 1)];
}


// The scales of a row of weights, widened.
__device__ float weight_scale(const __half *scales, int row, int block, int k)
{
    return __half2float(scales[row * blocks_of(k) + block]);
}

__device__ float dot_row(const signed char *w, const __half *scales, const float *x, int row, int k)
{
    int lane = threadIdx.x & 31;
    float y = 0.0f;
    for (int b = 0; b < blocks_of(k); b++) {
        int at = b * QBLOCK + lane;
        Quantised a = quantise(activation(x, at, k));
        int products = warp_sum(a.q * weight(w, row, at, k));
        y = fmaf((float)products, a.scale * weight_scale(scales, row, b, k), y);
    }
    return y;
}

// What the epilogue can do with a sum. The kind is the same for a whole launch, so that the switch never
// divides a warp; the derivatives are not needed here, since this is inference only.
//
// RELU keeps zero, LEAKY a hundredth of what is negative, SILU is v * sigmoid(v), and SOFTPLUS a smooth
// RELU that stays above both of its asymptotes.
enum Activation { IDENTITY, RELU, LEAKY, SILU, SOFTPLUS };

__device__ float sigmoid(float v)
{
    return 1.0f / (1.0f + expf(-v));
}

// log(1 + exp(v)) without an overflow.
__device__ float softplus(float v)
{
    return fmaxf(v, 0.0f) + log1pf(expf(-fabsf(v)));
}

__device__ float epilogue(float v, float bias, int kind)
{
    v += bias;
    switch (kind) {
    case RELU:
        return fmaxf(v, 0.0f);
    case LEAKY:
        return v < 0.0f ? 0.01f * v : v;
    case SILU:
        return v * sigmoid(v);
    case SOFTPLUS:
        return softplus(v);
    default:
        return v;
    }
}

__global__ void linear_q8(const signed char *w, const __half *scales, const float *x, const float *bias, float *y,
                          float *peak, int rows, int k, int kind)
{
    __shared__ float seen[32];
    int warp = threadIdx.x >> 5;
    int lane = threadIdx.x & 31;
    int warps = blockDim.x >> 5;
    int row = blockIdx.x * warps + warp;

    float out = 0.0f;
    if (row < rows) {
        float v = dot_row(w, scales, x, row, k);
        out = epilogue(v, bias[row], kind);
        if (lane == 0)
            y[row] = out;
    }

    // The largest magnitude of the block's outputs, for the scale of the next layer.
    if (lane == 0)
        seen[warp] = fabsf(out);
    __syncthreads();
    if (warp == 0) {
        float v = lane < warps ? seen[lane] : 0.0f;
        v = warp_max(v);
        if (lane == 0)
            peak[blockIdx.x] = v;
    }
}
