#include "app_pages.hpp"
#include "pages.hpp"
#include "version.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>

namespace fpcheck::cli {
namespace {

/// Text for roff: backslashes, dashes and a control character at the start of a line lose their meaning.
std::string roff(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool starts = i == 0 || text[i - 1] == '\n';
    if (starts && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else out += c;
  }
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

bool is_positional(const CLI::Option* o) { return o->get_snames().empty() && o->get_lnames().empty(); }
bool takes_value(const CLI::Option* o) { return o->get_type_size() != 0; }

/// `words` is the name of those that say themselves what they are.
std::string positional_name(const CLI::Option* o) { return o->get_name() == "words" ? o->get_type_name() : o->get_name(); }

std::string tag(const CLI::Option* o) {
  if (is_positional(o)) return italic(positional_name(o));
  std::string out;
  for (const std::string& n : o->get_snames()) out += (out.empty() ? "" : ", ") + bold("-" + n);
  for (const std::string& n : o->get_lnames()) out += (out.empty() ? "" : ", ") + bold("--" + n);
  return takes_value(o) ? out + ' ' + italic(o->get_type_name()) : out;
}

std::string options(const CLI::App& app) {
  std::string out;
  for (const CLI::Option* o : app.get_options()) {
    if (is_positional(o) && o->get_description().empty()) continue;
    out += ".TP\n" + tag(o) + '\n' + roff(o->get_description()) + '\n';
  }
  return out;
}

std::string synopsis(const CLI::App& command) {
  std::string out = bold("fpcheck " + command.get_name());
  for (const CLI::Option* o : command.get_options())
    if (is_positional(o)) out += ' ' + (o->get_required() ? italic(positional_name(o)) : '[' + italic(positional_name(o)) + ']');
  return out + " [" + italic("options") + ']';
}

/// Text without blank lines at its end, and without the marks of Markdown's code.
std::string paragraph(std::string_view text) {
  std::string out(text.substr(0, text.find_last_not_of('\n') + 1));
  std::erase(out, '`');
  return out;
}

} // namespace

std::string man_page(const CLI::App& app) {
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  std::string out = ".TH FPCHECK 1 " + std::string(session::release_date) + " \"fpcheck " + session::version + "\"\n.SH NAME\nfpcheck \\- " + roff("numerics and floating-point correctness of GPU kernels") + "\n.SH SYNOPSIS\n";
  for (std::size_t i = 0; i < commands.size(); ++i) out += (i == 0 ? "" : ".br\n") + synopsis(*commands[i]) + '\n';
  out += ".SH DESCRIPTION\n" + roff("fpcheck executes compiled CUDA kernels (PTX) on the CPU, bit for bit, and beside every floating-point value computes what exact arithmetic would have given. "
                                   "It says whether a kernel is numerically right, which source line lost the bits, and what another format or order would have done.") + "\n";
  out += ".SH OPTIONS\n" + options(app);
  for (const CLI::App* c : commands) out += ".SH " + roff(capitals("fpcheck " + c->get_name())) + '\n' + roff(c->get_description()) + ".\n" + options(*c);
  out += ".SH PAGES\n";
  for (const page& p : pages()) out += ".TP\n" + bold("fpcheck help " + std::string(p.name)) + '\n' + roff(std::string(title(p))) + '\n';
  out += ".SH TERMS\n";
  for (const std::string& t : terms()) out += ".TP\n" + bold(t) + '\n' + roff(paragraph(*term(t))) + '\n';
  out += ".SH EXIT STATUS\n" + roff("0 checked and passed; 1 findings or a mismatch; 2 usage or input error; 3 incomplete: something was not modelled or not decidable, which is never a pass; 4 internal error; 130 interrupted.") + '\n';
  return out + ".SH ENVIRONMENT\n.TP\n" + bold("NO_COLOR") + ", " + bold("CLICOLOR_FORCE") + "\nno colours; colours even where the output is no terminal\n.TP\n" + bold("FPCHECK_NVCC") +
         "\nthe nvcc that compiles .cu files; empty: none\n.TP\n" + bold("FPCHECK_CACHE") + "\nwhere compiled kernels are kept; off: nowhere\n";
}

} // namespace fpcheck::cli
