// fpcheck: mass <<<1, 32>>> pt=[[800.0, 640.0], [45.0, 38.0], [950.0, 1200.0]] eta=[[2.5, 2.502], [0.5, 0.5004], [-2.25, -2.2515]] phi=[[1.0, 1.001], [-2.0, -2.0005], [0.5, 0.498]] m=empty:3 pairs=3
// expect: error cancellation at line 19
// why: E^2 - p^2 of two muons almost parallel: 1e8 less 1e8 for a mass squared of about 2
// figure: computed m[0] = 0, MPFR 1.60007497 (m[2]: 3.52 against 2.66920318)
// Invariant mass of boosted muon pairs, taken as massless.
__global__ void mass(const float *pt, const float *eta, const float *phi, float *m, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    float e = 0.0f, x = 0.0f, y = 0.0f, z = 0.0f;
    for (int k = 0; k < 2; k++) {
        float t = pt[2 * i + k];
        e += t * coshf(eta[2 * i + k]);
        x += t * cosf(phi[2 * i + k]);
        y += t * sinf(phi[2 * i + k]);
        z += t * sinhf(eta[2 * i + k]);
    }
    float m2 = e * e - (x * x + y * y + z * z);
    m[i] = sqrtf(fmaxf(m2, 0.0f));
}
