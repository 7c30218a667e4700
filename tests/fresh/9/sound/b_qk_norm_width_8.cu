// fpcheck: qk_norm <<<1, 64>>> x=[-2.25,0.5,1,-2.75,1.75,2.75,-2,-1,2,0.25,1.5,2.5,1.25,-1.25,3,-2.5,-1.5,-2.75,0,0.25,-2.75,3,0.5,-1.5,-1.5,-1,-2,1.5,-0.75,-2.25,2.5,1.25,-1,-2,-1.5,0.25,2.25,2.25,-1.25,-2,-2.5,-0.5,1.25,2.25,-0.75,2,-1.5,-2.5,-2.5,-2.25,0.5,-3,-1.25,-3,-0.75,1.5,-2.75,0.5,-2,-0.75,2.25,1.75,1.5,-3] gain=[1.25,0.75,1.375,1.375,1,1,1,0.875] y=empty:64 eps=1e-6 want=[-1.46462505,0.19528334,0.716038913,-1.96910701,0.911322253,1.43207783,-1.04151115,-0.455661127,1.27128329,0.0953462466,1.04880871,1.74801452,0.635641644,-0.635641644,1.52553995,-1.11237288,-0.985861034,-1.08444714,0,0.180741189,-1.44592952,1.57737765,0.262896276,-0.690102724,-1.10732001,-0.442928005,-1.62406935,1.21805201,-0.442928005,-1.32878402,1.47642668,0.645936674,-0.737209653,-0.884651583,-1.21639593,0.202732654,1.32697737,1.32697737,-0.737209653,-1.03209351,-1.72722108,-0.207266529,0.949971592,1.70994887,-0.414533058,1.10542149,-0.829066116,-1.20905475,-1.51724264,-0.819311028,0.333793382,-2.00276029,-0.606897058,-1.45655294,-0.364138235,0.63724191,-1.72550325,0.188236718,-1.3804026,-0.517650974,1.12942031,0.878438017,0.752946871,-1.31765702] ref=y=want --tol rtol=1e-5,atol=0
// expect: ok
// why: the shuffles have width 8 because a head has 8 elements: four heads share a warp and each group adds only its own
// figure: relative error about 2e-7, tolerance 1e-5
// RMSNorm of each head of a query, head dimension 8, a thread an element.
constexpr int HEAD = 8;

template <int WIDTH>
__device__ float group_sum(float v)
{
    static_assert((WIDTH & (WIDTH - 1)) == 0 && WIDTH <= 32, "a power of two within a warp");
    for (int offset = WIDTH / 2; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, offset, WIDTH);
    return v;
}

__global__ void qk_norm(const float *x, const float *gain, float *y, float eps)
{
    const float v = x[threadIdx.x];
    const float mean = group_sum<HEAD>(v * v) * (1.0f / HEAD);
    y[threadIdx.x] = v * rsqrtf(mean + eps) * gain[threadIdx.x % HEAD];
}
