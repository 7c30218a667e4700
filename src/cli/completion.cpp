#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/session/settings.hpp>

#include "app_pages.hpp"
#include "pages.hpp"

#include <CLI/CLI.hpp>

namespace fpcheck::cli {
namespace {

/// One option of a command as a shell sees it.
struct completed_option {
  std::vector<std::string> names; ///< with their dashes
  std::string help;
  std::string value;              ///< placeholder, empty for a switch
  std::vector<std::string> words; ///< what the value may be, where that is a list
};

/// What can stand after an option, where it is one of a few words.
std::vector<std::string> words_of(const std::string& command, const std::string& option) {
  const bool findings = command == "run" || command == "test" || command == "report"; // the others have tables of numbers
  if (option == "--format") return findings ? report::format_names() : std::vector<std::string>{"text", "json"};
  if (option == "--shadow") return session::shadow_names();
  if (option == "--tol") return {"auto", "torch", "bitwise"};
  if (option == "--expect") return analysis::rule_ids();
  if (option == "--fail-on") return {"error", "warning", "note"};
  if (option == "--dump") return {"ptx", "module", "program", "findings"};
  if (option == "--blocks") return {"all", "sample:8"};
  if (option == "--completion") return shells();
  return {};
}

std::vector<completed_option> options_of(const CLI::App& app) {
  std::vector<completed_option> out;
  for (const CLI::Option* o : app.get_options()) {
    completed_option c;
    for (const std::string& n : o->get_snames()) c.names.push_back("-" + n);
    for (const std::string& n : o->get_lnames()) c.names.push_back("--" + n);
    if (c.names.empty()) continue; // positional
    c.help = o->get_description();
    if (o->get_type_size() != 0) c.value = o->get_type_name();
    c.words = words_of(app.get_name(), c.names.back());
    out.push_back(std::move(c));
  }
  return out;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// What a command takes where no option stands, besides files.
std::vector<std::string> positional_words(const std::string& command) {
  if (command == "help") return page_names();
  if (command != "explain") return {};
  std::vector<std::string> out = analysis::rule_ids();
  for (const std::string& t : terms()) out.push_back(t);
  return out;
}

std::string joined(const std::vector<std::string>& words, const char* between = " ") {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : between) + w;
  return out;
}

std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + '\'';
}

std::string all_names(const CLI::App& app) {
  std::string out;
  for (const completed_option& o : options_of(app)) out += (out.empty() ? "" : " ") + joined(o.names);
  return out;
}

std::string bash(const CLI::App& app) {
  std::vector<std::string> commands;
  std::string values, options;
  for (const CLI::App* c : commands_of(app)) {
    commands.push_back(c->get_name());
    for (const completed_option& o : options_of(*c))
      if (!o.words.empty()) {
        std::vector<std::string> patterns;
        for (const std::string& n : o.names) patterns.push_back(c->get_name() + ':' + n);
        values += "    " + joined(patterns, "|") + ") COMPREPLY=($(compgen -W " + shell_quoted(joined(o.words)) + " -- \"$current\")); return ;;\n";
      }
    const auto words = positional_words(c->get_name());
    options += "    " + c->get_name() + ") options=" + shell_quoted(all_names(*c)) + (words.empty() ? "" : " words=" + shell_quoted(joined(words))) + " ;;\n";
  }
  return "# Completion of fpcheck for bash; written by fpcheck --completion bash.\n"
         "_fpcheck() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options= words=\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
         "    COMPREPLY=($(compgen -W " + shell_quoted(joined(commands) + ' ' + all_names(app)) + " -- \"$current\")); return\n"
         "  fi\n"
         "  case ${COMP_WORDS[1]}:$previous in\n" + values +
         "  esac\n"
         "  case ${COMP_WORDS[1]} in\n" + options +
         "  esac\n"
         "  case $current in\n"
         "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$current\")) ;;\n"
         "    *) COMPREPLY=($(compgen -W \"$words\" -- \"$current\") $(compgen -f -- \"$current\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _fpcheck fpcheck\n";
}

/// A description inside the brackets of zsh's _arguments.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '[' || c == ']' || c == ':' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out;
}

std::string zsh_arguments(const CLI::App& app) {
  std::string out;
  for (const completed_option& o : options_of(app))
    for (const std::string& name : o.names) {
      std::string spec = "*" + name + '[' + zsh_text(o.help) + ']';
      if (!o.value.empty()) spec += ':' + zsh_text(o.value) + ':' + (o.words.empty() ? "_files" : '(' + joined(o.words) + ')');
      out += " \\\n        " + shell_quoted(spec);
    }
  const auto words = positional_words(app.get_name());
  return out + " \\\n        " + shell_quoted(words.empty() ? "*:file:_files" : "*:word:(" + joined(words) + ')');
}

std::string zsh(const CLI::App& app) {
  std::string commands, cases;
  for (const CLI::App* c : commands_of(app)) {
    commands += "    " + shell_quoted(c->get_name() + ':' + c->get_description()) + '\n';
    cases += "    " + c->get_name() + ")\n      _arguments" + zsh_arguments(*c) + " ;;\n";
  }
  return "#compdef fpcheck\n# Completion of fpcheck for zsh; written by fpcheck --completion zsh.\n"
         "_fpcheck() {\n  local -a commands=(\n" + commands + "  )\n"
         "  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
         "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n"
         "  case $command in\n" + cases + "  esac\n}\n"
         "if [ \"$funcstack[1]\" = _fpcheck ]; then _fpcheck \"$@\"; else compdef _fpcheck fpcheck; fi\n";
}

std::string fish(const CLI::App& app) {
  std::string out = "# Completion of fpcheck for fish; written by fpcheck --completion fish.\n";
  for (const CLI::App* c : commands_of(app))
    out += "complete -c fpcheck -n __fish_use_subcommand -f -a " + c->get_name() + " -d " + shell_quoted(c->get_description()) + '\n';
  const auto options = [&](const CLI::App& a, const std::string& condition) {
    for (const completed_option& o : options_of(a)) {
      std::string line = "complete -c fpcheck -n " + shell_quoted(condition);
      for (const std::string& n : o.names) line += n.starts_with("--") ? " -l " + n.substr(2) : " -s " + n.substr(1);
      if (!o.words.empty()) line += " -x -a " + shell_quoted(joined(o.words));
      else if (!o.value.empty()) line += " -r";
      out += line + " -d " + shell_quoted(o.help) + '\n';
    }
  };
  options(app, "__fish_use_subcommand");
  for (const CLI::App* c : commands_of(app)) {
    const std::string condition = "__fish_seen_subcommand_from " + c->get_name();
    options(*c, condition);
    if (const auto words = positional_words(c->get_name()); !words.empty())
      out += "complete -c fpcheck -n " + shell_quoted(condition) + " -f -a " + shell_quoted(joined(words)) + '\n';
  }
  return out;
}

} // namespace

const std::vector<std::string>& shells() {
  static const std::vector<std::string> names{"bash", "zsh", "fish"};
  return names;
}

std::string completion(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash(app);
  return shell == "zsh" ? zsh(app) : fish(app);
}

} // namespace fpcheck::cli
