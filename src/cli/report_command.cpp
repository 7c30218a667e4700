#include <fpcheck/report/document.hpp>
#include <fpcheck/session/file_words.hpp>
#include <fpcheck/tensor/file.hpp>

#include "commands.hpp"
#include "reports.hpp"

#include <ostream>

namespace fpcheck::cli {

exit_code rewrite(const report_command& c, const streams& s) {
  if (c.schema) {
    s.out << report::json_schema();
    return exit_code::passed;
  }
  if (c.file.empty())
    return complain({"no report was given", {"command line"}, {}, "fpcheck report RUN.json, or fpcheck report --schema"}, s);
  if (const auto ok = check_reports(c.reports); !ok) return complain(ok.error(), s);
  const auto text = tensor::read_bytes(c.file);
  if (!text) return complain({text.error().message, {c.file}, {}, "a report is what fpcheck run -o json:FILE writes"}, s);
  auto d = report::read_json(*text, c.file);
  if (!d) return complain(session::without_foreign_text(d.error(), c.file), s);
  // Another format of a report is no new judgement, but its verdict is the process's, as it was the first time.
  const report::document kept = *d;
  return write_reports(*std::move(d), c.reports, report::attached_lines(kept), s);
}

} // namespace fpcheck::cli
