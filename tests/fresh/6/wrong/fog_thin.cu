// fpcheck: fog_thin <<<1, 64>>> n=64 depth=uniform(0.5,2):64 sigma=2e-6 opacity=empty:64 ref=opacity=1-exp(-0.000002*depth) --tol rtol=1e-4,atol=0
// expect: error cancellation at line 7: 1 - exp(-tau) for tau of a millionth; expm1f is missing
// Opacity of a thin homogeneous fog along a ray.
__global__ void fog_thin(const float* depth, float* opacity, int n, float sigma)
{
    int i = threadIdx.x;
    if (i < n) opacity[i] = 1.0f - expf(-sigma * depth[i]);
}
