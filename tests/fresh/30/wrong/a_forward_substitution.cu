// fpcheck: forward_substitution <<<1, 64>>> L=@a_forward_substitution_L.npy b=uniform(-1,1):48 x=empty:48 n=48
// expect: error divergent barrier at line 21
// why: the barrier stands inside the branch of the rows below the pivot: rows that are finished never reach it
// figure: computed undefined (barrier not reached by all threads), MPFR the solution of L x = b
// Solves L x = b with a lower triangular matrix by columns, one block, one thread a row.
template <typename T>
__device__ T element(const T *L, int n, int row, int column)
{
    return L[row * n + column];
}

__global__ void forward_substitution(const float *L, const float *b, float *x, int n)
{
    __shared__ float rest[64];
    const int row = threadIdx.x;
    rest[row] = row < n ? b[row] : 0.0f;
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (row >= k) {
            const float pivot = rest[k] / element(L, n, k, k);
            __syncthreads();
            if (row == k)
                x[k] = pivot;
            else if (row < n)
                rest[row] -= element(L, n, row, k) * pivot;
        }
        __syncthreads();
    }
}
