// fpcheck: add_atoms <<<1, 32>>> xyz=[0.25,0.1,0.6,1e-9,0.3,0.4,0.7,0.8,0.05] occupancy=[1,1,0.5] density=inout:zeros:4x4x4 atoms=3
// expect: error index out of bounds at line 111
// why: -x of 1e-9 minus its floor is 1 - 1e-9, which rounds to 1: the grid index is 4 of 0..3, and for x the address is beyond the map
// figure: computed ix=4 (index (4*4+3)*4+0=76 of 64 elements), MPFR ix=3
// Point density of atoms on the grid of a unit cell, with the operators of space group P 2(1)/c (unique axis b).
// The map is a histogram: an atom counts at the node at or below it in each direction. Symmetry is applied to the
// atoms of the asymmetric unit, so that a file lists each of them once.

#define GRID 4
#define OPERATORS 4

struct Operator {
    signed char rotation[3];
    float shift[3];
};

// -1 and 1 on the diagonal; the shifts are halves
__constant__ Operator operators[OPERATORS] = {
    {
        {1, 1, 1},
        {0.0f, 0.0f, 0.0f},
    },
    {
        {-1, 1, -1},
        {0.0f, 0.5f, 0.5f},
    },
    {
        {-1, -1, -1},
        {0.0f, 0.0f, 0.0f},
    },
    {
        {1, -1, 1},
        {0.0f, 0.5f, 0.5f},
    },
};

struct Fraction {
    float v[3];
};

struct Node {
    int i[3];
};

__device__ Fraction image(const Operator &op, const Fraction &f)
{
    Fraction g;
    for (int a = 0; a < 3; a++)
        g.v[a] = op.rotation[a] * f.v[a] + op.shift[a];
    return g;
}

// Into the unit cell, [0, 1)
__device__ Fraction into_cell(const Fraction &f)
{
    Fraction g;
    for (int a = 0; a < 3; a++)
        g.v[a] = f.v[a] - floorf(f.v[a]);
    return g;
}

__device__ Node node_of(const Fraction &f)
{
    Node n;
    for (int a = 0; a < 3; a++)
        n.i[a] = (int)(f.v[a] * GRID);
    return n;
}

__device__ int address(const Node &n)
{
    return (n.i[0] * GRID + n.i[1]) * GRID + n.i[2];
}

__device__ Fraction load(const float *xyz, int atom)
{
    Fraction f;
    for (int a = 0; a < 3; a++)
        f.v[a] = xyz[3 * atom + a];
    return f;
}

// An atom on a special position is its own image under several operators.
__device__ bool same(const Node &a, const Node &b)
{
    bool equal = true;
    for (int k = 0; k < 3; k++)
        equal = equal && a.i[k] == b.i[k];
    return equal;
}

__device__ int images(const Fraction &f, Node *nodes)
{
    for (int op = 0; op < OPERATORS; op++)
        nodes[op] = node_of(into_cell(image(operators[op], f)));
    return OPERATORS;
}

__device__ int multiplicity(const Node *nodes, int which)
{
    int count = 0;
    for (int op = 0; op < OPERATORS; op++) {
        if (same(nodes[op], nodes[which]))
            count++;
    }
    return count;
}

__device__ void deposit(float *density, const Node &n, float amount)
{
    atomicAdd(&density[address(n)], amount);
}

__global__ void add_atoms(
    const float *xyz,
    const float *occupancy,
    float *density,
    int atoms)
{
    int atom = blockIdx.x * blockDim.x + threadIdx.x;
    if (atom >= atoms)
        return;
    Fraction f = load(xyz, atom);
    Node nodes[OPERATORS];
    int n = images(f, nodes);
    for (int op = 0; op < n; op++) {
        // images that fall together share the occupancy of one
        float share = occupancy[atom] / multiplicity(nodes, op);
        deposit(density, nodes[op], share);
    }
}

// Mean of the map, which the synthesis subtracts
__global__ void map_mean(const float *density, float *mean)
{
    float sum = 0.0f;
    for (int i = threadIdx.x; i < GRID * GRID * GRID; i += 32)
        sum += density[i];
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        *mean = sum / (GRID * GRID * GRID);
}

__global__ void subtract_mean(float *density, const float *mean)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < GRID * GRID * GRID)
        density[i] -= *mean;
}
