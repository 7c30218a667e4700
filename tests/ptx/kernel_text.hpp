#pragma once
#include <fpcheck/ptx/parse.hpp>

#include <string>
#include <string_view>

namespace fpcheck::ptx::test {

/// A module with one kernel `k (a, n)` around `body`; the first line of the body is line 8.
inline std::string kernel_text(std::string_view body) {
  return ".version 9.0\n.target sm_90a\n.address_size 64\n.visible .entry k (.param .u64 a, .param .u32 n)\n{\n"
         ".reg .pred %p<10>; .reg .b16 %h<20>; .reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .f32 %f<20>; .reg .f64 "
         "%fd<20>;\n"
         ".reg .s32 %s<4>; .reg .u32 %u<4>; .reg .b128 %q<4>;\n" +
         std::string(body) + "\n}\n";
}

/// That module, parsed.
inline result<module> parse_kernel(std::string_view body) {
  return parse(kernel_text(body), "t.ptx");
}

} // namespace fpcheck::ptx::test
