#include "ragsieve/text/personal_data.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

TEST(PersonalData, MailAddresses) {
  EXPECT_EQ(mask_personal_data("Write to ida.b+x@mail.example.org."), "Write to [email].");
  EXPECT_EQ(mask_personal_data("jörg@müller.de, or a@b"), "[email], or a@b");
  EXPECT_EQ(mask_personal_data("123456789012@mail.com now"), "[email] now");
  EXPECT_EQ(mask_personal_data("meet @ noon, @you"), "meet @ noon, @you");
}

TEST(PersonalData, TelephoneNumbers) {
  for (const char* number : {"+47 22 12 34 56", "0049 30 1234567", "(030) 123 456 78",
                             "555-123-4567", "1-555-123-4567", "07911 123456", "+15551234567"}) {
    EXPECT_EQ(mask_personal_data("call " + std::string(number) + " today"), "call [phone] today")
        << number;
  }
  EXPECT_EQ(mask_personal_data("my phone is 22 12 34 56"), "my phone is [phone]");
}

TEST(PersonalData, CardsHaveTheirCheckDigit) {
  EXPECT_EQ(mask_personal_data("card 4111 1111 1111 1111 expired"), "card [card] expired");
  EXPECT_EQ(mask_personal_data("card 4111-1111-1111-1111"), "card [card]");
  EXPECT_EQ(mask_personal_data("code 4111 1111 1111 1112"), "code 4111 1111 1111 1112");
}

TEST(PersonalData, AccountNumbers) {
  EXPECT_EQ(mask_personal_data("IBAN DE89 3704 0044 0532 0130 00 please"), "IBAN [account] please");
  EXPECT_EQ(mask_personal_data("DE88370400440532013000 is not valid"),
            "DE88370400440532013000 is not valid");
  EXPECT_EQ(mask_personal_data("why was account 123456 closed"),
            "why was account [account] closed");
  EXPECT_EQ(mask_personal_data("my number 123456789"), "my number [account]");
  EXPECT_EQ(mask_personal_data("SSN 078-05-1120"), "SSN [account]");
}

TEST(PersonalData, NamesBehindMyNameIs) {
  EXPECT_EQ(mask_personal_data("Hi, my name is Anders Kjelland and I lost my badge"),
            "Hi, my name is [name] and I lost my badge");
  EXPECT_EQ(mask_personal_data("my name is john smith and i lost"), "my name is [name] and i lost");
  EXPECT_EQ(mask_personal_data("my name is john and i lost"), "my name is [name] and i lost");
  EXPECT_EQ(mask_personal_data("Ich heiße Jörg Müller. Wo?"), "Ich heiße [name]. Wo?");
  EXPECT_EQ(mask_personal_data("Je m'appelle Zoé"), "Je m'appelle [name]");
  EXPECT_EQ(mask_personal_data("我叫王小明，怎么退货？"), "我叫[name]，怎么退货？");
}

TEST(PersonalData, PlainFactsAreNone) {
  for (const char* text : {"opened on 2003-06-02", "from 1998-2004", "costs 12,000 euro",
                           "1 200 000 people", "version 10.2.13.4", "at 10:30", "WR-1 and Tern 8",
                           "the 2.6.2003 meeting", "order within 30 days", "3.141592653",
                           "my name is", "What is my name?", "", "+", "@", "("}) {
    EXPECT_EQ(mask_personal_data(text), text);
    EXPECT_TRUE(find_personal_data(text).empty()) << text;
  }
}

TEST(PersonalData, RangesAreInOrder) {
  const auto found = find_personal_data("my name is Ida, a@b.org, +47 22123456");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].kind, "name");
  EXPECT_EQ(found[0].range, (ByteRange{11, 14}));
  EXPECT_EQ(found[1].kind, "email");
  EXPECT_EQ(found[2].kind, "phone");
  EXPECT_EQ(found[2].range.end, 37U);
}

TEST(PersonalData, LongTextsTakeLinearTime) {
  const std::string ats(200000, '@');
  EXPECT_TRUE(find_personal_data(ats).empty());
  EXPECT_TRUE(find_personal_data(std::string(200000, 'A')).empty());
  EXPECT_EQ(find_personal_data(std::string(200000, '1')).size(), 1U);
}

}  // namespace
}  // namespace ragsieve
