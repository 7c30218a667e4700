// fpcheck: kinetic_energy <<<1, 32>>> v=[312.5,7800.0,29780.0,150000.0,2.0e6,1.5e8] mass=[1.0,420000.0,3.0,0.5,0.001,0.00025] energy=empty:6 n=6
// expect: error cancellation at line 19
// why: gamma is 1 + 5e-13 for 312 m/s, and gamma - 1 keeps three or four digits of a double
// figure: energy[0]: computed 48833.2468322, MPFR 48828.125
// Relativistic kinetic energy (gamma - 1) m c^2 of bodies between a rifle bullet and half the speed of light.
constexpr double C = 299792458.0;

__device__ double lorentz(double beta)
{
    return 1.0 / sqrt(1.0 - beta * beta);
}

__global__ void kinetic_energy(const double *v, const double *mass, double *energy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double beta = v[i] / C;
    double excess = lorentz(beta) - 1.0;
    energy[i] = excess * mass[i] * C * C;
}
