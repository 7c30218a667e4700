// fpcheck: alias_pick<<<1, 32>>> word=[4294967295,0,858993459,858993460,2147483648,4000000000,1717986919,3435973836] accept=[0.5,0.75,1,0.25,1] alias=[1,2,2,0,4] pick=empty:8 n=8 k=5 want=[4,0,1,1,2,4,2,0] ref=pick=want --tol bitwise
// expect: ok
// why: a word near 2^32 picks a slot and a fraction: both come from an integer product, the fraction has 24 bits and is below 1
// figure: error 0 of bitwise
// Walker's alias method by integers: slot = high word, fraction = low word of word * k.
__global__ void alias_pick(const unsigned *word, const float *accept, const int *alias, int *pick, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long product = (unsigned long long)word[i] * (unsigned)k;
    int slot = (int)(product >> 32);
    float fraction = (float)((unsigned)product >> 8) * 0x1p-24f;
    pick[i] = fraction < accept[slot] ? slot : alias[slot];
}
