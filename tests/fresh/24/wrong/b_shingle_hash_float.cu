// fpcheck: shingles <<<1, 32>>> letter=[116,104,101,32,113,117,105,99,107,32,98,114,111,119,110,32,102,111,120,32,106,117,109,112,115,32,111,118,101,114] hash=empty:26 n=30 want=[80023,132087,867714,512086,658539,398976,573142,688915,620098,697371,276643,196034,6014,759839,255471,399618,754349,847785,94333,691333,724888,157834,599847,433673,138258,628038] ref=hash=want --tol rtol=0,atol=0.5
// expect: error mismatch at line 16
// why: the polynomial hash is kept in binary32: hash * 257 reaches 2.6e8, sixteen times 2^24, so its low bits are rounded away before fmodf
// figure: computed hash[0] = 81050, MPFR 80023
#define SHINGLE 5

// Fingerprints of all five-letter shingles of a text, as a polynomial modulo a prime.
__global__ void shingles(const unsigned char *letter, unsigned *hash, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + SHINGLE > n)
        return;
    const float prime = 1000003.0f;
    float h = 0.0f;
    for (int k = 0; k < SHINGLE; k++)
        h = fmodf(h * 257.0f + letter[i + k], prime);
    hash[i] = (unsigned)h;
}
