#include "capture_case.hpp"

#include <fpcheck/analysis/type_by_lineage.hpp>
#include <fpcheck/base/letters.hpp>
#include <fpcheck/exec/run.hpp>
#include <fpcheck/launch/case.hpp>
#include <fpcheck/launch/signature.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/session/run_case.hpp>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>
#include <optional>
#include <set>

namespace fpcheck::cli {
namespace {

namespace fs = std::filesystem;
using record::capture;
using record::saved_memory;
using tensor::dtype;

/// A kernel that takes all memory and does nothing: its launch, the first of the case, is where the buffers get their names.
constexpr const char* keeper = "__fpcheck_buffers";

constexpr std::pair<dtype, const char*> spellings[] = {
    {dtype::f64, "double"}, {dtype::f32, "float"}, {dtype::f16, "__half"}, {dtype::bf16, "__nv_bfloat16"}, {dtype::e4m3fn, "__nv_fp8_e4m3"}, {dtype::e5m2, "__nv_fp8_e5m2"},
    {dtype::i64, "long long"}, {dtype::i32, "int"}, {dtype::i16, "short"}, {dtype::i8, "signed char"}, {dtype::u64, "unsigned long long"}, {dtype::u32, "unsigned"},
    {dtype::u16, "unsigned short"}, {dtype::u8, "unsigned char"}};

std::string spelling_of(dtype t) {
  const auto at = std::find_if(std::begin(spellings), std::end(spellings), [&](const auto& s) { return s.first == t; });
  return at == std::end(spellings) ? "unsigned char" : at->second;
}

/// What a buffer of the case is.
struct buffer {
  std::string name;
  std::optional<dtype> type;
  bool written = false, filled = false; ///< by the launch: something, or all
};

/// The parameters of the kernel: of the source or of Triton's text, else those that its name tells.
std::vector<launch::kernel_parameter> parameters_of(const session::kernel_file& file, const std::string& kernel) {
  const launch::demangled_kernel name = launch::demangle_kernel(kernel);
  for (const launch::kernel_signature& k : file.signatures().kernels)
    if (k.name == name.base || k.name == kernel) return k.parameters;
  std::vector<launch::kernel_parameter> out;
  for (const std::string& type : name.parameter_types) out.push_back({"", launch::parse_type(type)});
  return out;
}

/// PTX in which a name is another one.
std::string renamed(const std::string& ptx, const std::string& from, const std::string& to) {
  const auto is_name = [](char c) { return is_letter(c) || c == '$'; };
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = ptx.find(from); at != std::string::npos; at = ptx.find(from, at + from.size())) {
    const std::size_t end = at + from.size();
    if ((at > 0 && is_name(ptx[at - 1])) || (end < ptx.size() && is_name(ptx[end]))) continue;
    out.append(ptx, done, at - done).append(to);
    done = end;
  }
  return out.append(ptx, done);
}

/// The words of a case are unpacked step by step: with types and roles once they are known.
class unpacking {
public:
  unpacking(const capture& c, fs::path folder, std::string file) : c_(c), folder_(std::move(folder)), file_(std::move(file)) {}

