// fpcheck: count_visits<<<2, 128>>> step=[0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3,0,0,0,0,0,1,2,3] visits=inout:[16777216,4,0,16777000] n=256
// expect: error absorption at line 10
// why: visits of a vertex are counted in a float; from 2^24 on adding one changes nothing
// figure: computed visits[0] = 16777216, MPFR 16777376
// Random walks on a graph: how often was each vertex entered, over all batches.
__global__ void count_visits(const int *step, float *visits, int n)
{
    int walker = blockIdx.x * blockDim.x + threadIdx.x;
    if (walker < n)
        atomicAdd(&visits[step[walker]], 1.0f);
}
