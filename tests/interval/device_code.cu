// What the test of instruction counts compiles to PTX (CMakeLists.txt): intervals over binary64 and binary32.
#include <fpcheck/interval/arithmetic.hpp>

using fpcheck::interval::interval;

extern "C" __global__ void multiply_f64(const interval<double>* a, const interval<double>* b, interval<double>* r) {
  r[threadIdx.x] = a[threadIdx.x] * b[threadIdx.x];
}
extern "C" __global__ void divide_f64(const interval<double>* a, const interval<double>* b, interval<double>* r) {
  r[threadIdx.x] = a[threadIdx.x] / b[threadIdx.x];
}