  result<capture_case> run(const std::string& source) {
    if (const auto ok = write_code(); !ok) return tl::unexpected(ok.error());
    auto plain = session::kernel_file::open(ptx_, source);
    if (!plain) return tl::unexpected(plain.error());
    name_buffers(parameters_of(*plain, c_.kernel));
    // A run without a check tells what is written, and what numbers come into memory of which nobody says what it holds.
    if (const auto ok = write_case(bytes_before()); !ok) return tl::unexpected(ok.error());
    if (const auto ok = try_once(); !ok) return tl::unexpected(ok.error());
    if (const auto ok = write_case(moved_); !ok) return tl::unexpected(ok.error());
    capture_case out{file_, folder_.string(), ptx_, source_, title(), c_.device, any_order_, {}};
    for (std::size_t k = 0; k < c_.memory.size(); ++k) {
      if (!buffers_[k].written && c_.memory[k].changed.empty()) continue;
      record::bytes left = record::after(c_.memory[k]);
      move(left);
      out.left.push_back({buffers_[k].name, std::move(left)});
    }
    return out;
  }

private:
  /// The PTX, with the keeper, and what lay beside it.
  result<void> write_code() {
    const auto holds = [&](const record::bytes& b) { return std::string_view(reinterpret_cast<const char*>(b.data()), b.size()).find(".entry " + c_.kernel + '(') != std::string_view::npos; };
    auto code = std::find_if(c_.code.begin(), c_.code.end(), holds);
    std::string text;
    if (code != c_.code.end()) text.assign(reinterpret_cast<const char*>(code->data()), code->size());
    else if (auto beside = tensor::read_bytes(fs::path(file_).replace_extension(".ptx").string(), tensor::most_text_bytes)) text = *std::move(beside);
    if (text.find(".entry " + c_.kernel + '(') == std::string::npos) return without_code();
    std::string parameters;
    for (std::size_t k = 0; k < c_.memory.size(); ++k) parameters += (k == 0 ? "" : ", ") + std::string(".param .u64 p") + std::to_string(k);
    text += "\n.visible .entry " + std::string(keeper) + "(" + parameters + ")\n{\n  ret;\n}\n";
    // The words of a case have no place for some names that PTX can hold.
    for (std::size_t k = 0; k < c_.variables.size(); ++k) {
      variables_.push_back(c_.variables[k].name);
      if (variables_[k].find('$') == std::string::npos) continue;
      variables_[k] = "__fpcheck_variable" + std::to_string(k);
      text = renamed(text, c_.variables[k].name, variables_[k]);
    }
    const fs::path stem = folder_ / "launch";
    ptx_ = stem.string() + ".ptx", source_ = stem.string() + ".cu";
    if (const auto ok = tensor::write_bytes(ptx_, text); !ok) return tl::unexpected(ok.error());
    for (const record::companion& k : c_.companions)
      if (const auto ok = tensor::write_bytes(stem.string() + k.ending, std::string(reinterpret_cast<const char*>(k.data.data()), k.data.size())); !ok) return tl::unexpected(ok.error());
    return {};
  }
  result<void> without_code() const {
    diagnostic d{"the code of this launch was loaded as machine code only, and there is no PTX of it", {file_}, {},
                 "nvcc: add -gencode arch=compute_90,code=compute_90; CuPy: CUPY_COMPILE_WITH_PTX=1; Triton and torch.compile: record with their cache kept; or put the PTX beside it as " +
                     fs::path(file_).filename().replace_extension(".ptx").string() + " (of eager PyTorch and cuBLAS there is none)"};
    d.code = exit_code::incomplete;
    return tl::unexpected(std::move(d));
  }

  std::vector<record::bytes> bytes_before() const {
    std::vector<record::bytes> out;
    for (const saved_memory& m : c_.memory) out.push_back(m.before);
    return out;
  }

  std::optional<std::size_t> holder(std::uint64_t address) const {
    for (std::size_t k = 0; k < c_.memory.size(); ++k)
      if (address >= c_.memory[k].address && address - c_.memory[k].address < std::max<std::size_t>(c_.memory[k].before.size(), 1)) return k;
    return std::nullopt;
  }

  std::string unique(const std::string& name) {
    std::string out;
    for (const char k : name) out += is_letter(k) ? k : '_';
    if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0) out.insert(0, "arg");
    while (!used_.insert(out).second) out += '_';
    return out;
  }

