// fpcheck: quantise <<<2, 64>>> x=@a_magic_quant_x.npy q=empty:128 step=0.03125 n=128 --ref 'q=@a_magic_quant_q.npy'
// expect: ok
// why: adding 1.5 * 2^23 rounds to the nearest integer, ties to even, and leaves it in the low bits of the word; the absorbed bits are meant to go
// figure: all of q exactly as the reference, e.g. q[0] = 0
__global__ void quantise(const float* x, short* q, float step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float magic = 12582912.0f;
    float scaled = x[i] * (1.0f / step);         // step is a power of two
    float m = __fadd_rn(scaled, magic);
    q[i] = (short)(__float_as_int(m) - 0x4b400000);
}
