// fpcheck: rotate <<<4, 32>>> q=@a_rope_long_q.npy pos=[5,900,30011,1200007] out=empty:4x64 dim=64 --ref out=@a_rope_long_want.npy --tol rtol=1e-5,atol=2e-6
// expect: ok
// why: positions of a million would cost the angle its low bits in float; turns are taken in double, whole turns are dropped, and only the rest becomes float
// figure: out[3][0] computed 0.52982235, MPFR 0.529822357; worst error 0.04 of the tolerance
// Rotary embedding for long contexts, base 10000.
__device__ double turns_per_step(int pair, int dim)
{
    const double log2_base = 13.287712379549449;
    const double inverse_two_pi = 0.15915494309189535;
    return exp2(-log2_base * (2.0 * pair / dim)) * inverse_two_pi;
}

__global__ void rotate(const float *q, const int *pos, float *out, int dim)
{
    int row = blockIdx.x;
    int pair = threadIdx.x;
    if (pair >= dim / 2)
        return;
    double turns = pos[row] * turns_per_step(pair, dim);
    float rest = (float)(turns - rint(turns));
    float s, c;
    sincospif(2.0f * rest, &s, &c);
    float a = q[row * dim + 2 * pair];
    float b = q[row * dim + 2 * pair + 1];
    out[row * dim + 2 * pair] = a * c - b * s;
    out[row * dim + 2 * pair + 1] = a * s + b * c;
}
