#include <fpcheck/session/interrupt.hpp>

#include "commands.hpp"
#include "reports.hpp"
#include "version.hpp"

namespace fpcheck::cli {

exit_code check_gradients(const expression_command& c, const streams& s) {
  report_choice reports = c.kernel.reports;
  reports.format = c.format;
  if (const auto ok = check_reports(reports); !ok) return complain(ok.error(), s);
  gradient::request how = c.kernel;
  how.target = c.words[0];
  how.seed = c.seed;
  session::typed_case typed{c.words, {}, how.options};
  typed.options.emplace_back("seed", std::to_string(c.seed));
  if (!c.save.empty()) typed.options.emplace_back("save", c.save);
  const auto words = session::read_words(typed, "grad");
  if (!words) return complain(words.error(), s);
  auto file = session::kernel_file::open(words->target.file, "");
  if (!file) return complain(file.error(), s);
  using depth = session::case_source::depth;
  const auto r = gradient::check(how, *file, *words, {"", wants_everything(reports) ? depth::full : depth::brief});
  if (!r) return complain(r.error(), s);
  const exit_code code = write_reports(
      {session::version, {*r}, {}}, reports, [&](const std::string& f, std::uint32_t line) { return file->line(f, line); }, s);
  return session::interrupted() ? exit_code::interrupted : code;
}

} // namespace fpcheck::cli
