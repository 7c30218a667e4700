// Parsing must neither crash, hang nor exhaust memory, and what it accepts must print and read back.
#include "targets.hpp"

#include <fpcheck/ptx/find_kernel.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/ptx/print.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace fpcheck::ptx;

[[noreturn]] void broken(const char* what, const std::string& detail) {
  std::fprintf(stderr, "%s\n%s\n", what, detail.c_str());
  std::abort();
}

void check_indices(const module& m) {
  for (const symbol& s : m.symbols)
    if (s.id >= (s.is_function ? m.functions.size() : m.variables.size())) broken("symbol out of range", s.name);
  for (const function& f : m.functions)
    for (const instruction& i : f.body) {
      if (i.guard != none && i.guard >= f.registers.size()) broken("guard out of range", i.text);
      if (i.position != none && i.position >= m.positions.size()) broken("position out of range", i.text);
      for (const operand& o : i.operands) {
        if ((o.kind == operand_kind::vector || o.kind == operand_kind::address) &&
            std::uint64_t{o.first} + o.count > f.operand_pool.size())
          broken("pool out of range", i.text);
        if (o.kind == operand_kind::reg && o.id >= f.registers.size()) broken("register out of range", i.text);
        if (o.kind == operand_kind::symbol && o.id >= m.symbols.size()) broken("symbol out of range", i.text);
        if (o.kind == operand_kind::label && o.id >= f.labels.size()) broken("label out of range", i.text);
      }
    }
}

} // namespace

void fpcheck::fuzz::run_ptx(std::string_view bytes) {
  const std::string text(bytes);
  const auto first = parse(text, "fuzz.ptx");
  if (!first) {
    if (first.error().text().empty()) broken("an error without a message", text);
    return;
  }
  check_indices(*first);
  (void)find_kernel(*first, "");
  (void)find_kernel(*first, "kernel");
  const std::string printed = print(*first);
  const auto second = parse(printed, "printed.ptx");
  if (!second) broken("the printed module does not parse", second.error().text() + "\n" + printed);
  if (second->functions.size() != first->functions.size()) broken("functions are lost in print", printed);
  for (std::size_t k = 0; k < first->functions.size(); ++k) {
    if (second->functions[k].body.size() != first->functions[k].body.size())
      broken("instructions are lost in print", printed);
    for (std::size_t n = 0; n < first->functions[k].body.size(); ++n)
      if (const instruction &was = first->functions[k].body[n], &is = second->functions[k].body[n]; is.form != was.form)
        broken("a form changes in print", was.text + " (" + std::string(name(was.form)) + ") becomes " + is.text + " (" + std::string(name(is.form)) + ")\n" + printed);
  }
}
