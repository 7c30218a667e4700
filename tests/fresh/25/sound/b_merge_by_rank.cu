// fpcheck: merge <<<1, 32>>> a=[1,3,3,5,8,9,9,12] b=[0,3,4,5,5,9,10,11] out=empty:16 length=8 want=[0,1,3,3,3,4,5,5,5,8,9,9,9,10,11,12] ref=out=want --tol rtol=0,atol=0.5
// expect: ok
// why: equal keys in both runs could get the same place; a counts what is less and b what is not greater, so every place is taken once
// figure: computed out[2] 3, MPFR 3; exact
// Merges two sorted runs in one warp: the place of an element is its index plus its rank in the other run.
template <bool AlsoEqual> __device__ int rank_in(const int *run, int length, int x)
{
    int low = 0, high = length;
    while (low < high) {
        int middle = (low + high) / 2;
        bool before = AlsoEqual ? run[middle] <= x : run[middle] < x;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

__global__ void merge(const int *a, const int *b, int *out, int length)
{
    int t = threadIdx.x;
    if (t < length) {
        out[t + rank_in<false>(b, length, a[t])] = a[t];
    } else if (t < 2 * length) {
        int i = t - length;
        out[i + rank_in<true>(a, length, b[i])] = b[i];
    }
}
