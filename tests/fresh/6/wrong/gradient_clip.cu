// fpcheck: gradient_clip <<<1, 16>>> w=6 img=[1e20, 3e20, 2e20, 9e20, 4e20, 5e20, 2e20, 1e20, 6e20, 3e20, 8e20, 7e20] mag=empty:5 cap=1e30 want=[2.2360679775e20, 2.2360679775e20, 8.0622577483e20, 7.8102496759e20, 4.1231056256e20] ref=mag=want --tol rtol=1e-4,atol=0
// expect: error overflow at line 10: the squares overflow to infinity and fminf turns it to the cap
// Gradient magnitude of a photon flux map (two lines), forward differences, capped for the display.
__global__ void gradient_clip(const float* img, float* mag, int w, float cap)
{
    int i = threadIdx.x;
    if (i + 1 >= w) return;
    float gx = img[i + 1] - img[i];
    float gy = img[w + i] - img[i];
    float m = sqrtf(gx * gx + gy * gy);
    mag[i] = fminf(m, cap);
}
