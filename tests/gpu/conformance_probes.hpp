#pragma once
#include "conformance_forms.hpp"

namespace gpu {

/// Explicit inputs for the forms of a row, to settle a question that the PTX manual leaves open.
struct probe_row {
  std::string_view question;
  form_row form;
  std::string_view inputs; ///< hexadecimal words, as many a tuple as the form has operands
};

/// NaN operands of binary32: quiet and signalling, both signs, with payloads, beside a number and beside each other.
inline constexpr std::string_view nan_pairs_f32 =
    "7fc00000 3f800000 ffc00000 3f800000 7f800001 3f800000 ff812345 3f800000 7fc12345 3f800000 3f800000 ffc54321 "
    "7fc12345 ffc54321 ffc54321 7fc12345 7f812345 7fc54321 7fc54321 7f812345 7f800000 ff800000 00000000 7f800000 "
    "00000000 00000000 80000000 00000000 7f800000 7f800000";
inline constexpr std::string_view nan_pairs_f64 =
    "7ff8000000000000 3ff0000000000000 fff8000000000000 3ff0000000000000 7ff0000000000001 3ff0000000000000 "
    "fff0123456789abc 3ff0000000000000 7ff8123456789abc 3ff0000000000000 3ff0000000000000 fff8fedcba987654 "
    "7ff8123456789abc fff8fedcba987654 fff8fedcba987654 7ff8123456789abc 7ff0123456789abc 7ff8fedcba987654 "
    "7ff8fedcba987654 7ff0123456789abc 7ff0000000000000 fff0000000000000 0000000000000000 7ff0000000000000 "
    "0000000000000000 0000000000000000 8000000000000000 0000000000000000 7ff0000000000000 7ff0000000000000";
inline constexpr std::string_view nan_pairs_f16 =
    "7e00 3c00 fe00 3c00 7c01 3c00 fd23 3c00 7f11 3c00 3c00 fe55 7f11 fe55 fe55 7f11 7c00 fc00 0000 7c00 8000 0000";
inline constexpr std::string_view nan_pairs_bf16 =
    "7fc0 3f80 ffc0 3f80 7f81 3f80 ff91 3f80 7fd1 3f80 3f80 ffd5 7fd1 ffd5 ffd5 7fd1 7f80 ff80 0000 7f80 8000 0000";

inline constexpr probe_row probe_rows[] = {
    {"NaN results", {"f32 f32 > f32", "<add|sub|mul|div>.rn.f32 %d, %a, %b;"}, nan_pairs_f32},
    {"NaN results", {"f32 f32 > f32", "<add|mul|div>.rn.ftz.f32 %d, %a, %b;"}, nan_pairs_f32},
    {"NaN results", {"f32 f32 > f32", "<min|max><|.NaN><|.xorsign.abs>.f32 %d, %a, %b;"}, nan_pairs_f32},
    {"NaN results", {"f32 f32 > f32", "copysign.f32 %d, %a, %b;"}, nan_pairs_f32},
    {"NaN results", {"f32 f32 > f32", "fma.rn.f32 %d, %a, %b, 0f3f800000;", "fma.rn.f32 a, b, 1"}, nan_pairs_f32},
    {"NaN results", {"f32 > f32", "<abs|neg><|.ftz>.f32 %d, %a;"}, "7fc00000 ffc00000 7f800001 ff812345 7fc12345 00000001 80000001"},
    {"NaN results", {"f32 > f32", "<rcp|sqrt>.rn.f32 %d, %a;"}, "7fc00000 ffc00000 7f800001 ff812345 bf800000 ff800000 80000000 80000001"},
    {"NaN results", {"f64 f64 > f64", "<add|sub|mul|div>.rn.f64 %d, %a, %b;"}, nan_pairs_f64},
    {"NaN results", {"f64 f64 > f64", "<min|max>.f64 %d, %a, %b;"}, nan_pairs_f64},
    {"NaN results", {"f64 f64 > f64", "fma.rn.f64 %d, %a, %b, 0d3ff0000000000000;", "fma.rn.f64 a, b, 1"}, nan_pairs_f64},
    {"NaN results", {"f64 f64 > f64", "fma.rn.f64 %d, %a, 0d3ff0000000000000, %b;", "fma.rn.f64 a, 1, b"}, nan_pairs_f64},
    {"NaN results", {"f64 f64 > f64", "fma.rn.f64 %d, 0d3ff0000000000000, %a, %b;", "fma.rn.f64 1, a, b"}, nan_pairs_f64},
    {"NaN results", {"f64 f64 f64 > f64", "fma.rn.f64 %d, %a, %b, %c;"},
     "7ff8000000000001 7ff8000000000002 7ff8000000000003 7ff0000000000001 7ff8000000000002 7ff8000000000003 "
     "7ff8000000000001 7ff0000000000002 7ff8000000000003 3ff0000000000000 7ff8000000000002 7ff8000000000003 "
     "7ff0000000000000 0000000000000000 7ff8000000000003 7ff8000000000001 3ff0000000000000 7ff8000000000003"},
    {"NaN results", {"f64 > f64", "<abs|neg>.f64 %d, %a;"}, "7ff0000000000001 fff8123456789abc 8000000000000000"},
    {"NaN results", {"f64 > f64", "<rcp|sqrt>.rn.f64 %d, %a;"},
     "7ff8123456789abc fff8123456789abc 7ff0000000000001 bff0000000000000 fff0000000000000 8000000000000000"},
    {"NaN results", {"f16 f16 > f16", "<add|sub|mul>.rn.f16 %d, %a, %b;"}, nan_pairs_f16},
    {"NaN results", {"f16 f16 > f16", "<min|max><|.NaN><|.xorsign.abs>.f16 %d, %a, %b;"}, nan_pairs_f16},
    {"NaN results", {"f16 f16 > f16", "fma.rn<|.relu|.sat>.f16 %d, %a, %b, %a;", "fma.f16 a, b, a"}, nan_pairs_f16},
    {"NaN results", {"f16 > f16", "<abs|neg>.f16 %d, %a;"}, "7e00 fe00 7c01 fd23 8000 8001"},
    {"NaN results", {"bf16 bf16 > bf16", "<add|sub|mul>.rn.bf16 %d, %a, %b;"}, nan_pairs_bf16},
    {"NaN results", {"bf16 bf16 > bf16", "<min|max><|.NaN><|.xorsign.abs>.bf16 %d, %a, %b;"}, nan_pairs_bf16},
    {"NaN results", {"bf16 bf16 > bf16", "fma.rn<|.relu>.bf16 %d, %a, %b, %a;", "fma.bf16 a, b, a"}, nan_pairs_bf16},
    {"NaN results", {"bf16 > bf16", "<abs|neg>.bf16 %d, %a;"}, "7fc0 ffc0 7f81 ff91 8000 8001"},
    {"NaN conversions", {"bf16 > f32", "cvt.f32.bf16 %d, %a;"}, "7fc0 ffc0 7f81 ff91 7fff"},
    {"NaN conversions", {"f16 > f32", "cvt<|.ftz><|.sat>.f32.f16 %d, %a;"}, "7e00 fe00 7c01 fd23 7fff 0001 8001 8000 bc00"},
    {"NaN conversions", {"f32 > f64", "cvt<|.ftz><|.sat>.f64.f32 %d, %a;"}, "7fc00000 ffc00000 7f800001 ff812345 7fffffff 00000001 80000000"},
    {"NaN conversions", {"f16 > f64", "cvt.f64.f16 %d, %a;"}, "7e00 fe00 7c01 fd23 7fff"},
    {"NaN conversions", {"f64 > f32", "cvt.rn<|.ftz><|.sat>.f32.f64 %d, %a;"},
     "7ff8000000000000 fff8123456789abc 7ff0000000000001 ffffffffffffffff 8000000000000000 36a0000000000000"},
    {"NaN conversions", {"f64 > f16", "cvt.rn.f16.f64 %d, %a;"}, "7ff8000000000000 fff8123456789abc 7ff0000000000001"},
    {"NaN conversions", {"f64 > bf16", "cvt.rn.bf16.f64 %d, %a;"}, "7ff8000000000000 fff8123456789abc 7ff0000000000001"},
    {"NaN conversions", {"f64 > f64", "cvt<|.rni|.rzi><|.sat>.f64.f64 %d, %a;"}, "7ff8000000000000 fff8123456789abc 7ff0000000000001 8000000000000000 bfe0000000000000"},
    {"NaN conversions", {"f32 > f32", "cvt<|.rni|.rzi><|.ftz><|.sat>.f32.f32 %d, %a;"}, "7fc00000 ffc00000 7f800001 ff812345 80000000 80000001 bf000000 00000001"},
    {"NaN conversions", {"f16 > bf16", "cvt.rn.bf16.f16 %d, %a;"}, "7e00 fe00 7c01"},
    {"NaN conversions", {"bf16 > f16", "cvt.rn.f16.bf16 %d, %a;"}, "7fc0 ffc0 7f81"},
    {"NaN to integer", {"f32 > b32", "cvt.rni<.u8|.s8|.u16|.s16|.u32|.s32>.f32 %d, %a;"}, "7fc00000 ffc00000 7f800001 7f800000 ff800000 bf800000"},
    {"NaN to integer", {"f32 > b64", "cvt.rni<.u64|.s64>.f32 %d, %a;"}, "7fc00000 ffc00000 7f800001 7f800000 ff800000 bf800000"},
    {"NaN to integer", {"f64 > b32", "cvt.rni<.u8|.s8|.u16|.s16|.u32|.s32>.f64 %d, %a;"}, "7ff8000000000000 fff8000000000000 7ff0000000000001 7ff0000000000000 fff0000000000000 bff0000000000000"},
    {"NaN to integer", {"f64 > b64", "cvt.rni<.u64|.s64>.f64 %d, %a;"}, "7ff8000000000000 fff8000000000000 7ff0000000000001 7ff0000000000000 fff0000000000000 bff0000000000000"},
    {"NaN to integer", {"f16 > b32", "cvt.rni<.u8|.s8|.u16|.s16|.u32|.s32>.f16 %d, %a;"}, "7e00 fe00 7c01 7c00 fc00"},
    {"NaN to integer", {"f16 > b64", "cvt.rni<.u64|.s64>.f16 %d, %a;"}, "7e00 fe00 7c01 7c00 fc00"},
    {"NaN to integer", {"bf16 > b32", "cvt.rni<.u32|.s32>.bf16 %d, %a;"}, "7fc0 ffc0 7f81 7f80 ff80"},
    {"NaN to integer", {"bf16 > b64", "cvt.rni<.u64|.s64>.bf16 %d, %a;"}, "7fc0 ffc0 7f81 7f80 ff80"},
    {"FTZ boundary", {"f32 f32 > f32", "mul<.rn|.rz|.rm|.rp><|.ftz>.f32 %d, %a, %b;"},
     "3f7fffff 00800000 3f7fffff 80800000 3f000000 00ffffff 3f000000 80ffffff 3f7ffffe 00800001 3f7fffff 00800001 "
     "3f800000 00800000 3f800000 007fffff 20000000 20000000 1fffffff 20000000"},
    {"FTZ boundary", {"f32 f32 f32 > f32", "fma<.rn|.rz|.rm|.rp><|.ftz>.f32 %d, %a, %b, %c;"},
     "3f7fffff 00800000 00000000 3f000000 00ffffff 00000000 bf800000 00800000 01000000 24000000 9a000000 00800000 "
     "24000000 19800000 80800000 20000000 1a000000 00800000 a0000000 1a000000 00800000 3f800000 007fffff 00800000"},
    {"FTZ boundary", {"f32 f32 > f32", "<add|sub><.rn|.rp><|.ftz>.f32 %d, %a, %b;"},
     "00800000 80800001 00800001 80800000 00800000 807fffff 007fffff 00000001 00800000 00000001 00ffffff 00800000"},
    {"FTZ boundary", {"f32 f32 > f32", "div<.rn|.rp><|.ftz>.f32 %d, %a, %b;"},
     "00ffffff 40000000 00800000 3f800001 01000000 40000001 00ffffff 40000001 7f000000 7f7fffff 00800001 3f800001"},
    {"FTZ boundary", {"f32 > f32", "rcp<.rn|.rz><|.ftz>.f32 %d, %a;"}, "7e800000 7e800001 7f000000 7f7fffff 7e7fffff 00000001 00400000 00400001"},
    {"FTZ boundary", {"f64 > f32", "cvt<.rn|.rz|.rp><|.ftz>.f32.f64 %d, %a;"},
     "380fffffffffffff 380fffffe0000000 380fffffefffffff 380ffffff0000000 3810000000000000 b80ffffff0000000 36a0000000000000"},
    {"FTZ boundary", {"f16 f16 > f16", "mul.rn<|.ftz>.f16 %d, %a, %b;"}, "3bff 0400 3800 07ff 3bfe 0401 3bff 0401 3c00 03ff 03ff 03ff"},
    {"FTZ boundary", {"f16 f16 f16 > f16", "fma.rn<|.ftz>.f16 %d, %a, %b, %c;"}, "3bff 0400 0000 3800 07ff 0000 3800 07ff 8000 3c00 03ff 0400"},
    {"FTZ boundary", {"f32 > f16", "cvt.rn<|.ftz>.f16.f32 %d, %a;"}, "387fffff 387ff000 38800000 33800000 33000000 33000001 00000001"},
    {"FTZ boundary", {"f32 f32 > f32", "mul.rn<|.ftz><|.sat>.f32 %d, %a, %b;", "mul with ftz and sat "}, "3f7fffff 00800000 3f000000 00ffffff"},
    {"min and max of zeros", {"f64 f64 > f64", "<min|max>.f64 %d, %a, %b;"},
     "0 8000000000000000 8000000000000000 0 1 0 8000000000000001 0"},
    {"min and max of zeros", {"f32 f32 > f32", "<min|max><|.ftz><|.NaN><|.xorsign.abs>.f32 %d, %a, %b;"},
     "0 80000000 80000000 0 1 80000000 80000001 0 1 2 80000001 2"},
    {"min and max of zeros", {"f16 f16 > f16", "<min|max><|.ftz><|.NaN><|.xorsign.abs>.f16 %d, %a, %b;"}, "0 8000 8000 0 1 8000 8001 0"},
    {"min and max of zeros", {"bf16 bf16 > bf16", "<min|max><|.NaN><|.xorsign.abs>.bf16 %d, %a, %b;"}, "0 8000 8000 0 1 8000 8001 0"},
    {"tf32", {"f32 > b32", "cvt.rna<|.satfinite>.tf32.f32 %d, %a;"},
     "7f800001 7f801000 7fc00000 7fffffff ff800001 ffc00001 7f7fffff 7f7ff000 7f7fefff 3f801000 3f800fff 00001000 00000fff 80001000 7f800000 ff800000"},
    {"tf32", {"f32 > b32", "cvt<.rn|.rz><|.relu>.tf32.f32 %d, %a;"},
     "7f800001 7f801000 7fc00000 7fffffff ff800001 ffc00001 7f7fffff 7f7ff000 3f801000 3f803000 3f800fff 00001000 00003000 80001000 bf800000 7f800000"},
    {"single rounding", {"f64 > bf16", "cvt<.rn|.rz|.rm|.rp>.bf16.f64 %d, %a;"},
     "3ff0100000000000 3ff0100000000001 3ff0100000100000 3ff0300000000000 3ff02fffffffffff 3ff02fffffe00000 3ff02ffff0000000 47efefffffffffff 47eff00000000000 3700000000000000 36f0000000000001 36f0000000000000"},
    {"single rounding", {"f64 > f16", "cvt<.rn|.rz|.rm|.rp>.f16.f64 %d, %a;"},
     "3ff0020000000000 3ff0020000000001 3ff0020000100000 3ff0060000000000 3ff005ffffffffff 3ff005fffffc0000 40effdffffffffff 40effe0000000000 3e60000000000000 3e60000000000001 3e60000000100000"},
    {"single rounding", {"b64 > f32", "cvt.rn.f32<.u64|.s64> %d, %a;"}, "ffffff8000000000 8000008000000001 8000008000000000 8000018000000000 1000001 1000003"},
    {"single rounding", {"b64 > f16", "cvt.rn.f16<.u64|.s64> %d, %a;"}, "801 803 100200001 ffef fff0 ffff 10000 1001 1003"},
    {"single rounding", {"b64 > bf16", "cvt.rn.bf16<.u64|.s64> %d, %a;"}, "101 103 10100000001 10100000000 1010000000001 8080000000000001"},
    {"single rounding", {"b32 > bf16", "cvt<.rn|.rz>.bf16<.u32|.s32> %d, %a;"}, "1010001 1010000 1030000 102ffff 80800001 ffffffff"},
    {"single rounding", {"bf16 bf16 bf16 > bf16", "fma.rn.bf16 %d, %a, %b, %c;"}, "3f81 3f81 3380 3f81 3f81 0001 3f81 3f81 8001 3f80 3f80 3b80 3f80 3f80 3b81 3f80 3f81 3b80"},
    {"single rounding", {"f16 f16 f16 > f16", "fma.rn.f16 %d, %a, %b, %c;"}, "3c01 3c01 0001 3c01 3c01 8001 3c00 3c00 1000 3c00 3c00 1001 3c01 3c00 1000"},
    {"integer division by zero", {"b32 b32 > b32", "<div|rem><.u32|.s32> %d, %a, %b;"}, "7 0 0 0 ffffffff 0 80000000 0 80000000 ffffffff 7fffffff 0"},
    {"integer division by zero", {"b64 b64 > b64", "<div|rem><.u64|.s64> %d, %a, %b;"}, "7 0 0 0 ffffffffffffffff 0 8000000000000000 0 8000000000000000 ffffffffffffffff 100000000 0"},
    {"integer division by zero", {"b16 b16 > b16", "<div|rem><.u16|.s16> %d, %a, %b;"}, "7 0 0 0 ffff 0 8000 0 8000 ffff"},
    {"saturation", {"f32 f32 > f32", "<add|sub|mul><.rn|.rm><|.ftz>.sat.f32 %d, %a, %b;"}, "80000000 80000000 80000000 0 bf800000 bf800000 7fc00000 0 7f800000 ff800000 80000001 80000001 3f800000 1 80000000 3f800000"},
    {"saturation", {"f32 f32 f32 > f32", "fma.rn.sat.f32 %d, %a, %b, %c;"}, "80000000 3f800000 80000000 bf800000 3f800000 3f000000 7fc00000 0 0 7f800000 0 0"},
    {"saturation", {"f16 f16 > f16", "<add|sub|mul>.rn<|.ftz>.sat.f16 %d, %a, %b;"}, "8000 8000 8000 0 bc00 bc00 7e00 0 7c00 fc00 8001 8001 3c00 1 8000 3c00"},
    {"saturation", {"f16 f16 f16 > f16", "fma.rn<.sat|.relu>.f16 %d, %a, %b, %c;"}, "8000 3c00 8000 bc00 3c00 3800 7e00 0 0 fe00 0 0 bc00 3c00 0 7c00 0 0 8001 3800 8000"},
    {"saturation", {"bf16 bf16 bf16 > bf16", "fma.rn.relu.bf16 %d, %a, %b, %c;"}, "8000 3f80 8000 bf80 3f80 3f00 7fc0 0 0 ffc0 0 0 bf80 3f80 0 7f80 0 0"},
    {"saturation", {"f32 > f16", "cvt.rn<.relu|.satfinite|.relu.satfinite>.f16.f32 %d, %a;"}, "80000000 bf800000 7fc00000 ffc00000 7f800000 ff800000 477ff000 477fefff c77ff000 47800000"},
    {"saturation", {"f32 > f16", "cvt.rn.sat.f16.f32 %d, %a;"}, "80000000 bf800000 7fc00000 ffc00000 7f800000 40000000 33000000"},
    {"saturation", {"f32 > bf16", "cvt<.rn|.rz><.relu|.satfinite|.relu.satfinite>.bf16.f32 %d, %a;"}, "80000000 bf800000 7fc00000 ffc00000 7f800000 ff800000 7f7fffff ff7fffff"},
    {"saturation", {"f32 f32 > e4m3x2", "cvt.rn.satfinite<|.relu>.e4m3x2.f32 %d, %a, %b;"}, "7fc00000 ffc00000 7f800000 ff800000 43e00000 43e80000 43f00000 c3f80000 3a800000 3a800001 80000000 bf800000 3b000000 3ac00000"},
    {"saturation", {"f32 f32 > e5m2x2", "cvt.rn.satfinite<|.relu>.e5m2x2.f32 %d, %a, %b;"}, "7fc00000 ffc00000 7f800000 ff800000 47600000 47680000 47700000 c7780000 37000000 37000001 80000000 bf800000 37800000 37400000"},
    {"saturation", {"e4m3x2 > f16x2", "cvt.rn<|.relu>.f16x2.e4m3x2 %d, %a;"}, "7fff 7e01 8081 80fe 7780"},
    {"saturation", {"e5m2x2 > f16x2", "cvt.rn<|.relu>.f16x2.e5m2x2 %d, %a;"}, "7fff 7c01 8081 80fc 7dfe 7b80"},
    {"approximations", {"f32 > f32", "<sin|cos>.approx<|.ftz>.f32 %d, %a;"}, "1 80000001 7fffff 800000 80800000 34000000 b4000000 43960000 439d1463 4b000000 7f7fffff 7f800000 ff800000 7fc00000 80000000"},
    {"approximations", {"f32 > f32", "<rcp|rsqrt|sqrt|lg2>.approx<|.ftz>.f32 %d, %a;"}, "1 80000001 0 80000000 bf800000 7f800000 ff800000 7fc00000 7f7fffff 7e800001 7f000000 800000"},
    {"approximations", {"f32 > f32", "<ex2.approx|ex2.approx.ftz|tanh.approx>.f32 %d, %a;"}, "1 80000001 0 80000000 7f800000 ff800000 7fc00000 ffc12345 43000000 c2fc0000 c2fc0001 c3000000 c3140000 c3150000 c3160000"},
    {"approximations", {"f64 > f64", "<rcp|rsqrt>.approx.ftz.f64 %d, %a;"}, "3ff00000ffffffff 3ff0000000000001 7ff0000000000001 fff8123456789abc 7ff0000000000000 1 8000000000000001 7fd0000000000000 7fe0000000000000 bff0000000000000"},
    {"atomic floating-point addition", {"f32 f32 > f32", "st.global.f32 [%po], %a; red.global.add.f32 [%po], %b; ld.volatile.global.f32 %d, [%po];", "red.global.add.f32"},
     "1 1 80000001 80000001 1 0 0 1 800000 80000001 800001 80800000 3f800000 1 7fc12345 3f800000 3f800000 ffc12345 7f800000 ff800000 7f800001 0 80000000 80000000 80000000 1"},
    {"atomic floating-point addition", {"f32 f32 > f32", "st.shared.f32 [%ps], %a; red.shared.add.f32 [%ps], %b; ld.volatile.shared.f32 %d, [%ps];", "red.shared.add.f32"},
     "1 1 80000001 80000001 1 0 0 1 800000 80000001 800001 80800000 3f800000 1 7fc12345 3f800000 3f800000 ffc12345 7f800000 ff800000 7f800001 0 80000000 80000000 80000000 1"},
    {"atomic floating-point addition", {"f64 f64 > f64", "st.global.f64 [%po], %a; red.global.add.f64 [%po], %b; ld.volatile.global.f64 %d, [%po];", "red.global.add.f64"}, "1 1 8000000000000001 8000000000000001 7ff8123456789abc 3ff0000000000000 3ff0000000000000 fff8123456789abc 7ff0000000000001 fff8123456789abc 7ff0000000000000 fff0000000000000"},
    {"atomic floating-point addition", {"f64 f64 > f64", "st.shared.f64 [%ps], %a; red.shared.add.f64 [%ps], %b; ld.volatile.shared.f64 %d, [%ps];", "red.shared.add.f64"}, "1 1 8000000000000001 8000000000000001 7ff8123456789abc 3ff0000000000000 3ff0000000000000 fff8123456789abc 7ff0000000000001 fff8123456789abc 7ff0000000000000 fff0000000000000"},
    {"atomic floating-point addition", {"f16 f16 > f16", "st.global.b16 [%po], %a; red.global.add.noftz.f16 [%po], %b; ld.volatile.global.b16 %d, [%po];", "red.global.add.noftz.f16"}, "1 1 8001 8001 7e11 3c00 3c00 fe11 7c00 fc00 3c00 1000 3c01 1000 7bff 4c00"},
    {"atomic floating-point addition", {"bf16 bf16 > bf16", "st.global.b16 [%po], %a; red.global.add.noftz.bf16 [%po], %b; ld.volatile.global.b16 %d, [%po];", "red.global.add.noftz.bf16"}, "1 1 8001 8001 7fd1 3f80 3f80 ffd1 7f80 ff80 3f80 3b80 3f81 3b80 7f7f 7b00"},
    {"atomic floating-point addition", {"f16 f16 > f16", "st.shared.b16 [%ps], %a; red.shared.add.noftz.f16 [%ps], %b; ld.volatile.shared.b16 %d, [%ps];", "red.shared.add.noftz.f16"}, "1 1 8001 8001 7e11 3c00 3c00 fe11 7c00 fc00 3c00 1000 3c01 1000 7bff 4c00"},
    {"atomic floating-point addition", {"bf16 bf16 > bf16", "st.shared.b16 [%ps], %a; red.shared.add.noftz.bf16 [%ps], %b; ld.volatile.shared.b16 %d, [%ps];", "red.shared.add.noftz.bf16"}, "1 1 8001 8001 7fd1 3f80 3f80 ffd1 7f80 ff80 3f80 3b80 3f81 3b80 7f7f 7b00"},
    {"comparisons", {"f32 f32 > pred", "setp<.eq|.ne|.lt|.ltu|.neu|.num|.nan><|.ftz>.f32 %d, %a, %b;"}, "7fc00000 0 7fc00000 7fc00000 0 80000000 1 0 80000001 1 1 2 7f800001 1"},
    {"comparisons", {"f32 f32 f32 > f32", "slct<|.ftz>.f32.f32 %d, %a, %b, %c;"}, "1 2 80000000 1 2 7fc00000 1 2 ffc00000 1 2 80000001 7f800001 ffc00001 0"},
    {"comparisons", {"f32 > pred", "testp<.finite|.infinite|.number|.notanumber|.normal|.subnormal>.f32 %d, %a;"}, "0 80000000 1 800000 7f800000 7fc00000 7f800001 3f800000"},
    {"integer corners", {"b32 > b32", "bfind<|.shiftamt><.u32|.s32> %d, %a;"}, "0 ffffffff 1 80000000 7fffffff"},
    {"integer corners", {"b32 count count > b32", "bfe<.u32|.s32> %d, %a, %b, %c;"}, "80000001 0 0 80000001 1f 1 80000001 20 1 80000001 1f 8 ffffffff 100 4 80000001 ff ff 80000001 1 80000001 f0 4 104"},
    {"integer corners", {"b32 b32 count > b32", "shf<.l|.r><.clamp|.wrap>.b32 %d, %a, %b, %c;"}, "12345678 9abcdef0 0 12345678 9abcdef0 20 12345678 9abcdef0 21 12345678 9abcdef0 4 12345678 9abcdef0 ffffffff"},
    {"integer corners", {"b32 count > b32", "<shl.b32|shr.u32|shr.s32> %d, %a, %b;"}, "80000001 20 80000001 1f 80000001 ffffffff 80000001 100 80000001 21"},
    {"integer corners", {"b32 b32 b32 > b32", "fns.b32 %d, %a, %b, %c;"}, "f0f0 0 0 f0f0 4 1 f0f0 4 ffffffff f0f0 1f ffffffff 0 3 1 f0f0 4 5 ffffffff 1f 1"},
    {"integer corners", {"b32 b32 > b32", "mul24<.lo|.hi><.u32|.s32> %d, %a, %b;"}, "ffffffff ffffffff 1800000 2 800000 800000 ff123456 12345678"},
    {"integer corners", {"b32 b32 > b32", "cvt.pack.sat<.u16|.s16>.s32 %d, %a, %b;"}, "10000 ffffffff ffff8000 7fff 8000 80000000 1 2"},
};

} // namespace gpu
