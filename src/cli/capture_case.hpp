#pragma once
// A recorded launch as a case of fpcheck run.
#include <fpcheck/record/capture.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/tensor/array.hpp>
#include <fpcheck/tensor/file.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace fpcheck::cli {

/// A buffer as the launch left it on the card.
struct recorded_buffer {
  std::string name;
  std::vector<std::byte> bytes;
};

/// A capture, written out so that it can be run.
struct capture_case {
  std::string path;        ///< of the capture
  std::string folder;      ///< where the rest lies
  std::string ptx, source; ///< FILE and --source
  std::string title;       ///< of reports
  std::string device;      ///< that made the launch
  bool any_order = false;  ///< blocks communicate: atomics may come in another order
  std::vector<recorded_buffer> left;
};

/// Whether a word of the command line names a capture, or a folder of them.
bool names_capture(const std::string& word);
/// The captures that it names. Error: there is none in the folder.
result<std::vector<std::string>> captures_of(const std::string& word);

/// Reads a capture and writes what runs it into a new folder below `scratch`. `source` is the .cu that its code was made from, for names and types, or
/// empty. Error: it is no capture; it has no PTX, or lacks memory, and a hint what to do.
result<capture_case> unpack_capture(const std::string& path, const std::string& source, const std::filesystem::path& scratch);

/// Names the case as the user knows it, and compares what the run left with what the card did: other bits are a finding.
void judge_capture(const capture_case& c, const tensor::archive& after, bool as_recorded, report::case_report& r);

} // namespace fpcheck::cli
