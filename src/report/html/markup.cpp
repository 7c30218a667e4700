#include "page.hpp"

#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/plain_text.hpp>

namespace fpcheck::report::html {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : plain_text(text)) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else if (c == '\'') out += "&#39;";
    else out += c;
  }
  return out;
}

std::string element(std::string_view name, std::string_view classes, const std::string& body) {
  std::string out = "<" + std::string(name);
  if (!classes.empty()) out += " class=\"" + std::string(classes) + '"';
  return out + '>' + body + "</" + std::string(name) + '>';
}

std::string text_element(std::string_view name, std::string_view classes, std::string_view text) {
  return element(name, classes, escaped(text));
}

std::string page(std::string_view title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">" +
         text_element("title", "", title) + "<style>" + std::string(style()) + "</style></head>\n<body>" + body + "</body></html>\n";
}

std::string place_of(const std::vector<analysis::frame>& stack, std::uint32_t ptx_line) {
  if (stack.empty() || stack[0].line == 0) return ptx_line == 0 ? "" : "PTX line " + std::to_string(ptx_line);
  return stack[0].file + ':' + std::to_string(stack[0].line);
}

std::string message_of(const analysis::finding& f) {
  return f.message.empty() ? std::string(analysis::summary(f.rule)) : f.message;
}

std::string_view level_class(analysis::level l) {
  return l == analysis::level::error ? "error" : l == analysis::level::warning ? "warning" : "note";
}

} // namespace fpcheck::report::html
