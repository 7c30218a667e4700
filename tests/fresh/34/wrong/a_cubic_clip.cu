// fpcheck: soft_clip <<<2, 64>>> x=@a_cubic_clip_x.npy y=empty:128 n=128 --ref 'y=@a_cubic_clip_y.npy' --tol rtol=1e-3,atol=1e-3
// expect: error nan at line 7
// why: __powf of a negative base is NaN, as it is exp2(3 log2 x); fmaxf(-1, NaN) then makes it -1, so every negative sample becomes a full-scale click
// figure: y[75] computed -1, exact -0.0158712174 (62 of 128 elements off)
__device__ float cubic(float v)
{
    return 1.5f * v - 0.5f * __powf(v, 3.0f);
}

__global__ void soft_clip(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s = cubic(x[i]);
        y[i] = fminf(1.0f, fmaxf(-1.0f, s));
    }
}
