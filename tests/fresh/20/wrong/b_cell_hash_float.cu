// fpcheck: cell_buckets <<<1, 32>>> pos=[-31.446388,-16.606318,7.7590303,-33.13633,9.990994,-23.860401,-34.98393,25.715555,-26.329737,38.045887,-27.906761,-38.458645,12.868067,24.50727,-27.269596,32.195866,-31.238298,-31.893383,-3.2923946,38.24484,-21.445107,-21.79096,12.111994,17.44082] bucket=empty:8 n=8 size=1024 want=[784,233,893,77,328,672,848,81] ref=bucket=want --tol rtol=0,atol=0.5
// expect: error hash-bits at line 17
// why: the cell is multiplied by the hash primes in float: the low bits, which the modulus uses, are rounded away, and larger products saturate in the conversion
// figure: computed bucket = [864, 672, 928, 383, 896, 1023, 832, 128], right [784, 233, 893, 77, 328, 672, 848, 81]
// Buckets of a particle grid of unit cells (Teschner's hash of the three cell indices).
struct Cell {
    float x, y, z;
};

__device__ Cell cell_of(const float *p)
{
    return {floorf(p[0]), floorf(p[1]), floorf(p[2])};
}

__device__ unsigned hash(Cell c)
{
    int a = (int)(c.x * 73856093.0f);
    int b = (int)(c.y * 19349663.0f);
    int d = (int)(c.z * 83492791.0f);
    return (unsigned)(a ^ b ^ d);
}

__global__ void cell_buckets(const float *pos, int *bucket, int n, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bucket[i] = (int)(hash(cell_of(pos + 3 * i)) % (unsigned)size);
}
