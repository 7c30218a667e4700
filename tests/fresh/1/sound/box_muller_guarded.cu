// fpcheck: normals <<<1, 64>>> out=empty:128 seed=99 n=64
// expect: ok
__global__ void normals(float* out, unsigned seed, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned s = seed ^ (unsigned)i * 0x9e3779b9u;
    s ^= s >> 16; s *= 0x7feb352du; s ^= s >> 15; s *= 0x846ca68bu; s ^= s >> 16;
    unsigned q = s * 1664525u + 1013904223u;
    float u1 = ((float)(s >> 8) + 1.0f) * 5.9604644775390625e-8f;     // (0, 1]
    float u2 = (float)(q >> 8) * 5.9604644775390625e-8f;
    float r = sqrtf(-2.0f * logf(u1));
    float sn, cs;
    sincospif(2.0f * u2, &sn, &cs);
    out[2 * i] = r * cs;
    out[2 * i + 1] = r * sn;
}
