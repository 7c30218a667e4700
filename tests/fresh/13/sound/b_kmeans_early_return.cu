// fpcheck: assign <<<2, 64>>> px=uniform(0,10):100 py=uniform(0,10):100 cx=[1.5,8,4.5,2,9] cy=[2,1,5,8.5,9] cost=empty:100 n=100 k=5
// expect: ok
// why: threads past the end return before the barrier and take no part in the load; the others share the load among themselves, and a barrier does not wait for threads that are gone
// figure: computed sums of two squares, no cancellation but of inputs, MPFR relative error below 4 * 2^-24
// Statistics: cost of k-means, the squared distance to the nearest centre.
#define MAX_K 16

__global__ void assign(const float *px, const float *py, const float *cx, const float *cy, float *cost, int n, int k)
{
    __shared__ float2 centre[MAX_K];
    int first = blockIdx.x * blockDim.x;
    int i = first + threadIdx.x;
    if (i >= n)
        return;
    int live = min((int)blockDim.x, n - first);
    for (int c = threadIdx.x; c < k; c += live)
        centre[c] = make_float2(cx[c], cy[c]);
    __syncthreads();
    float best = 3.0e38f;
    for (int c = 0; c < k; ++c)
    {
        float dx = px[i] - centre[c].x;
        float dy = py[i] - centre[c].y;
        best = fminf(best, dx * dx + dy * dy);
    }
    cost[i] = best;
}
