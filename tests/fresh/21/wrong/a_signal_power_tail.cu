// fpcheck: signal_power <<<1, 32>>> x=[0.5,1.375,0.875,1.75,1.25,0.75,1.625,1.125,0.625,1.5,1.0,0.5,1.375,0.875,1.75,1.25,0.75,1.625,1.125,0.625,1.5,1.0,0.5,1.375,0.875,1.75,1.25,0.75,1.625,1.125] power=empty:1 n=30 want=[43.28125] ref=power=want --tol rtol=1e-5,atol=0
// expect: error tail dropped at line 18
// why: n/4 vectors are read; the n%4 samples at the end are never added
// figure: power[0] computed 39.375, MPFR 43.2812
// Energy of a burst, four samples a load.
__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void signal_power(const float *x, float *power, int n)
{
    const float4 *v = reinterpret_cast<const float4 *>(x);
    int lane = threadIdx.x;
    float sum = 0.0f;
    for (int k = lane; k < n / 4; k += 32) {
        float4 q = v[k];
        sum += q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    }
    sum = warp_sum(sum);
    if (lane == 0)
        *power = sum;
}
