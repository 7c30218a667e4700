// fpcheck: shingles <<<1, 32>>> letter=[116,104,101,32,113,117,105,99,107,32,98,114,111,119,110,32,102,111,120,32,106,117,109,112,115,32,111,118,101,114] hash=empty:26 n=30 want=[1266034215,801444513,431713264,1898355885,835667822,1142954668,1957000432,1208464398,1549453969,1209969869,1522457509,1086936697,346727255,2092748458,1327152918,1138904391,360107595,1903314885,1608401631,997874524,1763567434,266235621,1216149289,412556599,717088116,1221336520] ref=hash=want --tol rtol=0,atol=0.5
// expect: ok
// why: products of 51 bits, taken modulo 2^31 - 1 by shifts: a 64-bit word holds them, and one subtraction finishes after two folds
// figure: hash[0] = 1266034215, exact
#define SHINGLE 5
#define PRIME 0x7fffffffull

__device__ unsigned long long folded(unsigned long long v)
{
    v = (v & PRIME) + (v >> 31);
    v = (v & PRIME) + (v >> 31);
    return v >= PRIME ? v - PRIME : v;
}

// Fingerprints of all five-letter shingles of a text.
__global__ void shingles(const unsigned char *letter, unsigned *hash, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + SHINGLE > n)
        return;
    unsigned long long h = 0;
    for (int k = 0; k < SHINGLE; k++)
        h = folded(h * 1000003ull + letter[i + k]);
    hash[i] = (unsigned)h;
}
