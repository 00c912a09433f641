// A corpus in memory: the records that could be read, in file order, and an error for each that
// could not. Rows count every record, bad ones included: documents[i].row is its embedding row.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ragsieve/base/error.h"
#include "ragsieve/core/document.h"

namespace ragsieve {

struct Corpus {
  std::string path;
  std::vector<Document> documents;
  std::vector<Error> bad;  // by line, kInvalidInput or kTooLarge
  std::size_t n_rows = 0;  // documents.size() + bad records
};

struct Query {
  std::string id;
  std::string text;
};

struct Queries {
  std::vector<Query> queries;
  std::vector<Error> bad;
};

// One retrieval result: a query and its documents by rank (rank 1 first).
struct RetrievedContext {
  Query query;
  std::vector<Document> documents;
  std::uint64_t line = 0;
};

struct Contexts {
  std::vector<RetrievedContext> contexts;
  std::vector<Error> bad;
};

}  // namespace ragsieve
