// fpcheck: pcg_fill <<<2, 64>>> seed=42 word=empty:128:u32 unit=empty:128 n=128 --ref 'word=@a_pcg_word.npy' --ref 'unit=@a_pcg_unit.npy' --tol rtol=0,atol=0
// expect: ok
// why: products that wrap, shifts by a data-dependent amount, and a word made a float by writing its bits under the exponent of 1 and taking 1 away: the generator is meant so and the difference is exact
// figure: largest relative error 0 at unit[0] (0.648505211, exact 0.648505211), largest absolute error 0
__device__ unsigned pcg_hash(unsigned x)
{
    unsigned s = x * 747796405u + 2891336453u;
    unsigned w = ((s >> ((s >> 28) + 4u)) ^ s) * 277803737u;
    return (w >> 22) ^ w;
}

__global__ void pcg_fill(unsigned seed, unsigned *__restrict__ word, float *__restrict__ unit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned w = pcg_hash((unsigned)i ^ pcg_hash(seed));
        word[i] = w;
        unit[i] = __uint_as_float(0x3f800000u | (w >> 9)) - 1.0f;
    }
}
