// fpcheck: charge_penetration <<<1, 32>>> r=[1.0,2.5,4.0,7.0,10.0,16.0,25.0,40.0] v=empty:8 a=0.01 n=8
// expect: error cancellation at line 14
// why: the damping correction 1/r - 1/sqrt(r^2+a^2) is a difference of two nearly equal numbers; for r >> a nothing of it is left
// figure: v[4] computed 5.21541e-08, MPFR 5e-08
// Short range correction of the Coulomb potential of a smeared charge of width a (atomic units).
__global__ void charge_penetration(const float *r, float *v, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float ri = r[i];
    float point = 1.0f / ri;
    float smeared = 1.0f / sqrtf(ri * ri + a * a);
    v[i] = point - smeared;
}
