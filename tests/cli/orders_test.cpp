// Atomic sums under --tol bitwise: the orders that are tried are those that show most, not only those that a seed happens to draw.
#include "session.hpp"

namespace fpcheck::cli {
namespace {

constexpr const char* sum_ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry sum(.param .u64 p0, .param .u64 p1)
{
  .reg .f32 %x; .reg .b32 %i, %c, %n; .reg .b64 %a, %b, %o;
  ld.param.u64 %a, [p0]; ld.param.u64 %b, [p1];
  mov.u32 %i, %tid.x; mov.u32 %c, %ctaid.x; mov.u32 %n, %ntid.x; mad.lo.s32 %i, %c, %n, %i;
  mul.wide.u32 %o, %i, 4; add.u64 %a, %a, %o;
  ld.global.f32 %x, [%a];
  red.global.add.f32 [%b], %x;
  ret;
}
)";

class orders : public session {
protected:
  std::string ptx_ = write("sum.ptx", sum_ptx);
  /// 96 addends in three blocks: `first` of all threads of the first one, and so on.
  outcome sum(const std::string& first, const std::string& second, const std::string& third, const std::vector<std::string>& more) {
    std::string values;
    for (const std::string& v : {first, second, third})
      for (int k = 0; k < 32; ++k) values += (values.empty() ? "" : ",") + v;
    std::vector<std::string> words{"run", ptx_, "-l", "3, 32", "0=[" + values + "]", "1=inout:zeros:1"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words);
  }
};

TEST_F(orders, bits_that_only_a_sorted_order_changes_are_found) {
  for (const char* seed : {"0", "1", "2", "3"}) {
    const auto r = sum("1e8", "1", "-1e8", {"--tol", "bitwise", "--seed", seed});
    EXPECT_EQ(r.code, exit_code::findings) << seed << r.out;
    EXPECT_NE(r.out.find("[order-sensitive]"), std::string::npos) << seed << r.out;
  }
}

TEST_F(orders, sums_that_no_order_changes_pass) {
  const auto r = sum("3", "0.5", "-2", {"--tol", "bitwise"});
  EXPECT_EQ(r.code, exit_code::passed) << r.out;
}

TEST_F(orders, what_the_inputs_last_bits_explain_is_no_finding_where_no_bits_are_asked_for) {
  const auto r = sum("1e8", "1", "-1e8", {});
  EXPECT_EQ(r.code, exit_code::passed) << r.out;
}

} // namespace
} // namespace fpcheck::cli
