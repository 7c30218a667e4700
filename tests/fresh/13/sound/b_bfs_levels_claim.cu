// fpcheck: start <<<1, 32>>> level=empty:9:i32 frontier=empty:9:i32 size=empty:2:i32 nodes=9 source=0
// fpcheck+ grow <<<1, 64>>> offset=[0,2,5,7,9,12,14,16,18,18] target=[1,2,0,3,4,0,5,1,6,1,6,7,2,7,3,4,4,5] rounds=5
// expect: ok
// why: several threads find the same node in the same round; atomicCAS lets one of them claim it, so the order in the queue may differ, the levels may not
// figure: computed level = [0, 1, 1, 2, 2, 2, 3, 3, -1], MPFR the same (integers)
// Graph algorithms: breadth-first levels in one block, the queue grows behind the frontier.
__global__ void start(int *level, int *frontier, int *size, int nodes, int source)
{
    int v = threadIdx.x;
    if (v < nodes)
    {
        level[v] = v == source ? 0 : -1;
        frontier[v] = source;
    }
    if (v == 0)
    {
        size[0] = 0;
        size[1] = 1;
    }
}

__global__ void grow(const int *offset, const int *target, int *level, int *frontier, int *size, int rounds)
{
    __shared__ int begin, end, tail;
    if (threadIdx.x == 0)
    {
        begin = size[0];
        end = size[1];
        tail = end;
    }
    __syncthreads();
    for (int r = 1; r <= rounds; ++r)
    {
        for (int k = begin + threadIdx.x; k < end; k += blockDim.x)
        {
            int v = frontier[k];
            for (int e = offset[v]; e < offset[v + 1]; ++e)
                if (atomicCAS(&level[target[e]], -1, r) == -1)
                    frontier[atomicAdd(&tail, 1)] = target[e];
        }
        __syncthreads();
        if (threadIdx.x == 0)
        {
            begin = end;
            end = tail;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
    {
        size[0] = begin;
        size[1] = end;
    }
}
