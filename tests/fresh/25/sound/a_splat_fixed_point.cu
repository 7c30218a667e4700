// fpcheck: splat_events <<<2, 32>>> u=[0.0,4.046875,1.09375,5.140625,2.1875,6.234375,3.28125,0.328125,4.375,1.421875,5.46875,2.515625,6.5625,3.609375,0.65625,4.703125,1.75,5.796875,2.84375,6.890625,3.9375,0.984375,5.03125,2.078125,6.125,3.171875,0.21875,4.265625,1.3125,5.359375,2.40625,6.453125,3.5,0.546875,4.59375,1.640625,5.6875,2.734375,6.78125,3.828125,0.875,4.921875,1.96875,6.015625,3.0625,0.109375,4.15625,1.203125,5.25,2.296875,6.34375,3.390625,0.4375,4.484375,1.53125,5.578125,2.625,6.671875,3.71875,0.765625,4.8125,1.859375,5.90625,2.953125] image=inout:[0,0,0,0,0,0,0,0] n=64
// fpcheck+ to_float <<<1, 32>>> sum=image out=empty:8 n=8 want=[5.078125,9.140625,9.140625,9.140625,9.140625,9.140625,9.140625,4.078125] ref=out=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the weights are added as 64-bit fixed point numbers with 2^-24: integer atomics, the same sum in any order
// figure: out[3]: computed 9.140625, MPFR 9.140625 (error 0, tolerance 1e-6)
// PET list mode: every event adds linear weights to the two nearest pixels of a row, in fixed point.
#define ONE 16777216.0f

__device__ void splat(unsigned long long *image, int pixel, float w)
{
    atomicAdd(&image[pixel], (unsigned long long)__float2ll_rn(w * ONE));
}

__global__ void splat_events(const float *u, unsigned long long *image, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int p = min((int)u[i], 6);
    float t = u[i] - p;
    splat(image, p, 1.0f - t);
    splat(image, p + 1, t);
}

__global__ void to_float(const unsigned long long *sum, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (float)((double)sum[i] / ONE);
}
