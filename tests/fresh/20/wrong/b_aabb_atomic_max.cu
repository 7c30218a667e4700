// fpcheck: upper_bound <<<2, 32>>> z=[-32.647846,-16.403963,-49.66808,-31.956379,-28.29286,-37.591087,-37.853363,-11.427811,-36.449287,-14.099758,-45.748825,-22.956476,-22.443419,-16.409603,-26.309975,-33.746365,-2.7311277,-34.663685,-32.836452,-8.020074,-20.892162,-29.535435,-37.7897,-7.2478023,-45.673786,-39.03828,-49.502445,-5.8888693,-4.4354515,-4.475576,-29.236319,-33.66717,-3.2382455,-44.178627,-5.9223866,-33.17899,-29.42142,-18.629774,-1.8958372,-23.471962] hi=inout:[-3.4028235e38] n=40 want=[-1.8958371877670288] ref=hi=want --tol rtol=1e-6,atol=0
// expect: error sign-trick at line 8
// why: atomicMax on the bits as signed integers orders negative floats backwards: -FLT_MAX is the largest of them and stays
// figure: computed hi[0] = -3.4028235e38, MPFR -1.8958371877670288
// Upper z of a mesh's bounding box (camera space looks down -z: all negative).
__device__ void atomic_max_float(float *p, float v)
{
    atomicMax(reinterpret_cast<int *>(p), __float_as_int(v));
}

__global__ void upper_bound(const float *z, float *hi, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? z[i] : -3.402823466e38f;
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    if ((threadIdx.x & 31) == 0)
        atomic_max_float(hi, v);
}
