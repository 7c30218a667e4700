// fpcheck: losing_energy <<<1, 32>>> v0=[3.0,2.0,5.0,1.0,2.5,4.0] v1=[2.9,1.9,4.9,0.9,2.4,3.9] losing=empty:6 potential=100000000.0 n=6 want=[1,1,1,1,1,1] ref=losing=want --tol bitwise
// expect: error cancellation deciding a sign at line 10: kinetic energies of some joules are absorbed by a potential of 1e8, and the sign bit of their difference is 0
__global__ void losing_energy(const float *v0, const float *v1, int *losing, float potential, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float before = potential + 0.5f * v0[i] * v0[i];
    float after = potential + 0.5f * v1[i] * v1[i];
    float drift = after - before;
    losing[i] = (int)(__float_as_uint(drift) >> 31);
}
