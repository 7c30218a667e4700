// fpcheck: sum_energy <<<1, 32>>> e=@b_kahan_energy_x.npy total=empty:8 rows=8 n=1024 --ref 'total=@b_kahan_energy_ref.npy' --tol 2ulp
// expect: error compensated sum broken by reordering (absorbed additions) at line 11
// why: (t - s) - y was "simplified" to t - (s + y), which is always 0: the compensation is gone, and small pair energies are absorbed by the large self-energy, as with -ffast-math in several MD codes
// figure: total[2] computed -700000, exact -699986.688 (8 of 8 beyond the tolerance)
struct Kahan {
  float s = 0.0f;
  float c = 0.0f;
  __device__ void add(float x) {
    float y = x - c;
    float t = s + y;
    c = t - (s + y);
    s = t;
  }
};

__global__ void sum_energy(const float* e, float* total, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  Kahan k;
  for (int i = 0; i < n; ++i) {
    k.add(e[r * n + i]);
  }
  total[r] = k.s;
}
