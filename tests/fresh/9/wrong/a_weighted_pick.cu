// fpcheck: weighted_pick<<<1, 32>>> word=[4294967200,12,3000000000,4294967295,77777777,2147483648] accept=[0.5,0.75,1,0.25,1] alias=[1,2,2,0,4] pick=empty:6 n=6 k=5
// expect: error index from a float out of bounds at line 10
// why: a word near 2^32 becomes the float 2^32, the unit number is 1 and the slot is k
// figure: computed slot 5 of 5 (accept[5] is out of bounds), MPFR slot 4 (5 * 4294967295 / 2^32 = 4.9999999988)
// Walker's alias method: one 32-bit word picks the slot and, by what is left over, the side of it.
struct Draw { int slot; float rest; };

__device__ Draw split(unsigned w, int k)
{
    float u = (float)w * (1.0f / 4294967296.0f);
    float scaled = u * (float)k;
    Draw d;
    d.slot = (int)scaled;
    d.rest = scaled - (float)d.slot;
    return d;
}

__global__ void weighted_pick(const unsigned *word, const float *accept, const int *alias, int *pick, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Draw d = split(word[i], k);
    pick[i] = d.rest < accept[d.slot] ? d.slot : alias[d.slot];
}
