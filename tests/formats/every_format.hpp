#pragma once
#include <fpcheck/formats/basic_float.hpp>

#include <gtest/gtest.h>

#include <string>

namespace fpcheck {

/// All formats of at most 19 bits: those that tests enumerate.
using enumerable_formats =
    ::testing::Types<tf32_format, f16_format, bf16_format, e5m2_format, e4m3fn_format, e4m3_format, e3m4_format,
                     e4m3fnuz_format, e5m2fnuz_format, e4m3b11fnuz_format, e2m3fn_format, e3m2fn_format, e2m1fn_format,
                     e8m0fnu_format, ue4m3_format, ue5m3_format>;

/// Names for typed tests.
struct format_names {
  template <class Tag>
  static std::string GetName(int) {
#define FPCHECK_FORMAT(name, ...)                                                                                      \
  if (std::is_same_v<Tag, name##_format>) return #name;
#include <fpcheck/formats/formats.def>
    return "other";
  }
};

} // namespace fpcheck
