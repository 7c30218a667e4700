// Integers that lose what the outputs need: keys whose low bits make room for an index, sums and products that 32 or 16 bits do not hold.

// fpcheck: nearest_station <<<1, 32>>> km=[812.5,640.0117,640.0039,911,1203.5,777,640.0078,1500,812,913,914,915,916,917,918,919,920,921,922,923,924,925,926,927,928,929,930,931,932,933,934,935] station=empty:1 want=[2] ref=station=want --tol bitwise
// expect: nearest_station rule=mismatch line=marked max_findings=1
__device__ unsigned distance_key(float km, unsigned station) {
  return (__float_as_uint(km) & 0xffffff00u) | (255u - station); // expect-line
}
__global__ void nearest_station(const float* km, int* station) {
  unsigned key = distance_key(km[threadIdx.x], threadIdx.x);
  for (int o = 16; o > 0; o >>= 1)
    key = min(key, __shfl_xor_sync(0xffffffffu, key, o));
  if (threadIdx.x == 0)
    station[0] = 255 - (int)(key & 255u);
}

// fpcheck: heaviest_wagon <<<2, 64>>> tonnes=[20.01,20.3,20.375,20.25,19.5,3,4,5,6,7,8,9,10,11,12,13,30.125,30.0625,30.25,30.4375,30.375,3,4,5,6,7,8,9,10,11,12,13] wagon=empty:2 want=[2,3] n=16 ref=wagon=want --tol bitwise
// expect: heaviest_wagon rule=mismatch line=marked max_findings=1
__global__ void heaviest_wagon(const float* tonnes, int* wagon, int n) {
  __shared__ unsigned best;
  if (threadIdx.x == 0)
    best = 0;
  __syncthreads();
  if (threadIdx.x < n) {
    const unsigned whole = (unsigned)tonnes[blockIdx.x * n + threadIdx.x]; // expect-line
    atomicMax(&best, whole << 8 | (unsigned)(n - threadIdx.x));
  }
  __syncthreads();
  if (threadIdx.x == 0)
    wagon[blockIdx.x] = n - (int)(best & 255u);
}

// fpcheck: freight <<<1, 32>>> wagons=[12,120,40,7,9,52,3,10] grams=[31000000,45000000,30000000,2000000,100000000,41000000,500000,9000000] tonnes=empty:8 want=[372,5400,1200,14,900,2132,1.5,90] n=8 ref=tonnes=want --tol rtol=1e-6,atol=0
// expect: freight rule=mismatch|overflow line=marked
__device__ int weight(int count, int each) { return count * each; } // expect-line
__global__ void freight(const int* wagons, const int* grams, float* tonnes, int n) {
  const int i = threadIdx.x;
  if (i >= n)
    return;
  const long long whole = weight(wagons[i], grams[i]) / 1000;
  tonnes[i] = (float)whole / 1000.0f;
}

// fpcheck: mixed_tracks <<<1, 32>>> a=[30000,-20000,100,-32768,20000,5] b=[10000,-20000,23,-1,20000,6] out=empty:6:i16 want=[32767,-32768,123,-32768,32767,11] n=6 ref=out=want --tol bitwise
// expect: mixed_tracks rule=mismatch|saturated line=marked
__device__ short mixed(short a, short b) {
  a += b; // expect-line
  return a;
}
__global__ void mixed_tracks(const short* a, const short* b, short* out, int n) {
  const int i = threadIdx.x;
  if (i < n)
    out[i] = mixed(a[i], b[i]);
}

// fpcheck: nearest_by_whole_keys <<<1, 32>>> km=[812.5,640.0117,640.0039,911,1203.5,777,640.0078,1500,812,913,914,915,916,917,918,919,920,921,922,923,924,925,926,927,928,929,930,931,932,933,934,935] station=empty:1 want=[2] ref=station=want --tol bitwise
// expect: nearest_by_whole_keys clean
__global__ void nearest_by_whole_keys(const float* km, int* station) {
  unsigned long long key = (unsigned long long)__float_as_uint(km[threadIdx.x]) << 32 | threadIdx.x;
  for (int o = 16; o > 0; o >>= 1)
    key = min(key, __shfl_xor_sync(0xffffffffu, key, o));
  if (threadIdx.x == 0)
    station[0] = (int)(unsigned)key;
}

// fpcheck: freight_in_64_bits <<<1, 32>>> wagons=[12,120,40,7,9,52,3,10] grams=[31000000,45000000,30000000,2000000,100000000,41000000,500000,9000000] tonnes=empty:8 want=[372,5400,1200,14,900,2132,1.5,90] n=8 ref=tonnes=want --tol rtol=1e-6,atol=0
// expect: freight_in_64_bits clean
__global__ void freight_in_64_bits(const int* wagons, const int* grams, float* tonnes, int n) {
  const int i = threadIdx.x;
  if (i < n)
    tonnes[i] = (float)((long long)wagons[i] * grams[i] / 1000) / 1000.0f;
}

// fpcheck: mixed_and_cut <<<1, 32>>> a=[30000,-20000,100,-32768,20000,5] b=[10000,-20000,23,-1,20000,6] out=empty:6:i16 want=[32767,-32768,123,-32768,32767,11] n=6 ref=out=want --tol bitwise
// expect: mixed_and_cut clean
__global__ void mixed_and_cut(const short* a, const short* b, short* out, int n) {
  const int i = threadIdx.x;
  if (i < n)
    out[i] = (short)max(-32768, min(32767, a[i] + b[i]));
}
