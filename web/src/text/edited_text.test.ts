import { describe, expect, it } from "vitest";
import { EditedText } from "./edited_text";

describe("EditedText", () => {
  it("sends what was not edited as it came", () => {
    for (const original of ["a\r\nb", "a\rb\nc", "\uFEFFplain"]) {
      const text = new EditedText(original);
      expect(text.isChanged).toBe(false);
      expect(text.withValue(text.value).toSend).toBe(original);
    }
  });
  it("keeps CR LF where the original has nothing else", () => {
    expect(new EditedText("a\r\nb").withValue("a\nbc").toSend).toBe("a\r\nbc");
    expect(new EditedText("a\r\nb\nc").withValue("a\nb\nd").toSend).toBe("a\nb\nd");
  });
  it("is unchanged again when the edit is undone", () => {
    const text = new EditedText("six days").withValue("ten days");
    expect(text.isChanged).toBe(true);
    expect(text.withValue("six days").isChanged).toBe(false);
  });
});
