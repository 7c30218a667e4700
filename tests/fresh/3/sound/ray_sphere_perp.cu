// fpcheck: ray_sphere <<<1, 32>>> cx=uniform(-0.3,0.3):32 cy=uniform(-0.3,0.3):32 cz=uniform(3000,5000):32 radius=0.5 t_hit=empty:32 n=32 ref=cz-sqrt(0.25-cx*cx-cy*cy) --tol rtol=0.000001
// expect: ok
// Discriminant from the distance of the centre from the ray (Haines et al.).
__global__ void ray_sphere(const float* cx, const float* cy, const float* cz, float radius,
                           float* t_hit, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 d = make_float3(0.0f, 0.0f, 1.0f);
    float3 oc = make_float3(cx[i], cy[i], cz[i]);
    float b = oc.x * d.x + oc.y * d.y + oc.z * d.z;
    float px = oc.x - b * d.x, py = oc.y - b * d.y, pz = oc.z - b * d.z;
    float disc = radius * radius - (px * px + py * py + pz * pz);
    if (disc < 0.0f) {
        t_hit[i] = -1.0f;
        return;
    }
    t_hit[i] = b - sqrtf(disc);
}
