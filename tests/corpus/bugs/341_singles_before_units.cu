// Numbers of binary64 that are cut to binary32 on their way to integers of 64 bits.

// fpcheck: units_of_singles <<<1, 64>>> x=uniform(0,1):64 q=empty:64
// expect: units_of_singles rule=narrowing line=marked max_findings=2
__global__ void units_of_singles(const double* x, long long* q) {
  const float f = static_cast<float>(x[threadIdx.x]);   // expect-line
  q[threadIdx.x] = static_cast<long long>(f * 0x1p32f); // expect-line
}

// fpcheck: units_of_doubles <<<1, 64>>> x=uniform(0,1):64 q=empty:64
// expect: units_of_doubles clean
__global__ void units_of_doubles(const double* x, long long* q) { q[threadIdx.x] = static_cast<long long>(x[threadIdx.x] * 0x1p32); }

// fpcheck: sum_of_units <<<1, 64>>> x=uniform(0,1):64 y=empty:64
// expect: sum_of_units rule=narrowing line=marked max_findings=2
__global__ void sum_of_units(const double* x, double* y) {
  __shared__ unsigned long long s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, static_cast<unsigned long long>(llrintf(static_cast<float>(x[threadIdx.x]) * 0x1p40f))); // expect-line
  __syncthreads();
  y[threadIdx.x] = static_cast<double>(s) * 0x1p-40;
}

// A cell's number is smaller than what binary32 counts.
// fpcheck: cells_of_singles <<<1, 64>>> x=arange:64 cell=empty:64
// expect: cells_of_singles clean
__global__ void cells_of_singles(const double* x, long long* cell) {
  cell[threadIdx.x] = static_cast<long long>(static_cast<float>(x[threadIdx.x]) * 0.25f);
}

// fpcheck: units_of_integers <<<1, 64>>> n=randint(0,100):64 q=empty:64
// expect: units_of_integers clean
__global__ void units_of_integers(const int* n, long long* q) { q[threadIdx.x] = static_cast<long long>(static_cast<float>(static_cast<double>(n[threadIdx.x])) * 0x1p32f); }