  /// Memory is called after the parameter that points to it; all that point there must agree on what it holds.
  void name_buffers(const std::vector<launch::kernel_parameter>& parameters) {
    buffers_.resize(c_.memory.size());
    std::set<std::size_t> contradicted;
    for (std::size_t p = 0; p < c_.places.size(); ++p) {
      if (c_.places[p].size != 8) continue;
      std::uint64_t address = 0;
      std::memcpy(&address, c_.parameters.data() + c_.places[p].offset, 8);
      const auto k = holder(address);
      if (!k) continue;
      const launch::kernel_parameter known = p < parameters.size() ? parameters[p] : launch::kernel_parameter{};
      if (buffers_[*k].name.empty()) buffers_[*k].name = unique(known.name.empty() ? "arg" + std::to_string(p) : known.name);
      if (known.type.pointers != 1 || !known.type.element || (c_.memory[*k].before.size() % tensor::size_of(*known.type.element)) != 0) continue;
      if (buffers_[*k].type && *buffers_[*k].type != *known.type.element) contradicted.insert(*k);
      buffers_[*k].type = known.type.element;
    }
    for (const std::size_t k : contradicted) buffers_[k].type.reset();
    for (std::size_t k = 0; k < buffers_.size(); ++k)
      if (buffers_[k].name.empty()) buffers_[k].name = unique("memory" + std::to_string(k));
    for (buffer& b : buffers_) b.written = true; // as far as is known
  }

  static dtype fallback(const record::bytes& data) { return data.size() % 4 == 0 ? dtype::u32 : dtype::u8; }

  result<void> save(const std::string& name, dtype type, const record::bytes& data) const {
    tensor::array a(type, {data.size() / tensor::size_of(type)});
    std::copy_n(data.begin(), a.data.size(), a.data.begin());
    const auto ok = tensor::save((folder_ / (name + ".npy")).string(), a);
    return ok ? result<void>() : tl::unexpected(ok.error());
  }

  /// The case as comments of a source, which declares the keeper.
  result<void> write_case(const std::vector<record::bytes>& data) {
    std::string declared, words;
    for (std::size_t k = 0; k < buffers_.size(); ++k) {
      const buffer& b = buffers_[k];
      const dtype type = b.type.value_or(fallback(data[k]));
      declared += (k == 0 ? "" : ", ") + spelling_of(type) + "* " + b.name;
      const bool output = b.filled && c_.memory[k].undefined;
      words += ' ' + b.name + '=' + (output ? "empty:" + std::to_string(data[k].size() / tensor::size_of(type)) : (b.written ? "inout:@" : "@") + b.name + ".npy");
      if (output) continue;
      if (const auto ok = save(b.name, type, data[k]); !ok) return ok;
    }
    auto line = launch_line();
    if (!line) return tl::unexpected(line.error());
    const std::uint32_t(&x)[3] = c_.cluster;
    const std::string once = x[0] == 0 ? "1" : extent(x);
    if (x[0] != 0) words += " --cluster " + std::to_string(x[0]) + ',' + std::to_string(x[1]) + ',' + std::to_string(x[2]);
    const auto ok = tensor::write_bytes(source_, "// A recorded launch.\n// fpcheck: " + std::string(keeper) + " <<<" + once + ", 1>>>" + words + '\n' + *line + "\n__global__ void " + keeper + "(" + declared + ") {}\n");
    return ok ? result<void>() : tl::unexpected(ok.error());
  }

  static std::string extent(const std::uint32_t (&d)[3]) { return "(" + std::to_string(d[0]) + ", " + std::to_string(d[1]) + ", " + std::to_string(d[2]) + ")"; }

  result<std::string> launch_line() {
    std::string line = "// fpcheck+ " + c_.kernel + " <<<" + extent(c_.grid) + ", " + extent(c_.block) + ", " + std::to_string(c_.shared) + ">>>";
    for (std::size_t p = 0; p < c_.places.size(); ++p)
      if (const auto ok = add_parameter(p, line); !ok) return tl::unexpected(ok.error());
    for (std::size_t k = 0; k < c_.variables.size(); ++k) {
      const std::string file = "variable" + std::to_string(k);
      record::bytes data = c_.variables[k].before;
      move(data);
      line += " sym:" + variables_[k] + "=@" + file + ".npy";
      if (const auto ok = save(file, dtype::u8, data); !ok) return tl::unexpected(ok.error());
    }
    return line;
  }

