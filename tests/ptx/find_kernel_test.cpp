#include <fpcheck/ptx/find_kernel.hpp>

#include <gmock/gmock.h>

namespace fpcheck::ptx {
namespace {

using testing::HasSubstr;

module with_kernels(const std::vector<std::string>& names) {
  module m;
  m.file = "m.ptx";
  for (const std::string& name : names) {
    function f;
    f.name = name;
    f.is_entry = f.has_body = true;
    m.functions.push_back(f);
  }
  function device;
  device.name = "_Z6devicef";
  device.has_body = true;
  m.functions.push_back(device);
  return m;
}

// softmax(float*, float const*, int); void ns::scale<float, 4>(float*); void ns::scale<double, 4>(double*); plain;
// (anonymous namespace)::hidden(int)
const module kernels = with_kernels({"_Z7softmaxPfPKfi", "_ZN2ns5scaleIfLi4EEEvPT_", "_ZN2ns5scaleIdLi4EEEvPT_",
                                     "plain", "_ZN12_GLOBAL__N_16hiddenEi"});

TEST(demangle, gives_source_names) {
  EXPECT_EQ(demangle("_Z7softmaxPfPKfi"), "softmax(float*, float const*, int)");
  EXPECT_EQ(demangle("plain"), "plain");
  EXPECT_EQ(demangle("_Znonsense"), "_Znonsense");
}

TEST(find_kernel, numbers_of_templates_need_no_suffix) {
  const module m = with_kernels({"_Z1kILj256ELi4EEvPf", "_Z1kILj128ELi4EEvPf", "_Z4x86uPf"}); // k<256u, 4>, k<128u, 4>, x86u
  EXPECT_EQ(find_kernel(m, "k<256, 4>").value(), 0u);
  EXPECT_EQ(find_kernel(m, "k<128u, 4>").value(), 1u);
  EXPECT_EQ(find_kernel(m, "x86u").value(), 2u);
  EXPECT_FALSE(find_kernel(m, "k<25, 4>"));
}

struct query {
  const char* text;
  index expected;
};

class finds : public testing::TestWithParam<query> {};

TEST_P(finds, the_kernel) {
  const auto found = find_kernel(kernels, GetParam().text);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(*found, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(names, finds,
                         testing::Values(query{"_Z7softmaxPfPKfi", 0}, query{"softmax", 0}, query{"softmax(float*", 0},
                                         query{"soft", 0}, query{"ns::scale<float, 4>", 1}, query{"scale<double", 2},
                                         query{"plain", 3}, query{"hidden", 4}, query{"regex:^plain$", 3},
                                         query{"regex:scale<d", 2}));

TEST(find_kernel, several_are_listed) {
  const auto found = find_kernel(kernels, "ns::scale");
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("2 kernels"));
  EXPECT_THAT(found.error().hint, HasSubstr("scale<double, 4>"));
  EXPECT_FALSE(find_kernel(kernels, ""));
  EXPECT_FALSE(find_kernel(kernels, "regex:s"));
}

TEST(find_kernel, a_wrong_name_gets_a_suggestion) {
  const auto found = find_kernel(kernels, "sofmtax");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "no kernel 'sofmtax' in m.ptx");
  EXPECT_THAT(found.error().hint, HasSubstr("did you mean 'softmax'"));
}

TEST(find_kernel, the_only_one_needs_no_name) {
  const auto found = find_kernel(with_kernels({"one"}), "");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, 0u);
  EXPECT_FALSE(find_kernel(with_kernels({}), ""));
}

TEST(find_kernel, device_functions_are_no_kernels) {
  EXPECT_FALSE(find_kernel(kernels, "device"));
}

TEST(find_kernel, a_malformed_pattern_is_told) {
  for (const char* pattern : {"regex:(", "regex:[a", "regex:*"}) {
    const auto found = find_kernel(kernels, pattern);
    ASSERT_FALSE(found) << pattern;
    EXPECT_THAT(found.error().message, HasSubstr("malformed pattern")) << pattern;
  }
}

TEST(find_kernel, a_shorter_name_is_not_taken_for_a_longer_one) {
  const auto found = find_kernel(with_kernels({"_Z4scanPf", "_Z6scan_bPf"}), "scan");
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(*found, 0u);
}

} // namespace
} // namespace fpcheck::ptx
