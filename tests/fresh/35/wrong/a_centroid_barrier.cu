// fpcheck: spread <<<1, 128>>> pts=@a_centroid_barrier_pts.npy dist=empty:128 n=100 --ref 'dist=@a_centroid_barrier_dist_ref.npy' --tol rtol=1e-5,atol=1e-5
// expect: error barrier at line 21
// why: __syncthreads inside if (t < n): threads 100..127 skip these barriers and wait at the last one instead, which is undefined: barriers of different places are taken for one (or the block hangs), as in many reports of reductions whose guard encloses the barrier
// figure: 28 of 128 threads skip seven barriers; where they meet the others at the first; dist[115] computed 0.20189625, MPFR 4.003531456 (off by 7.6e+04 of the tolerance)
#include <cuda_runtime.h>
// distance of all 128 points from the centroid of the first n
__global__ void spread(const float* pts, float* dist, int n)
{
    __shared__ float sx[128], sy[128];
    int t = threadIdx.x;
    float x = pts[2 * t], y = pts[2 * t + 1];
    sx[t] = t < n ? x : 0.0f;
    sy[t] = t < n ? y : 0.0f;
    __syncthreads();
    if (t < n) {
        for (int o = 64; o > 0; o >>= 1) {
            if (t < o) {
                sx[t] += sx[t + o];
                sy[t] += sy[t + o];
            }
            __syncthreads();
        }
    }
    __syncthreads();
    float dx = x - sx[0] / (float)n, dy = y - sy[0] / (float)n;
    dist[t] = sqrtf(dx * dx + dy * dy);
}
