#include "crash.hpp"

#include <fpcheck/base/diagnostic.hpp>

#include <fpcheck/session/run_case.hpp>

#include <unistd.h>

#include <csignal>
#include <cstring>

namespace fpcheck::cli {
namespace {

/// A signal of a defect, and what it is called.
struct crash_signal {
  int number;
  const char* name;
};
constexpr crash_signal crash_signals[] = {{SIGSEGV, "segmentation fault"},
                                          {SIGBUS, "bus error"},
                                          {SIGILL, "illegal instruction"},
                                          {SIGFPE, "arithmetic exception"},
                                          {SIGABRT, "aborted"}};

/// The end of the message, made beforehand: in a handler nothing may be allocated.
std::string& rest_of_line() {
  static std::string text;
  return text;
}

void say(const char* text, std::size_t length) {
  while (length > 0) {
    const ssize_t put = write(STDERR_FILENO, text, length);
    if (put <= 0) return;
    text += put, length -= static_cast<std::size_t>(put);
  }
}

void on_crash(int number) {
  static volatile std::sig_atomic_t seen = 0;
  if (seen != 0) _exit(static_cast<int>(exit_code::internal_error));
  seen = 1;
  const char* name = "crash";
  for (const crash_signal& s : crash_signals)
    if (s.number == number) name = s.name;
  constexpr const char start[] = "fpcheck: internal error: ";
  say(start, sizeof start - 1);
  say(name, std::strlen(name));
  say(rest_of_line().data(), rest_of_line().size());
  _exit(static_cast<int>(exit_code::internal_error));
}

} // namespace

void report_crashes(const std::vector<std::string>& arguments) {
  std::string& rest = rest_of_line();
  rest = "; this is a defect of fpcheck, please report it with the file and: fpcheck";
  for (const std::string& a : arguments) rest += ' ' + session::shell_word(a);
  rest += '\n';
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which tell more
  // A stack of its own: the crash may be that there is no more of the other.
  static char stack[64 << 10];
  stack_t other{};
  other.ss_sp = stack;
  other.ss_size = sizeof stack;
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const crash_signal& s : crash_signals) sigaction(s.number, &action, nullptr);
#endif
}

} // namespace fpcheck::cli
