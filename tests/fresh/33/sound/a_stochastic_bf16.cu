// fpcheck: stochastic_bf16 <<<2, 64>>> x=@a_sr_x.npy noise=@a_sr_noise.npy bits=empty:128:u16 n=128 --ref 'bits=@a_sr_bits.npy'
// expect: ok
// why: random bits are added to a float's pattern and the lower half is cut off; it is stochastic rounding to bfloat16, whose carry into the exponent is right, and infinity and NaN go round it
// figure: bits: all 128 elements exactly as the reference
__global__ void stochastic_bf16(const float *__restrict__ x, const unsigned *__restrict__ noise, unsigned short *__restrict__ bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned u = __float_as_uint(x[i]);
    bool finite = (u & 0x7f800000u) != 0x7f800000u;
    unsigned r = finite ? u + (noise[i] & 0xffffu) : u;
    bits[i] = (unsigned short)(r >> 16);
}
