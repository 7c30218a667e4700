#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/gradient/check.hpp>
#include <fpcheck/session/case_words.hpp>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace fpcheck::cli {

/// Where a command writes.
struct streams {
  std::ostream& out;
  std::ostream& err;
};

/// How reports are wanted.
struct report_choice {
  std::string format = "text";
  std::vector<std::string> files; ///< FORMAT:FILE
};

/// Which findings are accepted.
struct acceptance_choice {
  std::string baseline;          ///< findings that stand in this file are excused
  bool write = false;            ///< write that file instead
  std::string fail_on = "error"; ///< the least level of a finding that fails
};

/// `fpcheck run`.
struct run_command : session::typed_case {
  std::string source; ///< the .cu of a .ptx
  std::vector<std::string> dumps;
  bool fail_fast = false; ///< stop after the first case that does not pass
  bool watch = false;     ///< run again whenever a file changes
  acceptance_choice accepted;
  report_choice reports;
};
exit_code run(const run_command& c, const streams& s);

/// `fpcheck diff`.
struct diff_command {
  std::string actual, reference, tolerance = "0ulp", type;
  std::string format = "text";
};
exit_code diff(const diff_command& c, const streams& s);

/// `fpcheck hash`.
struct hash_command {
  std::vector<std::string> tensors; ///< two of them are compared
  std::string key = "0", format = "text";
};
exit_code hash(const hash_command& c, const streams& s);

/// `fpcheck sweep`.
struct sweep_command {
  std::string function;            ///< FILE:FUNCTION
  std::string reference;           ///< an expression in the arguments
  std::string tolerance = "1ulp";
  std::string types, domain, nvcc, save_ptx, format = "text";
  std::string on;                  ///< gpu, cpu, or empty for whichever is there
  std::uint64_t samples = std::uint64_t{1} << 20, seed = 0;
  bool all = false;                ///< every input, not a sample
};
exit_code sweep(const sweep_command& c, const streams& s);

/// `fpcheck tune`.
struct tune_command : session::typed_case {
  std::string format = "text";
};
exit_code tune_kernels(const tune_command& c, const streams& s);

/// `fpcheck format`.
struct format_command {
  std::string name;
  std::vector<std::string> values;
  std::string format = "text"; ///< text or json
};
exit_code format(const format_command& c, const streams& s);

/// `fpcheck isa`.
struct isa_command {
  std::string check;  ///< a file, or empty for the whole table
  std::string filter; ///< only forms that start so
};
exit_code isa(const isa_command& c, const streams& s);

/// `fpcheck explain`.
exit_code explain(const std::string& rule, const streams& s);
/// `fpcheck help`: a page, or a command of `app`.
exit_code help(const std::string& name, const CLI::App& app, const streams& s);
/// What `fpcheck` alone prints: how to begin.
void welcome(std::ostream& out);
/// `fpcheck functions`.
exit_code functions(const std::string& name, const streams& s);
/// `fpcheck init`.
struct init_command {
  std::string file;
  std::string target;  ///< an fpcheck.toml to write; empty: comments on stdout
  bool write = false;  ///< put the comments into the file
  std::string nvcc;    ///< flags for the compiler, also of the cases
};
exit_code init(const init_command& c, const streams& s);

/// `fpcheck report`.
struct report_command {
  std::string file;    ///< JSON of an earlier run
  bool schema = false; ///< print the schema instead
  report_choice reports;
};
exit_code rewrite(const report_command& c, const streams& s);

/// `fpcheck test`.
struct test_command {
  std::vector<std::string> filters;
  std::string configuration; ///< empty: the nearest fpcheck.toml upward
  unsigned jobs = 0;         ///< cases at a time; 0: one a core
  bool list = false;         ///< only say which cases there are
  bool fail_fast = false;    ///< begin no case after the first that does not pass
  bool watch = false;        ///< run again whenever a file changes
  bool schema = false;       ///< print the schema of the configuration and run nothing
  acceptance_choice accepted;
  session::option_words options;
  report_choice reports;
};
exit_code test(const test_command& c, const streams& s);

/// What `fpcheck grad FILE[:KERNEL]` checks a backward kernel against, and how its reports are wanted.
struct gradient_command : gradient::request {
  report_choice reports;
};

/// `fpcheck eval` and `fpcheck grad`.
struct expression_command {
  std::vector<std::string> words; ///< EXPR, then NAME=VALUE
  std::vector<std::string> wrt;   ///< of grad: variables
  std::string save, format = "text";
  std::uint64_t seed = 0;
  gradient_command kernel;        ///< of grad, where the first word is a kernel's file
};
exit_code eval(const expression_command& c, const streams& s);
exit_code grad(const expression_command& c, const streams& s);
/// `fpcheck grad FILE[:KERNEL]`: checks a backward kernel.
exit_code check_gradients(const expression_command& c, const streams& s);

/// `fpcheck mcp`: a server for coding assistants on stdin and stdout, until stdin ends.
exit_code serve_assistants(const streams& s);

/// `fpcheck record`.
struct record_command {
  CLI::App* app = nullptr; ///< its remaining words are the program's
  std::vector<std::string> kernels;
  std::string launches, folder = "capture";
  std::uint64_t most = 16, limit_mib = 1024;
};
exit_code record_launches(const record_command& c, const streams& s);
/// Adds the command to the program's own.
void add_record_command(CLI::App& app, record_command& into);

/// Writes a diagnostic to stderr and returns its exit code.
exit_code complain(const diagnostic& d, const streams& s);

} // namespace fpcheck::cli
