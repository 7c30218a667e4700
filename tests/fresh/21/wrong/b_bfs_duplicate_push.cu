// fpcheck: breadth_first<<<1, 64>>> row=[0,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,63] col=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,33] dist=empty:34 pushed=empty:1 nodes=34 root=0 want=[34] --ref 'pushed=want' --tol bitwise
// expect: error race at line 32
// why: the test of dist[to] and its setting are not one atomic operation: all parents of a vertex find it unseen, write it at the same time and push it again and again
// figure: computed pushed[0] = 94 (vertex 32 pushed once a parent, then 33 by each copy), MPFR 34
#include <climits>

__global__ void breadth_first(const int *row, const int *col, int *dist, int *pushed, int nodes, int root)
{
    __shared__ int queue[1024];
    __shared__ int level[64];
    __shared__ int tail;
    int tid = threadIdx.x;
    for (int v = tid; v < nodes; v += blockDim.x)
        level[v] = v == root ? 0 : INT_MAX;
    if (tid == 0)
    {
        queue[0] = root;
        tail = 1;
    }
    __syncthreads();
    int begin = 0;
    int end = 1;
    int depth = 0;
    while (begin < end)
    {
        for (int i = begin + tid; i < end; i += blockDim.x)
        {
            int from = queue[i];
            for (int e = row[from]; e < row[from + 1]; ++e)
            {
                int to = col[e];
                if (level[to] == INT_MAX)
                {
                    level[to] = depth + 1;
                    queue[atomicAdd(&tail, 1)] = to;
                }
            }
        }
        __syncthreads();
        begin = end;
        end = tail;
        ++depth;
        __syncthreads();
    }
    for (int v = tid; v < nodes; v += blockDim.x)
        dist[v] = level[v];
    if (tid == 0)
        pushed[0] = tail;
}
