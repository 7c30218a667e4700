// fpcheck: face_normal <<<1, 32>>> ux=[0.1,0.3,0.7,1.1] uy=[0.7,1.9,0.3,0.9] vx=[0.2,0.6,1.4,2.2] vy=[1.4,3.8,0.6,1.8] nz=empty:4 n=4 ref=nz=ux*0 --tol rtol=0,atol=1e-3
// expect: error contraction at line 11: the cross product of parallel edges is an fma's rounding residue, normalised to a full normal
#include <cuda_runtime.h>

// z of the unit normal of a planar face; a degenerate face has the normal 0
__global__ void face_normal(const float* ux, const float* uy, const float* vx, const float* vy, float* nz, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float z = ux[i] * vy[i] - uy[i] * vx[i];
    float len = fabsf(z);
    nz[i] = len > 0.0f ? z / len : 0.0f;
}
