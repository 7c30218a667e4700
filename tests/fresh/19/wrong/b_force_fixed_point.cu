// fpcheck: clear_forces <<<1, 64>>> accumulated=empty:96 n=32
// fpcheck+ pair_forces <<<1, 64>>> position=[0.9901911,0.8034871,2.057403,0.9912911,0.8040871,2.057003,5.032798,1.045773,1.919399,6.894262,1.115025,2.01174,0.8669774,2.90485,2.17129,3.05001,3.13175,1.856082,4.938928,3.060374,1.874172,6.842027,2.823092,2.124567,0.9216301,5.086481,1.887625,3.199528,4.942186,1.878747,5.038893,4.856205,1.99111,7.070638,5.072813,2.06676,0.939697,7.166612,2.001652,3.012053,6.893975,1.96022,5.071398,7.175798,2.005434,6.949918,7.119615,1.938529,0.9694498,1.090533,5.9887,2.82549,1.060889,6.167011,4.947774,0.9813401,6.161865,6.834468,1.053739,5.812367,1.017956,3.021465,6.159076,2.824764,2.983031,5.912296,5.102222,3.064197,6.18679,7.149738,3.050214,6.095932,0.8528673,4.871812,5.961815,3.074288,5.125474,6.157706,5.075834,5.195875,5.926785,7.086202,4.801591,6.076671,0.9489698,6.828078,5.870693,3.030808,6.908794,5.995264,5.085828,6.912677,5.900911,7.063614,7.182963,5.899788] charge=const(1):32 accumulated_in=accumulated n=32 box=8.0 cutoff=3.0
// fpcheck+ finish_forces <<<1, 64>>> accumulated_in=accumulated mass=const(1):32 acceleration=empty:96 n=32 want=[-483404.389,-263665.511,175812.047,483404.667,263665.833,-175812.033,-0.212247813,0.015576228,-0.0172223431,-0.0383743211,-0.052684276,-0.00670935046,0.0566451627,0.136788092,0.0431037995,-0.118538978,-0.195763352,-0.0191135595,0.00805656493,-0.0681459165,-0.0357706091,0.0471891691,0.138500149,0.0393195834,0.0859930182,-0.0349167423,-0.0363248213,-0.103588337,0.0721971934,-0.0154218849,0.0788359742,0.129410398,0.0193530833,-0.0452995259,-0.0318243468,0.0278739108,0.0298453922,-0.382068467,-0.00478911134,0.015020359,0.108620168,0.000423499233,-0.0694457537,-0.0892794296,0.0172315639,-0.0118945221,-0.0677802213,-0.0259988225,-0.0562500047,-0.0904990456,-0.0167129496,0.0789052208,-0.0691730163,0.0461425833,-0.0631309121,0.00645969799,0.0451152225,0.0387557124,0.0384946384,-0.0686199015,0.0104749014,-0.0204864576,0.0650020835,0.132328436,0.0570974388,-0.0686001605,-0.075307164,0.0102076498,0.0346080472,-0.0727516945,-0.101966943,0.0125648126,0.117151656,0.0696642993,-0.0347918283,-0.0357033661,-0.116404251,0.0573910404,0.0190868609,-0.123423829,-0.0346497883,-0.100174136,0.142349277,0.0245326024,0.0390969125,0.0554302991,-0.0251536582,-0.0330925973,0.112808665,-0.0134687368,-0.00221721403,0.099323683,-0.0260462978,0.00282738796,-0.0698821063,0.00268692929] ref=acceleration=want --tol rtol=1e-3,atol=1e-3
// fpcheck+ kick_and_drift <<<1, 128>>> position_in=position velocity=inout:zeros:96 acceleration_in=acceleration moved=empty:96 n=32 dt=1e-5 box=8.0
// fpcheck+ kinetic_energy <<<1, 32>>> velocity_in=velocity mass_in=mass energy=empty:1 n=32
// expect: error float to integer out of range at line 63
// why: forces are summed as 32-bit fixed point with 20 fraction bits so that the order does not matter, but a close pair's force of 6e5 does not fit: the conversion saturates at 2048
// figure: computed acceleration[0] near -2048 or, wrapped, near +2048, MPFR -483404
#include <cuda_runtime.h>