  /// A parameter: its addresses by the names of what lies there, all else in words of 4 bytes or 1.
  result<void> add_parameter(std::size_t p, std::string& line) const {
    const record::parameter_place& at = c_.places[p];
    for (std::size_t k = 0; k < at.size;) {
      const std::byte* const from = c_.parameters.data() + at.offset + k;
      std::uint64_t word = 0;
      const bool whole = at.size - k >= 8 && k % 8 == 0;
      if (whole) std::memcpy(&word, from, 8);
      const auto b = whole ? holder(word) : std::nullopt;
      const std::string name = ' ' + std::to_string(p) + (at.size == 8 && b ? "" : "." + std::to_string(k)) + '=';
      if (b) {
        const std::uint64_t offset = word - c_.memory[*b].address, size = tensor::size_of(buffers_[*b].type.value_or(fallback(c_.memory[*b].before)));
        if (offset % size != 0) return fail("a parameter points into the middle of an element of " + buffers_[*b].name, {file_});
        line += name + buffers_[*b].name + (offset != 0 ? "+" + std::to_string(offset / size) : "");
        k += 8;
        continue;
      }
      const std::size_t n = at.size - k >= 4 ? 4 : 1;
      std::uint32_t value = 0;
      std::memcpy(&value, from, n);
      line += name + std::to_string(value) + (n == 4 ? ":u32" : ":u8");
      k += n;
    }
    return {};
  }

  /// Where memory of the card lies in the run: variables of the module, then buffers.
  void place(const exec::program& code) {
    exec::global_memory like;
    const auto& variables = code.module->variables;
    for (std::size_t k = 0; k < variables.size(); ++k) {
      if (variables[k].space != ptx::state_space::global) continue;
      const std::uint64_t size = std::max<std::uint64_t>(variables[k].size, 1), to = like.allocate({}, size).base;
      const auto known = std::find(variables_.begin(), variables_.end(), variables[k].name);
      if (known != variables_.end()) moves_[c_.variables[static_cast<std::size_t>(known - variables_.begin())].address] = {size, to};
    }
    for (const saved_memory& m : c_.memory) moves_[m.address] = {std::max<std::uint64_t>(m.before.size(), 1), like.allocate({}, std::max<std::uint64_t>(m.before.size(), 1)).base};
  }
  /// Addresses in memory become those of the run.
  void move(record::bytes& data) const {
    if (moves_.empty()) return;
    const std::uint64_t low = moves_.begin()->first;
    for (std::size_t k = 0; k + 8 <= data.size(); k += 8) {
      std::uint64_t word;
      std::memcpy(&word, data.data() + k, 8);
      if (word < low || word < 0x10000) continue;
      const auto m = std::prev(moves_.upper_bound(word));
      if (word - m->first > m->second.bytes) continue;
      word = word - m->first + m->second.to;
      std::memcpy(data.data() + k, &word, 8);
    }
  }

  result<void> try_once() {
    auto file = session::kernel_file::open(ptx_, source_);
    if (!file) return tl::unexpected(file.error());
    if (file->comments().cases.size() != 1) return fail("the launch cannot be written as a case", {file_});
    const auto bound = session::bind_case(*file, file->comments().cases[0], {file->directory()});
    if (!bound) return tl::unexpected(bound.error());
    const exec::program& code = *bound->code->program;
    any_order_ = code.communicates;
    place(code);
    moved_ = bytes_before();
    for (record::bytes& b : moved_) move(b);
    exec::run_request request = bound->request;
    if (request.buffers.size() != moved_.size()) return fail("the launch cannot be written as a case", {file_});
    for (std::size_t k = 0; k < moved_.size(); ++k) std::copy(moved_[k].begin(), moved_[k].end(), request.buffers[k].data.begin());
    exec::run_plan plan;
    plan.domain = std::all_of(buffers_.begin(), buffers_.end(), [](const buffer& b) { return b.type.has_value(); }) ? exec::no_shadow() : exec::ball_shadow();
    plan.tracks_races = false;
    const auto run = exec::run(code, request, plan);
    if (!run) return tl::unexpected(run.error());
    for (std::size_t k = 0; k < buffers_.size(); ++k) {
      const exec::region& r = *run->buffers[k];
      const auto touched = static_cast<std::size_t>(std::count_if(r.state.begin(), r.state.end(), [](std::uint8_t s) { return (s & 0xf0) != 0; }));
      buffers_[k].written = touched != 0 || r.state.empty();
      buffers_[k].filled = touched == r.state.size();
      if (!buffers_[k].type) buffers_[k].type = analysis::type_by_lineage(r);
    }
    return {};
  }

