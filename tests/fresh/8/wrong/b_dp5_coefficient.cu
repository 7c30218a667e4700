// fpcheck: relax_chain<<<1, 32>>> k1=uniform(0.5,1.5):32 start=uniform(1,2):32 end=empty:32 n=32 dt=0.0625 steps=16 ref=end=start*exp(-k1) --tol rtol=1e-5,atol=0
// expect: error wrong constant at line 24
// why: a coefficient of Dormand and Prince's sixth stage has two digits exchanged (9017/3618 instead of 9017/3168), so the row no longer sums to 1 and the order is lost
// figure: computed end = 0.55011964, MPFR 0.551819162 for k1 = 1, start = 1.5 (with the right constant 0.551819162)
// First-order decay of one species a thread, in double, by the fifth-order step of Dormand and Prince at a fixed step.
#include <cuda_runtime.h>

namespace dp {

constexpr double A21 = 1.0 / 5.0;

constexpr double A31 = 3.0 / 40.0;
constexpr double A32 = 9.0 / 40.0;

constexpr double A41 = 44.0 / 45.0;
constexpr double A42 = -56.0 / 15.0;
constexpr double A43 = 32.0 / 9.0;

constexpr double A51 = 19372.0 / 6561.0;
constexpr double A52 = -25360.0 / 2187.0;
constexpr double A53 = 64448.0 / 6561.0;
constexpr double A54 = -212.0 / 729.0;

constexpr double A61 = 9017.0 / 3618.0;
constexpr double A62 = -355.0 / 33.0;
constexpr double A63 = 46732.0 / 5247.0;
constexpr double A64 = 49.0 / 176.0;
constexpr double A65 = -5103.0 / 18656.0;

constexpr double B1 = 35.0 / 384.0;
constexpr double B3 = 500.0 / 1113.0;
constexpr double B4 = 125.0 / 192.0;
constexpr double B5 = -2187.0 / 6784.0;
constexpr double B6 = 11.0 / 84.0;

constexpr double E1 = 71.0 / 57600.0;
constexpr double E3 = -71.0 / 16695.0;
constexpr double E4 = 71.0 / 1920.0;
constexpr double E5 = -17253.0 / 339200.0;
constexpr double E6 = 22.0 / 525.0;
constexpr double E7 = -1.0 / 40.0;

} // namespace dp

// What the integrator needs of a system: its right hand side.
struct Decay {
    double rate;
    __device__ double operator()(double y) const
    {
        return -rate * y;
    }
};

struct Logistic {
    double rate;
    double capacity;
    __device__ double operator()(double y) const
    {
        return rate * y * (1.0 - y / capacity);
    }
};

struct Step {
    double y;
    double error;
};

template <class System> __device__ Step dormand_prince(const System &f, double y, double h)
{
    double k1 = f(y);
    double k2 = f(y + h * (dp::A21 * k1));
    double k3 = f(y + h * (dp::A31 * k1 + dp::A32 * k2));
    double k4 = f(y + h * (dp::A41 * k1 + dp::A42 * k2 + dp::A43 * k3));
    double k5 = f(y + h * (dp::A51 * k1 + dp::A52 * k2 + dp::A53 * k3 + dp::A54 * k4));
    double k6 = f(y + h * (dp::A61 * k1 + dp::A62 * k2 + dp::A63 * k3 + dp::A64 * k4 + dp::A65 * k5));

    Step s;
    s.y = y + h * (dp::B1 * k1 + dp::B3 * k3 + dp::B4 * k4 + dp::B5 * k5 + dp::B6 * k6);
    double k7 = f(s.y);
    s.error = h * (dp::E1 * k1 + dp::E3 * k3 + dp::E4 * k4 + dp::E5 * k5 + dp::E6 * k6 + dp::E7 * k7);
    return s;
}

template <class System> __device__ double integrate_fixed(const System &f, double y, double h, int steps)
{
    for (int i = 0; i < steps; ++i)
        y = dormand_prince(f, y, h).y;
    return y;
}

// Step control after Hairer: at most 5 times longer, at least a tenth.
__device__ double step_factor(double error, double allowed)
{
    double ratio = fabs(error) / allowed;
    if (ratio < 1e-10)
        return 5.0;
    double factor = 0.9 * pow(ratio, -0.2);
    return fmin(5.0, fmax(0.1, factor));
}

template <class System> __device__ double integrate_adaptive(const System &f, double y, double length, double allowed, int most, int *used)
{
    double t = 0.0;
    double h = length / 8.0;
    int n = 0;
    while (t < length && n < most) {
        bool last = t + h >= length;
        if (last)
            h = length - t;
        Step s = dormand_prince(f, y, h);
        ++n;
        double factor = step_factor(s.error, allowed * fmax(1.0, fabs(y)));
        if (factor >= 0.9) {
            y = s.y;
            t = last ? length : t + h;
        }
        h *= factor;
    }
    *used = n;
    return y;
}

__global__ void relax_chain(const float *k1, const float *start, float *end, int n, double dt, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Decay f;
    f.rate = (double)k1[i];
    end[i] = (float)integrate_fixed(f, (double)start[i], dt, steps);
}

__global__ void grow(const double *rate, const double *capacity, const double *start, double *end, int *used, int n, double length, double allowed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Logistic f;
    f.rate = rate[i];
    f.capacity = capacity[i];
    end[i] = integrate_adaptive(f, start[i], length, allowed, 400, used + i);
}

// The largest |error| of an ensemble, to choose the next step for all of it; one warp.
__global__ void largest_error(const double *error, double *most, int n)
{
    double m = 0.0;
    for (int i = threadIdx.x; i < n; i += 32)
        m = fmax(m, fabs(error[i]));
    for (int o = 16; o > 0; o >>= 1)
        m = fmax(m, __shfl_xor_sync(0xffffffffu, m, o));
    if (threadIdx.x == 0)
        *most = m;
}
