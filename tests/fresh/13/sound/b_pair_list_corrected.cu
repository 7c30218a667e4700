// fpcheck: pair_distance <<<1, 32>>> x=arange:5000 d=empty:16 first=12497492 n=16
// expect: ok
// why: the row is guessed with a float root that may be off by one; integer steps correct the guess, so whichever way it rounds the row is right
// figure: computed k = 12497499: row 4998, column 4998, d = 0, MPFR 0
// Particle methods: distances of pair k = i (i + 1) / 2 + j, j <= i, of a triangular list.
__device__ int row_of(int k)
{
    int i = (int)((sqrtf(8.0f * k + 1.0f) - 1.0f) * 0.5f);
    while (i * (i + 1) / 2 > k)
        --i;
    while ((i + 1) * (i + 2) / 2 <= k)
        ++i;
    return i;
}

__global__ void pair_distance(const float *x, float *d, int first, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    int k = first + t;
    int i = row_of(k);
    int j = k - i * (i + 1) / 2;
    d[t] = fabsf(x[i] - x[j]);
}
