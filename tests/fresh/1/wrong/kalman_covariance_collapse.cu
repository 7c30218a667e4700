// fpcheck: kalman <<<1, 16>>> z=uniform(-1,1):16x8 var=empty:16x2 steps=8 n=16
// expect: error cancellation at line 59: P - K S K' with a prior of 1e8 and a measurement noise of 1e-3: the posterior variance is the difference of two equal numbers, often 0 or negative
//
// Constant-velocity tracker, one thread a target. The state is position and velocity, only the position is
// measured. The filter starts from a diffuse prior and returns both variances after a few steps.
struct State {
    float x, v;
};

struct Cov {
    float pxx, pxv, pvv;
};

struct Model {
    float dt;      // s
    float q;       // process noise, m^2/s^3
    float r;       // measurement noise, m^2
};

__device__ __forceinline__ Model default_model()
{
    Model m;
    m.dt = 0.125f;
    m.q = 1e-4f;
    m.r = 1e-3f;
    return m;
}

__device__ __forceinline__ void diffuse_prior(State& s, Cov& p)
{
    s.x = 0.0f;
    s.v = 0.0f;
    p.pxx = 1e8f;
    p.pxv = 0.0f;
    p.pvv = 1e8f;
}

// x <- F x,  P <- F P F' + Q
__device__ __forceinline__ void predict(State& s, Cov& p, const Model& m)
{
    const float dt = m.dt;
    s.x = s.x + dt * s.v;
    const float pxx = p.pxx + 2.0f * dt * p.pxv + dt * dt * p.pvv;
    const float pxv = p.pxv + dt * p.pvv;
    p.pxx = pxx + m.q * dt * dt * dt * 0.33333333f;
    p.pxv = pxv + m.q * dt * dt * 0.5f;
    p.pvv = p.pvv + m.q * dt;
}

// K = P H' / S,  x <- x + K (z - H x),  P <- P - K S K'
__device__ __forceinline__ void update(State& s, Cov& p, float z, const Model& m)
{
    const float innov = z - s.x;
    const float S = p.pxx + m.r;
    const float kx = p.pxx / S;
    const float kv = p.pxv / S;
    s.x += kx * innov;
    s.v += kv * innov;
    const float pxx = p.pxx - kx * S * kx;
    const float pxv = p.pxv - kx * S * kv;
    const float pvv = p.pvv - kv * S * kv;
    p.pxx = pxx;
    p.pxv = pxv;
    p.pvv = pvv;
}

__device__ __forceinline__ bool plausible(const State& s)
{
    return fabsf(s.x) < 1e6f && fabsf(s.v) < 1e6f;
}

__global__ void kalman(const float* __restrict__ z, float* __restrict__ var, int steps, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;

    const Model m = default_model();
    State s;
    Cov p;
    diffuse_prior(s, p);

    for (int k = 0; k < steps; ++k) {
        if (k > 0)
            predict(s, p, m);
        update(s, p, z[t * steps + k], m);
    }

    var[2 * t + 0] = p.pxx;
    var[2 * t + 1] = p.pvv;
}

// What the numbers should be: after the first measurement the position's variance is r to nine digits, after
// the second the velocity's variance is about 2 r / dt^2 = 0.128, and both fall from there. The variance of the
// position stays below r = 1e-3 always, and above 0.
//
// A Joseph form, (1-K) P (1-K)' + K r K', or the scalar identity pxx r / (pxx + r) has none of the cancellation.
//
// Storage: two floats a target. The state itself is used by the gate only and isn't stored here.
//
// Launch: one thread a target, any grid. 16 targets with 8 scans each are the regression set of the tracker.
//
//     scan    time (s)    events
//       0      0.000      track opened from a single plot
//       1      0.125      velocity becomes observable
//       2      0.250
//       3      0.375      track confirmed
//       4      0.500
//       5      0.625
//       6      0.750
//       7      0.875      handed over to the fusion centre

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_z = 16 * 8;
    std::vector<float> h_z(n_z);
    for (float& e : h_z)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_z = nullptr;
    cudaMalloc(&d_z, n_z * sizeof(float));
    cudaMemcpy(d_z, h_z.data(), n_z * sizeof(float), cudaMemcpyHostToDevice);

    const int n_var = 16 * 2;
    std::vector<float> h_var(n_var);
    float* d_var = nullptr;
    cudaMalloc(&d_var, n_var * sizeof(float));

    kalman<<<1, 16>>>(d_z, d_var, 8, 16);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_var.data(), d_var, n_var * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_var && i < 8; ++i)
        std::printf("var[%d] = %.9g\n", i, h_var[i]);
    cudaFree(d_z);
    cudaFree(d_var);
    return 0;
}
#endif
