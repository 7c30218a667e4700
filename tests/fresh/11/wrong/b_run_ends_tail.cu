// fpcheck: run_ends <<<1, 128>>> symbol=randint(0,3):100 ends=empty:4 n=100
// expect: error out of bounds at line 11
// why: the last symbol looks at its right neighbour, which is not there
// figure: computed: bit 3 of ends[3] hangs on memory behind the buffer, MPFR 1 (the last symbol always ends a run)
// Run-length coder, first pass: a bit for every symbol that ends a run.
__global__ void run_ends(const unsigned char *symbol, unsigned *ends, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool last = false;
    if (i < n)
        last = symbol[i] != symbol[i + 1];
    unsigned word = __ballot_sync(0xffffffffu, last);
    if ((threadIdx.x & 31) == 0 && i < n)
        ends[i >> 5] = word;
}
