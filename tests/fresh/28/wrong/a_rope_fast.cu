// fpcheck: rotate <<<4, 32>>> q=@a_rope_fast_q.npy pos=[5,900,30016,120064] out=empty:4x64 dim=64 --ref out=@a_rope_fast_want.npy --tol rtol=1e-5,atol=1e-5
// expect: error fast sine beyond its range at line 14
// why: __sincosf is good between -pi and pi; at positions of a long context the angle is 1e5 and the sine is off in its second or third digit
// figure: out[3][0] computed near 1.61260247, MPFR 1.60679122
// Rotary embedding of queries; each pair of channels turns half as fast as the one before.
__device__ float frequency(int pair)
{
    return ldexpf(1.0f, -pair);
}

__device__ void turn(float a, float b, float angle, float &x, float &y)
{
    float s, c;
    __sincosf(angle, &s, &c);
    x = a * c - b * s;
    y = a * s + b * c;
}

__global__ void rotate(const float *q, const int *pos, float *out, int dim)
{
    int row = blockIdx.x;
    int pair = threadIdx.x;
    if (pair >= dim / 2)
        return;
    float angle = (float)pos[row] * frequency(pair);
    const float *in = q + row * dim + 2 * pair;
    float *to = out + row * dim + 2 * pair;
    turn(in[0], in[1], angle, to[0], to[1]);
}
