// fpcheck: normal_angle <<<1, 32>>> n=4 slope=[1e-4, 5e-5, 2e-4, 1.5e-4] ang=empty:4 want=[9.9999999667e-5, 4.9999999958e-5, 1.9999999733e-4, 1.4999999888e-4] ref=ang=want --tol rtol=1e-4,atol=0
// expect: error cancellation at line 11: acos of a cosine that rounds to 1 or the number below it
// Crease angle between the face normals (0, 0, 1) and (slope, 0, 1).
__global__ void normal_angle(const float* slope, float* ang, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float nx = slope[i], nz = 1.0f;
    float inv = 1.0f / sqrtf(nx * nx + nz * nz);
    float c = fminf(nz * inv, 1.0f);
    ang[i] = acosf(c);
}
