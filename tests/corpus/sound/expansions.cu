// Signs of determinants from expansions: sums of many binary64 numbers that are exact together.

struct pair { double high, low; };
__device__ pair sum_of(double a, double b) {
  const double s = __dadd_rn(a, b), t = __dsub_rn(s, a);
  return {s, __dadd_rn(__dsub_rn(a, __dsub_rn(s, t)), __dsub_rn(b, t))};
}
__device__ pair product_of(double a, double b) {
  const double p = __dmul_rn(a, b);
  return {p, __fma_rn(a, b, -p)};
}

template <int Most>
struct expansion {
  double part[Most];
  int count = 0;
  __device__ void add(double x) {
    for (int i = 0; i < count; ++i) {
      const pair s = sum_of(x, part[i]);
      part[i] = s.low, x = s.high;
    }
    part[count++] = x;
  }
  template <int N>
  __device__ void add_times(const expansion<N>& e, double f) {
    for (int i = 0; i < e.count; ++i) {
      const pair p = product_of(e.part[i], f);
      add(p.low), add(p.high);
    }
  }
  __device__ int sign() const {
    for (int i = count - 1; i >= 0; --i)
      if (part[i] != 0) return part[i] > 0 ? 1 : -1;
    return 0;
  }
};

// Four points whose fourth lies above, in, or below the plane of the others by far less than a rounding of the determinant.
// fpcheck: volume_sign <<<1, 32>>> step=randint(-3,3):32 sign=empty:32 exact=inout:[0]
// expect: volume_sign clean
__global__ void volume_sign(const int* step, int* sign, int* exact) {
  const double d = 4503599627370497.0 / 4503599627370496.0;
  const double ax = 9.1e7, ay = 3.3e7 * d, az = 5.7e7, bx = 2.9e7, by = 8.1e7, bz = 1.3e7 * d, cx = ax + bx, cy = ay + by, cz = az + bz + step[threadIdx.x] * 1e-8;
  const double m1 = by * cz - bz * cy, m2 = bx * cz - bz * cx, m3 = bx * cy - by * cx, det = ax * m1 - ay * m2 + az * m3;
  const double size = fabs(ax) * (fabs(by * cz) + fabs(bz * cy)) + fabs(ay) * (fabs(bx * cz) + fabs(bz * cx)) + fabs(az) * (fabs(bx * cy) + fabs(by * cx));
  if (fabs(det) > 1e-15 * size) {
    sign[threadIdx.x] = det > 0 ? 1 : -1;
    return;
  }
  atomicAdd(exact, 1);
  const double f[6][3] = {{by, cz, ax}, {-bz, cy, ax}, {-bx, cz, ay}, {bz, cx, ay}, {bx, cy, az}, {-by, cx, az}};
  expansion<24> all;
  for (int k = 0; k < 6; ++k) {
    expansion<2> two;
    const pair p = product_of(f[k][0], f[k][1]);
    two.part[0] = p.low, two.part[1] = p.high, two.count = 2;
    all.add_times(two, f[k][2]);
  }
  sign[threadIdx.x] = all.sign();
}
