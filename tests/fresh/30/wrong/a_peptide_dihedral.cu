// fpcheck: dihedrals <<<1, 32>>> pos=@a_peptide_dihedral_pos.npy quads=[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47] phi=empty:12 energy=inout:zeros:1 count=12 k=12.5 --ref phi=@a_peptide_dihedral_phi.npy --tol rtol=1e-2,atol=0
// fpcheck+ torsion_forces <<<1, 32>>> torque=empty:12 barrier=3.2 count=12
// expect: error cancellation at line 83
// why: the angle of nearly planar bonds through acosf of a cosine near 1: the cosine keeps nothing of an angle below 3e-4
// figure: computed phi[10]=0.000488281, MPFR 4.21786e-05
// Proper dihedral angles of a chain of atoms and their harmonic energy. One thread a quadruple (i, j, k, l); the energies
// of a block are summed in shared memory and added to the total once.
// Positions are stored as x, y, z triples; the box is not periodic here.

#define BLOCK 32

struct vec3 {
    float x, y, z;
};

__device__ __forceinline__ vec3 make_vec(float x, float y, float z)
{
    vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

__device__ __forceinline__ vec3 load_atom(const float *__restrict__ pos, int atom)
{
    const float *p = pos + 3 * atom;
    return make_vec(p[0], p[1], p[2]);
}

__device__ __forceinline__ vec3 operator-(vec3 a, vec3 b)
{
    return make_vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

__device__ __forceinline__ vec3 operator*(float s, vec3 a)
{
    return make_vec(s * a.x, s * a.y, s * a.z);
}

__device__ __forceinline__ float dot(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ __forceinline__ vec3 cross(vec3 a, vec3 b)
{
    return make_vec(a.y * b.z - a.z * b.y,
                    a.z * b.x - a.x * b.z,
                    a.x * b.y - a.y * b.x);
}

__device__ __forceinline__ float clamp_unit(float c)
{
    return fminf(1.0f, fmaxf(-1.0f, c));
}

// The two normals of the planes that meet in the middle bond.
struct planes {
    vec3 first, second;
    bool degenerate;
};

__device__ planes bond_planes(vec3 ri, vec3 rj, vec3 rk, vec3 rl)
{
    const vec3 b1 = rj - ri;
    const vec3 b2 = rk - rj;
    const vec3 b3 = rl - rk;
    planes p;
    p.first = cross(b1, b2);
    p.second = cross(b2, b3);
    // three atoms in a line have no plane
    p.degenerate = dot(p.first, p.first) < 1e-12f || dot(p.second, p.second) < 1e-12f;
    return p;
}

__device__ float dihedral_angle(const planes &p)
{
    if (p.degenerate)
        return 0.0f;
    const float length = sqrtf(dot(p.first, p.first) * dot(p.second, p.second));
    const float cosine = clamp_unit(dot(p.first, p.second) / length);
    return acosf(cosine);
}

// Harmonic restraint around the trans/cis plane: E = k phi^2 / 2.
__device__ __forceinline__ float restraint(float phi, float k)
{
    return 0.5f * k * phi * phi;
}

__device__ float block_sum(float v)
{
    __shared__ float partial[BLOCK];
    const int t = threadIdx.x;
    partial[t] = v;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (t < s)
            partial[t] += partial[t + s];
        __syncthreads();
    }
    return partial[0];
}

// quads: four atom numbers for each dihedral.
__global__ void dihedrals(const float *__restrict__ pos, const int *__restrict__ quads, float *phi, float *energy, int count, float k)
{
    const int q = blockIdx.x * BLOCK + threadIdx.x;
    float mine = 0.0f;
    if (q < count) {
        const int *atoms = quads + 4 * q;
        const vec3 ri = load_atom(pos, atoms[0]);
        const vec3 rj = load_atom(pos, atoms[1]);
        const vec3 rk = load_atom(pos, atoms[2]);
        const vec3 rl = load_atom(pos, atoms[3]);

        const planes p = bond_planes(ri, rj, rk, rl);
        const float angle = dihedral_angle(p);
        phi[q] = angle;
        mine = restraint(angle, k);
    }

    const float total = block_sum(mine);
    if (threadIdx.x == 0)
        atomicAdd(energy, total);
}

// Torque about the middle bond by a three-fold torsion barrier, V = barrier / 2 (1 + cos 3 phi), one thread a bond.
__device__ __forceinline__ float threefold_torque(float phi, float barrier)
{
    // sin 3 a = 3 sin a - 4 sin^3 a
    const float s = sinf(phi);
    return 1.5f * barrier * (3.0f * s - 4.0f * s * s * s);
}

__global__ void torsion_forces(const float *__restrict__ phi, float *torque, float barrier, int count)
{
    const int q = blockIdx.x * BLOCK + threadIdx.x;
    if (q >= count)
        return;
    torque[q] = threefold_torque(phi[q], barrier);
}

// Host side: angles, energy and torques of one molecule on the given stream.
static void molecule_step(const float *pos, const int *quads, float *phi, float *energy, float *torque, int count, cudaStream_t stream)
{
    const int blocks = (count + BLOCK - 1) / BLOCK;
    cudaMemsetAsync(energy, 0, sizeof(float), stream);
    dihedrals<<<blocks, BLOCK, 0, stream>>>(pos, quads, phi, energy, count, 12.5f);
    torsion_forces<<<blocks, BLOCK, 0, stream>>>(phi, torque, 3.2f, count);
}

void molecule_energy(const float *pos, const int *quads, float *phi, float *energy, float *torque, int count)
{
    molecule_step(pos, quads, phi, energy, torque, count, 0);
    cudaDeviceSynchronize();
}
