// fpcheck: chain_energy <<<1, 32>>> xyz=[[0,1.4,0],[0,0,0],[1.5,0,0],[1.5,1.4,0.0004],[2.9,2,0.0008],[3.5,1,0.0011],[4.9,1.25,0.0007],[5.25,2.5,0.0003]] charge=[0.3,-0.4,0.1,0.2,-0.35,0.15,-0.2,0.2] torsion=empty:5 energy=empty:1 atoms=8
// expect: ok
// why: the chain is planar to 4e-4, but the torsion angle is atan2 of a triple product and a dot product, which keeps small angles whole
// figure: torsion computed 0.000285714312, 3.14142942, -0.000422117329, 3.14096379, 0.000175914276; MPFR 0.000285714276, 3.14142939, -0.000422117323, 3.14096382, 0.000175914269
// Energy of a chain of atoms: bonds, angles, torsions, and pairs four or more apart.
// Lengths in Angstrom, angles in radians, energies in kcal/mol; one warp a chain, one lane an atom: each lane adds the
// terms whose first atom is its own.
struct Vec {
    float x, y, z;
};

__device__ Vec load(const float *xyz, int i)
{
    Vec v = { xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2] };
    return v;
}

__device__ Vec operator-(Vec a, Vec b)
{
    Vec r = { a.x - b.x, a.y - b.y, a.z - b.z };
    return r;
}

__device__ float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ Vec cross(Vec a, Vec b)
{
    Vec r;
    r.x = a.y * b.z - a.z * b.y;
    r.y = a.z * b.x - a.x * b.z;
    r.z = a.x * b.y - a.y * b.x;
    return r;
}

// Lengths here are between one and ten Angstrom: squares are safe.
__device__ float norm(Vec a)
{
    return sqrtf(dot(a, a));
}

__device__ float bond_energy(Vec a, Vec b)
{
    const float k = 310.0f, rest = 1.25f;
    float stretch = norm(b - a) - rest;
    return k * stretch * stretch;
}

__device__ float angle_energy(Vec a, Vec b, Vec c)
{
    const float k = 60.0f, rest = 1.1f;
    Vec u = a - b, w = c - b;
    float angle = atan2f(norm(cross(u, w)), dot(u, w));
    float bend = angle - rest;
    return k * bend * bend;
}

// IUPAC sign: positive when, seen along b-c, the front bond turns clockwise onto the far one.
__device__ float torsion_angle(Vec a, Vec b, Vec c, Vec d)
{
    Vec b1 = b - a, b2 = c - b, b3 = d - c;
    Vec n1 = cross(b1, b2);
    Vec n2 = cross(b2, b3);
    float across = norm(b2) * dot(b1, n2);
    float along = dot(n1, n2);
    return atan2f(across, along);
}

__device__ float torsion_energy(float angle)
{
    const float k = 1.4f;
    float half = 0.5f * angle;
    float s = sinf(3.0f * half);
    return 2.0f * k * s * s;
}

// Lennard-Jones, written with (sigma / r)^2 so that no root is needed;
// pairs nearer than four bonds are left to the terms above.

__device__ float pair_energy(Vec a, Vec b)
{
    const float sigma2 = 3.4f * 3.4f, depth = 0.12f;
    Vec d = b - a;
    float q = sigma2 / dot(d, d);
    float q3 = q * q * q;
    return 4.0f * depth * q3 * (q3 - 1.0f);
}

// Point charges with a dielectric that grows with the distance (4 r).
__device__ float charge_energy(Vec a, Vec b, float qa, float qb)
{
    const float coulomb = 332.0636f;
    Vec d = b - a;
    return coulomb * qa * qb / (4.0f * dot(d, d));
}

__device__ float warp_sum(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, off);
    return v;
}

__device__ float bonds(const float *xyz, int i, int atoms)
{
    if (i + 1 >= atoms)
        return 0.0f;
    return bond_energy(load(xyz, i), load(xyz, i + 1));
}

__device__ float angles(const float *xyz, int i, int atoms)
{
    if (i + 2 >= atoms)
        return 0.0f;
    return angle_energy(load(xyz, i), load(xyz, i + 1), load(xyz, i + 2));
}

__device__ float torsions(const float *xyz, float *torsion, int i, int atoms)
{
    if (i + 3 >= atoms)
        return 0.0f;
    float angle = torsion_angle(load(xyz, i), load(xyz, i + 1), load(xyz, i + 2), load(xyz, i + 3));
    torsion[i] = angle;
    return torsion_energy(angle);
}

__device__ float pairs(const float *xyz, const float *charge, int i, int atoms)
{
    float sum = 0.0f;
    for (int j = i + 4; j < atoms; j++)
        sum += pair_energy(load(xyz, i), load(xyz, j));
    for (int j = i + 4; j < atoms; j++)
        sum += charge_energy(load(xyz, i), load(xyz, j), charge[i], charge[j]);
    return sum;
}

__global__ void chain_energy(const float *xyz, const float *charge, float *torsion, float *energy, int atoms)
{
    int i = threadIdx.x;
    float sum = 0.0f;
    sum += bonds(xyz, i, atoms);
    sum += angles(xyz, i, atoms);
    sum += torsions(xyz, torsion, i, atoms);
    sum += pairs(xyz, charge, i, atoms);
    sum = warp_sum(sum);
    if (i == 0)
        energy[0] = sum;
}
