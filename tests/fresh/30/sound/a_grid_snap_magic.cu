// fpcheck: snap <<<1, 32>>> x=[0.5,1.5,2.5,-0.5,-1.5,-2.5,0.4999999701976776,1000.4990234375,-77.5,123456.5,0.0,3.0] snapped=empty:12 n=12 want=[0.0,2.0,2.0,-0.0,-2.0,-2.0,0.0,1000.0,-78.0,123456.0,0.0,3.0] ref=snapped=want --tol bitwise
// expect: ok
// why: 1.5 * 2^23 is added and taken away again: it looks like nothing or like lost digits, but it rounds to integers, ties to even, for |x| < 2^22
// figure: computed snapped[2]=2.0, MPFR 2.0 (exact)
// Snaps coordinates of a routing grid to integers. The compiler must not reassociate the two additions, and does not.
__device__ __forceinline__ float nearest(float x)
{
    const float magic = 12582912.0f; // 1.5 * 2^23
    const float shifted = __fadd_rn(x, magic);
    return __fsub_rn(shifted, magic);
}

__global__ void snap(const float *x, float *snapped, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        snapped[i] = nearest(x[i]);
}
