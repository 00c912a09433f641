#include "ragsieve/store/state_store.h"

#include "ragsieve/store/migrations.h"
#include "ragsieve/store/schema.h"

namespace ragsieve {

Result<std::unique_ptr<StateStore>> StateStore::open(const StateOptions& options) {
  RAGSIEVE_TRY(auto database, open_database(options));
  return over(std::move(database));
}

Result<std::unique_ptr<StateStore>> StateStore::over(std::unique_ptr<Database> database) {
  RAGSIEVE_CHECK(migrate(*database, schema_steps()));
  return std::unique_ptr<StateStore>(new StateStore(std::move(database)));
}

Error StateStore::nested_error() {
  return make_error(Code::kInternal, "the state was used from within a use of it");
}

Status StateStore::in_transaction(const std::function<Status(Stores&)>& work) {
  return use([&](Stores& stores) -> Status {
    return database_->in_transaction([&](Database&) { return work(stores); });
  });
}

Result<std::vector<std::string>> StateStore::problems() {
  return use([&](Stores& stores) -> Result<std::vector<std::string>> {
    RAGSIEVE_TRY(std::vector<std::string> found, database_->integrity_problems());
    RAGSIEVE_TRY(const auto broken, stores.reports.broken_links());
    for (const std::int64_t link : broken) {
      found.push_back("report " + std::to_string(link) + " does not follow the one before it");
    }
    return found;
  });
}

}  // namespace ragsieve
