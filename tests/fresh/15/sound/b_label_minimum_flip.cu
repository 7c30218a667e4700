// fpcheck: label_minimum<<<1, 96>>> value=[-30.5,-1.375,27.75,-4.125,24.5,-7.375,21.75,-10.125,18.5,-13.375,15.75,-16.125,12.5,-19.375,9.75,-22.125,6.5,-25.375,3.75,-28.125,0.5,29.625,-2.25,26.875,-5.5,23.625,-8.25,20.875,-11.5,17.625,-14.25,14.875,-17.5,11.625,-20.25,8.875,-23.5,5.625,-26.25,2.875,-29.5,-0.375,28.75,-3.125,25.5,-6.375,22.75,-9.125,19.5,-12.375,16.75,-15.125,13.5,-18.375,10.75,-21.125,7.5,-24.375,4.75,-27.125,1.5,-30.375,-1.25,27.875,-4.5,24.625,-7.25,21.875,-10.5,18.625,-13.25,15.875,-16.5,12.625,-19.25,9.875,-22.5,6.625,-25.25,3.875,-28.5,0.625,29.75,-2.125,26.5,-5.375,23.75,-8.125,20.5,-11.375,17.75,-14.125,14.5,-17.375,11.75,-20.125] label=[0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0,1,2,3,4,0] lowest=empty:5 n=96 labels=5 want=[-30.5,-30.375,-25.375,-26.25,-28.125] ref=lowest=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the bits of negative floats order backwards, and are turned round before atomicMin and back after it
// figure: computed lowest[0] = -30.5, MPFR -30.5; error 0
// Lowest value of every label of a segmentation; any sign.
__device__ unsigned ordered(float v)
{
    unsigned b = __float_as_uint(v);
    return b & 0x80000000u ? ~b : b | 0x80000000u;
}

__device__ float unordered(unsigned k)
{
    return __uint_as_float(k & 0x80000000u ? k & 0x7fffffffu : ~k);
}

__global__ void label_minimum(const float *value, const int *label, float *lowest, int n, int labels)
{
    __shared__ unsigned best[32];
    int t = threadIdx.x;
    if (t < 32)
        best[t] = 0xffffffffu;
    __syncthreads();
    if (t < n)
        atomicMin(&best[label[t]], ordered(value[t]));
    __syncthreads();
    if (t < labels)
        lowest[t] = unordered(best[t]);
}
