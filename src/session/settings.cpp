#include <fpcheck/session/settings.hpp>
#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/expr/arithmetic.hpp>
#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/tensor/array.hpp>
#include <fpcheck/tensor/file.hpp>
#include <fpcheck/tolerance/accumulation.hpp>
#include <fpcheck/tolerance/judge.hpp>

#include "compiler_flags.hpp"
#include <fpcheck/session/file_words.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <limits>

namespace fpcheck::session {
namespace {

using exec::word;

template <class Number>
result<void> read_natural(const word& w, Number& out, std::uint64_t least = 0) {
  std::uint64_t value = 0;
  const char* end = w.text.data() + w.text.size();
  const auto [stop, error] = std::from_chars(w.text.data(), end, value);
  if (error != std::errc{} || stop != end || w.text.empty() || value < least ||
      value > std::numeric_limits<Number>::max())
    return tl::unexpected(w.error(tensor::quoted(w.text) + " is no number of at least " + std::to_string(least)));
  out = static_cast<Number>(value);
  return {};
}

result<double> read_real(const word& w) {
  const auto code = tensor::parse_code(tensor::dtype::f64, w.text);
  if (!code) return tl::unexpected(w.error(code.error().message));
  return tensor::decode(tensor::dtype::f64, *code);
}

bool is_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; });
}

/// `OUT=EXPR`, or `EXPR` for the only output. The `=` of a comparison or of a keyword stands behind other characters.
result<void> add_reference(settings& s, const word& w) {
  const std::size_t equals = w.text.find('=');
  const bool named = equals != std::string::npos && is_name(w.text.substr(0, equals)) &&
                     (equals + 1 >= w.text.size() || w.text[equals + 1] != '=');
  reference r{named ? w.text.substr(0, equals) : "", named ? w.part(equals + 1) : w};
  if (r.value.text.empty()) return tl::unexpected(w.error("the reference is empty", "write --ref out=@ref.npy"));
  s.references.push_back(std::move(r));
  return {};
}

result<void> set_tolerance(settings& s, const word& w) {
  if (const auto t = tolerance::parse_tolerance(w.text); !t)
    return tl::unexpected(w.error(t.error().message, t.error().hint));
  s.tolerance = w;
  return {};
}

result<void> set_shadow(settings& s, const word& w) {
  using enum exec::shadow_kind;
  const std::size_t colon = w.text.find(':');
  const std::string name = w.text.substr(0, colon);
  const std::pair<const char*, exec::shadow_kind> kinds[] = {
      {"none", none}, {"ball", ball},          {"dd", dd}, {"mpfr", mpfr}, {"interval", interval},
      {"dual", dual}, {"perturbed", perturbed}};
  const auto kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& k) { return name == k.first; });
  if (kind == std::end(kinds)) {
    const std::string near = nearest_name(name, shadow_names());
    return tl::unexpected(w.error("no shadow is called " + tensor::quoted(name),
                                  near.empty() ? "there are none ball dd mpfr:N interval dual perturbed:K"
                                               : "did you mean '" + near + "'?"));
  }
  const bool takes_number = kind->second == mpfr || kind->second == perturbed;
  if (takes_number != (colon != std::string::npos))
    return tl::unexpected(w.error(takes_number ? name + " needs a number: " + name + ":8" : name + " takes no number"));
  s.shadow = kind->second, s.shadow_choice = analysis::shadow_choice::asked;
  if (!takes_number) return {};
  if (const auto ok = read_natural(w.part(colon + 1), s.shadow_parameter, 2); !ok) return ok;
  if (s.shadow_parameter > 100000) return tl::unexpected(w.error("the number is too large", {}, colon + 1));
  return {};
}

/// `OUT=[LO,HI)`.
result<void> add_range(settings& s, const word& w) {
  const auto malformed = [&](std::size_t at) {
    return tl::unexpected(w.error("no range is written so", "write OUT=[0,1), OUT=(0,1] or OUT=[-inf,inf]", at));
  };
  const std::size_t equals = w.text.find('='), comma = w.text.find(',');
  if (equals == std::string::npos || equals == 0 || comma == std::string::npos || comma < equals + 3 ||
      w.text.size() < comma + 3)
    return malformed(0);
  const char open = w.text[equals + 1], close = w.text.back();
  if ((open != '[' && open != '(') || (close != ']' && close != ')')) return malformed(equals + 1);
  const auto low = read_real(w.part(equals + 2, comma - equals - 2)),
             high = read_real(w.part(comma + 1, w.text.size() - comma - 2));
  if (!low) return tl::unexpected(low.error());
  if (!high) return tl::unexpected(high.error());
  if (!(*low <= *high)) return malformed(equals + 2);
  s.ranges.push_back({w.text.substr(0, equals), *low, *high, open == '(', close == ')'});
  return {};
}

