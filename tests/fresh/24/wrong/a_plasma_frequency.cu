// fpcheck: plasma_frequency <<<1, 32>>> density=[1e+16,1e+18,5e+19] mass=[9.109383e-31,9.109383e-31,1.6726218e-27] omega=empty:3 n=3
// expect: error underflow at line 16
// why: epsilon0 times the mass of an electron is 8e-42, a subnormal of binary32 with four digits left
// figure: computed omega[1]=5.6413708e+10, MPFR 5.64146e+10
#define ELEMENTARY_CHARGE 1.602176634e-19f
#define EPSILON0 8.8541878128e-12f

// sqrt(n e^2 / (eps0 m)) of each species, SI units
__global__ void plasma_frequency(const float *density, const float *mass, float *omega, int n)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= n)
        return;
    float charge_density = density[s] * ELEMENTARY_CHARGE;
    float stiffness = charge_density * ELEMENTARY_CHARGE;
    float inertia = EPSILON0 * mass[s];
    omega[s] = sqrtf(stiffness / inertia);
}
