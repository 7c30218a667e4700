// fpcheck: doses <<<1, 64>>> counts=const(180):2x512 dose=empty:2 n=512 ref=dose=sum(counts,1)*0.5 --tol rtol=1e-5,atol=0
// expect: error accumulator too narrow at line 10: 512 counts of 180 are 92160, more than 16 bits hold
__global__ void doses(const float *counts, float *dose, int n)
{
    int r = threadIdx.x;
    if (r >= 2)
        return;
    unsigned short sum = 0;
    for (int j = 0; j < n; j++)
        sum = (unsigned short)(sum + (unsigned)__float2int_rn(counts[r * n + j]));
    dose[r] = 0.5f * (float)sum;
}
