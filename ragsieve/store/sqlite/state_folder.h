// The folder of a SQLite state: made for its owner alone, and held by one process at a time.
#pragma once

#include <string>

#include "ragsieve/base/result.h"

namespace ragsieve {

class StateFolder {
 public:
  // Makes the folder (mode 0700) where it is missing and takes its lock, the file `state.lock`.
  // kUnavailable names the process that holds it; kInvalidConfig: others may write to the folder;
  // kIo, kNoSpace: it cannot be made.
  [[nodiscard]] static Result<StateFolder> open(std::string path);
  StateFolder(StateFolder&& other) noexcept;
  StateFolder& operator=(StateFolder&&) = delete;
  StateFolder(const StateFolder&) = delete;
  StateFolder& operator=(const StateFolder&) = delete;
  ~StateFolder();  // gives the lock back

  [[nodiscard]] std::string path(const std::string& name) const { return path_ + "/" + name; }

  // Makes the file with mode 0600 where it is missing, and gives it that mode where it is there.
  [[nodiscard]] Status make_private(const std::string& name) const;

 private:
  StateFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string path_;
  int lock_ = -1;
};

}  // namespace ragsieve
