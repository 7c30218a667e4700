// fpcheck: adler <<<1, 32>>> data=const(255):2x12000 check=empty:2 rows=2 n=12000 want=[162640851,162640851] ref=check=want --tol rtol=0,atol=0.5
// expect: ok
// why: the sums of bytes run without a modulo for 5552 bytes, the most for which 32 bits suffice, then are reduced
// figure: computed check[0] = 162640851, exact 162640851: error 0 against 0.5
// Adler-32 of the rows of a block store, all 0xff here: the worst case for overflow.
#define PRIME 65521u
#define CHUNK 5552

__global__ void adler(const unsigned char *data, unsigned *check, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const unsigned char *p = data + (size_t)r * n;
    unsigned a = 1, b = 0;
    for (int done = 0; done < n; done += CHUNK) {
        int end = min(done + CHUNK, n);
        for (int i = done; i < end; i++) {
            a += p[i];
            b += a;
        }
        a %= PRIME;
        b %= PRIME;
    }
    check[r] = b << 16 | a;
}
