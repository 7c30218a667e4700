#include <fpcheck/session/case_words.hpp>

#include <algorithm>

namespace fpcheck::session {
namespace {

using exec::case_text;

/// Puts the command line's values in the place of a case's own.
void override_values(case_text& text, const std::vector<exec::assignment>& values) {
  for (const exec::assignment& v : values) {
    bool known = false;
    for (exec::launch_text& l : text.launches)
      for (exec::assignment& a : l.assignments)
        if (a.name.text == v.name.text) a = v, known = true;
    if (!known && !text.launches.empty()) text.launches[0].assignments.push_back(v);
  }
}

bool names_kernel(const case_text& text, const std::string& kernel) {
  return kernel.empty() || std::any_of(text.launches.begin(), text.launches.end(), [&](const exec::launch_text& l) {
           return l.kernel.text == kernel || l.kernel.text.starts_with(kernel + "<") ||
                  l.kernel.text.starts_with(kernel);
         });
}

} // namespace

result<written_case> read_words(const typed_case& c, const char* command) {
  std::vector<std::string> arguments{"fpcheck", command};
  arguments.insert(arguments.end(), c.words.begin(), c.words.end());
  if (!c.launch.empty()) arguments.insert(arguments.end(), {"-l", c.launch});
  for (const auto& [name, value] : c.options) {
    arguments.push_back("--" + name);
    arguments.push_back(value);
  }
  const std::vector<exec::word> words = exec::command_line_words(arguments);
  written_case out;
  out.target = split_kernel_name(words[2]);
  const std::size_t end = 2 + c.words.size();
  auto launch = exec::parse_launch({words.begin() + 3, words.begin() + static_cast<std::ptrdiff_t>(end)}, out.options);
  if (!launch) return tl::unexpected(launch.error());
  out.launch = *std::move(launch);
  if (!out.launch.kernel.text.empty())
    return tl::unexpected(out.launch.kernel.error("'" + out.launch.kernel.text + "' is not NAME=VALUE",
                                                  "a kernel is named as FILE:KERNEL"));
  out.launch.kernel = out.target.kernel;
  std::size_t at = end;
  if (!c.launch.empty()) {
    const exec::word& l = words[at + 1];
    const bool chevrons = l.text.starts_with("<<<") && l.text.ends_with(">>>") && l.text.size() > 6;
    if (!out.launch.configuration.line.empty())
      return tl::unexpected(l.error("a launch has one <<<GRID, BLOCK>>> only"));
    out.launch.configuration = chevrons ? l.part(3, l.text.size() - 6) : l;
    at += 2;
  }
  for (; at + 1 < words.size(); at += 2) out.options.push_back({words[at].part(2), words[at + 1]});
  return out;
}

result<std::vector<case_text>> choose_cases(const kernel_file& file, const written_case& w) {
  std::vector<case_text> out;
  if (!w.launch.configuration.line.empty()) {
    case_text own{{}, {w.launch}, w.options};
    // FILE:KERNEL gives the first launch of a one-kernel case only.
    out.push_back(std::move(own));
    return out;
  }
  for (case_text text : file.comments().cases) {
    if (!names_kernel(text, w.target.kernel.text)) continue;
    override_values(text, w.launch.assignments);
    text.options.insert(text.options.end(), w.options.begin(), w.options.end());
    out.push_back(std::move(text));
  }
  if (!out.empty()) return out;
  const std::string& kernel = w.target.kernel.text;
  std::vector<std::string> kernels;
  std::string list;
  for (const exec::kernel_signature& k : file.signatures().kernels) {
    kernels.push_back(k.name);
    list += (list.empty() ? "" : ", ") + k.name;
  }
  const bool known = std::any_of(kernels.begin(), kernels.end(), [&](const std::string& name) { return name.starts_with(kernel) || kernel.starts_with(name + '<'); });
  if (!kernel.empty() && !kernel.starts_with("regex:") && !kernels.empty() && !known) {
    const std::string near = nearest_name(kernel, kernels);
    return tl::unexpected(w.target.kernel.error("there is no kernel " + tensor::quoted(kernel) + " in the file",
                                                near.empty() ? "kernels: " + list : "did you mean '" + near + "'?"));
  }
  const bool some = !file.comments().cases.empty();
  return fail(
      some ? "no case in the file launches " + tensor::quoted(w.target.kernel.text) : "there is no launch to run",
      {file.path()},
      file.is_source() && !some ? "add -l '<<<GRID, BLOCK>>>' and values, or a // fpcheck: comment; fpcheck init " +
                                      file.path() + " writes one"
                                : "add -l '<<<GRID, BLOCK>>>' and NAME=VALUE for each parameter");
}

} // namespace fpcheck::session
