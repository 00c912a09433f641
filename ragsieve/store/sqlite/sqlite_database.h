// The state in a SQLite file: one connection of one process, which alone writes and checkpoints.
// WAL with synchronous=FULL: what is committed survives a crash of the machine.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "ragsieve/store/database.h"
#include "ragsieve/store/sqlite/state_folder.h"

struct sqlite3;

namespace ragsieve {

class SqliteDatabase final : public Database {
 public:
  // The file `state.sqlite` (mode 0600) of the folder, which stays locked as long as this lives.
  // Errors of StateFolder::open(); kInvalidConfig: the file is a database of another program;
  // kCorrupt.
  [[nodiscard]] static Result<std::unique_ptr<SqliteDatabase>> open(const std::string& folder);
  // Gone with the object.
  [[nodiscard]] static Result<std::unique_ptr<SqliteDatabase>> open_in_memory();

  [[nodiscard]] SqlWords words() const override;
  // SQLite's integrity check and that of the foreign keys; reads the whole file.
  [[nodiscard]] Result<std::vector<std::string>> integrity_problems() override;

 protected:
  [[nodiscard]] Result<SqlRows> execute(std::string_view sql,
                                        const std::vector<SqlValue>& parameters) override;
  [[nodiscard]] Status begin() override;
  [[nodiscard]] Status commit() override;
  void roll_back() override;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  SqliteDatabase(std::optional<StateFolder> folder, sqlite3* handle, std::string path)
      : folder_(std::move(folder)), path_(std::move(path)), handle_(handle) {}
  [[nodiscard]] static Result<std::unique_ptr<SqliteDatabase>> open_file(
      std::optional<StateFolder> folder, const std::string& path);
  [[nodiscard]] Status claim();  // refuses another program's file, marks a new one as ours
  [[nodiscard]] Error last_error(int result) const;
  std::optional<StateFolder> folder_;  // unlocked after the handle is closed
  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace ragsieve
