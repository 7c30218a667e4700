#include <fpcheck/session/program_settings.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fpcheck::session {

using nlohmann::json;

result<void> read_launch_numbers(const std::string& text, launch_choice& into) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    if (word == "last") {
      into.last = true;
      continue;
    }
    const bool is_number = !word.empty() && word.size() < 18 && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number || std::stoull(word) == 0) return fail("'" + word + "' is no number of a launch", {"command line"}, "--launches 1,5,last counts from 1");
    into.numbers.push_back(std::stoull(word));
  }
  return {};
}

std::string write_program_settings(const program_settings& s) {
  return json{{"version", 1}, {"kernels", s.which.kernels}, {"alone", s.which.alone}, {"numbers", s.which.numbers}, {"last", s.which.last}, {"every", s.which.every},
              {"budget", s.budget}, {"launch_time", s.launch_time}, {"chain", s.chain}, {"blocks", s.blocks}, {"report", s.report}, {"replays", s.replays}, {"captures", s.captures}}
      .dump();
}

result<program_settings> read_program_settings(const std::string& text) {
  const json j = json::parse(text, nullptr, false);
  const auto bad = [] { return fail(std::string("the environment variable ") + program_settings_variable + " was not set by this version of fpcheck app"); };
  if (!j.is_object() || !j.contains("version") || j["version"] != 1) return bad();
  program_settings s;
  try {
    j.at("kernels").get_to(s.which.kernels), j.at("alone").get_to(s.which.alone), j.at("numbers").get_to(s.which.numbers);
    j.at("last").get_to(s.which.last), j.at("every").get_to(s.which.every);
    j.at("budget").get_to(s.budget), j.at("launch_time").get_to(s.launch_time), j.at("chain").get_to(s.chain), j.at("blocks").get_to(s.blocks);
    j.at("report").get_to(s.report), j.at("replays").get_to(s.replays), j.at("captures").get_to(s.captures);
  } catch (const json::exception&) {
    return bad();
  }
  return s;
}

} // namespace fpcheck::session
