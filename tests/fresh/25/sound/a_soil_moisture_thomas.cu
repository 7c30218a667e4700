// fpcheck: soil_step <<<1, 32>>> moisture=[0.1,0.178125,0.25625,0.334375,0.1625,0.240625,0.31875,0.146875,0.225,0.303125,0.13125,0.209375,0.2875,0.115625,0.19375,0.271875] next=empty:16 stored=empty:1 p.saturated=0.45 p.residual=0.05 p.diffusivity=4e-7 p.dz=0.05 p.dt=3600 columns=1 want=[0.10274463266240202,0.18335335882254836,0.2584858131375059,0.30444352080984033,0.18728772650329412,0.24472148707341015,0.2916037192164589,0.169175577956775,0.2291031164077878,0.2784941505889383,0.15105504641176137,0.21343230848919528,0.265387192058197,0.13304892370287394,0.19893889052971375,0.2637245356292978] ref=next=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the tridiagonal solve has no pivoting, but the matrix is diagonally dominant (1 + r_up + r_down against r_up and r_down), so the Thomas algorithm is stable
// figure: next[7]: computed 0.169175577956775, MPFR 0.16917557795677499 (relative error 2.1e-16, tolerance 1e-6)
// Implicit step of the diffusion of soil moisture in columns of 16 layers, binary64, one thread a column:
//
//     theta_t = (D(theta) theta_z)_z,   no flow through top and bottom,   D frozen at the old time
//
#include <cuda_runtime.h>

#define LAYERS 16

struct Soil {
    double saturated;   // water content, m3/m3
    double residual;
    double diffusivity; // at saturation, m2/s
    double dz, dt;
};

struct Bands {
    double lower[LAYERS];
    double diagonal[LAYERS];
    double upper[LAYERS];
};

// ---------------------------------------------------------------- soil physics

__device__ double saturation(double theta, const Soil &p)
{
    double s = (theta - p.residual) / (p.saturated - p.residual);
    return fmin(fmax(s, 0.0), 1.0);
}

// Brooks-Corey with the exponent 2.
__device__ double diffusivity(double theta, const Soil &p)
{
    double s = saturation(theta, p);
    return p.diffusivity * s * s;
}

// Arithmetic mean at the face between two layers.
__device__ double face(double above, double below, const Soil &p)
{
    return 0.5 * (diffusivity(above, p) + diffusivity(below, p));
}

// ---------------------------------------------------------------- matrix

// Backward Euler: rows sum to one, off-diagonals are not positive.
__device__ void assemble(const double *theta, const Soil &p, Bands &m)
{
    double r = p.dt / (p.dz * p.dz);
    for (int i = 0; i < LAYERS; i++) {
        double up = i > 0 ? r * face(theta[i - 1], theta[i], p) : 0.0;
        double down = i + 1 < LAYERS ? r * face(theta[i], theta[i + 1], p) : 0.0;
        m.lower[i] = -up;
        m.upper[i] = -down;
        m.diagonal[i] = 1.0 + up + down;
    }
}

// ---------------------------------------------------------------- solver

// Thomas: elimination downwards, substitution upwards. x holds the right side before and the solution after.
__device__ void solve(const Bands &m, double *x)
{
    double ratio[LAYERS];
    ratio[0] = m.upper[0] / m.diagonal[0];
    x[0] = x[0] / m.diagonal[0];
    for (int i = 1; i < LAYERS; i++) {
        double pivot = m.diagonal[i] - m.lower[i] * ratio[i - 1];
        ratio[i] = m.upper[i] / pivot;
        x[i] = (x[i] - m.lower[i] * x[i - 1]) / pivot;
    }
    for (int i = LAYERS - 2; i >= 0; i--)
        x[i] -= ratio[i] * x[i + 1];
}

// ---------------------------------------------------------------- memory

// Layer-major: the columns of a warp are next to each other.
__device__ void read_column(const double *moisture, double *theta, int c, int columns)
{
    for (int i = 0; i < LAYERS; i++)
        theta[i] = moisture[i * columns + c];
}

__device__ void write_column(double *moisture, const double *theta, int c, int columns)
{
    for (int i = 0; i < LAYERS; i++)
        moisture[i * columns + c] = theta[i];
}

// Water in the column, m: what no step may change.
__device__ double water(const double *theta, const Soil &p)
{
    double sum = 0.0;
    for (int i = 0; i < LAYERS; i++)
        sum += theta[i];
    return sum * p.dz;
}

// ---------------------------------------------------------------- the kernels

__global__ void soil_step(const double *moisture, double *next, double *stored, Soil p, int columns)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;

    double theta[LAYERS];
    read_column(moisture, theta, c, columns);

    Bands m;
    assemble(theta, p, m);
    solve(m, theta);

    write_column(next, theta, c, columns);
    stored[c] = water(theta, p);
}

// Rain of `depth` metres into the top layer, what does not fit runs off.
__global__ void infiltrate(double *moisture, const double *depth, double *runoff, Soil p, int columns)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    double room = (p.saturated - moisture[c]) * p.dz;
    double in = fmin(depth[c], fmax(room, 0.0));
    moisture[c] += in / p.dz;
    runoff[c] = depth[c] - in;
}

// Evaporation takes from the layers from the top down, each not below its residual content; what the air still
// wants after the last layer is reported.
__global__ void evaporate(double *moisture, const double *demand, double *unmet, Soil p, int columns)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    double wanted = demand[c];
    for (int i = 0; i < LAYERS && wanted > 0.0; i++) {
        double available = fmax(moisture[i * columns + c] - p.residual, 0.0) * p.dz;
        double taken = fmin(wanted, available);
        moisture[i * columns + c] -= taken / p.dz;
        wanted -= taken;
    }
    unmet[c] = wanted;
}
