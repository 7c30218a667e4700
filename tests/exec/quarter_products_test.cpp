// Products of quarters of a warp (mma.m8n8k4 on binary16): bits against the model and against what a device gave.
#include "launching.hpp"
#include "quarter_tiles.hpp"

#include <map>

namespace fpcheck::exec {
namespace {

namespace core = tensor_core;

std::string list(const char* prefix, int count) {
  std::string out = "{";
  for (int i = 0; i < count; ++i) out += (i != 0 ? ", " : "") + std::string(prefix) + std::to_string(i);
  return out + "}";
}

std::string module_of(const core::quarter_form& p) {
  const int sums = p.sum_words();
  std::string body;
  for (int k = 0; k < 2; ++k)
    body += "ld.global.b32 %a" + std::to_string(k) + ", [%rd1+" + std::to_string(4 * k) + "];\nld.global.b32 %b" + std::to_string(k) + ", [%rd2+" + std::to_string(4 * k) + "];\n";
  for (int k = 0; k < sums; ++k) body += "ld.global.b32 %c" + std::to_string(k) + ", [%rd3+" + std::to_string(4 * k) + "];\n";
  body += std::string("mma.sync.aligned.m8n8k4.") + p.text + " " + list("%d", sums) + ", " + list("%a", 2) + ", " + list("%b", 2) + ", " + list("%c", sums) + ";\n";
  for (int k = 0; k < sums; ++k) body += "st.global.b32 [%rd4+" + std::to_string(4 * k) + "], %d" + std::to_string(k) + ";\n";
  return R"(.version 8.4
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 out)
{
  .reg .b32 %r<4>; .reg .b32 %a<2>; .reg .b32 %b<2>; .reg .b32 %c<8>; .reg .b32 %d<8>; .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [c];
  ld.param.u64 %rd4, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd5, %r1, 8;
  add.s64 %rd1, %rd1, %rd5;
  add.s64 %rd2, %rd2, %rd5;
  mul.wide.u32 %rd5, %r1, )" + std::to_string(4 * sums) + R"(;
  add.s64 %rd3, %rd3, %rd5;
  add.s64 %rd4, %rd4, %rd5;
)" + body + "ret;\n}\n";
}

run_record record_of(const core::quarter_form& p, const core::quarter_tile& t, const domain_table& domain) {
  const auto k = load_text(module_of(p));
  run_plan plan;
  plan.domain = domain;
  const auto type = tensor::dtype::u32;
  const run_request request = launcher("k", {1, 1, 1}, {32, 1, 1}).in(t.a, type).in(t.b, type).in(t.c, type).out(t.c.size(), type).request();
  auto r = run(*k->code, request, plan);
  if (!r) throw std::runtime_error(r.error().text());
  return std::move(*r);
}

TEST(quarter_products, every_form_is_the_model_whatever_watches) {
  for (int form = 0; form < 8; ++form)
    for (std::uint64_t number = 0; number < 40; ++number) {
      const core::quarter_tile t = core::draw_quarter_tile(form, number);
      for (const domain_table& domain : {domain_table{}, number % 2 == 0 ? ball_shadow() : blame_shadow()}) {
        const run_record r = record_of(core::quarter_forms[form], t, domain);
        ASSERT_TRUE(r.incomplete.empty()) << r.incomplete[0].what;
        ASSERT_TRUE(r.faults.empty()) << r.faults[0].detail;
        const auto got = contents<std::uint32_t>(r, 3);
        for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], t.want[i]) << core::quarter_forms[form].text << " tile " << number << " word " << i;
      }
    }
}

TEST(quarter_products, the_engine_gives_what_a_device_gave) {
  std::map<std::string, std::uint64_t> recorded;
  std::istringstream file(read_file(std::string(FPCHECK_SOURCE_DIR) + "/tests/gpu/vectors/quads.digests"));
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string text;
    words >> text >> std::hex >> recorded[text];
    EXPECT_TRUE(words) << line;
  }
  recorded.erase("");
  ASSERT_EQ(recorded.size(), 8u);
  for (int form = 0; form < 8; ++form) {
    std::uint64_t digest = core::empty_digest;
    for (int number = 0; number < core::recorded_quarter_tiles; ++number) {
      const auto got = contents<std::uint32_t>(record_of(core::quarter_forms[form], core::draw_quarter_tile(form, static_cast<std::uint64_t>(number)), domain_table{}), 3);
      digest = core::digest_of(digest, got.data(), got.size());
    }
    const char* const text = core::quarter_forms[form].text;
    ASSERT_TRUE(recorded.contains(text)) << text;
    EXPECT_EQ(digest, recorded[text]) << text;
  }
}

} // namespace
} // namespace fpcheck::exec
