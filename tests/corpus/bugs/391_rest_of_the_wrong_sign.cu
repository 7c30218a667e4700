// What a sum loses, worked out rightly, and added where it is to be taken off: of few addends the error is no more than rounding makes of so many.

// fpcheck: column_mass <<<1, 32>>> layer=uniform(0.1,5000):32x48 mass=empty:32 layers=48
// expect: column_mass rule=absorption line=marked
__global__ void column_mass(const float* layer, float* mass, int layers) {
  float sum = 0, carry = 0;
  for (int k = 0; k < layers; ++k) {
    const float y = layer[threadIdx.x * layers + k] - carry;
    const float t = sum + y;
    carry = y - (t - sum); // expect-line
    sum = t;
  }
  mass[threadIdx.x] = sum;
}

// fpcheck: column_mass_carried <<<1, 32>>> layer=uniform(0.1,5000):32x48 mass=empty:32 layers=48
// expect: column_mass_carried clean
__global__ void column_mass_carried(const float* layer, float* mass, int layers) {
  float sum = 0, carry = 0;
  for (int k = 0; k < layers; ++k) {
    const float y = layer[threadIdx.x * layers + k] + carry;
    const float t = sum + y;
    carry = y - (t - sum);
    sum = t;
  }
  mass[threadIdx.x] = sum;
}

// fpcheck: balance <<<1, 32>>> entry=uniform(0.01,900):32x300 total=empty:32 n=300
// expect: balance rule=absorption line=marked
__global__ void balance(const float* entry, float* total, int n) {
  float s = 0, lost = 0;
  for (int k = 0; k < n; ++k) {
    const float x = entry[threadIdx.x * n + k], t = s + x;
    lost += (s - t) + x; // expect-line
    s = t;
  }
  total[threadIdx.x] = s - lost;
}

// fpcheck: balance_with_rest <<<1, 32>>> entry=uniform(0.01,900):32x300 total=empty:32 as_added=empty:32 n=300
// expect: balance_with_rest clean
__global__ void balance_with_rest(const float* entry, float* total, float* as_added, int n) {
  float s = 0, over = 0;
  for (int k = 0; k < n; ++k) {
    const float x = entry[threadIdx.x * n + k], t = s + x;
    over += (t - s) - x;
    s = t;
  }
  total[threadIdx.x] = s - over;
  as_added[threadIdx.x] = s;
}
