// Standard output and standard error as the commands see them, and the progress bar.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "ragsieve/base/log.h"
#include "ragsieve/base/result.h"

namespace ragsieve::cli {

// Results go to stdout; a full disk or a closed pipe is an error, never a silent loss.
[[nodiscard]] Status write_stdout(std::string_view bytes);
[[nodiscard]] Status flush_stdout();

// Talk goes to stderr, one line; what a terminal would obey or hide in it is made visible.
void say(std::string_view line);

[[nodiscard]] bool stdout_is_terminal();
[[nodiscard]] bool stderr_is_terminal();

// A bar with rate and time left on stderr, when that is a terminal and the work takes longer than
// a second. erase() before anything else is written to the terminal.
class ProgressBar {
 public:
  explicit ProgressBar(bool enabled) : enabled_(enabled) {}
  void update(const ProgressEvent& event);
  void erase();

  // The line for `event` after `seconds` of its stage; what update() draws.
  [[nodiscard]] static std::string line(const ProgressEvent& event, double seconds);

 private:
  using Clock = std::chrono::steady_clock;
  bool enabled_;
  bool drawn_ = false;
  std::string stage_;
  Clock::time_point stage_start_;
  Clock::time_point last_drawn_;
};

}  // namespace ragsieve::cli
