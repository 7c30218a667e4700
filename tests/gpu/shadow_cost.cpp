// What a shadow beside every number costs on a card: each case of FILE bare, with binary64 and with balls; times are the least of several runs.
//   shadow_cost FILE [SOURCE]
#include <fpcheck/device/run.hpp>
#include <fpcheck/session/case_words.hpp>
#include <fpcheck/session/run_case.hpp>

#include <cstdio>
#include <string>

namespace {

using namespace fpcheck;

constexpr int skipped = 77;
constexpr std::uint32_t repeats = 5;

struct cost {
  double seconds = 0, bare = 0;
  int registers = 0, bare_registers = 0, spilled = 0;
  bool same = false;
  std::size_t gaps = 0;
  double half_ulps = 0;
};

double largest(const device::outcome& o, const std::vector<instrument::rewritten>& kernels) {
  std::uint64_t most = 0;
  for (std::size_t k = 0; k < kernels.size(); ++k)
    for (std::size_t s = 0; s < kernels[k].sites.size(); ++s)
      if (kernels[k].sites[s].what == instrument::event::stored) most = std::max(most, o.launches[k].records[s].worst_block);
  return static_cast<double>(__builtin_bit_cast(float, static_cast<std::uint32_t>(most >> 32)));
}

result<cost> measure(const session::bound_case& c, instrument::domain what) {
  const auto kernels = device::rewrite_all(*c.code->program, c.request, what);
  if (!kernels) return tl::unexpected(kernels.error());
  const auto done = device::run(c.code->ptx, c.code->module, c.request, *kernels, {0, what, repeats});
  if (!done) return tl::unexpected(done.error());
  cost out;
  for (const device::launch_outcome& l : done->launches) {
    out.seconds += l.seconds, out.bare += l.bare_seconds;
    out.registers = std::max(out.registers, l.registers), out.bare_registers = std::max(out.bare_registers, l.bare_registers), out.spilled = std::max(out.spilled, l.spilled);
  }
  for (const instrument::rewritten& k : *kernels) out.gaps += k.gaps.size();
  out.same = !done->other_bits || done->other_bits->unsteady;
  out.half_ulps = largest(*done, *kernels);
  return out;
}

bool print_row(const std::string& title, const session::bound_case& c) {
  std::printf("| %s |", title.c_str());
  bool good = true;
  for (const instrument::domain what : {instrument::domain::f64, instrument::domain::ball}) {
    const auto m = measure(c, what);
    if (!m) {
      std::printf(" %s |", m.error().message.c_str());
      continue;
    }
    if (what == instrument::domain::f64) std::printf(" %.3f ms, %d |", 1e3 * m->bare, m->bare_registers);
    std::printf(" %.2fx, %d%s%s |", m->seconds / m->bare, m->registers, m->spilled > 0 ? (", " + std::to_string(m->spilled) + " B spilled").c_str() : "", m->gaps > 0 ? ", incomplete" : "");
    good = good && m->same;
    if (what == instrument::domain::ball) std::printf(" %.3g |", m->half_ulps / 2);
  }
  std::printf(" %s |\n", good ? "same" : "OTHER");
  std::fflush(stdout);
  return good;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::printf("usage: shadow_cost FILE [SOURCE]\n"), 2;
  if (const std::string why = device::problem(0); !why.empty()) return std::printf("skipped: %s\n", why.c_str()), skipped;
  auto file = session::kernel_file::open(argv[1], argc > 2 ? argv[2] : "");
  if (!file) return std::printf("%s\n", file.error().text().c_str()), 2;
  session::typed_case typed;
  typed.words = {argv[1]};
  const auto words = session::read_words(typed);
  const auto cases = words ? session::choose_cases(*file, *words) : tl::unexpected(words.error());
  if (!cases) return std::printf("%s\n", cases.error().text().c_str()), 2;
  std::printf("| kernel | bare, registers | f64 | ball | largest error, ulp | bits |\n|---|---|---|---|---|---|\n");
  bool good = true;
  for (const launch::case_text& text : *cases) {
    std::string title = text.launches[0].kernel.text;
    for (const launch::assignment& a : text.launches[0].assignments)
      if (a.value.text.find_first_not_of("0123456789") == std::string::npos) title += ' ' + a.name.text + '=' + a.value.text;
    const auto bound = session::bind_case(*file, text, {});
    if (!bound) return std::printf("%s\n", bound.error().text().c_str()), 2;
    good = print_row(title, *bound) && good;
  }
  return good ? 0 : 1;
}
