// fpcheck: decode_pairs <<<1, 32>>> k=[0,5,12502499,12502500,72005999,200030000,480515499,5049] first=empty:8 second=empty:8 n=8 want=[0,2,4999,5000,11999,20000,30999,99] ref=first=want --tol bitwise
// expect: ok
// why: the row of a packed triangle by a float root, which is one too high for some of these; two integer checks put it right.
// figure: exact integers, error 0
__global__ void decode_pairs(const int *k, int *first, int *second, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int p = k[i];
    int row = (int)((sqrtf(8.0f * (float)p + 1.0f) - 1.0f) * 0.5f);
    while (row * (row + 1) / 2 > p)
        row--;
    while ((row + 1) * (row + 2) / 2 <= p)
        row++;
    first[i] = row;
    second[i] = p - row * (row + 1) / 2;
}
