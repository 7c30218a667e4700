// fpcheck: closest <<<1, 32>>> pt=[120.0, 80.0, 45.0, 30.0, 12.5, 10.0, 8.0, 6.0, 5.0, 4.0, 3.0, 2.0] eta=[0.5, -1.2, 0.75, 2.0, -0.3, 0.45, 1.9, -2.4, 0.1, -1.1, 1.0, 2.3] phi=[3.1, 0.2, -3.0, 1.5, -1.0, -3.1, 1.7, 0.5, 2.5, 0.3, -2.0, -0.7] dmin=empty:1 partner=empty:1 n=12 --ref 'dmin=@b_dmin_want.npy' --tol rtol=1e-4,atol=0
// expect: ok
// why: lanes beyond the last particle bring infinity into the minimum; the distances in azimuth are wrapped
// figure: dmin = 4.08845e-06: error about 2e-6 relative (2 pi in float) against rtol 1e-4
#include <math_constants.h>

// One step of anti-kT clustering: the least distance d_ij = min(1/pt_i^2, 1/pt_j^2) dR^2 / R^2 and the particle i that has it.
__device__ float wrap(float d)
{
    if (d > 3.14159265f)
        d -= 6.28318531f;
    if (d < -3.14159265f)
        d += 6.28318531f;
    return d;
}

__global__ void closest(const float *pt, const float *eta, const float *phi, float *dmin, int *partner, int n)
{
    int i = threadIdx.x;
    float best = CUDART_INF_F;
    if (i < n) {
        best = CUDART_INF_F;
        for (int j = 0; j < n; j++) {
            if (j == i)
                continue;
            float deta = eta[i] - eta[j];
            float dphi = wrap(phi[i] - phi[j]);
            float hard = fmaxf(pt[i], pt[j]);
            float d = (deta * deta + dphi * dphi) / (0.16f * hard * hard);
            best = fminf(best, d);
        }
    }
    float least = best;
    for (int o = 16; o > 0; o >>= 1)
        least = fminf(least, __shfl_xor_sync(0xffffffffu, least, o));
    unsigned who = __ballot_sync(0xffffffffu, best == least);
    if (i == 0) {
        dmin[0] = least;
        partner[0] = __ffs(who) - 1;
    }
}
