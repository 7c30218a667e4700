// fpcheck: fill<<<1, 32>>> set=[1,3,1000,524288,1000000,1048575] rows=empty:6 bits=1048576 hashes=4 n=6 want=[0.2500001192093653,0.7500010728856523,250.11928513502744,181704.3745007063,805321.7690762882,3634087.490014126] ref=rows=want --tol rtol=1e-5,atol=0
// expect: ok
// why: log of 1 - x for tiny x: log1p takes x itself, and x is an exact quotient by a power of two
// figure: largest error 2.871000476e-8 of rtol 1e-5
// How many rows are in a Bloom filter, from the number of bits that are set.
__global__ void fill(const int *set, float *rows, int bits, int hashes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float m = (float)bits;
    float load = (float)set[i] / m;
    rows[i] = -m / (float)hashes * log1pf(-load);
}
