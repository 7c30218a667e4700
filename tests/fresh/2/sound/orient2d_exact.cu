// fpcheck: orient2d <<<1, 32>>> ax=[1000.1,4000.3,523.7,0] ay=[1000.1,4000.3,523.7,0] bx=[1012.1,4012.3,535.7,1] by=[1012.1,4012.3,535.7,0] cx=[1024.1001,4024.3005,547.70013,0] cy=[1024.1,4024.3,547.7,1] side=empty:4 n=4
// expect: ok
// Orientation predicate, exact for float inputs of similar magnitude: the
// differences are exact in double, and so is each product to an error term.
#include <cuda_runtime.h>

__device__ int orient(double ax, double ay, double bx, double by, double cx, double cy)
{
    double acx = ax - cx, bcx = bx - cx, acy = ay - cy, bcy = by - cy;
    double p = __dmul_rn(acx, bcy);
    double pe = __fma_rn(acx, bcy, -p);
    double q = __dmul_rn(acy, bcx);
    double qe = __fma_rn(acy, bcx, -q);
    double d = p - q;
    if (d > 0.0) return 1;
    if (d < 0.0) return -1;
    double e = pe - qe;
    return e > 0.0 ? 1 : (e < 0.0 ? -1 : 0);
}

__global__ void orient2d(const float* ax, const float* ay, const float* bx, const float* by,
                         const float* cx, const float* cy, int* side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) side[i] = orient(ax[i], ay[i], bx[i], by[i], cx[i], cy[i]);
}
