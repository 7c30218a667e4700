// fpcheck: mass <<<1, 32>>> pt=[[800.0, 640.0], [45.0, 38.0], [950.0, 1200.0]] eta=[[2.5, 2.502], [0.5, 0.5004], [-2.25, -2.2515]] phi=[[1.0, 1.001], [-2.0, -2.0005], [0.5, 0.498]] m=empty:3 pairs=3
// expect: ok
// why: the massless pair in half angles, 4 pt1 pt2 (sinh^2 + sin^2): a sum of squares of exact differences
// figure: computed m[0] = 1.60007513, MPFR 1.60007497: 1e-7 relative, tolerance 2e-6
// Invariant mass of boosted muon pairs, taken as massless.
__global__ void mass(const float *pt, const float *eta, const float *phi, float *m, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    float h = sinhf(0.5f * (eta[2 * i] - eta[2 * i + 1]));
    float s = sinf(0.5f * (phi[2 * i] - phi[2 * i + 1]));
    m[i] = 2.0f * sqrtf(pt[2 * i] * pt[2 * i + 1] * (h * h + s * s));
}
