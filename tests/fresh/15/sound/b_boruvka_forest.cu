// fpcheck: spanning<<<1, 64>>> from=[0,1,2,3,2,5,6,7,0,4,6,3,4,8,12,9,2,12,16,4,11,7,20,1,10,3,8,17,13,4,11,7,9,4,11,12,8,8,4,13,21,12,1,22,0,11,2,5] to=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,11,21,18,22,23,22,14,14,16,22,15,12,20,23,21,5,15,22,13,6,23,11,16,11,8] weight=[-3.0,3.5,2.0,0.5,-1.0,-2.5,4.0,2.5,1.0,-0.5,-2.0,4.5,3.0,1.5,0.0,-1.5,-3.0,3.5,2.0,0.5,-1.0,-2.5,4.0,2.5,1.0,-0.5,-2.0,4.5,3.0,1.5,0.0,-1.5,-3.0,3.5,2.0,0.5,-1.0,-2.5,4.0,2.5,1.0,-0.5,-2.0,4.5,3.0,1.5,0.0,-1.5] chosen=empty:48 degrees=empty:24 total=empty:1 rounds=empty:1 vertices=24 edges=48 want=[1,0,0,1,1,1,0,0,0,1,1,0,0,0,1,1,1,0,1,1,0,1,0,0,1,1,1,0,0,0,1,0,1,0,0,1,1,1,0,0,0,1,1,0,0,0,0,1] ref=chosen=want --tol rtol=0,atol=0
// expect: ok
// why: atomicMin over float bits with negative weights and equal weights: the bits are made monotonous and the index of the edge is in the key, so that the tree is the same in every order; labels are compressed between barriers
// figure: computed total = -24.5, MPFR -24.5; exact (halves)
// Minimum spanning tree of a small graph by Boruvka's rounds, in one block. Weights may be negative and equal;
// of equal weights the edge of the lower index counts as lighter, which makes the tree unique.

const int MOST = 64; // vertices and edges at most, and threads
const unsigned long long NONE = 0xffffffffffffffffull;

struct Edges {
    const int *from;
    const int *to;
    const float *weight;
    int count;
};

struct Work {
    int label[MOST];                 // component of every vertex: one of its vertices
    int next[MOST];                  // component that a component joins
    unsigned long long lightest[MOST]; // key of the lightest edge that leaves a component
    int taken[MOST];                 // edges of the tree
    int joined;                      // did anything join in this round
};

// ---------------------------------------------------------------- keys

// The upper half of a key orders edges by weight, the lower half tells equal weights apart.
// Bits in the order of the floats; -0 and 0 are not told apart before they get here.
__device__ unsigned monotonous(float w)
{
    unsigned b = __float_as_uint(w + 0.0f);
    unsigned turn = b & 0x80000000u ? 0xffffffffu : 0x80000000u;
    return b ^ turn;
}

__device__ unsigned long long key_of(float w, int edge)
{
    return ((unsigned long long)monotonous(w) << 32) | (unsigned)edge;
}

__device__ int edge_of(unsigned long long key)
{
    return (int)(unsigned)(key & 0xffffffffull);
}

// ---------------------------------------------------------------- the graph

__device__ Edges edges_of(const int *from, const int *to, const float *weight, int count)
{
    Edges e;
    e.from = from;
    e.to = to;
    e.weight = weight;
    e.count = count;
    return e;
}

// The components at both ends of an edge.
struct Ends {
    int a, b;
};

__device__ Ends components(const Edges &e, const Work &w, int k)
{
    Ends r;
    r.a = w.label[e.from[k]];
    r.b = w.label[e.to[k]];
    return r;
}

__device__ bool leaves(Ends ends)
{
    return ends.a != ends.b;
}

// ---------------------------------------------------------------- the steps of a round; barriers stand between them

__device__ void begin(Work &w, int t, int vertices)
{
    w.taken[t] = 0;
    w.label[t] = t < vertices ? t : 0;
}

__device__ void reset(Work &w, int t)
{
    w.lightest[t] = NONE;
    if (t == 0)
        w.joined = 0;
}

// Every edge between two components offers itself to both.
__device__ void offer(const Edges &e, Work &w, int t)
{
    if (t >= e.count)
        return;
    Ends ends = components(e, w, t);
    if (!leaves(ends))
        return;
    unsigned long long key = key_of(e.weight[t], t);
    atomicMin(&w.lightest[ends.a], key);
    atomicMin(&w.lightest[ends.b], key);
}

__device__ int other_side(Ends ends, int c)
{
    return ends.a == c ? ends.b : ends.a;
}

// Where two components choose the same edge, the lower one stays as it is: the only cycles there are.
__device__ void choose(const Edges &e, Work &w, int t)
{
    w.next[t] = t;
    unsigned long long key = w.lightest[t];
    if (key == NONE)
        return;
    int k = edge_of(key);
    int c = other_side(components(e, w, k), t);
    bool mutual = w.lightest[c] == key;
    if (!mutual || t > c) {
        w.next[t] = c;
        atomicExch(&w.taken[k], 1);
        atomicExch(&w.joined, 1);
    }
}

// The root of a chain of components; it is read only, so that no thread sees a half-made step.
__device__ int root_of(const Work &w, int c)
{
    while (w.next[c] != c)
        c = w.next[c];
    return c;
}

__device__ void relabel(Work &w, int t, int root)
{
    w.label[t] = root;
}

// ---------------------------------------------------------------- output

__device__ float weight_of_tree(const Edges &e, const Work &w)
{
    float sum = 0.0f;
    for (int k = 0; k < e.count; k++)
        if (w.taken[k])
            sum += e.weight[k];
    return sum;
}

// Edges of the tree that end in a vertex.
__device__ int degree(const Edges &e, const Work &w, int v)
{
    int n = 0;
    for (int k = 0; k < e.count; k++)
        if (w.taken[k] && (e.from[k] == v || e.to[k] == v))
            n++;
    return n;
}

// ---------------------------------------------------------------- the kernel
//
// A component halves its number at least in every round, so that six rounds do for 64 vertices; the loop ends
// when nothing joins any more. Its condition is read by all threads between two barriers.

__global__ void spanning(const int *from, const int *to, const float *weight, int *chosen, int *degrees, float *total,
                         int *rounds, int vertices, int edges)
{
    __shared__ Work w;
    int t = threadIdx.x;
    Edges e = edges_of(from, to, weight, edges);
    begin(w, t, vertices);
    __syncthreads();

    int done = 0;
    bool more = true;
    while (more) {
        reset(w, t);
        __syncthreads();
        offer(e, w, t);
        __syncthreads();
        choose(e, w, t);
        __syncthreads();
        more = w.joined != 0;
        int root = root_of(w, w.label[t]);
        __syncthreads();
        relabel(w, t, root);
        __syncthreads();
        done++;
    }

    if (t < edges)
        chosen[t] = w.taken[t];
    if (t < vertices)
        degrees[t] = degree(e, w, t);
    if (t == 0) {
        total[0] = weight_of_tree(e, w);
        rounds[0] = done;
    }
}
