#include "acceptance.hpp"

#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/tensor/file.hpp>
#include <fpcheck/verdict/verdict.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace fpcheck::cli {
namespace {

using json = nlohmann::ordered_json;
using analysis::finding;

constexpr const char* schema = "fpcheck-baseline/1";
constexpr std::pair<const char*, analysis::level> levels[] = {{"error", analysis::level::error}, {"warning", analysis::level::warning}, {"note", analysis::level::note}};

std::string without_blanks(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (std::isspace(static_cast<unsigned char>(c)) == 0) out += c;
  return out;
}

accepted_finding key_of(const finding& f, const report::case_report& r, const report::source_reader& source) {
  accepted_finding out{std::string(analysis::id(f.rule)), r.file, {}, f.output};
  if (f.stack.empty() || f.stack[0].line == 0) return out;
  out.file = f.stack[0].file;
  const auto line = source ? source(f.stack[0].file, f.stack[0].line) : std::nullopt;
  if (line) out.line = without_blanks(*line);
  return out;
}

result<std::set<accepted_finding>> read_file(const std::string& path) {
  const char* hint = "fpcheck run .. --baseline FILE --write-baseline writes one";
  const auto text = tensor::read_bytes(path, tensor::most_text_bytes);
  if (!text) return tl::unexpected(diagnostic{text.error().message, {path}, {}, hint});
  const json j = json::parse(*text, nullptr, false);
  const auto string_of = [](const json& item, const char* name) { return item.contains(name) && item[name].is_string() ? item[name].get<std::string>() : std::string(); };
  if (j.is_discarded() || !j.is_object() || string_of(j, "schema") != schema || !j.contains("findings") || !j["findings"].is_array())
    return fail("this is no baseline of fpcheck", {path}, hint);
  std::set<accepted_finding> out;
  for (const json& item : j["findings"]) {
    if (!item.is_object() || string_of(item, "rule").empty()) return fail("an entry of this baseline names no rule", {path}, hint);
    out.insert({string_of(item, "rule"), string_of(item, "file"), string_of(item, "line"), string_of(item, "output")});
  }
  return out;
}

} // namespace

result<acceptance> acceptance::read(const acceptance_choice& choice) {
  acceptance out;
  out.choice_ = choice;
  const auto level = std::find_if(std::begin(levels), std::end(levels), [&](const auto& l) { return choice.fail_on == l.first; });
  if (level == std::end(levels)) return fail("no level is called " + tensor::quoted(choice.fail_on), {"command line"}, "there are error warning note");
  out.fails_ = level->second;
  if (choice.write && choice.baseline.empty()) return fail("--write-baseline needs a file", {"command line"}, "add --baseline FILE");
  if (choice.baseline.empty() || choice.write) return out;
  auto known = read_file(choice.baseline);
  if (!known) return tl::unexpected(known.error());
  out.known_ = *std::move(known);
  return out;
}

void acceptance::judge(report::case_report& r, const report::source_reader& source) {
  if (!r.run) return;
  bool fails = false, errors = false;
  std::size_t accepted = 0;
  for (finding& f : r.run->findings) {
    if (f.suppressed) continue;
    errors = errors || f.level == analysis::level::error;
    const accepted_finding key = key_of(f, r, source);
    if (choice_.write && f.level == analysis::level::error) known_.insert(key);
    if (known_.contains(key)) {
      used_.insert(key);
      f.suppressed = true, f.suppression_reason = "in the baseline " + choice_.baseline;
      ++accepted;
    } else {
      fails = fails || f.level >= fails_;
    }
  }
  if (accepted > 0) r.notes.push_back(std::to_string(accepted) + (accepted == 1 ? " finding is" : " findings are") + " in the baseline " + choice_.baseline);
  if (r.verdict == exit_code::findings && errors && accepted > 0) r.verdict = verdict::of(*r.run);
  if (fails) r.verdict = worse(r.verdict, exit_code::findings);
}

result<void> acceptance::finish() const {
  if (!choice_.write) return {};
  json findings = json::array();
  for (const accepted_finding& f : known_) findings.push_back({{"rule", f.rule}, {"file", f.file}, {"line", f.line}, {"output", f.output}});
  const json out{{"schema", schema}, {"findings", findings}};
  const auto ok = tensor::write_bytes(choice_.baseline, out.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  if (!ok) return tl::unexpected(ok.error());
  return {};
}

std::string acceptance::unused() const {
  const std::size_t n = known_.size() - used_.size();
  if (n == 0) return {};
  return std::to_string(n) + (n == 1 ? " entry" : " entries") + " of the baseline " + choice_.baseline + " match nothing: --write-baseline drops them";
}

} // namespace fpcheck::cli
