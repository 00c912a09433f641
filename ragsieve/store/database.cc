// After an error PostgreSQL refuses the rest of a transaction and SQLite would go on; here both
// refuse, so that a caller that overlooks an error never commits a half.
#include "ragsieve/store/database.h"

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

constexpr std::string_view kUnique = "unique";

Status check_texts(const std::vector<SqlValue>& parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto* text = std::get_if<std::string>(&parameters[i].storage());
    if (text == nullptr) continue;
    const std::string_view found = first_invalid_utf8(*text)               ? "no valid UTF-8"
                                   : text->find('\0') != std::string::npos ? "a U+0000"
                                                                           : "";
    if (found.empty()) continue;
    return make_error(Code::kInvalidInput, "text " + std::to_string(i + 1) +
                                               " of a row to be stored has " + std::string(found) +
                                               ", expected UTF-8 without U+0000");
  }
  return ok_status();
}

// PostgreSQL would take a value that no parameter stands for.
Status check_parameters(std::string_view sql, std::size_t n_values) {
  for (std::size_t i = 1; i <= n_values; ++i) {
    const std::string name = "$" + std::to_string(i);
    std::size_t at = sql.find(name);
    const auto goes_on = [&] {
      const std::size_t end = at + name.size();
      return end < sql.size() && sql[end] >= '0' && sql[end] <= '9';
    };
    while (at != std::string_view::npos && goes_on()) at = sql.find(name, at + 1);
    if (at == std::string_view::npos) {
      return make_error(Code::kInternal, "a statement of the store has no parameter " + name);
    }
  }
  return ok_status();
}

}  // namespace

bool is_duplicate(const Error& error) {
  return error.code == Code::kInvalidInput && error.where.field == kUnique;
}

Error duplicate_error(std::string message) {
  return make_error(Code::kInvalidInput, std::move(message), Where{"", 0, std::string(kUnique)});
}

Error adding_error(Error error, std::string_view thing) {
  if (is_duplicate(error)) error.message = std::string(thing) + " is stored already";
  return error;
}

// Ends the transaction, whatever way it is left: undone unless committed.
class Database::Attempt {
 public:
  explicit Attempt(Database& database) : database_(database) {
    database_.in_transaction_ = true;
    database_.failed_.reset();
  }
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt() {
    database_.in_transaction_ = false;
    database_.failed_.reset();
    if (!committed_) database_.roll_back();
  }
  [[nodiscard]] Status commit() {
    if (database_.failed_) return *database_.failed_;
    RAGSIEVE_CHECK(database_.commit());
    committed_ = true;
    return ok_status();
  }

 private:
  Database& database_;
  bool committed_ = false;
};

Result<SqlRows> Database::run(std::string_view sql, const std::vector<SqlValue>& parameters) {
  if (failed_) return *failed_;
  auto rows = checked(sql, parameters);
  if (!rows.ok() && in_transaction_) failed_ = rows.error();
  return rows;
}

Result<SqlRows> Database::checked(std::string_view sql, const std::vector<SqlValue>& parameters) {
  RAGSIEVE_CHECK(check_parameters(sql, parameters.size()));
  RAGSIEVE_CHECK(check_texts(parameters));
  return execute(sql, parameters);
}

Status Database::in_transaction(const Work& work) {
  if (in_transaction_) {
    Error nested = make_error(Code::kInternal, "a transaction was begun within a transaction");
    failed_ = failed_ ? failed_ : nested;
    return nested;
  }
  RAGSIEVE_CHECK(begin());
  Attempt attempt(*this);
  RAGSIEVE_CHECK(work(*this));
  return attempt.commit();
}

Status Database::as_one(const Work& work) {
  if (!in_transaction_) return in_transaction(work);
  Status status = failed_ ? Status(*failed_) : work(*this);
  if (!status.ok() && !failed_) failed_ = status.error();
  return status;
}

}  // namespace ragsieve
