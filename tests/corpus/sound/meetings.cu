// Numbers that meet in exact arithmetic, where it does not matter which way the machine decides, or where it decides rightly.

// fpcheck: cell_in_integers <<<1, 32>>> x=[7,48,13,22,48,4,31,48]:8:i32 lo=3 h=3 n=8 cell=empty:8
// expect: cell_in_integers clean
__global__ void cell_in_integers(const int* x, int lo, int h, int n, int* cell) {
  const int i = threadIdx.x;
  if (i < n) cell[i] = (x[i] - lo) / h;
}

// fpcheck: cell_with_margin <<<1, 32>>> x=[0.7,4.8,1.3,2.2,4.8,0.4,3.1,4.8] lo=0.3 h=0.3 n=8 cell=empty:8
// expect: cell_with_margin clean
__global__ void cell_with_margin(const float* x, float lo, float h, int n, int* cell) {
  const int i = threadIdx.x;
  if (i < n) cell[i] = static_cast<int>((x[i] - lo) / h + 1e-3f);
}

// fpcheck: table_between <<<1, 32>>> x=[0.7,4.8,1.3,2.2,4.8,0.4,3.1,4.8] table=uniform(1,2):20 lo=0.3 h=0.3 n=8 value=empty:8
// expect: table_between clean
__global__ void table_between(const float* x, const float* table, float lo, float h, int n, float* value) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float at = (x[i] - lo) / h;
  const int k = min(18, max(0, static_cast<int>(at)));
  value[i] = table[k] + (at - static_cast<float>(k)) * (table[k + 1] - table[k]);
}

// fpcheck: nearest_of_equals <<<1, 32>>> x=[0.1,0.7,0.3,0.9] best=empty:32
// expect: nearest_of_equals clean
__global__ void nearest_of_equals(const float* x, int* best) {
  const float third = x[threadIdx.x % 4] / 3.0f, whole = x[threadIdx.x % 4];
  const float key[3] = {third + third + third, whole, (whole * 7.0f) / 7.0f};
  float least = key[0];
  int at = 0;
  for (int k = 1; k < 3; ++k)
    if (key[k] < least) least = key[k], at = k;
  best[threadIdx.x] = at >= 0 ? static_cast<int>(least * 1000.0f + 0.25f) : -1;
}

// fpcheck: sum_up_to_limit <<<1, 32>>> dose=[0.09,0.11,0.17,0.3,0.23,0.36,0.9,0.59] n=8 taken=empty:8
// expect: sum_up_to_limit clean
__global__ void sum_up_to_limit(const float* dose, int n, float* taken) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float part = dose[i] / 7.0f;
  float total = 0.0f;
  for (int k = 0; k < 7; ++k) total += part;
  taken[i] = total > dose[i] ? dose[i] : total;
}

// Halving an interval: a near-tie with what was loaded goes either way with half an ulp of it, and ends within the interval all the same.
// fpcheck: halved <<<8, 128>>> volume=uniform(0.5,4):1024 edge=empty:1024
// expect: halved clean
__global__ void halved(const float* volume, float* edge) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float low = 0.f, high = 3.f;
  while (high - low > 1e-5f) {
    const float middle = 0.5f * (low + high);
    if (middle * middle * middle + middle < volume[i]) low = middle;
    else high = middle;
  }
  edge[i] = 0.5f * (low + high);
}
