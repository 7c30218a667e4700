#include <fpcheck/cli/app.hpp>
#include <fpcheck/exec/levels.hpp>
#include <fpcheck/formats/names.hpp>
#include <fpcheck/session/settings.hpp>
#include <fpcheck/tensor/array.hpp>

#include "app_pages.hpp"
#include "commands.hpp"
#include "library_sweep_command.hpp"
#include "program_command.hpp"
#include "reports.hpp"
#include "terminal.hpp"
#include "thresholds.hpp"
#include "version.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <new>
#include <ostream>

namespace fpcheck::cli {
namespace {

/// The parsed command line: one command of these is meant.
struct parsed {
  run_command run;
  diff_command diff;
  hash_command hash;
  sweep_command sweep;
  library_sweep_command library;
  tune_command tune;
  format_command format;
  isa_command isa;
  test_command test;
  report_command report;
  expression_command eval, grad;
  init_command init;
  std::string rule, function, page, thresholds_format = "text";
  bool thresholds = false;
  program_command program;
  record_command record;
};

/// Every option of a case becomes an option of `app`, in the order of writing.
void add_case_options(CLI::App& app, session::option_words& into) {
  for (const session::option_row& row : session::case_options()) {
    const std::string name = row.name;
    if (app.get_option_no_throw("--" + name) != nullptr) continue; // the command has its own
    CLI::Option* option = nullptr;
    if (*row.placeholder == '\0') {
      option = app.add_flag_function(
          "--" + name, [&into, name](std::int64_t) { into.emplace_back(name, ""); }, row.help);
      continue;
    }
    option = app.add_option_function<std::vector<std::string>>(
        "--" + name,
        [&into, name](const std::vector<std::string>& values) {
          for (const std::string& v : values) into.emplace_back(name, v);
        },
        row.help);
    option->type_name(row.placeholder)->type_size(1)->allow_extra_args(false);
    if (!row.repeats) option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
}

void add_reports(CLI::App& app, report_choice& into) {
  app.add_option("--format", into.format, "text, json, sarif, junit, github, markdown or html, on stdout")
      ->type_name("FORMAT");
  app.add_option("-o,--output", into.files, "another report in a file, -o html:report.html")
      ->type_name("FORMAT:FILE")
      ->type_size(1)
      ->allow_extra_args(false);
}

void add_acceptance(CLI::App& app, bool& fail_fast, acceptance_choice& into) {
  app.add_flag("--fail-fast", fail_fast, "stop after the first case that does not pass");
  app.add_option("--baseline", into.baseline, "excuse the findings that stand in FILE, by rule and text of the line")->type_name("FILE");
  app.add_flag("--write-baseline", into.write, "write the findings of this run to the --baseline FILE");
  app.add_option("--fail-on", into.fail_on, "the least level that fails: error, warning or note (error)")->type_name("LEVEL");
}

CLI::App* add_expression(CLI::App& app, const char* name, const char* help, expression_command& into) {
  CLI::App* command = app.add_subcommand(name, help);
  command->add_option("words", into.words, "EXPR, then NAME=VALUE for its inputs")
      ->required()
      ->type_name("EXPR [NAME=VALUE ...]");
  command->add_option("--save", into.save, "write the values")->type_name("FILE.npy");
  command->add_option("--seed", into.seed, "of generated inputs")->type_name("N");
  command->add_option("--format", into.format, "text or json")->type_name("FORMAT");
  command->footer("fpcheck functions lists what an expression can call.");
  return command;
}

/// The options of `fpcheck grad FILE[:KERNEL]`.
void add_gradient_check(CLI::App& app, expression_command& into) {
  gradient_command& k = into.kernel;
  app.footer("Instead of EXPR the first word may be FILE[:KERNEL], a backward kernel with its '<<<GRID, BLOCK>>>' and values.\n"
             "An output dx=grad(x) then holds the gradient in x, in the shape of x; dx=grad(x,zeros) starts at zero, for a\n"
             "kernel that adds to it; an input p=saved(softmax(z, 1)) holds what the forward pass saved. It is checked against the gradient derived from --forward EXPR, or, with no reference,\n"
             "against the compiled --forward-kernel: <u, J v> = <J^T u, v> with J v from its dual shadow.");
  app.add_option("--forward", k.forward, "what the forward kernel computes: y, or a scalar")->type_name("EXPR");
  app.add_option("--forward-kernel", k.forward_kernel, "the compiled forward kernel, launched with the same words")
      ->type_name("FILE:KERNEL");
  app.add_option("--forward-launch", k.forward_launch,
                 "words of its own for it: '<<<GRID, BLOCK>>> y=empty:NxC'")
      ->type_name("WORDS");
  app.add_option("--upstream", k.upstream, "the input that holds dL/dy; without it the one that the forward does not use")
      ->type_name("NAME");
  app.add_option("--sweep", k.sweep, "which inputs are tried besides those given: all, shapes, values, none. Where it is written, one without a verdict is exit code 3; without it all are tried and those are named")
      ->type_name("KIND");
  app.add_option("--keep", k.kept, "an extent or a tensor that the sweep leaves as it is")
      ->type_name("NAME")->type_size(1)->allow_extra_args(false);
  app.add_option("--grow", k.grown, "an extent that may also be larger than given; those in the grid may anyway")
      ->type_name("NAME")->type_size(1)->allow_extra_args(false);
  app.add_option("--failing", k.failing, "the folder for the smallest failing inputs, or none (fpcheck-failing)")
      ->type_name("FOLDER");
  app.add_option("-o,--output", k.reports.files, "another report in a file, -o json:report.json")
      ->type_name("FORMAT:FILE")->type_size(1)->allow_extra_args(false);
  add_case_options(app, k.options);
}

void add_sweep(CLI::App& app, sweep_command& into, library_sweep_command& library) {
  CLI::App* sweep = app.add_subcommand("sweep", "the error of a __device__ function over its inputs");
  sweep->add_option("FILE:FUNCTION", library.names, "a function of one or two numbers in a .cu, with --ref; or names of CUDA's functions, none of them with --all for each of one binary32 number");
  sweep->add_option("--ref", into.reference, "what it should be: an expression; its first name is the first argument")
      ->type_name("EXPR");
  sweep->add_option("--tol", into.tolerance, "2ulp (default 1ulp)")->type_name("TOL");
  sweep->add_option("--type", into.types, "argument types of an overloaded function or a template: f32, or f32,f16")
      ->type_name("TYPES");
  sweep->add_flag("--all", into.all, "every input; 16-bit formats are always swept whole");
  sweep->add_option("--samples", into.samples, "about how many inputs otherwise (default 2^20)")->type_name("N");
  sweep->add_option("--domain", into.domain, "only arguments in [LO, HI]")->type_name("LO,HI");
  sweep->add_option("--seed", into.seed, "of the sample")->type_name("N");
  sweep->add_option("--nvcc", into.nvcc, "flags for the compiler")->type_name("FLAGS");
  sweep->add_option("--save-ptx", into.save_ptx, "keep the compiled wrapper, for machines without nvcc")->type_name("FILE.ptx");
  sweep->add_option("--format", into.format, "text or json; of the library also markdown")->type_name("FORMAT");
  sweep->add_option("--range", library.range, "of the library: codes from LO up to HI, 0x3f800000,0x40000000")->type_name("LO,HI");
  sweep->add_option("--stride", library.stride, "of the library: every N-th input (65537 without --all and --range)")->type_name("N");
  sweep->add_option("--journal", library.journal, "of the library: what is done is kept in this file, and not done again")->type_name("FILE");
  sweep->add_option("--on", library.on, "gpu or cpu (default: of the library gpu where one is, of a file's function the emulated one)")->type_name("WHERE");
  sweep->add_option("--hard", library.hard, "of powf, atan2f, exp and others of two numbers or binary64: how many inputs next to a middle of two numbers to find (1000); alone: in each of them")->type_name("N");
  sweep->add_option("--stretches", library.stretches, "of exp, pow, sin and others of binary64: judge about N inputs, most of them neighbours; on a gpu 10^10 take seconds; alone: in each of them")->type_name("N");
  sweep->add_flag("--list", library.lists, "the names of the library's functions");
}

/// One command for both kinds of functions.
exit_code sweep_either(sweep_command file, library_sweep_command library, const streams& s) {
  library.all = file.all, library.format = file.format, library.seed = file.seed;
  if (file.samples != sweep_command{}.samples) library.samples = file.samples;
  if (!library.lists && library.stretches) return sweep_in_stretches(library, s);
  if (!library.lists && is_search(library)) return search_library(library, s);
  if (!is_of_file(library, file)) return sweep_library(library, s);
  file.function = library.names.empty() ? "" : library.names[0], file.on = library.on;
  if (!file.reference.empty()) return sweep(file, s);
  return complain({"what should " + tensor::quoted(file.function) + " be?", {"command line"}, {}, "--ref EXPR; its first name is the first argument"}, s);
}

void add_tune(CLI::App& app, tune_command& into) {
  CLI::App* tune = app.add_subcommand("tune", "which lines must be wider for outputs within --tol, or may be narrower");
  tune->add_option("words", into.words, "FILE[:KERNEL], then NAME=VALUE for parameters and dimensions")->required()->type_name("FILE[:KERNEL] [NAME=VALUE ...]");
  tune->add_option("-l,--launch", into.launch, "'<<<GRID, BLOCK[, SHARED_BYTES]>>>'; without it the // fpcheck: cases of the source")->type_name("<<<GRID, BLOCK>>>");
  tune->add_option("--format", into.format, "text, json, or html: a page with error against cost of what was tried")->type_name("FORMAT");
  add_case_options(*tune, into.options);
}

void add_run(CLI::App& app, parsed& p) {
  CLI::App* run = app.add_subcommand("run", "execute a kernel on the CPU, bit for bit, with a certified shadow");
  run->add_option("words", p.run.words, "FILE[:KERNEL] or several files, then NAME=VALUE for parameters and dimensions")
      ->required()
      ->type_name("FILE[:KERNEL] [NAME=VALUE ...]");
  run->add_option("-l,--launch", p.run.launch,
                  "'<<<GRID, BLOCK[, SHARED_BYTES]>>>'; without it the // fpcheck: cases of the source run")
      ->type_name("<<<GRID, BLOCK>>>");
  run->add_option("--source", p.run.source, "the .cu that a .ptx was made from: names, types, cases")
      ->type_name("FILE.cu");
  run->add_option("--dump", p.run.dumps, "print a stage: ptx, module, program, trace, findings")
      ->type_name("STAGE")
      ->type_size(1)
      ->allow_extra_args(false);
  add_case_options(*run, p.run.options);
  run->add_flag("--watch", p.run.watch, "run again whenever the file, what it includes or a tensor changes, until Ctrl-C");
  add_acceptance(*run, p.run.fail_fast, p.run.accepted);
  add_reports(*run, p.run.reports);
}

void add_tensor_commands(CLI::App& app, parsed& p) {
  CLI::App* diff = app.add_subcommand("diff", "compare two tensors: ulps, NaN, bias, histogram, worst elements");
  diff->add_option("ACTUAL", p.diff.actual, ".npy, .npz#key or .safetensors#key")->required();
  diff->add_option("REFERENCE", p.diff.reference)->required();
  diff->add_option("--tol", p.diff.tolerance, "2ulp, rtol=..,atol=.., torch or bitwise (default 0ulp)")
      ->type_name("TOL");
  diff->add_option("--type", p.diff.type, "what the codes of ACTUAL mean: bf16, e4m3fn, ...")->type_name("TYPE");
  diff->add_option("--format", p.diff.format, "text or json")->type_name("FORMAT");

  CLI::App* hash = app.add_subcommand("hash", "a digest of each tensor; of two, the first element that differs");
  hash->add_option("TENSOR", p.hash.tensors, ".npy, .npz#key or .safetensors#key")->required();
  hash->add_option("--key", p.hash.key, "another key gives other digests (default 0)")->type_name("N");
  hash->add_option("--format", p.hash.format, "text or json")->type_name("FORMAT");
}

void add_expression_commands(CLI::App& app, parsed& p) {
  add_expression(app, "eval", "the value of a matrix expression, certified (its words: fpcheck functions)", p.eval);
  CLI::App* grad = add_expression(app, "grad", "the gradient of a matrix expression, derived and checked", p.grad);
  grad->add_option("--wrt", p.grad.wrt, "in which variable: X, or X:symmetric; all of them without it")
      ->type_name("NAME")
      ->type_size(1)
      ->allow_extra_args(false);

  add_gradient_check(*grad, p.grad);
  app.add_subcommand("functions", "the functions of expressions: shapes, an example, the gradient rule of each")->add_option("NAME", p.function, "only this one; all of them without it");
}

void add_tables(CLI::App& app, parsed& p) {
  CLI::App* format = app.add_subcommand("format", "number formats, and what a number becomes in one");
  format->add_option("NAME", p.format.name, "bf16, e4m3fn, ..., or a row of your own: float(e5,m2,bias=15,finite_only); all of them without it");
  format->add_option("VALUE", p.format.values, "a number, decimal or hex float, or a code 0x..");
  format->add_option("--format", p.format.format, "text or json")->type_name("FORMAT");

  CLI::App* isa = app.add_subcommand("isa", "the PTX instructions that fpcheck knows");
  isa->add_option("FORM", p.isa.filter, "only forms that start so");
  isa->add_option("--check", p.isa.check, "what a file would need")->type_name("FILE");

  CLI::App* explain = app.add_subcommand("explain", "what a rule means and how to mend its findings, or what a term of the reports means");
  explain->add_option("RULE", p.rule, "a rule or a term; all of them without it");
  CLI::Option* thresholds = explain->add_flag("--thresholds", p.thresholds, "every number that can change a verdict, why, and the kernels that show it");
  explain->add_option("--format", p.thresholds_format, "of the thresholds: text or json")->type_name("FORMAT")->needs(thresholds);
  app.add_subcommand("help", "pages on launches, reports, suites and more, or a command's options")->add_option("PAGE", p.page, "a page or a command; the list without it");
}

void add_commands(CLI::App& app, parsed& p) {
  add_run(app, p);
  add_tensor_commands(app, p);
  add_sweep(app, p.sweep, p.library);
  add_tune(app, p.tune);
  add_expression_commands(app, p);
  add_tables(app, p);

  CLI::App* init = app.add_subcommand("init", "write a // fpcheck: case for each kernel of a source");
  init->add_option("FILE.cu", p.init.file)->required();
  init->add_option("-o,--output", p.init.target, "write a configuration for fpcheck test instead of comments")
      ->type_name("fpcheck.toml");
  init->add_option("--nvcc", p.init.nvcc, "flags for the compiler, which the cases then have: '-Iinclude'")->type_name("FLAGS");
  init->add_flag("--write", p.init.write, "put the comments into FILE.cu, above their kernels");

  CLI::App* report = app.add_subcommand("report", "write a saved JSON report in other formats");
  report->add_option("RUN.json", p.report.file, "what fpcheck run -o json:RUN.json wrote");
  report->add_flag("--schema", p.report.schema, "print the schema of the JSON report");
  add_reports(*report, p.report.reports);

  add_program_command(app, p.program);
  add_record_command(app, p.record);
  app.add_subcommand("mcp", "a server for coding assistants (Model Context Protocol) on stdin and stdout")
      ->footer("Tools: run, what_if, explain, init, report. They read files below the working directory and write none.");
  CLI::App* test = app.add_subcommand("test", "run the cases of fpcheck.toml, in parallel");
  test->add_option("FILTER", p.test.filters, "only cases with this in FILE:LINE: TITLE");
  test->add_option("--config", p.test.configuration, "instead of the nearest fpcheck.toml upward")->type_name("FILE");
  test->add_option("-j,--jobs", p.test.jobs, "cases at a time; one a core without it")->type_name("N");
  test->add_flag("--list", p.test.list, "say which cases there are, a line each, and run none");
  test->add_flag("--watch", p.test.watch, "run again whenever a listed file, what it includes or the configuration changes, until Ctrl-C");
  test->add_flag("--schema", p.test.schema, "print the JSON schema of fpcheck.toml, for editors");
  add_case_options(*test, p.test.options);
  add_acceptance(*test, p.test.fail_fast, p.test.accepted);
  add_reports(*test, p.test.reports);
}

exit_code dispatch(const CLI::App& app, const parsed& p, const streams& s) {
  // These are one computation that looks at nothing, and leave nothing behind.
  const bool gradient_of_kernel = !p.grad.kernel.forward.empty() || !p.grad.kernel.forward_kernel.empty();
  const bool computes = app.got_subcommand("eval") || app.got_subcommand("hash") || app.got_subcommand("diff") || (app.got_subcommand("grad") && !gradient_of_kernel);
  if (!computes) end_by_itself();
  if (app.got_subcommand("run")) return run(p.run, s);
  if (app.got_subcommand("diff")) return diff(p.diff, s);
  if (app.got_subcommand("hash")) return hash(p.hash, s);
  if (app.got_subcommand("tune")) return tune_kernels(p.tune, s);
  if (app.got_subcommand("sweep")) return sweep_either(p.sweep, p.library, s);
  if (app.got_subcommand("eval")) return eval(p.eval, s);
  if (app.got_subcommand("grad")) return grad(p.grad, s);
  if (app.got_subcommand("format")) return format(p.format, s);
  if (app.got_subcommand("isa")) return isa(p.isa, s);
  if (app.got_subcommand("functions")) return functions(p.function, s);
  if (app.got_subcommand("help")) return help(p.page, app, s);
  if (app.got_subcommand("explain")) return p.thresholds ? explain_thresholds(p.thresholds_format, s) : explain(p.rule, s);
  if (app.got_subcommand("init")) return init(p.init, s);
  if (app.got_subcommand("report")) return rewrite(p.report, s);
  if (app.got_subcommand("record")) return record_launches(p.record, s);
  if (app.got_subcommand("mcp")) return serve_assistants(s);
  if (app.got_subcommand("app")) return run_program(p.program, s);
  return test(p.test, s);
}

/// The word of the command line that is no command or option, with the nearest one that is.
std::string suggestion(const CLI::App& app, const std::vector<std::string>& arguments) {
  std::vector<std::string> commands;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(sub->get_name());
  if (arguments.empty()) return {};
  const bool command_known = std::find(commands.begin(), commands.end(), arguments[0]) != commands.end();
  if (!command_known) {
    const std::string& word = arguments[0];
    for (const char* ending : {".cu", ".ptx", ".py", ".toml"})
      if (word.ends_with(ending) || word.find(std::string(ending) + ':') != std::string::npos)
        return (std::string_view(ending) == ".toml" ? "fpcheck test --config " : "fpcheck run ") + word + " runs its cases";
    const std::string near = nearest_name(arguments[0], commands);
    return near.empty() ? "" : "did you mean '" + near + "'?";
  }
  std::vector<std::string> options;
  for (const CLI::Option* o : app.get_subcommand(arguments[0])->get_options())
    for (const std::string& name : o->get_lnames()) options.push_back("--" + name);
  for (const std::string& a : arguments) {
    const std::string name = a.substr(0, a.find('='));
    if (!a.starts_with("--") || std::find(options.begin(), options.end(), name) != options.end()) continue;
    const std::string near = nearest_name(name, options);
    if (!near.empty()) return "did you mean '" + near + "'?";
  }
  return {};
}

/// Options that print what is written out of `app` itself, and end there.
void add_pages(CLI::App& app, const streams& s) {
  app.add_flag_callback(
      "--man",
      [&] {
        s.out << man_page(app);
        throw CLI::Success();
      },
      "print the manual page: fpcheck --man | man -l -");
  app.add_option_function<std::string>(
         "--completion",
         [&](const std::string& shell) {
           const auto& known = shells();
           if (std::find(known.begin(), known.end(), shell) == known.end())
             throw CLI::ValidationError("--completion", "there are completions for bash, zsh and fish");
           s.out << completion(app, shell);
           throw CLI::Success();
         },
         "print a completion script: bash, zsh or fish")
      ->type_name("SHELL");
}

/// The arguments as CLI11 wants them: the last first, and a negative word that is a value (`-inf`) behind a blank, or it
/// would be taken for options. Negative numbers are told by their digit.
std::vector<std::string> prepared(const std::vector<std::string>& arguments) {
  std::vector<std::string> out(arguments.rbegin(), arguments.rend());
  if (!arguments.empty() && arguments[0] == "format")
    for (std::string& word : out)
      for (const char* value : {"-inf", "-nan", "-."})
        if (detail::same_word(word.substr(0, std::string_view(value).size()), value)) {
          word.insert(0, 1, ' ');
          break;
        }
  for (std::string& word : out) // a list is one value: CLI11 would take it apart
    if (word.starts_with('[') && word.ends_with(']')) word.insert(0, 1, ' ');
  return out;
}

/// `fpcheck eval '-sum(x)'`: an expression that begins with a minus is no option.
std::vector<std::string> with_negated_expression(std::vector<std::string> arguments) {
  if (arguments.size() < 2 || (arguments[0] != "eval" && arguments[0] != "grad")) return arguments;
  std::string& first = arguments[1];
  const bool option = !first.starts_with('-') || first.starts_with("--") || first.find_first_of("(*+/@^ ") == std::string::npos;
  if (!option) first = '(' + first + ')';
  return arguments;
}

/// `fpcheck record [OPTIONS] -- PROGRAM`: the two dashes end our options, and are no word of the program.
std::vector<std::string> without_dashes(std::vector<std::string> arguments) {
  if (arguments.empty() || arguments[0] != "record") return arguments;
  std::size_t at = 1;
  while (at < arguments.size() && arguments[at] != "--" && arguments[at].starts_with('-')) at += arguments[at].find('=') == std::string::npos ? 2 : 1; // every option has a value
  if (at < arguments.size() && arguments[at] == "--") arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(at));
  return arguments;
}

/// The version, the engine's instruction set levels and which of them runs here.
std::string version_line() {
  std::string levels;
  for (const std::string_view l : exec::built_levels()) levels += (levels.empty() ? "" : ", ") + std::string(l);
  const auto runs = exec::chosen_level();
  return std::string("fpcheck ") + session::version + " (engine: " + levels + "; runs " + (runs ? std::string(*runs) : "none of them here") + ")";
}

exit_code parse_and_dispatch(const std::vector<std::string>& given, const streams& s) {
  const std::vector<std::string> arguments = without_dashes(with_negated_expression(given));
  CLI::App app("fpcheck: is this GPU kernel numerically right, and which line lost the bits?", "fpcheck");
  app.set_version_flag("--version", version_line());
  app.require_subcommand(1);
  if (arguments.empty()) {
    welcome(s.out);
    return exit_code::usage; // nothing was checked
  }
  app.footer("fpcheck help lists pages on launches, values, reports and suites. Exit codes: 0 passed, 1 findings, 2 usage, 3 incomplete, 4 internal error, 130 interrupted.");
  parsed p;
  add_commands(app, p);
  add_pages(app, s);
  try {
    app.parse(prepared(arguments));
  } catch (const CLI::Success& success) { // --help, --version, --man, --completion
    app.exit(success, s.out, s.err);
    return exit_code::passed;
  } catch (const CLI::ParseError& error) {
    const std::string hint = suggestion(app, arguments);
    const bool no_command = app.get_subcommands().empty() && !arguments.empty() && !arguments[0].starts_with('-');
    std::string what = error.what();
    if (what == "words is required") what = app.get_subcommands()[0]->get_option("words")->get_type_name() + " is required";
    return complain({no_command ? "there is no command " + tensor::quoted(arguments[0]) : what,
                     {"command line"},
                     {},
                     hint.empty() ? "fpcheck --help, or fpcheck COMMAND --help" : hint},
                    s);
  }
  return dispatch(app, p, s);
}

} // namespace

exit_code run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  const streams s{out, err};
  // Nothing throws across module boundaries; what comes here is a lack of memory or a defect of fpcheck.
  try {
    const exit_code code = parse_and_dispatch(arguments, s);
    errno = 0;
    out.flush();
    if (out) return code;
    // A report that nobody can read is none.
    return worse(code, complain({"the output cannot be written" + (errno != 0 ? ": " + std::string(std::strerror(errno)) : ""), {"standard output"}}, s));
  } catch (const std::bad_alloc&) {
    err << "fpcheck: error: out of memory\n";
  } catch (const std::exception& e) {
    err << "fpcheck: internal error: " << e.what() << '\n';
  }
  return exit_code::internal_error;
}

} // namespace fpcheck::cli
