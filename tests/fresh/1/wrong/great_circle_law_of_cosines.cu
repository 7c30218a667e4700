// fpcheck: great_circle <<<1, 8>>> lat1=[0.85,0.7,0.3,0.52,1.1,0.9,0.25,0.66] lon1=[0.1,0.2,1.3,-0.7,2.0,0.41,-1.2,0.77] dlat=[1e-4,2e-4,5e-5,1e-4,3e-4,8e-5,1e-4,6e-5] dlon=[1e-4,-1e-4,2e-4,5e-5,1e-4,-2e-4,7e-5,1e-4] dist=empty:8 n=8
// expect: error cancellation at line 16: acos of a number that is 1 to within an ulp; the angle of 1e-4 has two good digits at most
// Distance in metres between a survey point and its neighbour, spherical earth.
__global__ void great_circle(const float* lat1, const float* lon1, const float* dlat, const float* dlon,
                             float* dist, int n)
{
    const float R = 6371008.8f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float phi1 = lat1[i];
    float phi2 = phi1 + dlat[i];
    float lam2 = lon1[i] + dlon[i];
    float dl = lam2 - lon1[i];
    float c = sinf(phi1) * sinf(phi2) + cosf(phi1) * cosf(phi2) * cosf(dl);
    c = fminf(1.0f, fmaxf(-1.0f, c));
    dist[i] = R * acosf(c);
}
