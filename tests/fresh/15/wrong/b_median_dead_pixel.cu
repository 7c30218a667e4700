// fpcheck: median_flat<<<1, 32>>> raw=[120.0,80.0,0.0,95.0,400.0,0.0,60.0,130.0,77.0,210.0,55.0,91.0] flat=[1.0,0.8,0.0,1.0,1.1,0.0,0.9,1.0,1.0,1.05,0.95,0.9] out=empty:4 n=12 want=[120.0,130.0,130.0,101.11111450195312] ref=out=want --tol rtol=1e-5,atol=0
// expect: error nan at line 8
// why: a dead pixel is 0/0; exchanges by a > b never move the NaN, so that it splits the window and the middle is not the median
// figure: computed out = [363.6363525390625, nan, 57.894737243652344, 66.66667175292969], MPFR [120.0, 130.0, 130.0, 101.11111450195312] (dead pixels last)
// Flat-field division, then the median of nine samples of a scan line; dead pixels (raw and flat zero) belong at the end.
__device__ void exchange(float &a, float &b)
{
    if (a > b) {
        float t = a;
        a = b;
        b = t;
    }
}

__global__ void median_flat(const float *raw, const float *flat, float *out, int n)
{
    int i = threadIdx.x;
    if (i + 9 > n)
        return;
    float v[9];
    for (int k = 0; k < 9; k++)
        v[k] = raw[i + k] / flat[i + k];
    for (int a = 0; a < 9; a++)
        for (int b = 0; b < 8 - a; b++)
            exchange(v[b], v[b + 1]);
    out[i] = v[4];
}
