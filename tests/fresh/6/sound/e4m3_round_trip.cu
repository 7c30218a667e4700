// fpcheck: e4m3_round_trip <<<1, 32>>> n=12 x=[1.0, 1.97, 3.9, -7.8, 0.3, 101.0, -250.0, 15.9, 460.0, 1e30, 0.003, -0.0004] out=empty:12 want=[1.0, 2.0, 4.0, -8.0, 0.3125, 104.0, -256.0, 16.0, 448.0, 448.0, 0.00390625, 0.0] ref=out=want --tol rtol=1e-6,atol=1e-12
// expect: ok
// Fake quantisation to e4m3fn by hand: nearest even, saturating, with subnormals. Only exact steps on the bits.
__device__ float fake_e4m3(float x)
{
    float a = fabsf(x);
    a = fminf(a, 448.0f);
    unsigned bits = __float_as_uint(a);
    float q;
    if (a < 0.015625f) {                              // below 2^-6: multiples of 2^-9
        q = rintf(a * 512.0f) * 0.001953125f;
    } else {
        unsigned odd = (bits >> 20) & 1u;
        bits += 0x7ffffu + odd;                       // the carry walks into the exponent where it must
        q = __uint_as_float(bits & 0xfff00000u);
    }
    return copysignf(q, x);
}

__global__ void e4m3_round_trip(const float* x, float* out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = fake_e4m3(x[i]);
}
