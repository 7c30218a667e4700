// fpcheck: probe_plate<<<1, 32>>> origin=[-1.0,0.0,1.0,-1.0,1.0,1.0,-1.0,2.0,0.5,0.0,1.0,3.0] dir=[1.0,0.0,0.0,1.0,0.0,0.0,1.0,0.0,0.0,1.0,0.0,0.0] t=empty:4 rays=4 want=[2.0,2.0,2.0,-1.0] ref=t=want --tol rtol=1e-5,atol=0
// expect: error nan at line 17
// why: a ray in the plane of a face makes 0 * inf = NaN, which fminf and fmaxf drop in favour of the infinite side: the closed box is missed
// figure: t[0] computed -1, MPFR 2
#include <cuda_runtime.h>

struct Box {
    float lo[3], hi[3];
};

// entry distance of a ray into a closed box, -1 for a miss
__device__ float enter(const float *o, const float *d, Box b)
{
    float near = 0.0f, far = 1e30f;
    for (int a = 0; a < 3; a++) {
        float inv = 1.0f / d[a];
        float t1 = (b.lo[a] - o[a]) * inv;
        float t2 = (b.hi[a] - o[a]) * inv;
        near = fmaxf(near, fminf(t1, t2));
        far = fminf(far, fmaxf(t1, t2));
    }
    return near <= far ? near : -1.0f;
}

// a plate one cell thick lies on the grid plane, as do many of the camera rays
__global__ void probe_plate(const float *origin, const float *dir, float *t, int rays)
{
    int i = threadIdx.x;
    if (i >= rays)
        return;
    Box plate = {{1.0f, 0.0f, 0.0f}, {4.0f, 2.0f, 2.0f}};
    t[i] = enter(origin + 3 * i, dir + 3 * i, plate);
}