/// `NAME=FILE.npy`. What a file asks for lies beside it, and is new.
result<void> add_file(const settings& s, std::vector<saved_file>& to, const char* option, const word& w) {
  const std::size_t equals = w.text.find('=');
  if (equals == std::string::npos || equals == 0 || !w.text.ends_with(".npy"))
    return tl::unexpected(w.error("write --" + std::string(option) + " NAME=FILE.npy"));
  saved_file out{w.text.substr(0, equals), w.text.substr(equals + 1)};
  if (is_from_file(w) && !s.trusts_files) {
    const auto below = path_below(w, out.path, directory_of(w));
    if (!below) return tl::unexpected(below.error());
    std::error_code error;
    if (std::filesystem::symlink_status(*below, error).type() != std::filesystem::file_type::not_found)
      return tl::unexpected(w.error("this file would replace " + tensor::quoted(out.path), "remove it, or let this file replace it by --trust on the command line"));
    out.path = *below;
    out.how = saved_file::way::created;
  } else if (is_from_file(w)) {
    out.path = (std::filesystem::path(directory_of(w)) / out.path).string();
  }
  to.push_back(std::move(out));
  return {};
}
result<void> add_save(settings& s, const word& w) { return add_file(s, s.saves, "save", w); }
result<void> add_shadow_save(settings& s, const word& w) { return add_file(s, s.shadow_saves, "save-shadow", w); }
result<void> add_derivative_save(settings& s, const word& w) { return add_file(s, s.derivative_saves, "save-derivative", w); }

/// `NAME` or `NAME=@FILE.npy`.
result<void> add_along(settings& s, const word& w) {
  const std::size_t equals = w.text.find('=');
  const std::string path = equals == std::string::npos ? "" : w.text.substr(equals + 1);
  if (equals == 0 || w.text.empty() || (equals != std::string::npos && (path.size() < 2 || path[0] != '@')))
    return tl::unexpected(w.error("write --along NAME or --along NAME=@FILE.npy"));
  std::string file = path.empty() ? "" : path.substr(1);
  if (!file.empty() && is_from_file(w)) file = (std::filesystem::path(directory_of(w)) / file).string();
  s.along.emplace_back(w.text.substr(0, equals), std::move(file));
  return {};
}

/// The name of a format that a reference may be rounded to.
result<std::string> read_format(const word& w) {
  if (const auto format = expr::find_number_format(w.text); !format) return tl::unexpected(w.error(format.error().message, format.error().hint));
  return w.text;
}
result<void> set_accumulator(settings& s, const word& w) {
  const auto sums = tolerance::find_accumulation(w.text);
  if (!sums) return tl::unexpected(w.error(sums.error().message, sums.error().hint));
  s.accumulator = w.text;
  return {};
}
result<void> set_output_format(settings& s, const word& w) {
  auto format = read_format(w);
  return format ? s.output_format = *std::move(format), result<void>{} : tl::unexpected(format.error());
}

/// `NAME=FORMAT`.
result<void> add_rounded(settings& s, const word& w) {
  const std::size_t equals = w.text.find('=');
  if (equals == std::string::npos || equals == 0) return tl::unexpected(w.error("write --round NAME=FORMAT"));
  const auto format = read_format(w.part(equals + 1));
  if (!format) return tl::unexpected(format.error());
  s.rounded[w.text.substr(0, equals)] = *format;
  return {};
}

result<void> add_flags(settings& s, const word& w) {
  const auto flags = is_from_file(w) && !s.trusts_files ? listed_flags(w, directory_of(w)) : typed_flags(w);
  if (!flags) return tl::unexpected(flags.error());
  s.nvcc_flags.insert(s.nvcc_flags.end(), flags->begin(), flags->end());
  return {};
}

result<void> set_trust(settings& s, const word& w) {
  if (is_from_file(w)) return tl::unexpected(w.error("a file cannot trust itself", "--trust is for the command line"));
  s.trusts_files = true;
  return {};
}

result<void> set_blocks(settings& s, const word& w) {
  s.sample_blocks = 0, s.blocks.clear();
  if (w.text == "all") return {};
  if (w.text.starts_with("sample:")) return read_natural(w.part(7), s.sample_blocks, 1);
  if (w.text.empty() || w.text.find_first_not_of("0123456789,") != std::string::npos) return tl::unexpected(w.error("write --blocks all, --blocks sample:8 or --blocks 0,17"));
  for (const word& part : exec::split_top_level(w, ',')) {
    std::uint64_t block = 0;
    if (const auto ok = read_natural(part, block); !ok) return ok;
    s.blocks.push_back(block);
  }
  std::sort(s.blocks.begin(), s.blocks.end());
  s.blocks.erase(std::unique(s.blocks.begin(), s.blocks.end()), s.blocks.end());
  return {};
}

