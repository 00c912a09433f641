// Policy over the tables: one lock, one message, and never a failure of the caller.
//
// Least recently used, cheaply: a value carries the day on which it was last used. A read only
// notes the keys whose day has passed; they are marked in one batch with the next put, at the end,
// or when many have come together. So a key costs at most one small write a day, and reading is
// otherwise reading.
#include "ragsieve/cache/value_cache.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <mutex>
#include <set>

#include "ragsieve/cache/cache_file.h"
#include "ragsieve/cache/cache_tables.h"

namespace ragsieve {
namespace {

using Values = std::vector<std::optional<std::string>>;
using Pair = std::pair<Digest, std::string>;

constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;
constexpr std::size_t kMaxNoted = std::size_t{1} << 16;
constexpr std::uint64_t kMaxValueBytes = std::uint64_t{512} << 20;  // SQLite takes 10^9

class SqliteCache final : public ValueCache {
 public:
  SqliteCache(CacheOptions options, LogSink log, CacheFile file)
      : options_(std::move(options)), log_(std::move(log)), file_(std::move(file)) {
    options_.max_bytes =
        std::min<std::uint64_t>(options_.max_bytes, std::numeric_limits<std::int64_t>::max() / 2);
  }
  SqliteCache(const SqliteCache&) = delete;
  SqliteCache& operator=(const SqliteCache&) = delete;

  ~SqliteCache() override {
    if (!tables_ || noted_.empty()) return;
    // A mark that another process keeps us from writing is not worth waiting for.
    if (file_->connection.run("PRAGMA busy_timeout = 100").ok()) (void)write({});
  }

  [[nodiscard]] Status prepare() {
    RAGSIEVE_TRY(tables_, CacheTables::prepare(file_->connection));
    return ok_status();
  }

  Result<Values> get(std::span<const Digest> keys) override {
    const std::lock_guard lock(mutex_);
    if (!tables_) return Values(keys.size());
    auto values = read(keys);
    if (!values.ok()) {
      give_up(values.error());
      return Values(keys.size());
    }
    if (noted_.size() > kMaxNoted && storing_) store({});
    return values;
  }

  Status put(std::span<const Pair> values) override {
    const std::lock_guard lock(mutex_);
    if (tables_ && storing_) store(values);
    return ok_status();
  }

 private:
  [[nodiscard]] std::int64_t today() const {
    return (options_.clock != nullptr ? options_.clock->now_ms() : SystemClock().now_ms()) / kDayMs;
  }

  Result<Values> read(std::span<const Digest> keys) {
    Values values;
    values.reserve(keys.size());
    RAGSIEVE_TRY(Transaction transaction, Transaction::begin_read(file_->connection));
    const std::int64_t day = today();
    for (const Digest& key : keys) {
      RAGSIEVE_TRY(auto found, tables_->find(key));
      if (found && !found->value) damaged_.insert(key);
      if (found && found->value && found->day < day) noted_.insert(key);
      values.push_back(found ? std::move(found->value) : std::nullopt);
    }
    tables_->release();
    RAGSIEVE_CHECK(transaction.commit());
    return values;
  }

  // Writes what has been noted and `values`; all or nothing.
  Status write(std::span<const Pair> values) {
    RAGSIEVE_TRY(Transaction transaction, Transaction::begin_write(file_->connection));
    const std::int64_t day = today();
    std::int64_t change = 0;
    for (const Digest& key : damaged_) {
      RAGSIEVE_TRY(const std::int64_t removed, tables_->remove(key));
      change -= removed;
    }
    for (const Digest& key : noted_) RAGSIEVE_CHECK(tables_->mark_used(key, day));
    const std::uint64_t largest = std::min(options_.max_bytes, kMaxValueBytes);
    for (const auto& [key, value] : values) {
      if (value.size() > largest) continue;
      RAGSIEVE_TRY(const std::int64_t added, tables_->add(key, value, day));
      change += added;
    }
    RAGSIEVE_CHECK(keep_to_limit(change));
    RAGSIEVE_CHECK(transaction.commit());
    noted_.clear();
    damaged_.clear();
    return ok_status();
  }

  // A tenth below the limit, so that the next puts need not look for the oldest again.
  Status keep_to_limit(std::int64_t change) {
    const auto limit = static_cast<std::int64_t>(options_.max_bytes);
    RAGSIEVE_TRY(const std::int64_t total, tables_->change_total(change));
    if (total <= limit) return ok_status();
    RAGSIEVE_CHECK(tables_->remove_oldest(total - (limit - limit / 10)));
    return tables_->recount_total();
  }

  void store(std::span<const Pair> values) {
    const Status written = write(values);
    if (written.ok()) return;
    if (written.error().code == Code::kCorrupt) {
      give_up(written.error());
    } else {
      storing_ = false;
      say(to_string(written.error()) + "; the cache stores nothing more in this run");
    }
  }

  // The file cannot be read: from here on this object is a cache without values.
  void give_up(const Error& error) {
    tables_.reset();
    const FileId id = file_->id;
    file_.reset();
    if (error.code != Code::kCorrupt) {
      say(to_string(error) + "; the cache is not used in this run");
    } else if (const Status moved = set_aside(options_.path, id); moved.ok()) {
      say(to_string(error) + "; the cache is damaged and was moved to " + options_.path +
          ".corrupt; the next run begins a new one");
    } else {
      say(to_string(error) + "; the cache is damaged and is not used in this run; " +
          to_string(moved.error()));
    }
  }

  void say(std::string_view line) const {
    if (log_) log_(LogLevel::kWarning, line);
  }

  CacheOptions options_;
  LogSink log_;
  std::mutex mutex_;
  std::optional<CacheFile> file_;
  std::optional<CacheTables> tables_;  // after file_: its statements go first; none: given up
  bool storing_ = true;
  std::set<Digest> noted_;    // used today, marked as used on an earlier day
  std::set<Digest> damaged_;  // removed before the next values are stored
};

}  // namespace

Result<std::unique_ptr<ValueCache>> ValueCache::open(const CacheOptions& options,
                                                     const LogSink& log) {
  if (options.path.empty()) {
    return make_error(Code::kInvalidConfig, "is empty, expected the path of a file",
                      Where{"", 0, "cache.path"});
  }
  CacheOptions absolute = options;
  std::error_code error;
  absolute.path = std::filesystem::absolute(options.path, error).string();
  if (error) return system_error(error.value(), "find the folder of the cache", options.path);
  RAGSIEVE_TRY(CacheFile file, open_cache_file(absolute.path, log));
  auto cache = std::make_unique<SqliteCache>(std::move(absolute), log, std::move(file));
  RAGSIEVE_CHECK(cache->prepare());
  return std::unique_ptr<ValueCache>(std::move(cache));
}

}  // namespace ragsieve
