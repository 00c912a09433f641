#include "cli/terminal.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>

#include "ragsieve/report/visible_text.h"

namespace ragsieve::cli {
namespace {

constexpr int kBarWidth = 24;

std::string duration(double seconds) {
  const auto whole = static_cast<long>(std::ceil(std::min(seconds, 359999.0)));
  char buffer[32];
  if (whole >= 3600) {
    std::snprintf(buffer, sizeof(buffer), "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60,
                  whole % 60);
  } else {
    std::snprintf(buffer, sizeof(buffer), "%ld:%02ld", whole / 60, whole % 60);
  }
  return buffer;
}

}  // namespace

Status write_stdout(std::string_view bytes) {
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size()) return ok_status();
  return system_error(errno, "write the result", "stdout");
}

Status flush_stdout() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return ok_status();
  return system_error(errno, "write the result", "stdout");
}

void say(std::string_view line) { std::fprintf(stderr, "%s\n", visible(line).c_str()); }

bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) != 0; }
bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

std::string ProgressBar::line(const ProgressEvent& event, double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(event.done) / seconds : 0;
  char buffer[160];
  if (event.total == 0) {
    std::snprintf(buffer, sizeof(buffer), "%.*s  %llu, %.0f/s",
                  static_cast<int>(event.stage.size()), event.stage.data(),
                  static_cast<unsigned long long>(event.done), rate);
    return buffer;
  }
  const double share = static_cast<double>(event.done) / static_cast<double>(event.total);
  const int filled = static_cast<int>(share * kBarWidth);
  const std::string bar = std::string(static_cast<std::size_t>(filled), '#') +
                          std::string(static_cast<std::size_t>(kBarWidth - filled), '.');
  std::string left = "?";
  if (rate > 0) left = duration(static_cast<double>(event.total - event.done) / rate);
  std::snprintf(buffer, sizeof(buffer), "%.*s [%s] %llu/%llu, %.0f/s, %s left",
                static_cast<int>(event.stage.size()), event.stage.data(), bar.c_str(),
                static_cast<unsigned long long>(event.done),
                static_cast<unsigned long long>(event.total), rate, left.c_str());
  return buffer;
}

void ProgressBar::update(const ProgressEvent& event) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (event.stage != stage_) {
    erase();
    stage_ = event.stage;
    stage_start_ = now;
  }
  const std::chrono::duration<double> elapsed = now - stage_start_;
  if (elapsed.count() < 1 || now - last_drawn_ < std::chrono::milliseconds(100)) return;
  last_drawn_ = now;
  drawn_ = true;
  std::fprintf(stderr, "\r\033[K%s", line(event, elapsed.count()).c_str());
  std::fflush(stderr);
}

void ProgressBar::erase() {
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace ragsieve::cli
