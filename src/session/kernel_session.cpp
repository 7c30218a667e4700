#include <fpcheck/session/kernel_session.hpp>
#include <fpcheck/session/case_words.hpp>
#include <fpcheck/session/run_case.hpp>

#include "version.hpp"

namespace fpcheck::session {

struct kernel_session::state {
  kernel_file file;
};

kernel_session::kernel_session(std::unique_ptr<state> s) : state_(std::move(s)) {}
kernel_session::kernel_session(kernel_session&&) noexcept = default;
kernel_session& kernel_session::operator=(kernel_session&&) noexcept = default;
kernel_session::~kernel_session() = default;

result<kernel_session> kernel_session::open(const std::string& file, const std::string& source) {
  auto opened = kernel_file::open(file, source);
  if (!opened) return tl::unexpected(opened.error());
  return kernel_session(std::make_unique<state>(state{*std::move(opened)}));
}

result<session_outcome> kernel_session::run(const std::string& kernel, const std::vector<std::string>& words, const tensor::archive& given,
                                     const executor& execute) {
  kernel_file& file = state_->file;
  typed_case command;
  command.words.push_back(kernel.empty() ? file.path() : file.path() + ':' + kernel);
  command.words.insert(command.words.end(), words.begin(), words.end());
  const auto written = read_words(command);
  if (!written) return tl::unexpected(written.error());
  const auto cases = choose_cases(file, *written);
  if (!cases) return tl::unexpected(cases.error());
  session_outcome out;
  out.document.version = version;
  for (const launch::case_text& text : *cases) {
    case_source source;
    if (!text.where.file.empty()) source.directory = file.directory();
    source.given = &given;
    source.execute = execute;
    source.data = &out.data;
    out.document.cases.push_back(run_case(file, text, source));
  }
  out.code = out.document.verdict();
  const report::source_reader lines = [&](const std::string& f, std::uint32_t line) { return file.line(f, line); };
  report::attach_sources(out.document, lines);
  out.text = report::write_text(out.document, lines, report::colour::off);
  return out;
}

} // namespace fpcheck::session
