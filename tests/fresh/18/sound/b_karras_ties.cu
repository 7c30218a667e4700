// fpcheck: build_radix_tree <<<1, 32>>> code=[3, 3, 3, 8, 8, 17, 64, 64, 64, 64, 900, 1023] left=empty:11 right=empty:11 parent=empty:23 n=12
// fpcheck+ refit <<<1, 32>>> leaf=@b_karras_ties_box.npy box=inout:zeros:23x6 visits=inout:zeros:11:u32 n=12 --ref box=@b_karras_ties_ref.npy --tol bitwise
// expect: ok
// why: equal Morton codes and nodes written by whichever thread comes second; ties go by the leaf's number and the counter is fenced on both sides
// figure: box[0] computed -4.864617, right the same: minima are exact
// Karras' parallel radix tree, then bounds from the leaves to the root.
// Nodes 0 .. n-2 are inner ones, n-1 .. 2n-2 the leaves.

struct Range {
    int first, last;
};

struct Bounds {
    float lo[3];
    float hi[3];
};

// Length of the common prefix of two keys, continued by the indices where the keys are the same.
__device__ int prefix(const unsigned *code, int n, int i, int j)
{
    if (j < 0 || j >= n)
        return -1;
    unsigned a = code[i];
    unsigned b = code[j];
    if (a != b)
        return __clz((int)(a ^ b));
    return 32 + __clz(i ^ j);
}

__device__ Range node_range(const unsigned *code, int n, int i)
{
    int up = prefix(code, n, i, i + 1);
    int down = prefix(code, n, i, i - 1);
    int dir = up > down ? 1 : -1;
    int least = up > down ? down : up;

    int bound = 2;
    while (prefix(code, n, i, i + bound * dir) > least)
        bound *= 2;

    int length = 0;
    for (int step = bound / 2; step >= 1; step /= 2)
        if (prefix(code, n, i, i + (length + step) * dir) > least)
            length += step;

    int j = i + length * dir;
    Range r;
    r.first = i < j ? i : j;
    r.last = i < j ? j : i;
    return r;
}

// The last leaf of the left child.
__device__ int split_of(const unsigned *code, int n, Range r)
{
    int common = prefix(code, n, r.first, r.last);
    int split = r.first;
    int step = r.last - r.first;
    do {
        step = (step + 1) / 2;
        int at = split + step;
        if (at < r.last && prefix(code, n, r.first, at) > common)
            split = at;
    } while (step > 1);
    return split;
}

__global__ void build_radix_tree(const unsigned *code, int *left, int *right, int *parent, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1)
        return;
    Range r = node_range(code, n, i);
    int s = split_of(code, n, r);
    int l = s == r.first ? n - 1 + s : s;
    int k = s + 1 == r.last ? n - 1 + s + 1 : s + 1;
    left[i] = l;
    right[i] = k;
    parent[l] = i;
    parent[k] = i;
    if (i == 0)
        parent[0] = -1;
}

__device__ Bounds read_bounds(const float *p)
{
    Bounds b;
    for (int d = 0; d < 3; d++) {
        b.lo[d] = p[d];
        b.hi[d] = p[3 + d];
    }
    return b;
}

// Nodes are read by other threads after a fence, hence volatile.
__device__ Bounds read_node(const volatile float *p)
{
    Bounds b;
    for (int d = 0; d < 3; d++) {
        b.lo[d] = p[d];
        b.hi[d] = p[3 + d];
    }
    return b;
}

__device__ void write_node(volatile float *p, const Bounds &b)
{
    for (int d = 0; d < 3; d++) {
        p[d] = b.lo[d];
        p[3 + d] = b.hi[d];
    }
}

__device__ Bounds join(const Bounds &a, const Bounds &b)
{
    Bounds r;
    for (int d = 0; d < 3; d++) {
        r.lo[d] = fminf(a.lo[d], b.lo[d]);
        r.hi[d] = fmaxf(a.hi[d], b.hi[d]);
    }
    return r;
}

// One thread a leaf; the first to reach a node stops there, the second goes on.
__global__ void refit(const int *left, const int *right, const int *parent, const float *leaf, float *box,
                      unsigned *visits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int node = n - 1 + i;
    write_node(box + 6 * node, read_bounds(leaf + 6 * i));
    node = parent[node];
    while (node >= 0) {
        __threadfence();
        unsigned before = atomicAdd(&visits[node], 1u);
        if (before == 0)
            return;
        __threadfence();
        Bounds l = read_node(box + 6 * left[node]);
        Bounds r = read_node(box + 6 * right[node]);
        write_node(box + 6 * node, join(l, r));
        node = parent[node];
    }
}

// Host side; visits are zeroed here.
void build(const unsigned *code, int *left, int *right, int *parent, const float *leaf, float *box, unsigned *visits,
           int n, cudaStream_t stream)
{
    int blocks = (n + 31) / 32;
    cudaMemsetAsync(visits, 0, (n - 1) * sizeof(unsigned), stream);
    build_radix_tree<<<blocks, 32, 0, stream>>>(code, left, right, parent, n);
    refit<<<blocks, 32, 0, stream>>>(left, right, parent, leaf, box, visits, n);
}
