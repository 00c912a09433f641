// The reader with the encoder that ships: the sentence that it finds in the document that holds the
// answer. Needs the models (scripts/models.sh).
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "ragsieve/config/config.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/models/extractive_reader.h"
#include "ragsieve/models/llama/llama_engine.h"

namespace ragsieve {
namespace {

std::vector<json::Value> records(const std::string& path) {
  std::vector<json::Value> found;
  std::ifstream file(path);
  json::Reader reader;
  for (std::string line; std::getline(file, line);) found.push_back(reader.parse(line).value());
  return found;
}

const std::string& member(const json::Value& record, std::string_view name) {
  return *record.find(name)->string();
}

// Passages of each document, by the part of their ids before '#'.
std::map<std::string, std::vector<std::string>> passages_of_documents() {
  std::map<std::string, std::vector<std::string>> passages;
  for (const json::Value& record : records("samples/corpus.jsonl")) {
    const std::string& id = member(record, "_id");
    passages[id.substr(0, id.find('#'))].push_back(member(record, "text"));
  }
  return passages;
}

std::map<std::string, std::string> documents_of_questions() {
  std::map<std::string, std::string> documents;
  std::ifstream file("samples/qrels.tsv");
  std::string question;
  std::string passage;
  for (std::string grade; file >> question >> passage >> grade;) {
    documents[question] = passage.substr(0, passage.find('#'));
  }
  return documents;
}

TEST(ExtractiveReader, FindsTheAnswersOfTheSamples) {
  const Config config = load_config(std::nullopt, process_environment()).value();
  const ModelManifest manifest = read_manifest(config.models.dir).value();
  const auto spec = manifest.find(config.models.encoder, kRoleEncoder);
  if (!spec.ok()) GTEST_SKIP() << "skipped: " << to_string(spec.error());
  const auto engine = LlamaEngine::create(2).value();
  const auto encoder = engine->load_encoder(manifest.folder, *spec).value();
  ExtractiveReader reader(encoder.get());
  const auto passages = passages_of_documents();
  const auto documents = documents_of_questions();
  int n_right = 0;
  const std::vector<json::Value> questions = records("samples/queries.jsonl");
  for (const json::Value& question : questions) {
    const auto& texts = passages.at(documents.at(member(question, "_id")));
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    const Answer answer = reader.answer(member(question, "text"), views, RunOptions{}).value();
    const std::string& expected = *question.find("answers")->array()->front().string();
    n_right += answer.text.find(expected) != std::string::npos ? 1 : 0;
  }
  ASSERT_EQ(questions.size(), 30U);
  EXPECT_GE(n_right, 22) << "of 30";
  RecordProperty("n_right", n_right);
}

}  // namespace
}  // namespace ragsieve
