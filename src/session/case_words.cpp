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
  return kernel.empty() || std::any_of(text.launches.begin(), text.launches.end(), [&](const exec::launch_text& l) { return l.kernel.text.starts_with(kernel); });
}
/// The same of its whole name, template arguments aside.
bool names_whole_kernel(const case_text& text, const std::string& kernel) {
  return std::any_of(text.launches.begin(), text.launches.end(), [&](const exec::launch_text& l) { return l.kernel.text == kernel || l.kernel.text.starts_with(kernel + "<"); });
}

/// What an option has to do with to do anything.
struct needed_row {
  std::string_view option;
  bool (*met)(const case_text&, const kernel_file&);
  std::string_view otherwise, hint;
};

/// Whether something is worked out that the kernel is compared with.
bool has_expression(const case_text& text, const kernel_file&) {
  return std::any_of(text.options.begin(), text.options.end(), [](const exec::option_text& o) { return o.name.text == "ref" && o.value.text.find('@') != 0 && o.value.text.find("=@") == std::string::npos; });
}
bool has_dual(const case_text& text, const kernel_file&) {
  return std::any_of(text.options.begin(), text.options.end(), [](const exec::option_text& o) { return o.name.text == "shadow" && o.value.text == "dual"; });
}
bool is_compiled(const case_text&, const kernel_file& file) { return file.is_source(); }
/// Of PTX some flags say how it was made, and so how a card runs it.
bool says_how(const case_text& text, const kernel_file& file) {
  constexpr std::string_view told[] = {"fmad", "-G", "device-debug", "use_fast_math", "ftz"};
  return file.is_source() || std::any_of(text.options.begin(), text.options.end(), [&](const exec::option_text& o) {
           return o.name.text == "nvcc" && std::any_of(std::begin(told), std::end(told), [&](std::string_view f) { return o.value.text.find(f) != std::string::npos; });
         });
}

constexpr needed_row needed_rows[] = {
    {"acc", &has_expression, "there is no reference to work out", "give one: --ref 'softmax(x, 1)'"},
    {"out", &has_expression, "there is no reference to work out", "give one: --ref 'softmax(x, 1)'"},
    {"round", &has_expression, "there is no reference to work out", "give one: --ref 'let p = softmax(x, 1); p @ v'"},
    {"along", &has_dual, "nothing moves", "add --shadow dual"},
    {"save-derivative", &has_dual, "there is no derivative", "add --shadow dual"},
    {"nvcc", &says_how, "PTX is not compiled", "give the .cu"},
    {"instantiate", &is_compiled, "PTX is not compiled", "give the .cu"},
};

} // namespace

result<void> check_effects(const std::vector<case_text>& cases, const kernel_file& file) {
  for (const needed_row& row : needed_rows) {
    const exec::option_text* idle = nullptr;
    bool serves = false;
    for (const case_text& text : cases)
      for (const exec::option_text& o : text.options) {
        if (o.name.text != row.option) continue;
        if (row.met(text, file)) serves = true;
        else if (idle == nullptr) idle = &o;
      }
    if (idle != nullptr && !serves)
      return tl::unexpected(idle->name.error("--" + std::string(row.option) + " changes nothing here: " + std::string(row.otherwise), std::string(row.hint)));
  }
  return {};
}

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
  // The beginning of a name does where no kernel has it as its whole name.
  const auto& cases = file.comments().cases;
  const bool whole = std::any_of(cases.begin(), cases.end(), [&](const case_text& text) { return names_whole_kernel(text, w.target.kernel.text); });
  for (case_text text : cases) {
    if (!(whole ? names_whole_kernel : names_kernel)(text, w.target.kernel.text)) continue;
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
