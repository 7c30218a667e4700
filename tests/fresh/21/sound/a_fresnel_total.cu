// fpcheck: reflectance <<<1, 32>>> angle=[0.0,0.2,0.5,0.7,0.75,0.9,1.3,1.5] reflected=empty:8 n1=1.5 n2=1 n=8 want=[0.04000000000000001,0.04014679596852588,0.05142610163952667,0.25491511174094833,1.0,1.0,1.0,1.0] ref=reflected=want --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: beyond the critical angle the argument of the root is negative; the branch returns 1 before it, and no angle lies at the limit
// figure: reflected[3] computed 0.254914969, MPFR 0.254915111741; error 1.4e-07 of 3.5e-06 allowed
// Reflectance of unpolarised light at an interface (Fresnel), total reflection included.
__device__ float fresnel(float cosine, float sine, float n1, float n2)
{
    float ratio = n1 / n2;
    float square = ratio * ratio * sine * sine;
    if (!(square < 1.0f))
        return 1.0f;
    float behind = sqrtf(1.0f - square);
    float rs = (n1 * cosine - n2 * behind) / (n1 * cosine + n2 * behind);
    float rp = (n2 * cosine - n1 * behind) / (n2 * cosine + n1 * behind);
    return 0.5f * (rs * rs + rp * rp);
}

__global__ void reflectance(const float *angle, float *reflected, float n1, float n2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sine, cosine;
    sincosf(angle[i], &sine, &cosine);
    reflected[i] = fresnel(cosine, sine, n1, n2);
}
