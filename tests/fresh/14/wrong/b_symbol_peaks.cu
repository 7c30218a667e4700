// fpcheck: longest_runs <<<1, 32>>> symbol=[3,40,3,17,33,47,40,0] length=[5,9,7,2,4,6,3,8] longest=empty:48 n=8 want=[8,0,0,7,0,0,0,0,0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,9,0,0,0,0,0,0,6] ref=longest=want --tol bitwise
// expect: error uninitialised shared memory through atomics at line 16
// why: only 32 of 48 bins are cleared: the block has 32 threads, and the loop over the bins is missing
// figure: computed undefined (what lay in shared memory), right 9 (longest[40])
// The longest run of each symbol of a small alphabet: a step of choosing run-length codes.
#define SYMBOLS 48

__global__ void longest_runs(const int *symbol, const int *length, int *longest, int n)
{
    __shared__ int peak[SYMBOLS];
    int t = threadIdx.x;
    if (t < SYMBOLS)
        peak[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        atomicMax(&peak[symbol[i]], length[i]);
    __syncthreads();
    for (int s = t; s < SYMBOLS; s += blockDim.x)
        longest[s] = peak[s];
}