// Sums of integers do not depend on their order: two runs give the same bits, which
// the trajectory comparison of the nightly test needs. Units: charges of one, box
// lengths of sigma.
constexpr float FIXED_ONE = 1048576.0f;
constexpr float COULOMB = 1.0f;

struct Vector {
    float x, y, z;
};

__device__ Vector operator-(Vector a, Vector b)
{
    return Vector{a.x - b.x, a.y - b.y, a.z - b.z};
}

__device__ Vector operator*(float s, Vector v)
{
    return Vector{s * v.x, s * v.y, s * v.z};
}

__device__ float dot(Vector a, Vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ Vector load(const float *p, int i)
{
    return Vector{p[3 * i], p[3 * i + 1], p[3 * i + 2]};
}

__device__ float nearest_image(float d, float box)
{
    return d - box * rintf(d / box);
}

__device__ Vector nearest_image(Vector d, float box)
{
    return Vector{nearest_image(d.x, box), nearest_image(d.y, box), nearest_image(d.z, box)};
}

// Shifted-force Coulomb: zero at the cutoff, with its slope.
__device__ float force_over_distance(float r2, float charges, float cutoff)
{
    float r = sqrtf(r2);
    float inverse = 1.0f / r;
    float bare = inverse * inverse;
    float shift = 1.0f / (cutoff * cutoff);
    return COULOMB * charges * (bare - shift) * inverse;
}

__device__ int to_fixed(float v)
{
    return __float2int_rn(v * FIXED_ONE);
}

__device__ float from_fixed(int v)
{
    return (float)v / FIXED_ONE;
}

__device__ void deposit(int *accumulated, int i, Vector f)
{
    atomicAdd(&accumulated[3 * i], to_fixed(f.x));
    atomicAdd(&accumulated[3 * i + 1], to_fixed(f.y));
    atomicAdd(&accumulated[3 * i + 2], to_fixed(f.z));
}

__global__ void clear_forces(int *accumulated, int n)
{
    for (int i = threadIdx.x; i < 3 * n; i += blockDim.x)
        accumulated[i] = 0;
}

// Pair k of the triangle j < i, in integers.
__device__ bool next_pair(int &i, int &j, int stride, int n)
{
    j += stride;
    while (j >= i) {
        j -= i;
        i++;
        if (i >= n)
            return false;
    }
    return true;
}

// Every thread walks the triangle of pairs in steps of the block's size, both partners get their force.
__global__ void pair_forces(const float *position, const float *charge, int *accumulated_in, int n, float box, float cutoff)
{
    int i = 1;
    int j = 0;
    bool more = threadIdx.x == 0 || next_pair(i, j, threadIdx.x, n);
    while (more) {
        Vector d = nearest_image(load(position, i) - load(position, j), box);
        float r2 = dot(d, d);
        if (r2 < cutoff * cutoff) {
            float f = force_over_distance(r2, charge[i] * charge[j], cutoff);
            deposit(accumulated_in, i, f * d);
            deposit(accumulated_in, j, -f * d);
        }
        more = next_pair(i, j, blockDim.x, n);
    }
}

__global__ void finish_forces(const int *accumulated_in, const float *mass, float *acceleration, int n)
{
    for (int i = threadIdx.x; i < 3 * n; i += blockDim.x)
        acceleration[i] = from_fixed(accumulated_in[i]) / mass[i / 3];
}

__device__ float into_box(float x, float box)
{
    float r = x - box * floorf(x / box);
    return r >= box ? 0.0f : r;
}

// Half of a leapfrog step for every coordinate.
__global__ void kick_and_drift(const float *position_in, float *velocity, const float *acceleration_in, float *moved, int n, float dt,
                               float box)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 3 * n)
        return;
    float v = velocity[i] + 0.5f * dt * acceleration_in[i];
    velocity[i] = v;
    moved[i] = into_box(position_in[i] + dt * v, box);
}

__global__ void kinetic_energy(const float *velocity_in, const float *mass_in, float *energy, int n)
{
    int i = threadIdx.x;
    float e = 0.0f;
    if (i < n) {
        Vector v = load(velocity_in, i);
        e = 0.5f * mass_in[i] * dot(v, v);
    }
    for (int d = 16; d; d >>= 1)
        e += __shfl_xor_sync(0xffffffffu, e, d);
    if (i == 0)
        *energy = e;
}
