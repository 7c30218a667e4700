// Decisions and indices that exact arithmetic has otherwise: the error was made before, in another line, and that line is named with them.

// Which side of an edge a point lies on, by the line through two corners far from the origin: its constant term lost the difference.
struct edge {
  float a, b, c;
};
__device__ edge through(float px, float py, float qx, float qy) {
  edge e;
  e.a = py - qy;
  e.b = qx - px;
  e.c = px * qy - py * qx; // expect-line
  return e;
}

// fpcheck: sides <<<1, 32>>> p=[40001.3,39990.7] q=[40011.9,40003.1] x=[40001,40002,40003,40004,40005,40006,40007,40008,40009,40010,40011,40001,40002,40003,40004,40005,40006,40007,40008,40009,40010,40011,40001,40002,40003,40004,40005,40006,40007,40008,40009,40010] y=[39990,39991.7,39992.9,39993.7,39995.3,39996.4,39997.4,39998.7,39999.8,40000.7,40002.3,39990.6,39991.3,39992.5,39994.1,39995.1,39996,39997.6,39998.3,39999.5,40001,40001.9,39990.2,39991.7,39992.5,39993.7,39995.2,39996.2,39997.2,39998.7,39999.5,40000.7] side=empty:32:i32
// expect: sides rule=branch-flip line=marked
__global__ void sides(const float* p, const float* q, const float* x, const float* y, int* side) {
  const int i = threadIdx.x;
  const edge e = through(p[0], p[1], q[0], q[1]);

  const float d = e.a * x[i] + e.b * y[i] + e.c;

  side[i] = d > 0.f ? 1 : 0;
}

// fpcheck: sides_of_differences <<<1, 32>>> p=[40001.3,39990.7] q=[40011.9,40003.1] x=[40001,40002,40003,40004,40005,40006,40007,40008,40009,40010,40011,40001,40002,40003,40004,40005,40006,40007,40008,40009,40010,40011,40001,40002,40003,40004,40005,40006,40007,40008,40009,40010] y=[39990,39991.7,39992.9,39993.7,39995.3,39996.4,39997.4,39998.7,39999.8,40000.7,40002.3,39990.6,39991.3,39992.5,39994.1,39995.1,39996,39997.6,39998.3,39999.5,40001,40001.9,39990.2,39991.7,39992.5,39993.7,39995.2,39996.2,39997.2,39998.7,39999.5,40000.7] side=empty:32:i32
// expect: sides_of_differences clean
__global__ void sides_of_differences(const float* p, const float* q, const float* x, const float* y, int* side) {
  const int i = threadIdx.x;
  const float d = (p[1] - q[1]) * (x[i] - p[0]) + (q[0] - p[0]) * (y[i] - p[1]);

  side[i] = d > 0.f ? 1 : 0;
}

// Random bits as a number below 1: of the largest the conversion makes 1, and the slot is one behind the table.
__device__ float below_one(unsigned bits) {
  return static_cast<float>(bits) * 0x1p-32f; // expect-line
}

// fpcheck: drawn <<<1, 4>>> bits=[1,2147483648,4294967295,77]:u32 table=randn:10 y=inout:zeros:4 n=10
// expect: drawn rule=out-of-bounds line=marked
__global__ void drawn(const unsigned* bits, const float* table, float* y, int n) {
  const float u = below_one(bits[threadIdx.x]);

  const int slot = static_cast<int>(u * n);

  y[threadIdx.x] = table[slot];
}

// fpcheck: drawn_by_upper_bits <<<1, 4>>> bits=[1,2147483648,4294967295,77]:u32 table=randn:10 y=inout:zeros:4 n=10
// expect: drawn_by_upper_bits clean
__global__ void drawn_by_upper_bits(const unsigned* bits, const float* table, float* y, int n) {
  const float u = static_cast<float>(bits[threadIdx.x] >> 8) * 0x1p-24f;

  const int slot = static_cast<int>(u * n);

  y[threadIdx.x] = table[slot];
}
