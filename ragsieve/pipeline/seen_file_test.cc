#include "ragsieve/pipeline/seen_file.h"

#include <gtest/gtest.h>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

SeenCorpus some() {
  return {sha256("judge"),
          {{"a\n\"b\"", sha256("one"), true}, {"b", sha256("two"), false}, {"é", Digest{}, true}},
          sha256("gate"),
          {sha256("a probe"), sha256("another")}};
}

TEST(SeenFile, IsReadAsItWasWritten) {
  for (const SeenCorpus& seen : {some(), SeenCorpus{sha256("judge"), {}, {}, {}}}) {
    const SeenCorpus found = parse_seen(seen_text(seen), "f").value();
    EXPECT_EQ(found.judge, seen.judge);
    EXPECT_EQ(found.gate, seen.gate);
    EXPECT_EQ(found.probes, seen.probes);
    ASSERT_EQ(found.documents.size(), seen.documents.size());
    for (std::size_t i = 0; i < found.documents.size(); ++i) {
      EXPECT_EQ(found.documents[i].id, seen.documents[i].id);
      EXPECT_EQ(found.documents[i].text, seen.documents[i].text);
      EXPECT_EQ(found.documents[i].flagged, seen.documents[i].flagged);
    }
  }
}

TEST(SeenFile, EveryShorterTextIsRefused) {
  const std::string text = seen_text(some());
  for (std::size_t n = 0; n < text.size(); ++n) {
    const auto found = parse_seen(text.substr(0, n), "f");
    ASSERT_FALSE(found.ok()) << n;
    EXPECT_EQ(found.error().code, Code::kCorrupt);
    EXPECT_EQ(found.error().where.path, "f");
  }
}

TEST(SeenFile, WhatDoesNotBelongIsNamed) {
  const std::string text = seen_text(some());
  const auto more = parse_seen(text + "{}\n", "f");
  ASSERT_FALSE(more.ok());
  std::string turned = text;
  turned.replace(turned.find("\"b\",\"text"), 4, "\"A\",");
  const auto order = parse_seen(turned, "f");
  ASSERT_FALSE(order.ok());
  EXPECT_EQ(order.error().where.line, 3U);
  EXPECT_EQ(order.error().where.field, "id");
}

}  // namespace
}  // namespace ragsieve
