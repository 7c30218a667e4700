// fpcheck: invariant_mass <<<1, 32>>> e=[0.1,0.3,1.7,45.6,3.3,5.5,0.7,0.9] p=[0.1,0.3,1.7,45.6,3.3,5.5,0.7,0.9] mass=empty:8 n=8 ref=mass=sqrt(e*e-p*p) --tol rtol=1e-5,atol=1e-6
// expect: error contraction at line 7: E*E - p*p fused rounds one product only, so E = p gives a residue, whose root is NaN or up to 2e-3 where the mass is 0
__global__ void invariant_mass(const float *e, const float *p, float *mass, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        mass[i] = sqrtf(e[i] * e[i] - p[i] * p[i]);
}
