// fpcheck: position_fix <<<1, 32>>> satellite=[23247163.27,12814794.447,-885462.121,10361015.612,-724409.544,24445003.299,17669567.35,-6287188.957,18806680.853,-525792.641,17561908.385,19918245.806,25416798.756,387686.425,7698677.824,25348344.274,7848282.484,-1139958.165] range=[23261540.64095568,20690877.906526223,20809911.71649858,22940054.389999617,21543847.883222673,23144585.014380928] apriori=[4075580.0,931853.0,4801568.0,0.0] correction=empty:4 rms=empty:1 n=6 iterations=3 want=[12.345000000204891,-45.67799999995623,78.90099999960512,33.3] ref=correction=want --tol rtol=1e-3,atol=1e-2
// expect: error narrowing at line 62: pseudorange and modelled range, 2e7 m each, are cut to binary32 (steps of 2 m) before the difference
// Single point positioning: Gauss-Newton on pseudoranges, normal equations by Cholesky, one warp a receiver.
#include <cuda_runtime.h>

#define UNKNOWNS 4
#define MAX_SATELLITES 32

struct Position {
    double x, y, z;
};

struct Receiver {
    Position p;
    double clock; // metres
};

struct Row {
    double a[UNKNOWNS];
    double b;
    double weight;
    bool used;
};

struct Normal {
    double a[UNKNOWNS][UNKNOWNS];
    double b[UNKNOWNS];
};

// ---------------------------------------------------------------- geometry

__device__ inline Position difference(Position a, Position b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

__device__ inline double length(Position a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

__device__ Position load_position(const double *p, int i)
{
    return {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
}

__device__ Receiver load_receiver(const double *apriori)
{
    Receiver r;
    r.p = load_position(apriori, 0);
    r.clock = apriori[3];
    return r;
}

// ---------------------------------------------------------------- observation equations

// Observed minus computed, metres.
__device__ inline float prefit(double range, double modelled)
{
    float observed = (float)range;
    float computed = (float)modelled;
    return observed - computed;
}

// Low satellites see more of the troposphere: the squared sine of the elevation, not below a floor.
__device__ double elevation_weight(Position los, double rho, Position receiver)
{
    double up = los.x * receiver.x + los.y * receiver.y + los.z * receiver.z;
    double sine = up / (rho * length(receiver));
    return fmax(sine * sine, 0.01);
}

__device__ Row observe(const double *satellite, const double *range, Receiver r, int i, int n)
{
    Row row;
    row.used = i < n;
    for (int k = 0; k < UNKNOWNS; k++)
        row.a[k] = 0.0;
    row.b = 0.0;
    row.weight = 0.0;
    if (!row.used)
        return row;

    Position los = difference(load_position(satellite, i), r.p);
    double rho = length(los);
    row.a[0] = -los.x / rho;
    row.a[1] = -los.y / rho;
    row.a[2] = -los.z / rho;
    row.a[3] = 1.0;
    row.weight = elevation_weight(los, rho, r.p);
    row.b = prefit(range[i], rho + r.clock);
    return row;
}

// ---------------------------------------------------------------- normal equations

__device__ double warp_sum(double x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

__device__ void accumulate(Row row, Normal &normal)
{
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = 0; j < UNKNOWNS; j++)
            normal.a[i][j] = warp_sum(row.weight * row.a[i] * row.a[j]);
        normal.b[i] = warp_sum(row.weight * row.a[i] * row.b);
    }
}

// ---------------------------------------------------------------- Cholesky

// Lower factor in place; false where the matrix is not positive definite.
__device__ bool factor(Normal &normal)
{
    for (int j = 0; j < UNKNOWNS; j++) {
        double d = normal.a[j][j];
        for (int k = 0; k < j; k++)
            d -= normal.a[j][k] * normal.a[j][k];
        if (!(d > 0.0))
            return false;
        double root = sqrt(d);
        normal.a[j][j] = root;
        for (int i = j + 1; i < UNKNOWNS; i++) {
            double s = normal.a[i][j];
            for (int k = 0; k < j; k++)
                s -= normal.a[i][k] * normal.a[j][k];
            normal.a[i][j] = s / root;
        }
    }
    return true;
}

__device__ void forward(Normal &normal)
{
    for (int i = 0; i < UNKNOWNS; i++) {
        double s = normal.b[i];
        for (int k = 0; k < i; k++)
            s -= normal.a[i][k] * normal.b[k];
        normal.b[i] = s / normal.a[i][i];
    }
}

__device__ void backward(Normal &normal)
{
    for (int i = UNKNOWNS - 1; i >= 0; i--) {
        double s = normal.b[i];
        for (int k = i + 1; k < UNKNOWNS; k++)
            s -= normal.a[k][i] * normal.b[k];
        normal.b[i] = s / normal.a[i][i];
    }
}

__device__ void apply(Receiver &r, const Normal &normal)
{
    r.p.x += normal.b[0];
    r.p.y += normal.b[1];
    r.p.z += normal.b[2];
    r.clock += normal.b[3];
}

// ---------------------------------------------------------------- the kernel
//
// Every lane keeps one satellite (lanes beyond the last keep a row of zeros), and
// all lanes hold the same receiver: sums by butterfly are the same in every lane.

__global__ void position_fix(const double *satellite, const double *range, const double *apriori, float *correction,
                             float *rms, int n, int iterations)
{
    int lane = threadIdx.x;
    Receiver start = load_receiver(apriori);
    Receiver r = start;

    bool good = true;
    for (int it = 0; it < iterations && good; it++) {
        Row row = observe(satellite, range, r, lane, n);
        Normal normal;
        accumulate(row, normal);
        good = factor(normal);
        if (good) {
            forward(normal);
            backward(normal);
            apply(r, normal);
        }
    }

    // residuals after the last step; lanes beyond the last satellite add nothing
    // with half a metre of noise floor
    Row last = observe(satellite, range, r, lane, n);
    double squares = warp_sum(last.b * last.b);

    if (lane == 0) {
        correction[0] = (float)(r.p.x - start.p.x);
        correction[1] = (float)(r.p.y - start.p.y);
        correction[2] = (float)(r.p.z - start.p.z);
        correction[3] = (float)(r.clock - start.clock);
        rms[0] = (float)sqrt(0.25 + squares / (double)n);
    }
}
