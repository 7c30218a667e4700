// fpcheck: invariant_mass <<<1, 32>>> e=[0.1,0.3,1.7,45.6,3.3,5.5,0.7,0.9] p=[0.1,0.3,1.7,45.6,3.2999999,5.4,0.7,0.8999999] mass=empty:8 n=8 ref=mass=sqrt(e*e-p*p) --tol rtol=1e-5,atol=0
// expect: ok
__global__ void invariant_mass(const float *e, const float *p, float *mass, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        mass[i] = sqrtf(fmaxf((e[i] - p[i]) * (e[i] + p[i]), 0.0f));
}
