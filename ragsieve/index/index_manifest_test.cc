#include "ragsieve/index/index_manifest.h"

#include <gtest/gtest.h>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

IndexManifest sample() {
  IndexManifest manifest;
  manifest.encoder = {"minilm-f32",
                      sha256("weights"),
                      "llama.cpp b1, avx512",
                      "wordpiece 1",
                      512,
                      "mean",
                      "query: ",
                      "",
                      6};
  manifest.source = "data/corpus.jsonl";
  manifest.n_rows = 3;
  manifest.dim = 384;
  manifest.corpus_digest = sha256("corpus");
  manifest.segments = {{"vectors", "vectors-ab.npy", sha256("v"), 4736}};
  return manifest;
}

// The message of the sample with `from` replaced by `to`; its code must be kCorrupt.
std::string refusal(const std::string& from, const std::string& to) {
  std::string json = to_json(sample());
  const std::size_t place = json.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  json.replace(place, from.size(), to);
  const Result<IndexManifest> manifest = parse_index_manifest(json, "i/manifest.json");
  EXPECT_FALSE(manifest.ok()) << json;
  if (manifest.ok()) return "";
  EXPECT_EQ(manifest.error().code, Code::kCorrupt);
  EXPECT_EQ(manifest.error().where.path, "i/manifest.json");
  return manifest.error().where.field + ": " + manifest.error().message;
}

TEST(IndexManifest, IsReadAsItWasWritten) {
  EXPECT_EQ(parse_index_manifest(to_json(sample()), "p").value(), sample());
  EXPECT_EQ(to_json(sample()).rfind("{\"schema\":1,\"encoder\":{\"name\":\"minilm-f32\"", 0), 0U);
}

TEST(IndexManifest, SegmentsAreFoundByKind) {
  EXPECT_EQ(sample().segment("vectors")->bytes, 4736U);
  EXPECT_EQ(sample().segment("neighbours"), nullptr);
}

TEST(IndexManifest, UnknownMembersAreIgnored) {
  std::string json = to_json(sample());
  json.insert(1, "\"later\":[1],");
  EXPECT_EQ(parse_index_manifest(json, "p").value(), sample());
}

TEST(IndexManifest, WhatIsWrongIsNamed) {
  EXPECT_EQ(refusal("\"dim\":384", "\"dim\":0"), "dim: is 0, expected at least 1");
  EXPECT_EQ(refusal("\"dim\":384", "\"dim\":65537"),
            "dim: is 65537, expected a whole number of at most 65536");
  EXPECT_EQ(refusal("\"n_rows\":3", "\"n_rows\":-3"),
            "n_rows: is -3, expected a whole number of at most 2147483648");
  EXPECT_EQ(refusal("\"n_rows\":3", "\"n_rows\":\"3\""),
            "n_rows: is \"3\", expected a whole number of at most 2147483648");
  EXPECT_EQ(refusal("\"n_rows\":3,", ""), "n_rows: is missing; build the index again");
  EXPECT_EQ(refusal("\"pooling\":\"mean\"", "\"pooling\":1"),
            "encoder.pooling: is number, expected a string");
  EXPECT_EQ(refusal(to_hex(sha256("weights")), "abc"),
            "encoder.sha256: is no digest, expected 64 hexadecimal digits");
}

TEST(IndexManifest, WrongShapesAreNamed) {
  const std::string segments = to_json(sample()).substr(to_json(sample()).find("[{"));
  EXPECT_EQ(refusal(segments, "{}}"), "segments: is object, expected an array");
  EXPECT_EQ(refusal(segments, "[5]}"), "segments[0].kind: is missing; build the index again");
  for (const char* name : {"../x", "/etc/x", "a/b", ".hidden", ""}) {
    EXPECT_EQ(refusal("vectors-ab.npy", name),
              "segments[0].file: is not the name of a file beside it");
  }
}

TEST(IndexManifest, NoObjectAndNoJson) {
  EXPECT_EQ(parse_index_manifest("[]", "p").error().message, "is no JSON object");
  EXPECT_EQ(parse_index_manifest("{\"schema\":", "p").error().code, Code::kCorrupt);
  EXPECT_EQ(parse_index_manifest("", "p").error().code, Code::kCorrupt);
}

TEST(IndexManifest, AnotherSchemaIsUnavailable) {
  std::string json = to_json(sample());
  json.replace(json.find("\"schema\":1"), 10, "\"schema\":2");
  const Error error = parse_index_manifest(json, "p").error();
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_EQ(error.message, "is 2, this version reads 1; build the index again");
}

}  // namespace
}  // namespace ragsieve
