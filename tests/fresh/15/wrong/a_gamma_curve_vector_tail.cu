// fpcheck: gamma_curve <<<1, 32>>> in=uniform(0.1,1):30 out=empty:30 exponent=0.4545 n=30
// expect: error uninitialised at line 21
// why: four pixels a thread by float4, and the last n mod 4 pixels are left to a tail loop that ends at n / 4 * 4, where it begins: elements 28 and 29 are never written
// figure: computed out[28] undefined, right in[28]^0.4545

__device__ float4 curve(float4 p, float e)
{
    return make_float4(powf(p.x, e), powf(p.y, e), powf(p.z, e), powf(p.w, e));
}

__global__ void gamma_curve(const float *in, float *out, float exponent, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    int vectors = n / 4;
    const float4 *in4 = (const float4 *)in;
    float4 *out4 = (float4 *)out;
    for (int i = t; i < vectors; i += step)
        out4[i] = curve(in4[i], exponent);
    // what is left
    for (int i = vectors * 4 + t; i < n / 4 * 4; i += step)
        out[i] = powf(in[i], exponent);
}
