// fpcheck: bfs_atomic <<<1, 64>>> row=[0,2,5,8,11,14,16,19,23,27,31,35,38,41,45,49,53,57,60,63,67,71,75,79,82,85,89,93,97,101,104,106,109,112,115,118,120] column=[1,6,2,0,7,3,1,8,4,2,9,5,3,10,4,11,7,12,0,8,6,13,1,9,7,14,2,10,8,15,3,11,9,16,4,10,17,5,13,18,6,14,12,19,7,15,13,20,8,16,14,21,9,17,15,22,10,16,23,11,19,24,12,20,18,25,13,21,19,26,14,22,20,27,15,23,21,28,16,22,29,17,25,30,18,26,24,31,19,27,25,32,20,28,26,33,21,29,27,34,22,28,35,23,31,24,32,30,25,33,31,26,34,32,27,35,33,28,34,29] level=empty:36 sizes=empty:36 summary=empty:3 harmonic=empty:1 source=0 vertices=36 wl=[0,1,2,3,4,5,1,2,3,4,5,6,2,3,4,5,6,7,3,4,5,6,7,8,4,5,6,7,8,9,5,6,7,8,9,10] ws=[1,2,3,4,5,6,5,4,3,2,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] ref=level=wl ref=sizes=ws
// expect: ok
// why: the order within a frontier differs from run to run and a queue is cleared between two barriers, but levels and sizes do not depend on the order
// figure: computed harmonic = 9.38531755656004, MPFR 9.38531746: relative error 1.0e-08 of 2e-6
// Breadth-first levels of a sparse graph in CSR form, one block: frontiers are queues in shared memory.
// Also the eccentricity of the source, the sizes of the levels, and the harmonic closeness of the source.
#include <cuda_runtime.h>

#define MAX_VERTICES 256
#define UNSEEN (-1)

struct Graph {
    const int *row;
    const int *column;
    int vertices;
};

struct Queue {
    int item[MAX_VERTICES];
    int size;
};

struct Search {
    Queue queue[2];
    int level[MAX_VERTICES];
    int sizes[MAX_VERTICES];
    int depth;
};

// ---------------------------------------------------------------- queues

__device__ void clear(Queue &q)
{
    q.size = 0;
}

__device__ void push(Queue &q, int vertex)
{
    int slot = atomicAdd(&q.size, 1);
    q.item[slot] = vertex;
}

// ---------------------------------------------------------------- search

__device__ void begin(Search &s, const Graph &g, int source)
{
    for (int v = threadIdx.x; v < g.vertices; v += blockDim.x) {
        s.level[v] = v == source ? 0 : UNSEEN;
        s.sizes[v] = 0;
    }
    if (threadIdx.x == 0) {
        clear(s.queue[0]);
        clear(s.queue[1]);
        s.queue[0].item[0] = source;
        s.queue[0].size = 1;
        s.depth = 0;
    }
}

// The first to reach a vertex puts it into the next frontier.
__device__ void reach(Search &s, Queue &next, int vertex, int level)
{
    if (atomicCAS(&s.level[vertex], UNSEEN, level) == UNSEEN)
        push(next, vertex);
}

__device__ void expand(Search &s, const Graph &g, const Queue &current, Queue &next, int level)
{
    for (int k = threadIdx.x; k < current.size; k += blockDim.x) {
        int v = current.item[k];
        for (int e = g.row[v]; e < g.row[v + 1]; e++)
            reach(s, next, g.column[e], level);
    }
}

__device__ void search(Search &s, const Graph &g, int source)
{
    begin(s, g, source);
    __syncthreads();

    int turn = 0;
    int level = 0;
    while (s.queue[turn].size > 0) {
        if (threadIdx.x == 0) {
            s.sizes[level] = s.queue[turn].size;
            s.depth = level;
        }
        level++;
        expand(s, g, s.queue[turn], s.queue[1 - turn], level);
        __syncthreads();
        if (threadIdx.x == 0)
            clear(s.queue[turn]);
        turn = 1 - turn;
        __syncthreads();
    }
}

// ---------------------------------------------------------------- measures

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

// The sum of 1 / level over the levels, weighted by their sizes; the first warp only.
__device__ float closeness(const Search &s)
{
    float sum = 0.0f;
    for (int l = 1 + threadIdx.x; l <= s.depth; l += 32)
        sum += (float)s.sizes[l] / (float)l;
    return warp_sum(sum);
}

// The vertex of the deepest level with the lowest number, found by the whole block.
__device__ void farthest(const Search &s, const Graph &g, int *lowest)
{
    if (threadIdx.x == 0)
        *lowest = g.vertices;
    __syncthreads();
    for (int v = threadIdx.x; v < g.vertices; v += blockDim.x)
        if (s.level[v] == s.depth)
            atomicMin(lowest, v);
    __syncthreads();
}

__device__ int reached(const Search &s)
{
    int count = 0;
    for (int l = 0; l <= s.depth; l++)
        count += s.sizes[l];
    return count;
}

// ---------------------------------------------------------------- the kernel

__global__ void bfs_atomic(const int *row, const int *column, int *level, int *sizes, int *summary, float *harmonic, int source,
                       int vertices)
{
    __shared__ Search s;
    __shared__ int lowest;
    Graph g = {row, column, vertices};

    search(s, g, source);
    farthest(s, g, &lowest);

    for (int v = threadIdx.x; v < vertices; v += blockDim.x) {
        level[v] = s.level[v];
        sizes[v] = s.sizes[v];
    }
    if (threadIdx.x < 32) {
        float h = closeness(s);
        if (threadIdx.x == 0) {
            summary[0] = s.depth;
            summary[1] = reached(s);
            summary[2] = lowest;
            harmonic[0] = h;
        }
    }
}
