// fpcheck: triangle_orientation <<<1, 32>>> tri=[3459.1767578125,846.0,976.9462890625,3185.2451171875,1881.8212890625,2332.494140625,685.017578125,237.6806640625,3555.2900390625,197.4931640625,1977.9375,219.578125,1990.48828125,3002.859375,1649.2490234375,1183.7470703125,1751.1640625,1727.0458984375,2538.337890625,624.494140625,3069.0791015625,1365.02734375,2911.3466796875,1144.9462890625,3411.6220703125,3157.7412109375,2916.0,3582.6015625,3279.7734375,3270.765625,1057.4521484375,842.02734375,691.3798828125,541.47265625,838.892578125,662.5849609375] orientation=empty:6 n=6 want=[1,1,1,1,-1,-1] --ref 'orientation=want' --tol rtol=1e-6,atol=0
// expect: error flip at line 10
// why: the determinant of nearly collinear points in float: the rounding of a product is larger than the result
// figure: orientation[0] computed -1, MPFR 1
#include <cuda_runtime.h>

// Orientation of triangles: 1 counterclockwise, -1 clockwise, 0 degenerate.
__device__ __forceinline__ int orient2d(float ax, float ay, float bx, float by, float cx, float cy)
{
    float det = ax * (by - cy) + bx * (cy - ay) + cx * (ay - by);
    return (det > 0) - (det < 0);
}

__global__ void triangle_orientation(const float *__restrict__ tri, int *__restrict__ orientation,
                                     int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *t = tri + 6 * i;
    orientation[i] = orient2d(t[0], t[1], t[2], t[3], t[4], t[5]);
}
