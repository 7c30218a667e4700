// fpcheck: closest_inside <<<1, 32>>> d=[0.5,-0.25,1.5,-3.0,2.0,-1.25] key=inout:const(2139095040):1:i32 nearest=empty:1 n=6 ref=nearest=min(d) --tol rtol=1e-6,atol=0
// expect: error packed key order at line 7: as integers, negative floats order backwards: the minimum of the bits is -0.25, not -3
__global__ void closest_inside(const float *d, int *key, float *nearest, int n)
{
    int i = threadIdx.x;
    if (i < n)
        atomicMin(key, __float_as_int(d[i]));
    __syncthreads();
    if (i == 0)
        *nearest = __int_as_float(*key);
}
