// For the tests of the stores: a database with its tables, and rows that others stand on.
#pragma once

#include <memory>
#include <string>

#include "ragsieve/store/database_test_internal.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

class StoresTest : public DatabaseTest {
 protected:
  void SetUp() override;
  void reopen();
  [[nodiscard]] Stores& stores() { return *stores_; }

  // A digest that no other number gives.
  [[nodiscard]] static Digest digest_of(int number);
  void add_document(const std::string& id, std::int64_t time_us = 1);
  // The next report of the chain; its digest.
  Digest append_report(std::int64_t time_us = 1);
  // With a report of its own; as it is stored.
  StoredVerdict add_verdict(const std::string& document, Verdict verdict, std::int64_t time_us = 1);

 private:
  std::unique_ptr<Stores> stores_;
};

}  // namespace ragsieve