/// `gpu`, `gpu:1`, `gpu,f64`: a kernel of a stranger's file reaches a card only where the command line says so.
result<void> set_card(settings& s, const word& w) {
  if (is_from_file(w) && !s.trusts_files) return tl::unexpected(w.error("a file's words run nothing on a card", "--on is for the command line, or --trust"));
  const std::vector<word> parts = exec::split_top_level(w, ',');
  const word& where = parts[0];
  card_choice card;
  if (where.text != "gpu" && !where.text.starts_with("gpu:")) return tl::unexpected(w.error("write --on gpu, --on gpu:1 or --on gpu,f64"));
  if (where.text != "gpu")
    if (const auto ok = read_natural(where.part(4), card.number); !ok) return ok;
  if (parts.size() > 2 || (parts.size() == 2 && parts[1].text != "f64" && parts[1].text != "ball")) return tl::unexpected(w.error("beside a number stands a ball or f64: write --on gpu,f64"));
  if (parts.size() == 2 && parts[1].text == "f64") card.beside = card_choice::shadow::f64;
  s.card = card;
  return {};
}

/// `100` or `100,random`.
result<void> set_search(settings& s, const word& w) {
  const std::vector<word> parts = exec::split_top_level(w, ',');
  if (parts.size() > 2 || (parts.size() == 2 && parts[1].text != "random")) return tl::unexpected(w.error("write --search 100, or --search 100,random"));
  s.search_climbs = parts.size() == 1;
  return read_natural(parts[0], s.search, 1);
}

/// `2` or `2,2,1`: blocks of a cluster.
result<void> set_cluster(settings& s, const word& w) {
  const std::vector<word> parts = exec::split_top_level(w, ',');
  if (parts.size() > 3) return tl::unexpected(w.error("an extent has at most three parts"));
  exec::dim3 extent;
  std::uint32_t* const to[] = {&extent.x, &extent.y, &extent.z};
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (const auto ok = read_natural(parts[k], *to[k], 1); !ok) return ok;
  s.cluster = extent;
  return {};
}

result<void> add_expected(settings& s, const word& w) {
  std::vector<std::string> known = analysis::rule_ids();
  known.insert(known.end(), {"clean", "incomplete"});
  for (const word& part : exec::split_top_level(w, ',')) {
    if (std::find(known.begin(), known.end(), part.text) == known.end()) {
      const std::string near = nearest_name(part.text, known);
      return tl::unexpected(part.error("no rule is called " + tensor::quoted(part.text),
                                       near.empty() ? "fpcheck explain lists them" : "did you mean '" + near + "'?"));
    }
    s.expected.push_back(part.text);
  }
  return {};
}

result<void> set_time(settings& s, const word& w) {
  const auto seconds = read_real(w);
  if (!seconds) return tl::unexpected(seconds.error());
  if (!(*seconds > 0)) return tl::unexpected(w.error("the time must be positive"));
  s.time_budget = *seconds;
  return {};
}

result<void> set_budget(settings& s, const word& w) {
  const auto code = tensor::parse_code(tensor::dtype::u64, w.text);
  if (!code) return tl::unexpected(w.error(code.error().message));
  s.instruction_budget = *code;
  return {};
}

} // namespace

result<void> save(const saved_file& to, const tensor::array& a) {
  const auto ok = tensor::save(to.path, a, to.how == saved_file::way::created ? tensor::overwriting::refused : tensor::overwriting::allowed);
  return ok ? result<void>{} : tl::unexpected(ok.error());
}

const std::vector<std::string>& shadow_names() {
  static const std::vector<std::string> names{"none", "ball", "dd", "mpfr", "interval", "dual", "perturbed"};
  return names;
}

