// fpcheck: kepler_forward <<<1, 32>>> E=[0.004,0.05,0.25,1.5,-0.01,0.5] M=empty:6 e=0.9998779296875 n=6 want=[4.989466307628908e-07,2.693170315499769e-05,0.002626241424097007,0.5026267779206776,-1.3873485749257048e-06,0.020632985021114894] ref=M=want --tol rtol=2e-6,atol=0
// expect: ok
// why: E - e sin E near e = 1 looks like a cancellation, but it is split into (1-e) E + e (E - sin E) with a series for small E
// figure: M[0]: computed 4.98946633e-07, MPFR 4.989466308e-7 (relative error 5.2e-9, tolerance 2e-6)
// Mean from eccentric anomaly, safe for eccentricities next to one.
// E - sin E for |E| < 1/2: E^3/6 - E^5/120 + ...
__device__ float e_minus_sin(float E)
{
    float z = E * E;
    float p = 2.7557319e-6f - z * 2.5052108e-8f;
    p = 1.9841270e-4f - z * p;
    p = 8.3333333e-3f - z * p;
    p = 1.6666667e-1f - z * p;
    return E * z * p;
}

__global__ void kepler_forward(const float *E, float *M, float e, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = E[i];
    if (fabsf(x) < 0.5f)
        M[i] = (1.0f - e) * x + e * e_minus_sin(x); // 1 - e is exact here
    else
        M[i] = x - e * sinf(x);
}
