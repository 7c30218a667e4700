// fpcheck: huffman_lengths<<<2, 64>>> symbols=randint(0,15):2x256 length=empty:2x16 code=empty:2x16 mean_bits=empty:2 complete=empty:2 n=256
// expect: ok
// why: shared counters are added to by match_any groups and without a barrier in between, after all of them were zeroed; lanes leave the loop together because n is a multiple of the block
// figure: mean_bits is an integer (sum of counts times lengths) over 256: exact; about 4.0 bits for 16 equally likely symbols
#include <cuda_runtime.h>

#define ALPHABET 16
#define NODES (2 * ALPHABET - 1)
#define NONE (-1)

// ---------------------------------------------------------------------------
// Canonical Huffman codes of a block of symbols: histogram, tree, lengths,
// codes, and the mean number of bits per symbol.
// ---------------------------------------------------------------------------

struct Tree {
    int weight[NODES];
    int parent[NODES];
    int nodes;
};

// Lanes with the same symbol elect a leader, who adds for all of them.
__device__ void count_symbol(int *counts, int symbol)
{
    unsigned peers = __match_any_sync(0xffffffffu, symbol);
    int leader = __ffs((int)peers) - 1;
    if ((int)(threadIdx.x & 31) == leader)
        atomicAdd(&counts[symbol], __popc(peers));
    __syncwarp();
}

// The lightest node that has no parent yet; ties go to the older one.
__device__ int lightest(const Tree &tree, int except)
{
    int best = NONE;
    for (int i = 0; i < tree.nodes; i++) {
        if (i == except || tree.parent[i] != NONE || tree.weight[i] == 0)
            continue;
        if (best == NONE || tree.weight[i] < tree.weight[best])
            best = i;
    }
    return best;
}

__device__ void build(Tree &tree, const int *counts)
{
    for (int i = 0; i < ALPHABET; i++) {
        tree.weight[i] = counts[i];
        tree.parent[i] = NONE;
    }
    tree.nodes = ALPHABET;
    for (;;) {
        int a = lightest(tree, NONE);
        int b = lightest(tree, a);
        if (b == NONE)
            break;
        int n = tree.nodes++;
        tree.weight[n] = tree.weight[a] + tree.weight[b];
        tree.parent[n] = NONE;
        tree.parent[a] = n;
        tree.parent[b] = n;
    }
}

__device__ int depth(const Tree &tree, int leaf)
{
    int d = 0;
    for (int i = leaf; tree.parent[i] != NONE; i = tree.parent[i])
        d++;
    return d;
}

// How many codes come before this one in canonical order: shorter ones, and
// those of the same length with a smaller symbol.
__device__ unsigned canonical(const int *length, int symbol)
{
    unsigned code = 0;
    int mine = length[symbol];
    for (int s = 0; s < ALPHABET; s++) {
        int other = length[s];
        if (other == 0 || s == symbol)
            continue;
        bool before = other < mine || (other == mine && s < symbol);
        if (before)
            code += 1u << (mine - other);
    }
    return code;
}

__device__ void zero(int *counts)
{
    if (threadIdx.x < ALPHABET)
        counts[threadIdx.x] = 0;
    __syncthreads();
}

__device__ void histogram(int *counts, const unsigned char *symbols, int n)
{
    zero(counts);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        count_symbol(counts, symbols[i]);
    __syncthreads();
}

__device__ float mean_length(const int *counts, const int *lengths, int n)
{
    int bits = 0;
    for (int s = 0; s < ALPHABET; s++)
        bits += counts[s] * lengths[s];
    return (float)bits / (float)n;
}

// Kraft's sum in units of 2^-(ALPHABET - 1), the longest code there can be: a
// complete code gives exactly one.
__device__ bool is_complete(const int *lengths)
{
    unsigned sum = 0;
    for (int s = 0; s < ALPHABET; s++)
        if (lengths[s] > 0)
            sum += 1u << (ALPHABET - 1 - lengths[s]);
    return sum == 1u << (ALPHABET - 1);
}

__global__ void huffman_lengths(const unsigned char *symbols, int *length, unsigned *code, float *mean_bits,
                                int *complete, int n)
{
    __shared__ int counts[ALPHABET];
    __shared__ int lengths[ALPHABET];
    __shared__ Tree tree;
    int t = threadIdx.x;
    int block = blockIdx.x;

    histogram(counts, symbols + block * n, n);

    if (t == 0)
        build(tree, counts);
    __syncthreads();

    if (t < ALPHABET)
        lengths[t] = counts[t] > 0 ? depth(tree, t) : 0;
    __syncthreads();

    if (t < ALPHABET) {
        length[block * ALPHABET + t] = lengths[t];
        code[block * ALPHABET + t] = lengths[t] > 0 ? canonical(lengths, t) : 0u;
    }
    if (t == 0) {
        mean_bits[block] = mean_length(counts, lengths, n);
        complete[block] = is_complete(lengths) ? 1 : 0;
    }
}
