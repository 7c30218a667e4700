#include <fpcheck/launch/signature.hpp>

#include <gtest/gtest.h>

namespace fpcheck::launch {
namespace {

using tensor::dtype;

kernel_signature only(const std::string& source) {
  const auto found = scan_signatures(source, "k.cu");
  EXPECT_EQ(found.kernels.size(), 1u) << source;
  return found.kernels.empty() ? kernel_signature{} : found.kernels[0];
}

TEST(signature, plain_kernel) {
  const auto k = only("// a comment with __global__ void no(int x)\n#include <x.h>\nextern \"C\" __global__ "
                      "void\nsoftmax(const float* __restrict__ inp, "
                      "float *out, int N, unsigned long long C = 4) { int y; }");
  EXPECT_EQ(k.name, "softmax");
  EXPECT_EQ(k.where.line, 4u);
  ASSERT_EQ(k.parameters.size(), 4u);
  EXPECT_EQ(k.parameters[0].name, "inp");
  EXPECT_TRUE(k.parameters[0].type.pointee_const);
  EXPECT_EQ(k.parameters[0].type.element, dtype::f32);
  EXPECT_EQ(k.parameters[0].type.pointers, 1);
  EXPECT_FALSE(k.parameters[1].type.pointee_const);
  EXPECT_EQ(k.parameters[2].type.element, dtype::i32);
  EXPECT_FALSE(k.parameters[2].type.is_pointer());
  EXPECT_EQ(k.parameters[3].name, "C");
  EXPECT_EQ(k.parameters[3].type.element, dtype::u64);
}

TEST(signature, types) {
  const std::pair<const char*, dtype> cases[] = {{"half", dtype::f16},           {"const __half", dtype::f16},
                                                 {"__nv_bfloat16", dtype::bf16}, {"__nv_fp8_e4m3", dtype::e4m3fn},
                                                 {"__nv_fp8_e5m2", dtype::e5m2}, {"unsigned", dtype::u32},
                                                 {"unsigned char", dtype::u8},   {"signed char", dtype::i8},
                                                 {"long long", dtype::i64},      {"long", dtype::i64},
                                                 {"std::size_t", dtype::u64},    {"size_t", dtype::u64},
                                                 {"uint16_t", dtype::u16},       {"bool", dtype::boolean},
                                                 {"double", dtype::f64},         {"short int", dtype::i16},
                                                 {"at::BFloat16", dtype::bf16},  {"c10::Half", dtype::f16}};
  for (const auto& [text, type] : cases) {
    EXPECT_EQ(parse_type(text).element, type) << text;
    const auto k = only(std::string("__global__ void k(") + text + " x, " + text + " const* y, " + text +
                        "* __restrict__ const z)");
    ASSERT_EQ(k.parameters.size(), 3u) << text;
    EXPECT_EQ(k.parameters[0].name, "x") << text;
    EXPECT_EQ(k.parameters[0].type.element, type) << text;
    EXPECT_EQ(k.parameters[1].name, "y") << text;
    EXPECT_TRUE(k.parameters[1].type.pointee_const) << text;
    EXPECT_EQ(k.parameters[2].name, "z") << text;
    EXPECT_EQ(k.parameters[2].type.element, type) << text;
  }
  EXPECT_EQ(parse_type("float4 const*").lanes, 4u);
  EXPECT_EQ(parse_type("half2").lanes, 2u);
  EXPECT_EQ(parse_type("void*").element, std::nullopt);
  EXPECT_EQ(parse_type("float const* const*").pointers, 2);
}

TEST(signature, templates_attributes_and_arrays) {
  const auto k = only("template <typename T, int BLOCK = (4 > 3), class U = float>\n__global__ void "
                      "__launch_bounds__(BLOCK, 2) k(T* x, const U y[], "
                      "std::pair<int, float> p, int) {}\ntemplate __global__ void k<float, 8>(float*, const float*, "
                      "std::pair<int, float>, int);");
  EXPECT_EQ(k.template_parameters, (std::vector<std::string>{"T", "BLOCK", "U"}));
  ASSERT_EQ(k.parameters.size(), 4u);
  EXPECT_EQ(k.parameters[0].type.element, std::nullopt);
  EXPECT_TRUE(k.parameters[1].type.is_pointer());
  EXPECT_EQ(k.parameters[1].name, "y");
  EXPECT_EQ(k.parameters[2].name, "p");
  EXPECT_EQ(k.parameters[3].name, "");
}

TEST(signature, macros_aliases_and_conditionals) {
  const auto found = scan_signatures(
      "#define KERNEL extern \"C\" __global__ void\n#define IN(T) const T* __restrict__\n#define NAME(a, b) a##_##b\n"
      "using real = float;\ntypedef __half scalar_t;\n#if 0\n__global__ void gone(int a);\n#endif\n"
      "KERNEL NAME(my, kernel)(IN(real) x, scalar_t* y, \\\n int n) { const char* s = \"__global__ void no(\"; }",
      "k.cu");
  ASSERT_EQ(found.kernels.size(), 1u);
  const auto& k = found.kernels[0];
  EXPECT_EQ(k.name, "my_kernel");
  ASSERT_EQ(k.parameters.size(), 3u);
  EXPECT_EQ(k.parameters[0].type.element, dtype::f32);
  EXPECT_TRUE(k.parameters[0].type.pointee_const);
  EXPECT_EQ(k.parameters[1].type.element, dtype::f16);
}

TEST(signature, struct_layout) {
  const auto found = scan_signatures("struct inner { char c; double d; };\nstruct alignas(16) params {\n  float a, *p; "
                                     "// comment\n  int v[3];\n  inner in;\n"
                                     "  float4 f = {};\n  half h;\n  int get() const { return 1; }\n  static int "
                                     "s;\n};\n__global__ void k(const params p, inner* q);",
                                     "k.cu");
  const auto& s = found.structs.at("params");
  EXPECT_TRUE(s.complete);
  EXPECT_EQ(s.alignment, 16u);
  std::map<std::string, std::uint32_t> offsets;
  for (const auto& f : s.fields) offsets[f.name] = f.offset;
  const std::map<std::string, std::uint32_t> expected{
      {"a", 0}, {"p", 8}, {"v[0]", 16}, {"v[1]", 20}, {"v[2]", 24}, {"in.c", 32}, {"in.d", 40}, {"f", 48}, {"h", 64}};
  EXPECT_EQ(offsets, expected);
  EXPECT_EQ(s.size, 80u);
  ASSERT_EQ(found.kernels.size(), 1u);
  EXPECT_EQ(found.kernels[0].parameters[0].type.structure, "params");
  EXPECT_FALSE(found.kernels[0].parameters[0].type.is_pointer());
}

TEST(signature, constants_are_extents) {
  const auto found = scan_signatures("static constexpr int nodes = 4;\nconst unsigned params = 2 * nodes;\nstruct a { int of = 9; float v[nodes]; double p[params + 1]; };\n"
                                     "void f() { const int n = 3; }\nvoid g() { const int n = 5; }\nint late = 7;\nstruct b { float v[n]; };\nstruct c { float v[late]; };\n__global__ void k(a x);",
                                     "k.cu");
  EXPECT_TRUE(found.structs.at("a").complete);
  EXPECT_EQ(found.structs.at("a").size, 24u + 9 * 8);
  EXPECT_FALSE(found.structs.at("b").complete) << "two scopes have an n";
  EXPECT_FALSE(found.structs.at("c").complete) << "no constant";
}

TEST(signature, namespaces_packs_enumerations_and_headers) {
  const auto found = scan_signatures("namespace a { namespace b::c { template <int N, class... T> __global__ void k(mode m, real* x, sizes s); }\n__global__ void l(level v); }\n"
                                     "namespace { __global__ void m(int n); }\nenum level { low, high };\n__global__ void o(level v);",
                                     "k.cu", "#define KEY 1\nnamespace open {\nenum class mode : unsigned char { one };\ntypedef double real;\nstruct sizes { int n; real a; };\n__global__ void of_header(int n);\n");
  ASSERT_EQ(found.kernels.size(), 4u);
  const auto& k = found.kernels[0];
  EXPECT_EQ(k.scope, "a::b::c::");
  EXPECT_TRUE(k.has_pack);
  EXPECT_EQ(k.where.line, 1u);
  EXPECT_EQ(k.parameters[0].type.element, dtype::u8);
  EXPECT_EQ(k.parameters[1].type.element, dtype::f64);
  EXPECT_EQ(k.parameters[2].type.structure, "sizes");
  EXPECT_EQ(found.structs.at("sizes").size, 16u);
  EXPECT_EQ(found.kernels[1].scope, "a::");
  EXPECT_FALSE(found.kernels[1].has_pack);
  EXPECT_EQ(found.kernels[2].scope, "");
  EXPECT_EQ(found.kernels[3].parameters[0].type.element, dtype::i32);
}

TEST(signature, demangles) {
  const auto t = demangle_kernel("_ZN2ns1kIfLi128EEEvPKT_PS1_i");
  EXPECT_EQ(t.base, "k");
  EXPECT_EQ(t.display, "ns::k<float, 128>");
  EXPECT_EQ(t.template_arguments, (std::vector<std::string>{"float", "128"}));
  EXPECT_EQ(t.parameter_types, (std::vector<std::string>{"float const*", "float*", "int"}));
  EXPECT_EQ(demangle_kernel("_Z1kv").parameter_types.size(), 0u);
  EXPECT_EQ(demangle_kernel("plain").base, "plain");
}

TEST(signature, survives_anything) {
  for (const char* text : {"__global__", "__global__ void", "__global__ void k(", "template <", "struct s {", "#define",
                           "#define f(", "#define f(x) f(x)\nf(f(1))", "typedef", "using x =", "R\"(", "\"",
                           "__global__ void k(int a[", "struct x { int a[999999999]; };", "/*", "__launch_bounds__"})
    scan_signatures(text, "k.cu");
  std::string bomb = "#define a0 x x\n";
  for (int i = 1; i < 40; ++i)
    bomb += "#define a" + std::to_string(i) + " a" + std::to_string(i - 1) + " a" + std::to_string(i - 1) + "\n";
  scan_signatures(bomb + "a39", "k.cu");
}

} // namespace
} // namespace fpcheck::launch
