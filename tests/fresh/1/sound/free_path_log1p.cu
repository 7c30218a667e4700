// fpcheck: free_path <<<1, 16>>> u=[1e-8,2e-8,5e-8,1e-7,3e-7,8e-7,1e-6,2e-6,3e-8,7e-8,0.5,0.99,6e-9,1.5e-8,0.25,5e-6] s=empty:16 sigma=0.25 n=16 --ref s=-log1p(-u)/sigma --tol rtol=1e-5,atol=0
// expect: ok
__global__ void free_path(const float* u, float* s, float sigma, int n)
{
    int i = threadIdx.x;
    if (i < n) s[i] = -log1pf(-u[i]) / sigma;
}
