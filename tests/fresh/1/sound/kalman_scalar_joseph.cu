// fpcheck: kalman <<<1, 16>>> z=uniform(-1,1):16x8 var=empty:16x2 est=empty:16 steps=8 n=16
// expect: ok
//
// Random-walk tracker in one dimension with a bias state that is decoupled, one thread a target. The covariance
// update is written as a product of positive quantities, so that it neither cancels nor turns negative, whatever
// the prior.
struct Scalar {
    float x;       // estimate
    float p;       // its variance
};

struct Model {
    float q;       // process noise a step
    float r;       // measurement noise
    float prior;   // variance of the diffuse prior
};

__device__ __forceinline__ Model position_model()
{
    Model m;
    m.q = 1e-4f;
    m.r = 1e-3f;
    m.prior = 1e8f;
    return m;
}

__device__ __forceinline__ Model bias_model()
{
    Model m;
    m.q = 1e-6f;
    m.r = 0.5f;
    m.prior = 10.0f;
    return m;
}

__device__ __forceinline__ Scalar open_track(const Model& m)
{
    Scalar s;
    s.x = 0.0f;
    s.p = m.prior;
    return s;
}

__device__ __forceinline__ void predict(Scalar& s, const Model& m)
{
    s.p += m.q;
}

// p r / (p + r) instead of p - k p, and the gain's complement r / (p + r) instead of 1 - k
__device__ __forceinline__ void update(Scalar& s, float z, const Model& m)
{
    const float total = s.p + m.r;
    const float gain = s.p / total;
    const float keep = m.r / total;
    s.x = keep * s.x + gain * z;
    s.p = gain * m.r;
}

struct Target {
    Scalar position;
    Scalar bias;
};

__device__ __forceinline__ Target open_target(const Model& pm, const Model& bm)
{
    Target t;
    t.position = open_track(pm);
    t.bias = open_track(bm);
    return t;
}

__device__ __forceinline__ void scan(Target& t, float z, bool first, const Model& pm, const Model& bm)
{
    if (!first) {
        predict(t.position, pm);
        predict(t.bias, bm);
    }
    update(t.position, z, pm);
    update(t.bias, 0.5f * z, bm);
}

__global__ void kalman(const float* __restrict__ z, float* __restrict__ var, float* __restrict__ est, int steps,
                       int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    const Model pm = position_model();
    const Model bm = bias_model();
    Target t = open_target(pm, bm);

    for (int k = 0; k < steps; ++k)
        scan(t, z[i * steps + k], k == 0, pm, bm);

    var[2 * i + 0] = t.position.p;
    var[2 * i + 1] = t.bias.p;
    // a convex combination of measurements: shifted to stay away from zero
    est[i] = 4.0f + t.position.x;
}

// Fixed points of the variance: p = g r with g = (p + q) / (p + q + r). For the position that is 2.70e-4, reached
// to a per cent after eight scans.
//
// The prior of 1e8 makes the first gain 1 - 1e-11, which is 1 in binary32; the complement 1e-11 keeps all of
// its digits because it is not computed as 1 - gain.
//
// Launch: one thread a target, any grid; a target's scans are contiguous.
//
// Outputs:
//   var[2 i]       variance of the position
//   var[2 i + 1]   variance of the bias
//   est[i]         4 + position

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

    const int n_est = 16;
    std::vector<float> h_est(n_est);
    float* d_est = nullptr;
    cudaMalloc(&d_est, n_est * sizeof(float));

    kalman<<<1, 16>>>(d_z, d_var, d_est, 8, 16);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_var.data(), d_var, n_var * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_var && i < 8; ++i)
        std::printf("var[%d] = %.9g\n", i, h_var[i]);
    cudaMemcpy(h_est.data(), d_est, n_est * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_est && i < 8; ++i)
        std::printf("est[%d] = %.9g\n", i, h_est[i]);
    cudaFree(d_z);
    cudaFree(d_var);
    cudaFree(d_est);
    return 0;
}
#endif
