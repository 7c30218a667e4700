// fpcheck: geodetic_to_ecef <<<1, 32>>> geodetic=@b_geodetic_ecef_g.npy ecef=empty:32x3:f64 n=32 --ref 'ecef=@b_geodetic_ecef_ref.npy' --tol atol=1e-6
// expect: error float literal in double arithmetic (mismatch) at line 11
// why: a conversion to Earth-centred coordinates in binary64, with pi / 180 written as a float literal (0.0174532925f, copied from graphics code): points are off by decimetres, a known trap of ported geodesy code
// figure: ecef[43] computed -1903566.71, exact -1903566.58 (96 of 96 beyond the tolerance)
struct Ellipsoid {
  double a;
  double e2;
};

__device__ double radians(double degrees) {
  return degrees * 0.0174532925f;
}

__device__ double prime_vertical(const Ellipsoid& w, double sin_lat) {
  return w.a / sqrt(1.0 - w.e2 * sin_lat * sin_lat);
}

__global__ void geodetic_to_ecef(const double* geodetic, double* ecef, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double f = 1.0 / 298.257223563;
  const Ellipsoid wgs84{6378137.0, f * (2.0 - f)};
  double sin_lat, cos_lat, sin_lon, cos_lon;
  sincos(radians(geodetic[3 * i]), &sin_lat, &cos_lat);
  sincos(radians(geodetic[3 * i + 1]), &sin_lon, &cos_lon);
  double h = geodetic[3 * i + 2];
  double v = prime_vertical(wgs84, sin_lat);
  ecef[3 * i] = (v + h) * cos_lat * cos_lon;
  ecef[3 * i + 1] = (v + h) * cos_lat * sin_lon;
  ecef[3 * i + 2] = (v * (1.0 - wgs84.e2) + h) * sin_lat;
}
