// fpcheck: sample_categories<<<1, 32>>> hash=[0,123456789,4294967290,2147483648,3221300000,4294960000,987654321,1] table=[10,20,30,40,50,60,70,80] picked=empty:8 n=8 categories=8 want=[10,10,80,50,70,80,20,10] --ref 'picked=want' --tol bitwise
// expect: error out-of-bounds at line 18
// why: a hash of 2^32-128 and more rounds up to 2^32 as a float, the uniform is 1.0 and the index is the number of categories, one past the table
// figure: computed index 8 (past the table) for hash 4294967290, MPFR index 7, picked 80
// Categorical sampling without replacement of a table by hashed user ids.
__device__ float unit_uniform(unsigned bits)
{
    return bits * (1.0f / 4294967296.0f);
}

__global__ void sample_categories(const unsigned *hash, const int *table, int *picked, int n, int categories)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float u = unit_uniform(hash[i]);
    int index = (int)(u * categories);
    picked[i] = table[index];
}
