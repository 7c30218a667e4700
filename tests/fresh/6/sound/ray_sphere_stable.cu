// fpcheck: ray_sphere_stable <<<1, 32>>> n=4 a=[1.0, 1.0, 2.0, 1.0] b=[-2000.0, 2000.0, -3.0, 1.0] c=[0.01, 0.01, 1.0, 5.0] near_t=empty:4 far_t=empty:4 hit=empty:4:i32
// expect: ok
// Both roots of a t^2 + b t + c without cancellation (Vieta for the small one).
__global__ void ray_sphere_stable(const float* a, const float* b, const float* c, float* near_t, float* far_t, int* hit, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float disc = b[i] * b[i] - 4.0f * a[i] * c[i];
    bool h = disc >= 0.0f;
    float t0 = -1.0f, t1 = -1.0f;
    if (h) {
        float q = -0.5f * (b[i] + copysignf(sqrtf(disc), b[i]));
        float r0 = q / a[i];
        float r1 = c[i] / q;
        t0 = fminf(r0, r1);
        t1 = fmaxf(r0, r1);
    }
    near_t[i] = t0;
    far_t[i] = t1;
    hit[i] = h ? 1 : 0;
}
