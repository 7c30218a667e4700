// Weights in int4, a scale and a zero point for each group of 32: w = (q - z) s. A kernel that scales first and then takes the zero point off,
// q s - z, is right where the zero point is 0, as it is for weights that lie evenly around zero. The codes are one to a byte here; a
// block is a group.

// fpcheck: dequantise <<<G, 32>>> G=4 q=randint(0,15):Gx32:u8 s=uniform(0.01,0.1):Gx1 z=randint(0,15):Gx1:i32 w=empty:Gx32 'ref=(q - z) * s' --expect clean
__global__ void dequantise(const unsigned char* __restrict__ q, const float* __restrict__ s, const int* __restrict__ z, float* __restrict__ w) {
  const int g = blockIdx.x, i = g * 32 + threadIdx.x;
  w[i] = (q[i] - z[g]) * s[g];
}

// fpcheck: scaled_first <<<G, 32>>> G=4 q=randint(0,15):Gx32:u8 s=uniform(0.01,0.1):Gx1 z=randint(0,15):Gx1:i32 w=empty:Gx32 'ref=(q - z) * s' --expect mismatch
__global__ void scaled_first(const unsigned char* __restrict__ q, const float* __restrict__ s, const int* __restrict__ z, float* __restrict__ w) {
  const int g = blockIdx.x, i = g * 32 + threadIdx.x;
  w[i] = q[i] * s[g] - z[g];
}
