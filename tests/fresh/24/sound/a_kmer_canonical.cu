// fpcheck: canonical <<<1, 32>>> bases=[3,3,3,3,3,3,3,3,3,3,2,2,2,2,2,2,1,2,3,3,3,3,0,3] kmers=empty:9 count=9 want=[1431306240,2505310208,1700069376,425017344,106254336,26563584,6640896,3222885696,805721424] ref=kmers=want
// expect: ok
// why: packed 16-mers fill all 32 bits: they are unsigned, so the smaller of a strand and its complement is right for keys beyond 2^31; the reversal by __brev swaps the bits of each base back
// figure: kmers[0] computed 1431306240, right 1431306240; exact integers
// Canonical 16-mers of a DNA sequence, two bits a base (A 0, C 1, G 2, T 3)
__device__ unsigned reverse_complement(unsigned k)
{
    unsigned r = __brev(k);
    r = (r & 0x55555555u) << 1 | (r >> 1 & 0x55555555u);
    return ~r;
}

__global__ void canonical(const unsigned char *bases, unsigned *kmers, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    unsigned k = 0;
    for (int j = 0; j < 16; j++)
        k = k << 2 | bases[i + j];
    kmers[i] = min(k, reverse_complement(k));
}
