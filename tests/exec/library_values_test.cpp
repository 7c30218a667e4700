// What the library evaluates by a polynomial has the function for its shadow: known by all its coefficients in every compiler's spelling,
// refused where one is another, and enclosed as MPFR has it.
#include "../../src/exec/library_values.hpp"
#include "launching.hpp"

#include <fpcheck/base/bits.hpp>

#include <cmath>
#include <mpfr.h>
#include <random>

namespace fpcheck::exec {
namespace {

const std::string tests = FPCHECK_SOURCE_DIR "/tests/";

/// How many results of `which` the program has.
int count_of(const loaded& k, library_function which) {
  int n = 0;
  for (const op& o : k.code->ops) n += static_cast<int>(ends_library_function(o) && o.choice.as<library_value>().function() == which);
  return n;
}
int count_of(const std::string& text, library_function which) { return count_of(*load_text(text), which); }

/// One kernel of a module, with the module's head.
std::string only_kernel(const std::string& text, const std::string& name) {
  const auto at = text.find(".visible .entry " + name + "("), end = text.find("\n}", at);
  return text.substr(0, text.find(".visible .entry")) + text.substr(at, end + 3 - at);
}
std::string nvcc(const std::string& name) { return only_kernel(read_file(tests + "gpu/vectors/functions.ptx"), name); }

std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::runtime_error("no " + from);
  return text.replace(at, from.size(), to);
}

TEST(library_values, known_as_compilers_write_them) {
  EXPECT_EQ(count_of(nvcc("sinf_kernel"), library_function::circular), 1);
  EXPECT_EQ(count_of(nvcc("cosf_kernel"), library_function::circular), 1);
  EXPECT_EQ(count_of(nvcc("tanf_kernel"), library_function::tangent), 1);
  EXPECT_EQ(count_of(nvcc("tanhf_kernel"), library_function::hyperbolic), 2);
  EXPECT_EQ(count_of(nvcc("sinf_kernel"), library_function::fraction_of_turn), 1);
  EXPECT_EQ(count_of(read_file(tests + "triton/data/randn.ptx"), library_function::circular), 2);
  EXPECT_EQ(count_of(read_file(tests + "triton/data/tanh_gelu.ptx"), library_function::hyperbolic), 4);
}

TEST(library_values, refused_where_a_coefficient_is_another) {
  for (const char* k : {"0fB94D4153", "0f3C0885E4", "0fBE2AAAA8", "0f37CBAC00", "0fBAB607ED", "0f3D2AAABB", "0fBEFFFFFF"})
    EXPECT_EQ(count_of(with(nvcc("sinf_kernel"), k, "0f3E2AAAA9"), library_function::circular), 0) << k;
  for (const char* k : {"0fBD563CAE", "0f3C80F082", "0f3E085941", "0fBEAAA9ED", "0f4038AA3B", "0fC0000000"})
    EXPECT_EQ(count_of(with(nvcc("tanhf_kernel"), k, "0f3E2AAAA9"), library_function::hyperbolic), 1) << k;
  EXPECT_EQ(count_of(with(nvcc("tanf_kernel"), "0f3EAAAA88", "0f3EAAAAAB"), library_function::tangent), 0);
  EXPECT_EQ(count_of(nvcc("expf_kernel"), library_function::hyperbolic), 0);
  EXPECT_EQ(count_of(nvcc("erff_kernel"), library_function::hyperbolic), 0);
}

/// Of every way through the functions: small and large angles, multiples of pi / 2 and their neighbours.
std::vector<float> arguments(std::size_t count) {
  std::mt19937 g(7);
  std::vector<float> x{0.0f, -0.0f, 0x1p-149f, 1.0f, 105615.0f, 105616.0f, 0x1.fffffep127f};
  for (int k = 1; x.size() < count / 4; ++k) {
    const auto near = static_cast<float>((k % 2 == 0 ? k : k * 641) * 1.5707963267948966);
    x.insert(x.end(), {near, std::nextafterf(near, 0.0f), -std::nextafterf(near, 1e30f)});
  }
  while (x.size() < count) {
    const auto v = bit_cast<float>(static_cast<std::uint32_t>(g()));
    const float even = static_cast<float>(g() >> 8) * 0x1p-20f;
    x.push_back(x.size() % 2 == 0 && std::fabs(v) < 0x1p128f ? v : even - 8);
  }
  return x;
}

/// How many enclosures of y = f(x) in the domain do not hold the function, by MPFR; `away`: and how far a midpoint is off it at most,
/// relative to the largest of it and 2^-30.
int count_missed(const std::string& name, const domain_table& domain, const std::vector<float>& x, int (*f)(mpfr_t, const mpfr_t, mpfr_rnd_t), double& away) {
  const auto k = load_text(nvcc(name));
  run_plan plan;
  plan.domain = domain;
  const auto n = static_cast<std::uint32_t>(x.size());
  auto r = run(*k->code, launcher(name, {(n + 127) / 128, 1, 1}, {128, 1, 1}).in(x).out(n).value(n).request(), plan);
  if (!r) throw std::runtime_error(r.error().text());
  int missed = 0;
  mpfr_t y, d;
  mpfr_init2(y, 400), mpfr_init2(d, 400);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint64_t* words = r->buffers[1]->shadow.words(i, 0);
    const shadow_cell* c = r->buffers[1]->shadow.find(i);
    const bool shadowed = c != nullptr && c->tag == shadow_tag::f32;
    const double middle = shadowed ? bit_cast<double>(words[0]) : static_cast<double>(contents<float>(*r, 1)[i]), radius = shadowed ? bit_cast<double>(words[1]) : 0;
    mpfr_set_d(y, x[i], MPFR_RNDN), f(y, y, MPFR_RNDN);
    mpfr_sub_d(d, y, middle, MPFR_RNDA);
    if (shadowed && domain.planes == 3) mpfr_sub_d(d, d, bit_cast<double>(words[2]), MPFR_RNDA); // double-double
    const double off = std::fabs(mpfr_get_d(d, MPFR_RNDA)), size = std::max(std::fabs(middle), 0x1p-30);
    away = std::max(away, off / size);
    if (!(off <= radius) && missed++ < 5) ADD_FAILURE() << name << " in " << domain.name << " at " << x[i] << ": " << middle << " +- " << radius << ", off by " << off;
  }
  mpfr_clear(y), mpfr_clear(d);
  return missed;
}

TEST(library_values, shadows_enclose_the_function) {
  const auto many = arguments(100000), some = arguments(4000);
  std::vector<float> near_pole; // of atanh: tanh at 9 is 1
  for (int i = 0; i < 4000; ++i) near_pole.push_back((i % 2 == 0 ? 1 : -1) * static_cast<float>(i) * 0.01f);
  double away = 0;
  EXPECT_EQ(count_missed("sinf_kernel", ball_shadow(), many, mpfr_sin, away), 0);
  EXPECT_EQ(count_missed("cosf_kernel", ball_shadow(), many, mpfr_cos, away), 0);
  EXPECT_EQ(count_missed("tanhf_kernel", ball_shadow(), near_pole, mpfr_tanh, away), 0);
  EXPECT_LT(away, 0x1p-30);
  for (const domain_table& d : {wide_shadow(), interval_shadow()}) {
    EXPECT_EQ(count_missed("sinf_kernel", d, some, mpfr_sin, away), 0);
    EXPECT_EQ(count_missed("cosf_kernel", d, some, mpfr_cos, away), 0);
    EXPECT_EQ(count_missed("tanhf_kernel", d, near_pole, mpfr_tanh, away), 0);
  }
}

} // namespace
} // namespace fpcheck::exec
