// Numbers between 0 and 1 that become integers before they are scaled: nothing of them is left.

// fpcheck: grey_levels <<<1, 64>>> r=uniform(0,1):64 g=uniform(0,1):64 b=uniform(0,1):64 grey=empty:64:u8 white=250
// expect: grey_levels rule=underflow-flushed line=marked
__global__ void grey_levels(const float* r, const float* g, const float* b, unsigned char* grey, int white) {
  const int i = threadIdx.x;
  grey[i] = (unsigned char)(0.299f * r[i] + 0.587f * g[i] + 0.114f * b[i]) * white; // expect-line
}

// fpcheck: grey_levels_scaled <<<1, 64>>> r=uniform(0,1):64 g=uniform(0,1):64 b=uniform(0,1):64 grey=empty:64:u8
// expect: grey_levels_scaled clean
__global__ void grey_levels_scaled(const float* r, const float* g, const float* b, unsigned char* grey) {
  const int i = threadIdx.x;
  grey[i] = (unsigned char)(255.f * (0.299f * r[i] + 0.587f * g[i] + 0.114f * b[i]));
}

// fpcheck: bin_of <<<1, 64>>> x=uniform(0,1):64 bin=empty:64:i32 bins=10
// expect: bin_of rule=underflow-flushed line=marked
__global__ void bin_of(const float* x, int* bin, int bins) {
  bin[threadIdx.x] = min((int)x[threadIdx.x] * bins, bins - 1); // expect-line
}

// fpcheck: bin_of_scaled <<<1, 64>>> x=uniform(0,1):64 bin=empty:64:i32 bins=10
// expect: bin_of_scaled clean
__global__ void bin_of_scaled(const float* x, int* bin, int bins) {
  bin[threadIdx.x] = min((int)(x[threadIdx.x] * bins), bins - 1);
}

// All data lie in the first cell of the table: its number is 0, and what is read there is not.
// fpcheck: first_cell <<<1, 64>>> x=uniform(0,1):64 table=[1,4,9,16] y=empty:64
// expect: first_cell clean
__global__ void first_cell(const float* x, const float* table, float* y) {
  const int cell = (int)x[threadIdx.x];
  const float t = x[threadIdx.x] - cell;
  y[threadIdx.x] = table[cell] + t * (table[cell + 1] - table[cell]);
}

// A fraction of a unit is in cell 0, if that is what is asked for.
// fpcheck: cell_of <<<1, 64>>> x=uniform(0,1):64 cell=empty:64:i32
// expect: cell_of clean
__global__ void cell_of(const float* x, int* cell) { cell[threadIdx.x] = (int)x[threadIdx.x]; }
