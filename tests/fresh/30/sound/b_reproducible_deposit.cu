// fpcheck: largest_charge <<<1, 32>>> charge=[104.900497,-530.83728,-0.118500002,0.00139999995,156.871307,0.0153000001,-0.00039999999,-1155.20715,-1169.37292,-0.000199999995,582.437805,0.00510000018,-143.440598,0.0195000004,17.7301998,9.99999975e-05,-0.237000003,-0.0201999992,593.275085,1.26859999,22.5410995,-6.90759993,0.00039999999,-1.21150005] largest=inout:zeros:1:i32 particles=24
// fpcheck+ deposit <<<1, 32>>> position=[4.44999981,0.595000029,-0.0909999982,1.31200004,1.05700004,1.12800002,4.10699987,0.742999971,-0.203999996,0.294,4.69799995,1.57299995,1.16400003,3.66400003,4.61399984,2.06100011,3.88700008,0.587000012,1.10300004,2.45900011,0.418000013,0.651000023,0.125,0.574000001] grid=inout:zeros:16:i64 particles=24 cells=16 spacing=0.25
// fpcheck+ density <<<1, 32>>> rho=empty:16 cells=16 spacing=0.25 want=[-861.479628,113.494092,-540.824602,-3438.9667,1682.45675,744.43184,0.015832005,0.00595679648,0.000302399818,0.832296946,4.2422006,0.0,0.0,0.0,0.0268319898,-3817.38302] ref=rho=want --tol rtol=2e-6,atol=8e-07
// expect: ok
// why: floats go to 64-bit integers and are summed with wraparound-capable atomics; the scale is a power of two chosen from the largest charge, so that 2^40 units of it leave room for millions of particles, and order does not matter
// figure: rho[0]: computed -861.479614, MPFR -861.479628
// Charge of particles on a periodic grid (cloud in cell), summed in fixed point: the same bits in any order.
#include <cuda_runtime.h>

// ------------------------------------------------------------ powers of two

// Exponent of a positive normal float.
__device__ inline int exponent_of(float v)
{
    return ((__float_as_int(v) >> 23) & 255) - 127;
}

__device__ inline double power_of_two(int e)
{
    return __longlong_as_double((long long)(e + 1023) << 52);
}

// ------------------------------------------------------------ the format of the sums

struct Fixed {
    int exponent; // of one unit
};

// The largest charge is between 2^39 and 2^40 units.
__device__ Fixed format_for(float largest)
{
    Fixed f;
    f.exponent = exponent_of(largest) - 39;
    return f;
}

__device__ long long to_fixed(Fixed f, double v)
{
    return __double2ll_rn(v * power_of_two(-f.exponent));
}

__device__ double from_fixed(Fixed f, long long units)
{
    return (double)units * power_of_two(f.exponent);
}

// ------------------------------------------------------------ the largest charge

// Magnitudes of floats are ordered as their bits are.
__device__ inline int magnitude_bits(float v)
{
    return __float_as_int(fabsf(v));
}

__global__ void largest_charge(const float *charge, int *largest, int particles)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < particles; i += gridDim.x * blockDim.x)
        atomicMax(largest, magnitude_bits(charge[i]));
}

// ------------------------------------------------------------ the grid

struct Cloud {
    int left, right; // cells
    float part;      // of the charge that goes to the right one
};

__device__ inline int wrapped(int cell, int cells)
{
    int c = cell % cells;
    return c < 0 ? c + cells : c;
}

// Cells have their centres at whole multiples of the spacing.
__device__ Cloud cloud_of(float position, float spacing, int cells)
{
    float s = position / spacing;
    float below = floorf(s);
    Cloud c;
    c.part = s - below;
    c.left = wrapped((int)below, cells);
    c.right = wrapped((int)below + 1, cells);
    return c;
}

// ------------------------------------------------------------ sums

__device__ void add(long long *cell, long long units)
{
    atomicAdd((unsigned long long *)cell, (unsigned long long)units);
}

// Both parts of a particle add up to its charge exactly, in units.
__device__ void share(long long *grid, Fixed f, Cloud c, float charge)
{
    long long whole = to_fixed(f, charge);
    long long right = to_fixed(f, (double)charge * (double)c.part);
    add(&grid[c.right], right);
    add(&grid[c.left], whole - right);
}

__global__ void deposit(const float *position, const float *charge, const int *largest, long long *grid, int particles,
                        int cells, float spacing)
{
    Fixed f = format_for(__int_as_float(*largest));
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < particles; i += gridDim.x * blockDim.x) {
        Cloud c = cloud_of(position[i], spacing, cells);
        share(grid, f, c, charge[i]);
    }
}

// ------------------------------------------------------------ density

__global__ void density(const long long *grid, const int *largest, float *rho, int cells, float spacing)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cells)
        return;
    Fixed f = format_for(__int_as_float(*largest));
    rho[c] = (float)(from_fixed(f, grid[c]) / (double)spacing);
}

// Largest deviation from a uniform background, for the choice of the step of time (not launched by the case).
__global__ void largest_deviation(const float *rho, float background, float *largest, int cells)
{
    float mine = 0.0f;
    for (int c = threadIdx.x; c < cells; c += 32)
        mine = fmaxf(mine, fabsf(rho[c] - background));
    for (int o = 16; o > 0; o >>= 1)
        mine = fmaxf(mine, __shfl_xor_sync(0xffffffffu, mine, o));
    if (threadIdx.x == 0)
        *largest = mine;
}

// Sum over the grid in units, for a check that no charge is lost (not launched by the case).
__global__ void total_units(const long long *grid, long long *total, int cells)
{
    __shared__ long long part[32];
    int t = threadIdx.x;
    long long s = 0;
    for (int c = t; c < cells; c += 32)
        s += grid[c];
    part[t] = s;
    __syncthreads();
    for (int o = 16; o > 0; o /= 2) {
        if (t < o)
            part[t] += part[t + o];
        __syncthreads();
    }
    if (t == 0)
        *total = part[0];
}
