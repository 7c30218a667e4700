// fpcheck: quat_rotate <<<1, 64>>> n=64 q=uniform(0.2,1):64x4 p=uniform(1,2):64x3 len=empty:64 out=empty:64x3
// expect: ok
// Rotates points by unnormalised quaternions: normalise, then p + 2 w (u x p) + 2 u x (u x p); then a translation by 8. The length is kept by the rotation.
__global__ void quat_rotate(const float* q, const float* p, float* len, float* out, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float4 h = make_float4(q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]);
    float s = rsqrtf(h.x * h.x + h.y * h.y + h.z * h.z + h.w * h.w);
    float ux = h.x * s, uy = h.y * s, uz = h.z * s, w = h.w * s;
    float px = p[3 * i], py = p[3 * i + 1], pz = p[3 * i + 2];
    float tx = 2.0f * (uy * pz - uz * py);
    float ty = 2.0f * (uz * px - ux * pz);
    float tz = 2.0f * (ux * py - uy * px);
    float rx = px + w * tx + (uy * tz - uz * ty);
    float ry = py + w * ty + (uz * tx - ux * tz);
    float rz = pz + w * tz + (ux * ty - uy * tx);
    out[3 * i] = rx + 8.0f;
    out[3 * i + 1] = ry + 8.0f;
    out[3 * i + 2] = rz + 8.0f;
    len[i] = sqrtf(rx * rx + ry * ry + rz * rz);
}
