// The demonstration: a poison is dropped on the page, rejected with its evidence, its seal holds,
// and an edit breaks it. And what a screening looks like when it goes wrong.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STEALTH } from "../mock/texts";
import { launch, Visit } from "./chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
});

async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content ?? ""], fileName ?? "", { type: "text/markdown" }));
      return data;
    },
    [name, text],
  );
  await page.dispatchEvent(".drop", "drop", { dataTransfer: transfer });
}

describe("Screening", () => {
  it("shows a poison's verdict, evidence and seal, and that an edit breaks the seal", async () => {
    const visit = await Visit.open(browser);
    visit.mock.eventPauseMs = 120;
    const { page } = visit;
    await visit.enter("rs_admin");
    await visit.go("#/screen");
    await drop(page, "stealth.md", STEALTH);
    await page.getByRole("button", { name: "Screen" }).click();
    await page.locator(".at-work-measuring").first().waitFor();
    await visit.shot("screen-at-work");
    await page.locator(".verdict-large", { hasText: "REJECT" }).waitFor();
    expect(visit.mock.eventHeaders).toEqual([undefined, "3"]); // the stream broke once and went on
    await page
      .getByText("It contradicts a fact that the trusted corpus supports, and would be retrieved")
      .waitFor();
    expect(await page.locator(".diff-before del").first().textContent()).toBe("six");
    expect(await page.locator(".diff-after ins").first().textContent()).toBe("seventeen");
    await page.getByText("2 of 30").first().waitFor();
    expect(await page.locator(".answer-after ins").first().textContent()).toBe("seventeen");
    expect(await page.locator(".paper mark").textContent()).toContain("seventeen days");
    await page.getByRole("button", { name: "Check the seal" }).click();
    await page.getByText("The seal holds.").waitFor();
    await visit.shot("seal-holds");
    await page.getByLabel("Document to check the seal against").fill(STEALTH.replace("seventeen", "seventy"));
    expect(await page.getByText("The seal holds.").count()).toBe(0); // an old result does not stand beside a new text
    await page.getByRole("button", { name: "Check the seal" }).click();
    await page.getByText("Does not verify.").waitFor();
    await page.getByText("the file changed since the report").waitFor();
    await visit.shot("seal-broken");
    await visit.expectAccessible();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save the report" }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^sha256-[0-9a-f]{64}\.dsse\.json$/);
    await page.getByRole("button", { name: "Put the original back" }).click();
    await page.getByRole("button", { name: "Check the seal" }).click();
    await page.getByText("The seal holds.").waitFor();
    await visit.close();
  });

  it.each(["light", "dark"] as const)("is accessible and fits at 375 px in the %s theme", async (theme) => {
    const visit = await Visit.open(browser, { width: 375, theme });
    await visit.enter("rs_admin");
    await visit.go("#/screen");
    await visit.page.getByLabel("or paste its text").fill(STEALTH);
    await visit.page.getByLabel("Name").fill("stealth.md");
    await visit.page.getByRole("button", { name: "Screen" }).click();
    await visit.page.locator(".verdict-large", { hasText: "REJECT" }).waitFor();
    await visit.page.waitForTimeout(600);
    await visit.shot(`screened-${theme}-375`);
    await visit.expectAccessible();
    await visit.expectNoSideScroll();
    await visit.close();
  });

  it("sends the bytes of a file as they are, and names it", async () => {
    const visit = await Visit.open(browser);
    await visit.enter("rs_admin");
    await visit.go("#/screen");
    await drop(visit.page, "ü leave.md", "\uFEFFa\r\nb\u200B");
    await visit.page.getByRole("button", { name: "Screen" }).click();
    await visit.page.locator(".verdict-large", { hasText: "ADMIT" }).waitFor();
    expect(visit.mock.state.log[0]).toMatchObject({ path: "/v1/screen", body: "\uFEFFa\r\nb\u200B" });
    expect(visit.mock.state.log[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(await visit.page.locator(".verdict-name").textContent()).toBe("ü leave.md");
    expect(await visit.page.locator(".paper .chip").allTextContents()).toEqual(["U+FEFF", "U+200B"]);
    await visit.page.getByRole("button", { name: "Check the seal" }).click();
    await visit.page.getByText("The seal holds.").waitFor(); // though the field turns CR LF into LF
    await visit.close();
  });

  it("refuses a file that is no text before it is sent", async () => {
    const visit = await Visit.open(browser);
    await visit.enter("rs_admin");
    await visit.go("#/screen");
    await visit.page.setInputFiles("input[type=file]", {
      name: "scan.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF"),
    });
    await visit.page.getByText("Text and Markdown can be screened; this is application/pdf.").waitFor();
    expect(await visit.page.getByRole("button", { name: "Screen" }).isDisabled()).toBe(true);
    await visit.close();
  });

  it("shows a problem of the service as its text, and goes on", async () => {
    const visit = await Visit.open(browser);
    await visit.enter("rs_admin");
    await visit.go("#/screen");
    visit.mock.faults.set("POST /v1/screen", {
      status: 503,
      code: "busy",
      detail: "the queue is full <b>now</b>",
    });
    await visit.page.getByLabel("or paste its text").fill("some text");
    await visit.page.getByRole("button", { name: "Screen" }).click();
    await visit.page.getByText("the queue is full <b>now</b>").waitFor();
    await visit.page.getByText("Try again in 3 s.").waitFor();
    await visit.page.getByText("01JDQ8").waitFor();
    await visit.shot("screen-problem");
    await visit.expectAccessible();
    visit.mock.faults.clear();
    await visit.page.getByRole("button", { name: "Screen" }).click();
    await visit.page.locator(".verdict-large", { hasText: "ADMIT" }).waitFor();
    await visit.close();
  });

  it("says which key it needs", async () => {
    const visit = await Visit.open(browser);
    await visit.enter("rs_review");
    await visit.go("#/screen");
    await visit.page
      .getByText("Screening needs a key with the role screen or admin; this one has review.")
      .waitFor();
    await visit.page.getByLabel("or paste its text").fill("some text");
    expect(await visit.page.getByRole("button", { name: "Screen" }).isDisabled()).toBe(true);
    await visit.close();
  });

  it("works with a key that may only screen", async () => {
    const visit = await Visit.open(browser);
    await visit.enter("rs_screen");
    await visit.page.getByText("this needs the role read").first().waitFor();
    await visit.go("#/screen");
    await visit.page.getByLabel("Trusted corpus").fill("handbook");
    await visit.page.getByLabel("or paste its text").fill("some text");
    await visit.page.getByRole("button", { name: "Screen" }).click();
    await visit.page.locator(".verdict-large", { hasText: "ADMIT" }).waitFor();
    await visit.close();
  });
});