const std::vector<option_row>& case_options() {
  static const std::vector<option_row> rows{
      {"ref", "[OUT=]EXPR", "what OUT should be: @file.npy or an expression", true, add_reference},
      {"tol", "TOL", "how far from the reference OUT may be: auto, 2ulp, rtol=1e-3,atol=1e-5, torch, bitwise", false,
       set_tolerance},
      {"acc", "FORMAT", "what the kernel accumulates in, for --tol auto: a format, mma.bf16, wgmma.fp8, ... (as the code says, else f64 for outputs in f64, f32 for others)", false,
       set_accumulator},
      {"out", "FORMAT", "what the output is rounded to, for --tol auto (its own type)", false,
       set_output_format},
      {"round", "NAME=FORMAT", "a let-bound name of the reference that the kernel stores in FORMAT", true, add_rounded},
      {"shadow", "DOMAIN",
       "what beside the machine's values is computed: none ball dd mpfr:N interval dual perturbed:K", false,
       set_shadow},
      {"along", "NAME[=@FILE]", "what moves under --shadow dual: NAME, along a random direction or that of a file", true, add_along},
      {"save-derivative", "OUT=FILE.npy", "write the derivative of OUT under --shadow dual", true, add_derivative_save},
      {"range", "OUT=[LO,HI)", "a documented range of an output", true, add_range},
      {"save", "NAME=FILE.npy", "write a buffer as the kernel left it, bit for bit", true, add_save},
      {"save-shadow", "NAME=FILE.npy", "write what is certified of an output: exact values and radii, float64 of shape 2xSHAPE", true,
       add_shadow_save},
      {"seed", "N", "of generated inputs and of the schedule (0)", false,
       [](settings& s, const word& w) { return read_natural(w, s.seed); }},
      {"seeds", "N", "run with N seeds, and show the first that fails", false,
       [](settings& s, const word& w) { return read_natural(w, s.seeds, 1); }},
      {"search", "N[,random]", "of N inputs take those with the largest error: some at random, then changes of the worst so far; or all at random", false, set_search},
      {"shapes", "N", "sweep the extents of the case: N shapes, and show the smallest that fails; C=sweep and C=100..200 sweep one (27)", false,
       [](settings& s, const word& w) { return read_natural(w, s.shapes, 1); }},
      {"instantiate", "K<ARGS>", "instantiate a template of the .cu", true,
       [](settings& s, const word& w) { return s.instantiations.push_back(w.text), result<void>{}; }},
      {"nvcc", "FLAGS", "more flags for nvcc", true, add_flags},
      {"blocks", "all|sample:N|N,..", "run N blocks only, or these", false, set_blocks},
      {"on", "gpu[:N][,f64]", "run on a card first, at its own speed, with a second value beside every number; the worst blocks are explained here", false, set_card},
      {"cluster", "X[,Y[,Z]]", "blocks of a cluster, where the kernel does not say so itself", false, set_cluster},
      {"orders", "N", "compare N schedules of blocks and atomics", false,
       [](settings& s, const word& w) { return read_natural(w, s.orders, 1); }},
      {"fuse", "", "multiply and add fused as ptxas does, whatever the flags and the file say; the form as written is checked however long it takes", false,
       [](settings& s, const word&) { return s.fuse = fusing::on, result<void>{}; }},
      {"no-fuse", "", "multiply and add as written", false,
       [](settings& s, const word&) { return s.fuse = fusing::off, result<void>{}; }},
      {"what-if", "WHERE:CHANGE", "the outputs' errors if that were otherwise: 'line 26: f64', 'acc: kahan', 'x: e4m3fn scaled per 128', 'all: stochastic'", true,
       [](settings& s, const word& w) { return s.variants.push_back(w), result<void>{}; }},
      {"threads", "N", "worker threads, 0 for one a core", false,
       [](settings& s, const word& w) { return read_natural(w, s.threads); }},
      {"time", "SECONDS", "spent: incomplete (300)", false, set_time},
      {"budget", "N", "lane-instructions; spent: incomplete (2^36)", false, set_budget},
      {"expect", "RULE,..", "what `fpcheck test` must find here; clean for nothing", true, add_expected},
      {"no-lines", "", "JSON and HTML without the share of each source line: saves a replay", false,
       [](settings& s, const word&) { return s.lines = false, result<void>{}; }},
      {"trust", "", "let the words of a file do what those of the command line may: see SECURITY.md", false, set_trust},
      {"no-suppress", "", "count what // fpcheck: allow comments excuse", false,
       [](settings& s, const word&) { return s.suppressions = false, result<void>{}; }}};
  return rows;
}

result<void> apply_options(settings& s, const std::vector<exec::option_text>& options) {
  for (const exec::option_text& o : options) // whatever the order: it is about the others
    if (o.name.text == "trust" && !is_from_file(o.name)) s.trusts_files = true;
  for (const exec::option_text& o : options) {
    const auto& rows = case_options();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const option_row& r) { return o.name.text == r.name; });
    if (row == rows.end()) {
      std::vector<std::string> names;
      for (const option_row& r : rows) names.emplace_back(r.name);
      const std::string near = nearest_name(o.name.text, names);
      return tl::unexpected(o.name.error("no option is called '--" + o.name.text + "'",
                                         near.empty() ? "" : "did you mean '--" + near + "'?"));
    }
    if (const auto ok = row->apply(s, *row->placeholder == '\0' ? o.name : o.value); !ok) return ok;
  }
  return {};
}

} // namespace fpcheck::session
