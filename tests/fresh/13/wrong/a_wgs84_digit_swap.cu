// fpcheck: prime_vertical<<<1, 32>>> lat=[0.1,0.5,0.8,1.1,1.4,-0.9] radius=empty:6 n=6 --ref radius=6378137/sqrt(1-0.00669437999014*sin(lat)*sin(lat)) --tol rtol=1e-6,atol=0
// expect: error wrong constant at line 9
// why: the first eccentricity squared of WGS84 is 0.00669437999, two digits are exchanged
// figure: computed radius[2] = 6389597, MPFR 6389151.57
// Radius of curvature in the prime vertical.
__global__ void prime_vertical(const float *lat, float *radius, int n)
{
    const float a = 6378137.0f;
    const float e2 = 0.00696437999f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = sinf(lat[i]);
    radius[i] = a / sqrtf(1.0f - e2 * s * s);
}
