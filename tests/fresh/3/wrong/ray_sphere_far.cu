// fpcheck: ray_sphere <<<1, 32>>> cx=uniform(-0.3,0.3):32 cy=uniform(-0.3,0.3):32 cz=uniform(3000,5000):32 radius=0.5 t_hit=empty:32 n=32 ref=cz-sqrt(0.25-cx*cx-cy*cy) --tol rtol=0.00001
// expect: error cancellation at line 13: b*b - (|c|^2 - r^2) for a small sphere far away: 1.6e7 - 1.6e7 keeps no digit of a discriminant of 0.1
// Primary rays along +z against one sphere each; the depth of the first hit,
// or a negative number for a miss.
__global__ void ray_sphere(const float* cx, const float* cy, const float* cz, float radius,
                           float* t_hit, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 d = make_float3(0.0f, 0.0f, 1.0f);
    float3 oc = make_float3(cx[i], cy[i], cz[i]);
    float b = oc.x * d.x + oc.y * d.y + oc.z * d.z;
    float cc = oc.x * oc.x + oc.y * oc.y + oc.z * oc.z - radius * radius;
    float disc = b * b - cc;
    if (disc < 0.0f) {
        t_hit[i] = -1.0f;
        return;
    }
    t_hit[i] = b - sqrtf(disc);
}
