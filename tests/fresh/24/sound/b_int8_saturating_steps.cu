// fpcheck: requantise <<<1, 32>>> x=[1.00000002e+20,-1.00000002e+20,0.300000012,-0.300000012,126.599998,127.400002,-128.399994,-130,3e+09,0] scale=1.5 q=empty:10 n=10 want=[127,-128,0,0,127,127,-128,-128,127,0] ref=q=want --tol rtol=0,atol=0.5
// expect: ok
// why: floats far outside of int are converted: __float2int_rn saturates at the ends of int by definition, and the clamp to int8 comes before the narrowing
// figure: integers, met exactly
__device__ signed char saturated(float v)
{
    int q = __float2int_rn(v);
    q = max(-128, min(127, q));
    return (signed char)q;
}

__global__ void requantise(const float *x, float scale, signed char *q, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        q[i] = saturated(x[i] * scale);
}
