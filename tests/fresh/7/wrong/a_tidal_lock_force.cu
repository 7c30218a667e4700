// fpcheck: attraction<<<1, 32>>> m1=[5.972e24,1.898e27,1.0e20] m2=[7.342e22,8.93e22,1.0e10] r=[3.844e8,4.217e8,1.0e6] force=empty:3 limit=1e30 n=3
// expect: error overflow hidden by fminf at line 9
// why: G*m1*m2 is beyond binary32 before the division by r^2; fminf makes the limit of the infinity, though the force is far below it
// figure: computed force[1] = 1e+30, MPFR 6.3613047e+22
// Newton's force between planet and moon, limited for the integrator.
__device__ float newton(float m1, float m2, float r)
{
    const float G = 6.6743e-11f;
    return G * m1 * m2 / (r * r);
}

__global__ void attraction(const float *m1, const float *m2, const float *r, float *force, float limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        force[i] = fminf(newton(m1[i], m2[i], r[i]), limit);
}