  std::string title() const {
    std::string out = launch::demangle_kernel(c_.kernel).display + " <<<" + extent(c_.grid) + ", " + extent(c_.block);
    return out + (c_.shared != 0 ? ", " + std::to_string(c_.shared) : "") + ">>>, launch " + std::to_string(c_.number) + " of " + c_.program;
  }

  struct stretch {
    std::uint64_t bytes, to;
  };
  const capture& c_;
  fs::path folder_;
  std::string file_, ptx_, source_;
  std::set<std::string> used_{keeper};
  std::vector<std::string> variables_; ///< the names of the capture's in the case
  std::vector<buffer> buffers_; ///< for each memory
  std::vector<record::bytes> moved_;
  std::map<std::uint64_t, stretch> moves_; ///< by address on the card
  bool any_order_ = false;
};

/// What a stranger's names may be in the words of a case.
result<void> check_names(const capture& c, const std::string& path) {
  const auto is_name = [](const std::string& s) {
    return !s.empty() && s.size() <= 4096 && std::all_of(s.begin(), s.end(), [](char k) { return is_letter(k) || k == '$'; });
  };
  if (!is_name(c.kernel)) return fail("the capture's kernel has no name that PTX can hold", {path});
  for (const record::saved_variable& v : c.variables)
    if (!is_name(v.name)) return fail("a variable of the capture has no name that PTX can hold", {path});
  if (c.memory.size() > 1024) return fail("the capture holds more than 1024 allocations", {path});
  return {};
}

std::string shown(const std::string& text, const capture_case& c) {
  std::string out = text;
  for (const std::string* name : {&c.ptx, &c.source})
    for (std::size_t at = out.find(*name); at != std::string::npos; at = out.find(*name, at)) out.replace(at, name->size(), c.path), at += c.path.size();
  return out;
}

/// The first element that has other bits, and how many have.
struct difference {
  std::uint64_t first = 0, count = 0;
};
difference compare(const tensor::array& ours, const std::vector<std::byte>& card) {
  difference out;
  const std::size_t size = tensor::size_of(ours.type);
  for (std::uint64_t k = 0; (k + 1) * size <= std::min(ours.data.size(), card.size()); ++k)
    if (std::memcmp(ours.data.data() + k * size, card.data() + k * size, size) != 0 && out.count++ == 0) out.first = k;
  return out;
}

double element(dtype type, const std::byte* at) {
  std::uint64_t code = 0;
  std::memcpy(&code, at, tensor::size_of(type));
  return tensor::decode(type, code);
}

analysis::finding finding_of(const capture_case& c, const recorded_buffer& b, const tensor::array& ours, const difference& d) {
  analysis::finding f;
  f.rule = analysis::rule::mismatch;
  f.level = c.any_order ? analysis::level::warning : analysis::level::error;
  f.output = b.name, f.element = d.first, f.count = d.count;
  const std::size_t at = d.first * tensor::size_of(ours.type);
  f.computed = element(ours.type, ours.data.data() + at), f.exact = element(ours.type, b.bytes.data() + at);
  f.message = b.name + '[' + std::to_string(d.first) + "] = " + number(f.computed) + ", recorded was " + number(f.exact) + (c.device.empty() ? "" : " on the " + c.device) + ": " + report::grouped(d.count) + " of " +
              report::grouped(ours.data.size() / tensor::size_of(ours.type)) + " elements have other bits";
  f.hint = c.any_order ? "atomics and blocks that communicate may come in another order: --orders 16 tells whether it matters" : "a race, memory that nothing wrote, code other than what ran, or a defect of fpcheck";
  return f;
}

} // namespace

