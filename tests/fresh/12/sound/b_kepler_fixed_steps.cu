// fpcheck: anomalies <<<1, 64>>> mean_anomaly=uniform(0.4,2.9):64 eccentricity=uniform(0.02,0.6):64 eccentric=empty:64 radius=empty:64 axis=1.523679 n=64
// expect: ok
// why: a fixed number of Newton steps without a test: the last ones change nothing, the correction is of a residue that is small, and its rounding is far below the result.
// figure: largest relative error of 200 draws 8.1e-08
__device__ float solve_kepler(float m, float e)
{
    float x = m + e * sinf(m) / (1.0f - sinf(m + e) + sinf(m));
#pragma unroll 1
    for (int k = 0; k < 6; k++) {
        float s, c;
        sincosf(x, &s, &c);
        x -= (x - e * s - m) / (1.0f - e * c);
    }
    return x;
}

__global__ void anomalies(const float *mean_anomaly, const float *eccentricity, float *eccentric, float *radius, float axis, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float x = solve_kepler(mean_anomaly[i], eccentricity[i]);
    eccentric[i] = x;
    radius[i] = axis * (1.0f - eccentricity[i] * cosf(x));
}
