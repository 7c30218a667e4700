// Decisions that the documented error of an approximate instruction takes the wrong way: what the inputs' own rounding does not excuse.

// The cube root of a cube, cut to the integer below.
// fpcheck: side <<<8, 32>>> z=1 d=empty:256:i32
// expect: side rule=branch-flip line=marked
__global__ void side(int z, int* d) {
  const int i = blockIdx.x * 32 + threadIdx.x + z;
  const float volume = (float)(i * i * i);
  d[i - z] = (int)__powf(volume, 1.f / 3.f); // expect-line
}

// fpcheck: side_rounded <<<8, 32>>> z=1 d=empty:256:i32
// expect: side_rounded clean
__global__ void side_rounded(int z, int* d) {
  const int i = blockIdx.x * 32 + threadIdx.x + z;
  const float volume = (float)(i * i * i);
  d[i - z] = (int)rintf(__powf(volume, 1.f / 3.f));
}

// A sieve by squares: whether the root of n, squared, is n.
// fpcheck: square <<<8, 32>>> z=1 d=empty:256:i32
// expect: square rule=branch-flip line=marked
__global__ void square(int z, int* d) {
  const int i = blockIdx.x * 32 + threadIdx.x + z;
  const float n = (float)(i * i), root = n * rsqrtf(n);
  d[i - z] = root >= (float)i ? 1 : 0; // expect-line
}

// fpcheck: square_of_root <<<8, 32>>> z=1 d=empty:256:i32
// expect: square_of_root clean
__global__ void square_of_root(int z, int* d) {
  const int i = blockIdx.x * 32 + threadIdx.x + z;
  d[i - z] = sqrtf((float)(i * i)) >= (float)i ? 1 : 0;
}
