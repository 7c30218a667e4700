#pragma once
#include <string_view>

namespace fpcheck::fuzz {

/// Something that reads what a stranger wrote. Whatever the bytes are, it must neither crash, hang nor exhaust memory.
struct target {
  const char* name;
  void (*run)(std::string_view bytes);
};

void run_ptx(std::string_view text);         ///< parse, print, parse again
void run_engine(std::string_view text);      ///< parse, decode, run on a small budget
void run_words(std::string_view text);       ///< a command line, a word a line
void run_comments(std::string_view text);    ///< CUDA source: comments, signatures, includes
void run_toml(std::string_view text);        ///< fpcheck.toml
void run_expression(std::string_view text);  ///< parse, elaborate, differentiate, evaluate
void run_npy(std::string_view bytes);        ///< .npy
void run_npz(std::string_view bytes);        ///< .npz
void run_safetensors(std::string_view bytes); ///< .safetensors
void run_report(std::string_view text);      ///< a saved JSON report, written in every format
void run_mcp(std::string_view text);         ///< a session with fpcheck mcp, a message a line
void run_capture(std::string_view bytes);    ///< a capture of fpcheck record, read and written again

} // namespace fpcheck::fuzz
