// fpcheck: windows<<<1, 32>>> text=[115,101,112,113,122,118,115,101,109,102,118,119,103,118,113,104,118,115,109,120,97,100,115,121,113,102,121,113,111,105,113,99] hash=empty:24 length=32 k=9 want=[5444500,4845207,6503244,1026198,2638860,7221734,5119181,3205514,7140346,3844504,5126008,4614543,8201062,1821057,3173836,6216648,2378353,7200577,1725887,3978784,8010553,2654488,5270492,8286855] --ref 'hash=want' --tol bitwise
// expect: error product beyond 2^53 at line 11
// why: the modular product is fmod(a * b, p) in double; a * b has up to 60 bits, so the low bits of the remainder are rounding
// figure: computed hash[0] = 5641989, MPFR 5444500 (24 of 24 differ)
// Hashes of all windows of k characters, modulo a prime below 2^30 (k-mers of a genome, shingles of a text).
constexpr double PRIME = 1073741789.0;
constexpr double BASE = 911382323.0;

__device__ double times(double a, double b)
{
    return fmod(a * b, PRIME);
}

__device__ double plus(double a, double b)
{
    double s = a + b;
    return s >= PRIME ? s - PRIME : s;
}

__global__ void windows(const unsigned char *text, int *hash, int length, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + k > length)
        return;
    double h = 0.0;
    for (int j = 0; j < k; j++)
        h = plus(times(h, BASE), (double)text[i + j]);
    hash[i] = (int)h & 0x7fffff;
}
