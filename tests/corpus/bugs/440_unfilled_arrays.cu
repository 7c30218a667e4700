// Shared memory that is filled too little: the place to mend is the store that was to write the element, and what bounds it, not the read.

// fpcheck: smooth_line <<<4, 32>>> x=randn:128 y=empty:128
// expect: smooth_line rule=uninitialised line=marked
__global__ void smooth_line(const float* x, float* y) {
  __shared__ float tile[32 + 6];
  const int t = threadIdx.x, i = blockIdx.x * 32 + t;
  tile[t + 3] = x[i];
  if (t < 3) tile[t] = i >= 3 ? x[i - 3] : 0.f;
  if (t >= 30) {
    tile[t + 6] = i + 3 < 128 ? x[i + 3] : 0.f; // expect-line
  }
  __syncthreads();

  float s = 0.f;
  for (int k = 0; k < 7; ++k)
    s += tile[t + k];
  y[i] = s / 7.f;
}

// The bottom row is loaded over the last one of the tile itself.
// fpcheck: relaxed_plate <<<(2, 2), (8, 8)>>> u=uniform(1,2):18x18 v=empty:16x16
// expect: relaxed_plate rule=uninitialised line=marked
__global__ void relaxed_plate(const float* u, float* v) {
  __shared__ float cell[10][10];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const float* corner = u + blockIdx.y * 8 * 18 + blockIdx.x * 8;
  cell[ty + 1][tx + 1] = corner[(ty + 1) * 18 + tx + 1];
  if (tx == 0) cell[ty + 1][0] = corner[(ty + 1) * 18];
  if (tx == 7) cell[ty + 1][9] = corner[(ty + 1) * 18 + 9];
  if (ty == 0) cell[0][tx + 1] = corner[tx + 1];


  if (ty == 7) cell[ty + 1][tx + 1] = corner[9 * 18 + tx + 1]; // expect-line
  __syncthreads();

  v[(blockIdx.y * 8 + ty) * 16 + blockIdx.x * 8 + tx] = 0.25f * (cell[ty][tx + 1] + cell[ty + 2][tx + 1] + cell[ty + 1][tx] + cell[ty + 1][tx + 2]);
}

// Of what is left of the row the tile holds no more than there is, and the difference at its end reads on.
// fpcheck: sloped_rows <<<3, 16>>> x=randn:40 y=empty:40 n=40
// expect: sloped_rows rule=uninitialised line=marked
__global__ void sloped_rows(const float* x, float* y, int n) {
  __shared__ float tile[17];
  const int t = threadIdx.x, i = blockIdx.x * 16 + t;
  if (i < n) tile[t] = x[i]; // expect-line
  if (t == 15)
    tile[16] = i + 1 < n ? x[i + 1] : 0.f;
  __syncthreads();


  if (i < n) y[i] = tile[t + 1] - tile[t];
}

// fpcheck: counted_words <<<1, 32>>> x=randint(0,48):96:i32 y=empty:48:i32
// expect: counted_words rule=uninitialised line=marked
__device__ void begin_counting(unsigned* bin) {
  for (int k = threadIdx.x; k < 32; k += 32)
    bin[k] = 0; // expect-line
}
__global__ void counted_words(const int* x, int* y) {
  __shared__ unsigned bin[48];
  begin_counting(bin);
  __syncthreads();

  for (int k = threadIdx.x; k < 96; k += 32)
    atomicAdd(&bin[x[k]], 1u);
  __syncthreads();
  for (int k = threadIdx.x; k < 48; k += 32)
    y[k] = (int)bin[k];
}

// fpcheck: smooth_whole_line <<<4, 32>>> x=randn:128 y=empty:128
// expect: smooth_whole_line clean
__global__ void smooth_whole_line(const float* x, float* y) {
  __shared__ float tile[32 + 6];
  const int t = threadIdx.x, i = blockIdx.x * 32 + t;
  tile[t + 3] = x[i];
  if (t < 3) tile[t] = i >= 3 ? x[i - 3] : 0.f;
  if (t >= 29) tile[t + 6] = i + 3 < 128 ? x[i + 3] : 0.f;
  __syncthreads();

  float s = 0.f;
  for (int k = 0; k < 7; ++k)
    s += tile[t + k];
  y[i] = s / 7.f;
}

// fpcheck: counted_all_words <<<1, 32>>> x=randint(0,48):96:i32 y=empty:48:i32
// expect: counted_all_words clean
__global__ void counted_all_words(const int* x, int* y) {
  __shared__ unsigned bin[48];
  for (int k = threadIdx.x; k < 48; k += 32)
    bin[k] = 0;
  __syncthreads();
  for (int k = threadIdx.x; k < 96; k += 32)
    atomicAdd(&bin[x[k]], 1u);
  __syncthreads();
  for (int k = threadIdx.x; k < 48; k += 32)
    y[k] = (int)bin[k];
}
