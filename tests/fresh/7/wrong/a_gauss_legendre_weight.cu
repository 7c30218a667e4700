// fpcheck: mean_attenuation<<<1, 32>>> k=[0.1,0.5,1.0,2.0] out=empty:4 n=4 --ref 'out=(1-exp(-k))/k' --tol rtol=1e-5,atol=0
// expect: error wrong constant at line 7
// why: two digits of a Gauss-Legendre weight are exchanged (0.476828... for 0.478628...), so the weights do not add up to 2
// figure: computed out[2] = 0.630989, MPFR 0.6321206
// Mean attenuation of a slab: the integral of exp(-k s) over s in [0,1], five Gauss points.
__constant__ float node[3] = {0.0f, 0.5384693101f, 0.9061798459f};
__constant__ float weight[3] = {0.5688888889f, 0.4768286705f, 0.2369268851f};

template <class F>
__device__ float integrate(F f)
{
    float sum = weight[0] * f(0.5f);
    for (int g = 1; g < 3; g++)
        sum += weight[g] * (f(0.5f - 0.5f * node[g]) + f(0.5f + 0.5f * node[g]));
    return 0.5f * sum;
}

__global__ void mean_attenuation(const float *k, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = k[i];
    out[i] = integrate([a](float s) { return expf(-a * s); });
}
