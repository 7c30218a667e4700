// binary16, bfloat16, 8-bit, 6-bit and 4-bit floats.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

extern "C" __global__ void halves(__half* h, __half2* h2, const __half* a, const __half2* a2) {
  const int i = threadIdx.x;
  const __half x = a[i], y = a[i + 1], z = a[i + 2];
  const __half2 u = a2[i], v = a2[i + 1], w = a2[i + 2];
  h[i] = x + y - z * x / y + __hfma(x, y, z) + __hfma_relu(x, y, z) + __hfma_sat(x, y, z) + __hadd_sat(x, y) + __hmin(x, y) + __hmax(y, z) +
         __hmin_nan(x, z) + __habs(x) + (-y) + hexp(x) + hlog(y) + hsin(z) + hcos(x) + hsqrt(y) + hrsqrt(z) + hrcp(x) + hexp2(x) + htanh(x) +
         htanh_approx(y) + hfloor(x) + hrint(y) + __hadd_rn(x, y) + __hmul_rn(x, y);
  h2[i] = u + v - w * u + __hfma2(u, v, w) + __hfma2_relu(u, v, w) + __hadd2_sat(u, v) + __hmin2(u, v) + __hmax2_nan(v, w) + __habs2(u) + h2exp(u) +
          h2exp2(v) + h2tanh_approx(w) + __heq2(u, v) + __hlt2(u, w) + __hgtu2(v, w) + __lows2half2(u, v) + __highs2half2(u, w);
  if (__hbeq2(u, v) && __hlt(x, y) && x != z) h[i] = __hneg(h[i]);
}

extern "C" __global__ void bfloats(__nv_bfloat16* h, __nv_bfloat162* h2, const __nv_bfloat16* a, const __nv_bfloat162* a2) {
  const int i = threadIdx.x;
  const __nv_bfloat16 x = a[i], y = a[i + 1], z = a[i + 2];
  const __nv_bfloat162 u = a2[i], v = a2[i + 1], w = a2[i + 2];
  h[i] = x + y - z * x / y + __hfma(x, y, z) + __hfma_relu(x, y, z) + __hmin(x, y) + __hmax_nan(y, z) + __habs(x) + (-y) + hexp(x) + hlog(y) +
         hsqrt(y) + hrsqrt(z) + hrcp(x) + hexp2(x) + htanh(x) + htanh_approx(y) + hfloor(x);
  h2[i] = u + v - w * u + __hfma2(u, v, w) + __hmin2(u, v) + __hmax2_nan(v, w) + __habs2(u) + h2exp(u) + h2exp2(v) + __heq2(u, v) + __hgtu2(v, w);
  if (__hbeq2(u, v) && __hlt(x, y) && x != z) h[i] = __hneg(h[i]);
}

extern "C" __global__ void conversions(char* out, const float* f, const double* d, const __half* h, const __nv_bfloat16* b, const int* n, const long long* l) {
  const int i = threadIdx.x;
  auto* const p = reinterpret_cast<unsigned short*>(out) + 64 * i;
  p[0] = __half_as_ushort(__float2half_rn(f[i]));
  p[1] = __half_as_ushort(__float2half_rz(f[i]));
  p[2] = __half_as_ushort(__float2half_ru(f[i]));
  p[3] = __half_as_ushort(__float2half_rd(f[i]));
  p[4] = __half_as_ushort(__double2half(d[i]));
  p[5] = __bfloat16_as_ushort(__float2bfloat16_rn(f[i]));
  p[6] = __bfloat16_as_ushort(__float2bfloat16_rz(f[i]));
  p[7] = __bfloat16_as_ushort(__float2bfloat16_ru(f[i]));
  p[8] = __bfloat16_as_ushort(__double2bfloat16(d[i]));
  p[9] = __half2int_rn(h[i]) + __half2int_rz(h[i]) + __half2uint_ru(h[i]) + __half2ll_rd(h[i]) + __half2short_rn(h[i]) + __half2ushort_rz(h[i]);
  p[10] = __bfloat162int_rn(b[i]) + __bfloat162uint_rz(b[i]) + __bfloat162ll_ru(b[i]) + __bfloat162short_rd(b[i]);
  p[11] = __half_as_ushort(__int2half_rn(n[i]) + __uint2half_rz(n[i]) + __ll2half_ru(l[i]) + __short2half_rd(n[i]));
  p[12] = __bfloat16_as_ushort(__int2bfloat16_rn(n[i]) + __uint2bfloat16_rz(n[i]) + __ll2bfloat16_rn(l[i]) + __short2bfloat16_rn(n[i]));
  p[13] = __nv_cvt_float_to_fp8(f[i], __NV_SATFINITE, __NV_E4M3) + __nv_cvt_float_to_fp8(f[i], __NV_NOSAT, __NV_E5M2);
  p[14] = __nv_cvt_float2_to_fp8x2(float2{f[i], f[i + 1]}, __NV_SATFINITE, __NV_E4M3);
  p[15] = __nv_cvt_float2_to_fp8x2(float2{f[i], f[i + 1]}, __NV_SATFINITE, __NV_E5M2);
  p[16] = __nv_cvt_halfraw2_to_fp8x2(__half2_raw(__floats2half2_rn(f[i], f[i + 1])), __NV_SATFINITE, __NV_E4M3);
  p[17] = __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw(b[i]), __NV_SATFINITE, __NV_E5M2);
  p[18] = __half_raw(__nv_cvt_fp8_to_halfraw(p[13], __NV_E4M3)).x;
  p[19] = __half2_raw(__nv_cvt_fp8x2_to_halfraw2(p[14], __NV_E5M2)).x;
  float* const q = reinterpret_cast<float*>(p + 32);
  q[0] = __half2float(h[i]) + __bfloat162float(b[i]) + float(d[i]) + __double2float_rz(d[i]) + __double2float_ru(d[i]) + __double2float_rd(d[i]);
  q[1] = __int2float_rn(n[i]) + __int2float_rz(n[i]) + __int2float_ru(n[i]) + __uint2float_rd(n[i]) + __ll2float_rn(l[i]) + __ull2float_rz(l[i]);
  q[2] = __float2int_rn(f[i]) + __float2int_rz(f[i]) + __float2uint_ru(f[i]) + __float2uint_rd(f[i]);
  q[3] = __float2ll_rn(f[i]) + __float2ull_rz(f[i]) + __double2ll_ru(d[i]) + __double2ull_rd(d[i]) + __double2int_rn(d[i]) + __double2uint_rz(d[i]);
  q[4] = static_cast<float>(static_cast<signed char>(f[i])) + static_cast<unsigned char>(d[i]) + static_cast<short>(f[i]) + static_cast<unsigned short>(d[i]);
  q[5] = static_cast<float>(out[i]) + static_cast<unsigned char>(out[i + 1]) + p[0] + static_cast<short>(p[1]);
  double* const r = reinterpret_cast<double*>(q + 8);
  r[0] = f[i] + static_cast<double>(h[i]) + __int2double_rn(n[i]) + __ll2double_rz(l[i]) + __ull2double_ru(l[i]) + static_cast<double>(__bfloat162float(b[i]));
  r[1] = __hiloint2double(n[i], n[i + 1]) + __double2hiint(d[i]) + __double2loint(d[i]) + __longlong_as_double(l[i]) + __int_as_float(n[i]);
  *reinterpret_cast<__half2*>(r + 2) = __floats2half2_rn(f[i], f[i + 1]);
  *reinterpret_cast<__nv_bfloat162*>(r + 3) = __floats2bfloat162_rn(f[i], f[i + 1]);
}