bool names_capture(const std::string& word) {
  if (word.find_first_of("=<@") != std::string::npos) return false;
  std::error_code error;
  return word.ends_with(record::capture_ending) || fs::is_directory(word, error);
}

result<std::vector<std::string>> captures_of(const std::string& word) {
  std::error_code error;
  if (!fs::is_directory(word, error)) return std::vector<std::string>{word};
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(word, error))
    if (entry.path().extension() == record::capture_ending) out.push_back(entry.path().string());
  std::sort(out.begin(), out.end());
  if (out.empty()) return fail("there is no capture in the folder", {word}, "fpcheck record -- PROGRAM, or fpcheck app --record FOLDER PROGRAM, makes captures (*.fpcap)");
  return out;
}

result<capture_case> unpack_capture(const std::string& path, const std::string& source, const fs::path& scratch) {
  const auto file = tensor::read_bytes(path);
  if (!file) return tl::unexpected(file.error());
  const auto c = record::read_capture(*file, path);
  if (!c) return tl::unexpected(c.error());
  if (const auto ok = check_names(*c, path); !ok) return tl::unexpected(ok.error());
  if (!c->holes.empty()) {
    diagnostic d{"the capture lacks " + report::grouped(c->holes[0].size) + " bytes of memory that the launch could reach", {path}, {}, "record it again with a larger --limit"};
    d.code = exit_code::incomplete;
    return tl::unexpected(std::move(d));
  }
  std::error_code error;
  fs::path own;
  for (int k = 0; fs::exists(own = scratch / std::to_string(k), error); ++k) {}
  fs::create_directory(own, error);
  auto made = unpacking(*c, own, path).run(source);
  if (!made && made.error().where.file.starts_with(own.string())) made.error().where = {path}, made.error().excerpt.clear(); // the user knows no such file
  return made;
}

void judge_capture(const capture_case& c, const tensor::archive& after, bool as_recorded, report::case_report& r) {
  r.file = c.path, r.title = c.title, r.where = {};
  if (!r.replay.empty()) r.replay = "fpcheck run " + session::shell_word(c.path);
  for (diagnostic& d : r.errors) d.message = shown(d.message, c), d.where.file = shown(d.where.file, c), d.hint = shown(d.hint, c);
  for (std::string& n : r.notes) n = shown(n, c);
  for (report::input& i : r.inputs) i.generator = "recorded";
  if (!r.run) return;
  const bool whole = r.run->incomplete.empty() && r.run->coverage.ctas_run == r.run->coverage.ctas_total;
  if (!whole || !as_recorded) {
    r.notes.push_back(std::string("not compared with what was recorded: ") + (as_recorded ? "not all of it was run" : "values were given"));
    return;
  }
  std::uint64_t equal = 0;
  for (const recorded_buffer& b : c.left) {
    const auto ours = after.find(b.name);
    if (ours == after.end()) continue;
    const difference d = compare(ours->second, b.bytes);
    if (d.count == 0) {
      equal += b.bytes.size();
      continue;
    }
    r.run->findings.push_back(finding_of(c, b, ours->second, d));
    if (r.run->findings.back().level == analysis::level::error) r.run->verdict = worse(r.run->verdict, exit_code::findings), r.verdict = worse(r.verdict, exit_code::findings);
  }
  if (equal != 0) r.notes.push_back(report::grouped(equal) + " bytes of outputs have the bits that were recorded" + (c.device.empty() ? "" : " on the " + c.device));
}

} // namespace fpcheck::cli
