// fpcheck: draws <<<1, 32>>> words=[12345,4294967295,2147483648,77,4294967200,3000000000,1,4294967294] index=empty:8 value=empty:8 table=[1,2,3,4,5,6,7,8,9,10] n=8 size=10 want=[0,9,5,0,9,6,0,9] ref=index=want --tol rtol=0,atol=0.5
// expect: ok
// why: a random word of all ones would index one beyond the table through float; the high word of an integer product is at most size - 1
// figure: computed index[1] 9, MPFR 9; exact
// Random draws from a table by multiplication instead of a modulus.
__global__ void draws(const unsigned *words, int *index, float *value, const float *table, int n, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int k = (int)__umulhi(words[i], (unsigned)size);
    index[i] = k;
    value[i] = sqrtf(table[k]);
}
