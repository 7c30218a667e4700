#include <fpcheck/tensor/array.hpp>

#include "commands.hpp"
#include "pages.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <ostream>

namespace fpcheck::cli {
namespace {

constexpr std::size_t name_width = 12;

void list_pages(std::ostream& out) {
  out << "fpcheck help PAGE, of these:\n\n";
  for (const page& p : pages()) {
    std::string name(p.name);
    name.resize(std::max(name.size(), name_width), ' ');
    out << "  " << name << title(p) << '\n';
  }
  out << "\nfpcheck --help lists the commands, fpcheck help COMMAND their options, fpcheck explain the rules and terms of reports,\n"
         "fpcheck functions what an expression can call.\n";
}

} // namespace

void welcome(std::ostream& out) {
  out << "fpcheck: is this GPU kernel numerically right, and which line lost the bits?\n\n"
         "  fpcheck init kernel.cu --write   write a // fpcheck: case above each kernel\n"
         "  fpcheck run kernel.cu            run the cases of a file\n"
         "  fpcheck test                     run those that fpcheck.toml lists, in parallel\n"
         "  fpcheck explain WORD             what a rule or a term of a report means\n"
         "  fpcheck help                     pages on launches, reports, suites, gradients, limits\n"
         "  fpcheck --help                   every command\n";
}

exit_code help(const std::string& name, const CLI::App& app, const streams& s) {
  if (name.empty()) {
    list_pages(s.out);
    return exit_code::passed;
  }
  for (const page& p : pages())
    if (p.name == name) {
      s.out << p.text;
      return exit_code::passed;
    }
  std::vector<std::string> known = page_names();
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == name) {
      s.out << command->help();
      return exit_code::passed;
    }
    known.push_back(command->get_name());
  }
  const std::string near = nearest_name(name, known);
  return complain({"there is no page " + tensor::quoted(name), {"command line"}, {}, near.empty() ? "fpcheck help lists them" : "did you mean '" + near + "'?"}, s);
}

} // namespace fpcheck::cli
