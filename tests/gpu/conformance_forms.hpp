#pragma once
#include "vector_kernel.hpp"

#include <string>
#include <string_view>
#include <vector>

/// The instruction forms of the conformance vectors, as rows with alternatives: `<a|b>` stands for a form with a and one
/// with b, `<|.ftz>` for one without and one with. Many rows, one expansion.
namespace gpu {

/// A row: the operands' classes, and the body; a body of several instructions has a name, to which the alternatives
/// chosen are added. A body of one instruction is named by it.
struct form_row {
  std::string_view operands, body, name = {};
};

inline constexpr form_row arithmetic_rows[] = {
    {"f32 f32 > f32", "<add|sub|mul><.rn|.rz|.rm|.rp><|.ftz><|.sat>.f32 %d, %a, %b;"},
    {"f32 f32 f32 > f32", "fma<.rn|.rz|.rm|.rp><|.ftz><|.sat>.f32 %d, %a, %b, %c;"},
    {"f32 f32 > f32", "<add|sub|mul><|.ftz><|.sat>.f32 %d, %a, %b;"},
    {"f64 f64 > f64", "<add|sub|mul>.f64 %d, %a, %b;"},
    {"f16 f16 > f16", "<add|sub|mul><|.ftz><|.sat>.f16 %d, %a, %b;"},
    {"f16x2 f16x2 > f16x2", "<add|sub|mul><|.ftz><|.sat>.f16x2 %d, %a, %b;"},
    {"bf16 bf16 > bf16", "<add|sub|mul>.bf16 %d, %a, %b;"},
    {"bf16x2 bf16x2 > bf16x2", "<add|sub|mul>.bf16x2 %d, %a, %b;"},
    {"f32 f32 f32 > f32", "mad<.rn|.rz|.rm|.rp><|.ftz><|.sat>.f32 %d, %a, %b, %c;"},
    {"f64 f64 f64 > f64", "mad<.rn|.rz|.rm|.rp>.f64 %d, %a, %b, %c;"},
    {"f32 f32 > f32", "div<.rn|.rz|.rm|.rp><|.ftz>.f32 %d, %a, %b;"},
    {"f32 > f32", "<rcp|sqrt><.rn|.rz|.rm|.rp><|.ftz>.f32 %d, %a;"},
    {"f64 f64 > f64", "<add|sub|mul|div><.rn|.rz|.rm|.rp>.f64 %d, %a, %b;"},
    {"f64 f64 f64 > f64", "fma<.rn|.rz|.rm|.rp>.f64 %d, %a, %b, %c;"},
    {"f64 > f64", "<rcp|sqrt><.rn|.rz|.rm|.rp>.f64 %d, %a;"},
    {"f16 f16 > f16", "<add|sub|mul>.rn<|.ftz><|.sat>.f16 %d, %a, %b;"},
    {"f16x2 f16x2 > f16x2", "<add|sub|mul>.rn<|.ftz><|.sat>.f16x2 %d, %a, %b;"},
    {"f16 f16 f16 > f16", "fma.rn<|.ftz><|.sat|.relu>.f16 %d, %a, %b, %c;"},
    {"f16x2 f16x2 f16x2 > f16x2", "fma.rn<|.ftz><|.sat|.relu>.f16x2 %d, %a, %b, %c;"},
    {"bf16 bf16 > bf16", "<add|sub|mul>.rn.bf16 %d, %a, %b;"},
    {"bf16x2 bf16x2 > bf16x2", "<add|sub|mul>.rn.bf16x2 %d, %a, %b;"},
    {"bf16 bf16 bf16 > bf16", "fma.rn<|.relu>.bf16 %d, %a, %b, %c;"},
    {"bf16x2 bf16x2 bf16x2 > bf16x2", "fma.rn<|.relu>.bf16x2 %d, %a, %b, %c;"},
    {"f16 f16 f16 > f16", "fma.rn.oob<|.relu>.f16 %d, %a, %b, %c;"},
    {"f16x2 f16x2 f16x2 > f16x2", "fma.rn.oob<|.relu>.f16x2 %d, %a, %b, %c;"},
    {"bf16 bf16 bf16 > bf16", "fma.rn.oob<|.relu>.bf16 %d, %a, %b, %c;"},
    {"bf16x2 bf16x2 bf16x2 > bf16x2", "fma.rn.oob<|.relu>.bf16x2 %d, %a, %b, %c;"},
    {"f32 f32 > f32", "<min|max><|.ftz><|.NaN><|.xorsign.abs>.f32 %d, %a, %b;"},
    {"f64 f64 > f64", "<min|max>.f64 %d, %a, %b;"},
    {"f16 f16 > f16", "<min|max><|.ftz><|.NaN><|.xorsign.abs>.f16 %d, %a, %b;"},
    {"f16x2 f16x2 > f16x2", "<min|max><|.ftz><|.NaN><|.xorsign.abs>.f16x2 %d, %a, %b;"},
    {"bf16 bf16 > bf16", "<min|max><|.NaN><|.xorsign.abs>.bf16 %d, %a, %b;"},
    {"bf16x2 bf16x2 > bf16x2", "<min|max><|.NaN><|.xorsign.abs>.bf16x2 %d, %a, %b;"},
    {"f32 > f32", "<abs|neg><|.ftz>.f32 %d, %a;"},
    {"f64 > f64", "<abs|neg>.f64 %d, %a;"},
    {"f16 > f16", "<abs|neg><|.ftz>.f16 %d, %a;"},
    {"f16x2 > f16x2", "<abs|neg><|.ftz>.f16x2 %d, %a;"},
    {"bf16 > bf16", "<abs|neg>.bf16 %d, %a;"},
    {"bf16x2 > bf16x2", "<abs|neg>.bf16x2 %d, %a;"},
    {"f32 f32 > f32", "copysign.f32 %d, %a, %b;"},
    {"f64 f64 > f64", "copysign.f64 %d, %a, %b;"},
    {"f32 > pred", "testp<.finite|.infinite|.number|.notanumber|.normal|.subnormal>.f32 %d, %a;"},
    {"f64 > pred", "testp<.finite|.infinite|.number|.notanumber|.normal|.subnormal>.f64 %d, %a;"},
    {"f32 f32 > pred",
     "setp<.eq|.ne|.lt|.le|.gt|.ge|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan><|.ftz>.f32 %d, %a, %b;"},
    {"f64 f64 > pred", "setp<.eq|.ne|.lt|.le|.gt|.ge|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan>.f64 %d, %a, %b;"},
    {"f16 f16 > pred", "setp<.eq|.ne|.lt|.le|.gt|.ge|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan><|.ftz>.f16 %d, %a, %b;"},
    {"bf16 bf16 > pred", "setp<.eq|.ne|.lt|.le|.gt|.ge|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan>.bf16 %d, %a, %b;"},
    {"f32 f32 pred > pred", "setp<.lt|.neu><.and|.or|.xor>.f32 %d, %a, %b, <|!>%c;", "setp.f32 "},
    {"f16x2 f16x2 > b32",
     "{ .reg .pred p, q; .reg .b32 x; setp<.lt|.neu>.f16x2 p|q, %a, %b; selp.u32 %d, 1, 0, p; selp.u32 x, 2, 0, q; or.b32 %d, %d, x; }",
     "setp.f16x2"},
    {"f32 f32 > b32", "set<.eq|.lt|.neu|.geu|.num|.nan><|.ftz><.u32|.f32>.f32 %d, %a, %b;"},
    {"f64 f64 > b32", "set<.eq|.lt|.neu|.geu|.num|.nan><.s32|.f32>.f64 %d, %a, %b;"},
    {"f16 f16 > f16", "set<.eq|.lt|.neu|.geu|.num|.nan><|.ftz>.f16.f16 %d, %a, %b;"},
    {"f16x2 f16x2 > b32", "set<.eq|.lt|.neu|.geu|.num|.nan>.f16x2.f16x2 %d, %a, %b;"},
    {"bf16 bf16 > bf16", "set<.eq|.lt|.neu|.geu|.num|.nan>.bf16.bf16 %d, %a, %b;"},
    {"bf16x2 bf16x2 > b32", "set<.eq|.lt|.neu|.geu|.num|.nan>.bf16x2.bf16x2 %d, %a, %b;"},
    {"f16 f16 > b32", "set<.eq|.ltu|.neu><|.ftz>.u32.f16 %d, %a, %b;"},
    {"bf16 bf16 > b32", "set<.eq|.ltu|.neu>.u32.bf16 %d, %a, %b;"},
    {"f16x2 f16x2 > b32", "set<.gt|.leu|.equ><|.ftz>.u32.f16x2 %d, %a, %b;"},
    {"bf16x2 bf16x2 > b32",
     "{ .reg .pred p, q; .reg .b32 x; setp<.lt|.neu>.bf16x2 p|q, %a, %b; selp.u32 %d, 1, 0, p; selp.u32 x, 2, 0, q; or.b32 %d, %d, x; }",
     "setp.bf16x2"},
    {"f32 f32 > b32",
     "{ .reg .pred p, q; .reg .b32 x; setp<.lt|.neu|.geu>.f32 p|q, %a, %b; selp.u32 %d, 1, 0, p; selp.u32 x, 2, 0, q; or.b32 %d, %d, x; }",
     "setp.f32 p|q"},
    {"b16 b16 pred > b16", "selp.b16 %d, %a, %b, %c;"},
    {"b64 b64 pred > b64", "selp.b64 %d, %a, %b, %c;"},
    {"b32 b32 > b32", "set<.eq|.lt|.ge><.u32|.f32>.s32 %d, %a, %b;"},
    {"b32 b32 > b32", "set<.ne|.lo|.hs><.u32|.f32>.u32 %d, %a, %b;"},
    {"f32 f32 pred > b32", "set<.lt|.geu><.and|.or|.xor>.u32.f32 %d, %a, %b, %c;"},
    {"b32 b32 pred > b32", "selp.b32 %d, %a, %b, %c;"},
    {"f32 f32 f32 > f32", "slct<|.ftz>.f32.f32 %d, %a, %b, %c;"},
    {"b64 b64 b32 > b64", "slct.u64.s32 %d, %a, %b, %c;"},
};

inline constexpr form_row approximate_rows[] = {
    {"f32 > f32", "<rcp|rsqrt|sqrt|ex2|lg2|sin|cos>.approx<|.ftz>.f32 %d, %a;"},
    {"f32 > f32", "tanh.approx.f32 %d, %a;"},
    {"f32 f32 > f32", "div<.full|.approx><|.ftz>.f32 %d, %a, %b;"},
    {"f64 > f64", "<rcp|rsqrt>.approx.ftz.f64 %d, %a;"},
    {"f64 > f64", "rsqrt.approx.f64 %d, %a;"},
    {"f16 > f16", "<ex2|tanh>.approx.f16 %d, %a;"},
    {"f16x2 > f16x2", "<ex2|tanh>.approx.f16x2 %d, %a;"},
    {"bf16 > bf16", "<ex2.approx.ftz|tanh.approx>.bf16 %d, %a;"},
    {"bf16x2 > bf16x2", "<ex2.approx.ftz|tanh.approx>.bf16x2 %d, %a;"},
};

inline constexpr form_row conversion_rows[] = {
    {"f32 > f16", "cvt<.rn|.rz|.rm|.rp><|.ftz><|.sat>.f16.f32 %d, %a;"},
    {"f32 > f16", "cvt<.rn|.rz><.relu|.satfinite|.relu.satfinite>.f16.f32 %d, %a;"},
    {"f32 > bf16", "cvt<.rn|.rz><|.relu><|.satfinite>.bf16.f32 %d, %a;"},
    {"f32 > bf16", "cvt<.rm|.rp>.bf16.f32 %d, %a;"},
    {"f32 f32 > f16x2", "cvt<.rn|.rz><|.relu><|.satfinite>.f16x2.f32 %d, %a, %b;"},
    {"f32 f32 > bf16x2", "cvt<.rn|.rz><|.relu><|.satfinite>.bf16x2.f32 %d, %a, %b;"},
    {"f32 f32 > e4m3x2", "cvt.rn.satfinite<|.relu>.e4m3x2.f32 %d, %a, %b;"},
    {"f32 f32 > e5m2x2", "cvt.rn.satfinite<|.relu>.e5m2x2.f32 %d, %a, %b;"},
    {"f16x2 > e4m3x2", "cvt.rn.satfinite<|.relu>.e4m3x2.f16x2 %d, %a;"},
    {"f16x2 > e5m2x2", "cvt.rn.satfinite<|.relu>.e5m2x2.f16x2 %d, %a;"},
    {"e4m3x2 > f16x2", "cvt.rn<|.relu>.f16x2.e4m3x2 %d, %a;"},
    {"e5m2x2 > f16x2", "cvt.rn<|.relu>.f16x2.e5m2x2 %d, %a;"},
    {"f32 > b32", "cvt.rna<|.satfinite>.tf32.f32 %d, %a;"},
    {"f32 > b32", "cvt<.rn|.rz><|.relu>.tf32.f32 %d, %a;"},
    {"f16 > f32", "cvt<|.ftz><|.sat>.f32.f16 %d, %a;"},
    {"bf16 > f32", "cvt.f32.bf16 %d, %a;"},
    {"f16 > f64", "cvt<|.sat>.f64.f16 %d, %a;"},
    {"bf16 > f64", "cvt.f64.bf16 %d, %a;"},
    {"f64 > f16", "cvt<.rn|.rz|.rm|.rp><|.sat>.f16.f64 %d, %a;"},
    {"f64 > bf16", "cvt<.rn|.rz|.rm|.rp>.bf16.f64 %d, %a;"},
    {"f64 > f32", "cvt<.rn|.rz|.rm|.rp><|.ftz><|.sat>.f32.f64 %d, %a;"},
    {"f32 > f64", "cvt<|.ftz><|.sat>.f64.f32 %d, %a;"},
    {"f16 > bf16", "cvt<.rn|.rz|.rm|.rp>.bf16.f16 %d, %a;"},
    {"bf16 > f16", "cvt<.rn|.rz|.rm|.rp>.f16.bf16 %d, %a;"},
    {"f32 > f32", "cvt<|.rni|.rzi|.rmi|.rpi><|.ftz><|.sat>.f32.f32 %d, %a;"},
    {"f64 > f64", "cvt<|.rni|.rzi|.rmi|.rpi><|.sat>.f64.f64 %d, %a;"},
    {"f16 > f16", "cvt<|.rni|.rzi|.rmi|.rpi><|.sat>.f16.f16 %d, %a;"},
    {"bf16 > bf16", "cvt<.rni|.rzi|.rmi|.rpi>.bf16.bf16 %d, %a;"},
    {"f32 > b32", "cvt<.rni|.rzi|.rmi|.rpi><|.ftz><.u8|.s8|.u16|.s16|.u32|.s32>.f32 %d, %a;"},
    {"f32 > b64", "cvt<.rni|.rzi|.rmi|.rpi><|.ftz><.u64|.s64>.f32 %d, %a;"},
    {"f64 > b32", "cvt<.rni|.rzi|.rmi|.rpi><.u8|.s8|.u16|.s16|.u32|.s32>.f64 %d, %a;"},
    {"f64 > b64", "cvt<.rni|.rzi|.rmi|.rpi><.u64|.s64>.f64 %d, %a;"},
    {"f16 > b32", "cvt<.rni|.rzi|.rmi|.rpi><.u8|.s8|.u16|.s16|.u32|.s32>.f16 %d, %a;"},
    {"f16 > b64", "cvt<.rni|.rzi|.rmi|.rpi><.u64|.s64>.f16 %d, %a;"},
    {"bf16 > b16", "cvt<.rni|.rzi|.rmi|.rpi><.u16|.s16>.bf16 %d, %a;"},
    {"bf16 > b32", "cvt<.rni|.rzi|.rmi|.rpi><.u32|.s32>.bf16 %d, %a;"},
    {"bf16 > b64", "cvt<.rni|.rzi|.rmi|.rpi><.u64|.s64>.bf16 %d, %a;"},
    {"b8 > f32", "cvt<.rn|.rz|.rm|.rp>.f32<.u8|.s8> %d, %a;"},
    {"b16 > f32", "cvt<.rn|.rz|.rm|.rp>.f32<.u16|.s16> %d, %a;"},
    {"b32 > f32", "cvt<.rn|.rz|.rm|.rp><|.sat>.f32<.u32|.s32> %d, %a;"},
    {"b64 > f32", "cvt<.rn|.rz|.rm|.rp><|.sat>.f32<.u64|.s64> %d, %a;"},
    {"b32 > f64", "cvt<.rn|.rz|.rm|.rp>.f64<.u32|.s32> %d, %a;"},
    {"b64 > f64", "cvt<.rn|.rz|.rm|.rp><|.sat>.f64<.u64|.s64> %d, %a;"},
    {"b8 > f16", "cvt<.rn|.rz|.rm|.rp>.f16<.u8|.s8> %d, %a;"},
    {"b16 > f16", "cvt<.rn|.rz|.rm|.rp>.f16<.u16|.s16> %d, %a;"},
    {"b32 > f16", "cvt<.rn|.rz|.rm|.rp>.f16<.u32|.s32> %d, %a;"},
    {"b64 > f16", "cvt<.rn|.rz|.rm|.rp>.f16<.u64|.s64> %d, %a;"},
    {"b16 > bf16", "cvt<.rn|.rz|.rm|.rp>.bf16<.u16|.s16> %d, %a;"},
    {"b32 > bf16", "cvt<.rn|.rz|.rm|.rp>.bf16<.u32|.s32> %d, %a;"},
    {"b64 > bf16", "cvt<.rn|.rz|.rm|.rp>.bf16<.u64|.s64> %d, %a;"},
    {"b32 > b32", "cvt<|.sat><.u8|.s8|.u16|.s16><.u32|.s32> %d, %a;"},
    {"b32 > b32", "cvt.sat<.u32.s32|.s32.u32> %d, %a;"},
    {"b64 > b32", "cvt<|.sat><.u8|.s8|.u16|.s16|.u32|.s32><.u64|.s64> %d, %a;"},
    {"b16 > b32", "cvt<|.sat><.u8|.s8><.u16|.s16> %d, %a;"},
    {"b16 > b32", "cvt<.u32|.s32><.u16|.s16> %d, %a;"},
    {"b8 > b32", "cvt<.u8|.s8|.u16|.s16|.u32|.s32><.u8|.s8> %d, %a;"},
    {"b8 > b32", "cvt.sat<.u8.s8|.s8.u8> %d, %a;"},
    {"b32 > b64", "cvt<.u64|.s64><.u32|.s32> %d, %a;"},
    {"b64 > b64", "cvt.sat<.u64.s64|.s64.u64> %d, %a;"},
    {"b32 b32 > b32", "cvt.pack.sat<.u16|.s16>.s32 %d, %a, %b;"},
    {"b32 b32 b32 > b32", "cvt.pack.sat<.u8|.s8>.s32.b32 %d, %a, %b, %c;"},
};

inline constexpr form_row integer_rows[] = {
    {"b32 b32 > b32", "<add|sub><.s32|.sat.s32> %d, %a, %b;"},
    {"b32 b32 > b32", "<add|min|max><.s16x2|.u16x2> %d, %a, %b;"},
    {"b32 b32 > b32", "<min|max><.relu.s32|.relu.s16x2> %d, %a, %b;"},
    {"b16 b16 > b16", "<add|sub|mul.lo|mul.hi|min|max|div|rem><.u16|.s16> %d, %a, %b;"},
    {"b32 b32 > b32", "<mul.lo|mul.hi|mul24.lo|mul24.hi|min|max|div|rem><.u32|.s32> %d, %a, %b;"},
    {"b64 b64 > b64", "<add|sub|mul.lo|mul.hi|min|max|div|rem><.u64|.s64> %d, %a, %b;"},
    {"b32 b32 > b64", "mul.wide<.u32|.s32> %d, %a, %b;"},
    {"b16 b16 > b32", "mul.wide<.u16|.s16> %d, %a, %b;"},
    {"b32 b32 b32 > b32", "mad<.lo|.hi><.u32|.s32> %d, %a, %b, %c;"},
    {"b32 b32 b32 > b32", "<mad.hi.sat|mad24.hi.sat>.s32 %d, %a, %b, %c;"},
    {"b32 b32 b32 > b32", "mad24<.lo|.hi><.u32|.s32> %d, %a, %b, %c;"},
    {"b64 b64 b64 > b64", "mad<.lo|.hi><.u64|.s64> %d, %a, %b, %c;"},
    {"b16 b16 b16 > b16", "mad<.lo|.hi><.u16|.s16> %d, %a, %b, %c;"},
    {"b32 b32 b64 > b64", "mad.wide<.u32|.s32> %d, %a, %b, %c;"},
    {"b16 b16 b32 > b32", "mad.wide<.u16|.s16> %d, %a, %b, %c;"},
    {"b32 b32 b32 > b32", "sad<.u32|.s32> %d, %a, %b, %c;"},
    {"b64 b64 b64 > b64", "sad<.u64|.s64> %d, %a, %b, %c;"},
    {"b16 b16 b16 > b16", "sad<.u16|.s16> %d, %a, %b, %c;"},
    {"b16 > b16", "<abs|neg>.s16 %d, %a;"},
    {"b32 > b32", "<abs|neg>.s32 %d, %a;"},
    {"b64 > b64", "<abs|neg>.s64 %d, %a;"},
    {"b32 > b32", "<popc|clz|brev|not|cnot>.b32 %d, %a;"},
    {"b64 > b32", "<popc|clz>.b64 %d, %a;"},
    {"b64 > b64", "<brev|not|cnot>.b64 %d, %a;"},
    {"b32 > b32", "bfind<|.shiftamt><.u32|.s32> %d, %a;"},
    {"b64 > b32", "bfind<|.shiftamt><.u64|.s64> %d, %a;"},
    {"b32 b32 b32 > b32", "{ .reg .b32 x, y; and.b32 x, %b, 31; shl.b32 y, %c, 26; shr.s32 y, y, 26; fns.b32 %d, %a, x, y; }", "fns.b32"},
    {"b32 b32 > b32", "<and|or|xor>.b32 %d, %a, %b;"},
    {"b64 b64 > b64", "<and|or|xor>.b64 %d, %a, %b;"},
    {"b16 count > b16", "<shl.b16|shr.u16|shr.s16|shr.b16> %d, %a, %b;"},
    {"b32 count > b32", "<shl.b32|shr.u32|shr.s32|shr.b32> %d, %a, %b;"},
    {"b64 count > b64", "<shl.b64|shr.u64|shr.s64|shr.b64> %d, %a, %b;"},
    {"b32 b32 count > b32", "shf<.l|.r><.clamp|.wrap>.b32 %d, %a, %b, %c;"},
    {"b32 b32 b32 > b32", "lop3.b32 %d, %a, %b, %c, <0x96|0xe8|0xca|0x1b|0x2d|0x80|0xfe|0x01|0x6a>;", "lop3.b32."},
    {"b32 b32 b32 > b64",
     "{ .reg .pred p, q; .reg .b32 x, y; setp.lt.s32 q, %a, 0; lop3<.or|.and>.b32 x|p, %a, %b, %c, 0x1e, q; selp.u32 y, 1, 0, p; mov.b64 %d, {x, y}; }",
     "lop3 with predicate"},
    {"b64 > b64", "{ .reg .b32 x, y; mov.b64 {x, y}, %a; mov.b64 %d, {y, x}; }", "mov.b64 unpack and pack"},
    {"b32 > b32", "{ .reg .b16 x, y; mov.b32 {x, y}, %a; mov.b32 %d, {y, x}; }", "mov.b32 unpack and pack"},
    {"b16 b16 > b16", "<and|or|xor>.b16 %d, %a, %b;"},
    {"b16 > b16", "<not|cnot>.b16 %d, %a;"},
    {"b32 b32 b32 > b32", "prmt.b32 %d, %a, %b, %c;"},
    {"b32 b32 b32 > b32", "prmt.b32<.f4e|.b4e|.rc8|.ecl|.ecr|.rc16> %d, %a, %b, %c;"},
    {"b32 count count > b32", "bfe<.u32|.s32> %d, %a, %b, %c;"},
    {"b64 count count > b64", "bfe<.u64|.s64> %d, %a, %b, %c;"},
    {"b32 b32 b32 > b32",
     "{ .reg .b32 p, l; and.b32 p, %c, <63|255>; bfe.u32 l, %c, 8, <6|8>; bfi.b32 %d, %a, %b, p, l; }", "bfi.b32 "},
    {"b64 b64 b32 > b64",
     "{ .reg .b32 p, l; and.b32 p, %c, <127|255>; bfe.u32 l, %c, 8, <7|8>; bfi.b64 %d, %a, %b, p, l; }", "bfi.b64 "},
    {"count count > b32", "bmsk<.clamp|.wrap>.b32 %d, %a, %b;"},
    {"b32 count > b32", "szext<.clamp|.wrap><.u32|.s32> %d, %a, %b;"},
    {"b32 b32 b32 > b32", "dp4a<.u32|.s32><.u32|.s32> %d, %a, %b, %c;"},
    {"b32 b32 b32 > b32", "dp2a<.lo|.hi><.u32|.s32><.u32|.s32> %d, %a, %b, %c;"},
    {"b64 b64 > b64",
     "{ .reg .b32 x, y, z, w; mov.b64 {x, y}, %a; mov.b64 {z, w}, %b; <add.cc.u32 x, x, z; addc.cc.u32 y, y, w; addc.u32 w, 0, 0|sub.cc.u32 x, x, z; subc.cc.u32 y, y, w; subc.u32 w, 0, 0>; xor.b32 x, x, w; mov.b64 %d, {x, y}; }",
     "carry chain 32: "},
    {"b64 b64 > b64",
     "{ .reg .b64 x, y; <add.cc.u64 x, %a, %b; addc.u64 y, %a, 0|sub.cc.u64 x, %a, %b; subc.u64 y, %b, 0>; shl.b64 y, y, 1; xor.b64 %d, x, y; }",
     "carry chain 64: "},
    {"b32 b32 b64 > b64",
     "{ .reg .b32 x, y; mov.b64 {x, y}, %c; mad.lo.cc.u32 x, %a, %b, x; madc.hi.u32 y, %a, %b, y; mov.b64 %d, {x, y}; }",
     "mad.lo.cc.u32 madc.hi.u32"},
    {"b32 b32 b64 > b64",
     "{ .reg .b32 x, y; mov.b64 {x, y}, %c; mad.lo.cc.s32 x, %a, %b, x; madc.hi.s32 y, %a, %b, y; mov.b64 %d, {x, y}; }",
     "mad.lo.cc.s32 madc.hi.s32"},
    {"b32 b32 > pred", "setp<.eq|.ne|.lo|.ls|.hi|.hs>.u32 %d, %a, %b;"},
    {"b32 b32 > pred", "setp<.lt|.le|.gt|.ge>.s32 %d, %a, %b;"},
    {"b64 b64 > pred", "setp<.lt|.ge>.s64 %d, %a, %b;"},
    {"b64 b64 > pred", "setp<.lo|.hs>.u64 %d, %a, %b;"},
    {"b16 b16 > pred", "setp<.lt.s16|.ge.u16|.eq.b16> %d, %a, %b;"},
};

inline constexpr form_row warp_rows[] = {
    {"b32 b32 shuffle > b64",
     "{ .reg .pred p; .reg .b32 r, q; shfl.sync<.up|.down|.bfly|.idx>.b32 r|p, %a, %b, %c, 0xffffffff; selp.u32 q, 1, 0, p; mov.b64 %d, {r, q}; }",
     "shfl.sync"},
    {"pred > pred", "vote.sync<.all|.any|.uni>.pred %d, %a, 0xffffffff;"},
    {"pred > b32", "vote.sync.ballot.b32 %d, %a, 0xffffffff;"},
    {"b32 > b32", "{ .reg .b32 x; and.b32 x, %a, 3; match.any.sync.b32 %d, x, 0xffffffff; }", "match.any.sync.b32"},
    {"b64 > b32", "{ .reg .b64 x; and.b64 x, %a, 0x100000001; match.any.sync.b64 %d, x, 0xffffffff; }", "match.any.sync.b64"},
    {"b32 > b64",
     "{ .reg .pred p; .reg .b32 x, m, q; popc.b32 x, %a; shr.u32 x, x, 5; match.all.sync.b32 m|p, x, 0xffffffff; selp.u32 q, 1, 0, p; mov.b64 %d, {m, q}; }",
     "match.all.sync.b32"},
    {"b32 > b32", "redux.sync<.add.u32|.add.s32|.min.u32|.min.s32|.max.u32|.max.s32|.and.b32|.or.b32|.xor.b32> %d, %a, 0xffffffff;"},
    {"b32 > b64",
     "{ .reg .pred p; .reg .b32 r, q; elect.sync r|p, 0xffffffff; selp.u32 q, 1, 0, p; mov.b64 %d, {r, q}; }",
     "elect.sync"},
    {"b32 > b64",
     "{ .reg .pred p; .reg .b32 r, q; shfl.sync.bfly.b32 r|p, %a, 1, 0x1f, 0xffffffff; selp.u32 q, 1, 0, p; mov.b64 %d, {r, q}; }",
     "shfl.sync.bfly immediate"},
    {"pred > b64",
     "{ .reg .pred p, q; .reg .b32 x, y; barrier.cta.red.popc.u32 x, 0, %a; barrier.cta.red.and.pred p, 0, %a; barrier.cta.red.or.pred q, 0, %a; selp.u32 y, 1, 0, p; @q add.u32 y, y, 2; mov.b64 %d, {x, y}; }",
     "barrier.cta.red"},
};

inline constexpr form_row atomic_rows[] = {
    {"f32 f32 > f32", "st.global.f32 [%po], %a; red.global.add.f32 [%po], %b; ld.volatile.global.f32 %d, [%po];", "red.global.add.f32"},
    {"f32 f32 > f32", "{ .reg .f32 x; st.global.f32 [%po], %a; atom.global.add.f32 x, [%po], %b; ld.volatile.global.f32 %d, [%po]; }", "atom.global.add.f32"},
    {"f32 f32 > f32", "{ .reg .f32 x; st.global.f32 [%po], %a; atom.global.add.f32 %d, [%po], %b; }", "atom.global.add.f32 (old value)"},
    {"f32 f32 > f32", "st.shared.f32 [%ps], %a; red.shared.add.f32 [%ps], %b; ld.volatile.shared.f32 %d, [%ps];", "red.shared.add.f32"},
    {"f32 f32 > f32", "{ .reg .f32 x; st.shared.f32 [%ps], %a; atom.shared.add.f32 x, [%ps], %b; ld.volatile.shared.f32 %d, [%ps]; }", "atom.shared.add.f32"},
    {"f64 f64 > f64", "st.global.f64 [%po], %a; red.global.add.f64 [%po], %b; ld.volatile.global.f64 %d, [%po];", "red.global.add.f64"},
    {"f64 f64 > f64", "st.shared.f64 [%ps], %a; red.shared.add.f64 [%ps], %b; ld.volatile.shared.f64 %d, [%ps];", "red.shared.add.f64"},
    {"f16 f16 > f16", "st.global.b16 [%po], %a; red.global.add.noftz.f16 [%po], %b; ld.volatile.global.b16 %d, [%po];", "red.global.add.noftz.f16"},
    {"f16 f16 > f16", "st.shared.b16 [%ps], %a; red.shared.add.noftz.f16 [%ps], %b; ld.volatile.shared.b16 %d, [%ps];", "red.shared.add.noftz.f16"},
    {"f16x2 f16x2 > f16x2", "st.global.b32 [%po], %a; red.global.add.noftz.f16x2 [%po], %b; ld.volatile.global.b32 %d, [%po];", "red.global.add.noftz.f16x2"},
    {"f16x2 f16x2 > f16x2", "st.shared.b32 [%ps], %a; red.shared.add.noftz.f16x2 [%ps], %b; ld.volatile.shared.b32 %d, [%ps];", "red.shared.add.noftz.f16x2"},
    {"bf16 bf16 > bf16", "st.global.b16 [%po], %a; red.global.add.noftz.bf16 [%po], %b; ld.volatile.global.b16 %d, [%po];", "red.global.add.noftz.bf16"},
    {"bf16 bf16 > bf16", "st.shared.b16 [%ps], %a; red.shared.add.noftz.bf16 [%ps], %b; ld.volatile.shared.b16 %d, [%ps];", "red.shared.add.noftz.bf16"},
    {"bf16x2 bf16x2 > bf16x2", "st.global.b32 [%po], %a; red.global.add.noftz.bf16x2 [%po], %b; ld.volatile.global.b32 %d, [%po];", "red.global.add.noftz.bf16x2"},
    {"bf16x2 bf16x2 > bf16x2", "st.shared.b32 [%ps], %a; red.shared.add.noftz.bf16x2 [%ps], %b; ld.volatile.shared.b32 %d, [%ps];", "red.shared.add.noftz.bf16x2"},
    {"b64 b64 > b64", "{ .reg .f32 x, y; mov.b64 {x, y}, %b; st.global.b64 [%po], %a; red.global.v2.f32.add [%po], {x, y}; ld.volatile.global.b64 %d, [%po]; }", "red.global.v2.f32.add"},
    {"b64 b64 > b64", "{ .reg .b32 x, y; mov.b64 {x, y}, %b; st.global.b64 [%po], %a; red.global.v2.f16x2.add.noftz [%po], {x, y}; ld.volatile.global.b64 %d, [%po]; }", "red.global.v2.f16x2.add.noftz"},
    {"b64 b64 > b64", "{ .reg .b32 x, y; mov.b64 {x, y}, %b; st.global.b64 [%po], %a; red.global.v2.bf16x2.add.noftz [%po], {x, y}; ld.volatile.global.b64 %d, [%po]; }", "red.global.v2.bf16x2.add.noftz"},
    {"b32 b32 > b32", "st.global.b32 [%po], %a; red.global<.add.u32|.min.u32|.min.s32|.max.u32|.max.s32|.inc.u32|.dec.u32|.and.b32|.or.b32|.xor.b32> [%po], %b; ld.volatile.global.b32 %d, [%po];", "red.global"},
    {"b32 b32 > b32", "st.shared.b32 [%ps], %a; red.shared<.add.u32|.min.u32|.min.s32|.max.u32|.max.s32|.inc.u32|.dec.u32|.and.b32|.or.b32|.xor.b32> [%ps], %b; ld.volatile.shared.b32 %d, [%ps];", "red.shared"},
    {"b64 b64 > b64", "st.global.b64 [%po], %a; red.global<.add.u64|.min.u64|.min.s64|.max.u64|.max.s64|.and.b64|.or.b64|.xor.b64> [%po], %b; ld.volatile.global.b64 %d, [%po];", "red.global"},
    {"b32 b32 b32 > b32", "{ .reg .b32 x; st.global.b32 [%po], %a; atom.global.cas.b32 x, [%po], %b, %c; ld.volatile.global.b32 %d, [%po]; }", "atom.global.cas.b32"},
    {"b16 b16 b16 > b16", "{ .reg .b16 x; st.global.b16 [%po], %a; atom.global.cas.b16 x, [%po], %b, %c; ld.volatile.global.b16 %d, [%po]; }", "atom.global.cas.b16"},
    {"b64 b64 > b64", "{ .reg .b64 x; st.global.b64 [%po], %a; atom.global.exch.b64 x, [%po], %b; ld.volatile.global.b64 %d, [%po]; xor.b64 %d, %d, x; }", "atom.global.exch.b64"},
    {"b32 b32 > b32", "st.global.b32 [%po], %a; atom.global<.add.u32|.min.s32|.max.u32|.inc.u32|.dec.u32|.and.b32|.exch.b32> %d, [%po], %b;", "atom.global (old value)"},
    {"b32 b32 > b32", "st.shared.b32 [%ps], %a; atom.shared<.add.u32|.min.s32|.max.u32|.inc.u32|.dec.u32|.and.b32|.exch.b32> %d, [%ps], %b;", "atom.shared (old value)"},
    {"b64 b64 > b64", "st.shared.b64 [%ps], %a; red.shared<.add.u64|.min.s64|.max.u64> [%ps], %b; ld.volatile.shared.b64 %d, [%ps];", "red.shared"},
    {"f16x2 f16x2 > f16x2", "st.global.b32 [%po], %a; atom.global.add.noftz.f16x2 %d, [%po], %b;", "atom.global.add.noftz.f16x2 (old value)"},
    {"b32 b32 b32 > b32", "st.shared.b32 [%ps], %a; atom.shared.cas.b32 %d, [%ps], %b, %c; ld.volatile.shared.b32 %d, [%ps];", "atom.shared.cas.b32"},
    {"f32 f32 f32 > f32", "{ .reg .f32 x; st.global.f32 [%po], %a; atom.global.add.f32 x, [%po], %b; atom.global.add.f32 x, [%po], %c; ld.volatile.global.f32 %d, [%po]; }", "atom.global.add.f32 twice"},
};

namespace detail {

/// Every choice of the alternatives in `body`; `chosen` collects their texts.
inline void expand(std::string body, std::string chosen, std::vector<std::pair<std::string, std::string>>& out) {
  const std::size_t open = body.find('<');
  if (open == std::string::npos) return out.emplace_back(std::move(body), std::move(chosen)), void();
  const std::size_t close = body.find('>', open);
  std::string_view choices = std::string_view(body).substr(open + 1, close - open - 1);
  for (;;) {
    const std::size_t bar = choices.find('|');
    const std::string pick(choices.substr(0, bar));
    expand(body.substr(0, open) + pick + body.substr(close + 1), chosen + (pick.find(' ') == std::string::npos ? pick : pick.substr(0, pick.find(' '))), out);
    if (bar == std::string_view::npos) return;
    choices.remove_prefix(bar + 1);
  }
}

inline void append(const form_row& row, std::vector<vector_form>& forms) {
  std::vector<std::pair<std::string, std::string>> bodies;
  expand(std::string(row.body), {}, bodies);
  for (auto& [body, chosen] : bodies) {
    vector_form form;
    form.name = row.name.empty() ? body.substr(0, body.find(' ')) : std::string(row.name) + chosen;
    form.body = body;
    std::size_t at = 0;
    bool output = false;
    while (at < row.operands.size()) {
      const std::size_t end = std::min(row.operands.find(' ', at), row.operands.size());
      const std::string_view word = row.operands.substr(at, end - at);
      at = end + 1;
      if (word == ">") { output = true; continue; }
      for (const class_name& c : class_names)
        if (c.name == word) output ? void(form.output = c.value) : form.inputs.push_back(c.value);
    }
    forms.push_back(std::move(form));
  }
}

} // namespace detail

/// Every form of `rows`.
template <std::size_t N>
std::vector<vector_form> expand(const form_row (&rows)[N]) {
  std::vector<vector_form> forms;
  for (const form_row& row : rows) detail::append(row, forms);
  return forms;
}

} // namespace gpu
