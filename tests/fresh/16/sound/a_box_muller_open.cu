// fpcheck: normals <<<1, 32>>> bits=[0, 4294967295, 4294967295, 2147483648, 77777777, 123456789, 3000000000, 4000000000]:u32 z=empty:8 pairs=4
// expect: ok
// why: u is in (0, 1] by the + 1 in 24 bits, so that the logarithm never sees 0, and at u = 1 the radius is exactly 0
// figure: computed z[0] = 5.76810741, MPFR 5.7681075464; relative error 2.3e-08
// Pairs of normal deviates from pairs of random words.
__global__ void normals(const unsigned *bits, float *z, int pairs)
{
    int i = threadIdx.x;
    if (i >= pairs)
        return;
    float u = (float)((bits[2 * i] >> 8) + 1u) * (1.0f / 16777216.0f);
    float turns = (float)(bits[2 * i + 1] >> 8) * (1.0f / 16777216.0f);
    float r = sqrtf(-2.0f * logf(u));
    float s, c;
    sincospif(2.0f * turns, &s, &c);
    z[2 * i] = r * c;
    z[2 * i + 1] = r * s;
}
