// fpcheck: gradient_hypot <<<1, 16>>> w=6 img=[1e20, 3e20, 2e20, 9e20, 4e20, 5e20, 2e20, 1e20, 6e20, 3e20, 8e20, 7e20] mag=empty:5 cap=1e30
// expect: ok
// Gradient magnitude of a photon flux map (two lines), forward differences; hypotf does not overflow.
__global__ void gradient_hypot(const float* img, float* mag, int w, float cap)
{
    int i = threadIdx.x;
    if (i + 1 >= w) return;
    float gx = img[i + 1] - img[i];
    float gy = img[w + i] - img[i];
    mag[i] = fminf(hypotf(gx, gy), cap);
}
