// fpcheck: merge_lists<<<1, 32>>> a=[0,0,1,1,1,1,3,4,7,7,9,10,11,11,14,15,15,17,17,18,18,19,21,22,23,25,26,27,28,29] b=[0,0,1,3,4,5,6,6,9,10,10,11,17,17,19,20,23,24,25,25] merged=empty:50 from=empty:50 m=30 n=20 want=[0,0,1,1,0,0,0,0,1,0,1,0,1,1,1,1,0,0,0,1,0,1,1,0,0,1,0,0,0,0,0,1,1,0,0,0,1,1,0,0,0,1,1,0,1,1,0,0,0,0] --ref 'from=want' --tol bitwise
// expect: ok
// why: each lane finds its own split by a binary search; <= takes a's element first on ties in the search as well as in the merge, so no place is written twice
// figure: computed from[0..9] = [0, 0, 1, 1, 0, 0, 0, 0, 1, 0], MPFR the same (exact)
__device__ int split(const int *a, const int *b, int m, int n, int diagonal)
{
    int low = max(0, diagonal - n);
    int high = min(diagonal, m);
    while (low < high)
    {
        int middle = (low + high) >> 1;
        if (a[middle] <= b[diagonal - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Merges two posting lists; `from` is 0 for a's and 1 for b's entries.
__global__ void merge_lists(const int *a, const int *b, int *merged, int *from, int m, int n)
{
    int total = m + n;
    int each = (total + blockDim.x - 1) / blockDim.x;
    int begin = min((int)threadIdx.x * each, total);
    int end = min(begin + each, total);
    int i = split(a, b, m, n, begin);
    int j = begin - i;
    for (int k = begin; k < end; ++k)
    {
        bool take_a = j >= n || (i < m && a[i] <= b[j]);
        merged[k] = take_a ? a[i++] : b[j++];
        from[k] = take_a ? 0 : 1;
    }
}
