// fpcheck: octets <<<1, 32>>> x=[0.75,4.5,0.25,4.5,5.5,5,7.25,2,4.25,6.5,3.75,0.75,0.5,2.25,2.75,7,3.5,1.5,5.5,1.75,6.75,5.5,6,2,5.25,5.5,3.75,0.5,2.25,2.25,6.25,6] y=empty:32 want=[0.75,5.25,5.5,10,15.5,20.5,27.75,29.75,4.25,10.75,14.5,15.25,15.75,18,20.75,27.75,3.5,5,10.5,12.25,19,24.5,30.5,32.5,5.25,10.75,14.5,15,17.25,19.5,25.75,31.75] --ref y=want --tol rtol=1e-5,atol=1e-5
// expect: error shuffle width at line 12
// why: lane is the lane of the warp: at the start of the second octet the shuffle returns the own value, which is added
// figure: y[8] computed 34.0, MPFR 4.25
// Running charge in octets: four sums of eight lanes in one warp.
template <int WIDTH>
__device__ float inclusive(float v)
{
    int lane = threadIdx.x & 31;
    for (int o = 1; o < WIDTH; o *= 2) {
        float up = __shfl_up_sync(0xffffffffu, v, o, WIDTH);
        if (lane >= o)
            v += up;
    }
    return v;
}

__global__ void octets(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = inclusive<8>(x[i]);
}
