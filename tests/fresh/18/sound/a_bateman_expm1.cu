// fpcheck: daughter <<<1, 32>>> l1=[0.001,0.02,0.5,1e-06] l2=[0.0010001,0.0200001,0.25,0.3] t=[100.0,10.0,2.0,5.0] n2=empty:4 n=4 want=[0.09048329325090312,0.16374606533735334,0.4773024370823822,2.5895580329679007e-06] ref=n2=want --tol rtol=1e-5,atol=0
// expect: ok
// why: nearly equal decay constants: the difference is exact (Sterbenz), and (1 - e^-dt)/d comes from expm1, with its limit t for d = 0
// figure: n2[0] 0.09048329: error about 2e-7 relative, allowed 1e-5
// Daughter nuclei after time t, for one parent nucleus (Bateman).
__device__ float growth(float d, float t)
{
    return d == 0.0f ? t : -expm1f(-d * t) / d;
}

__global__ void daughter(const float *l1, const float *l2, const float *t, float *n2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = l1[i];
    n2[i] = a * expf(-a * t[i]) * growth(l2[i] - a, t[i]);
}
