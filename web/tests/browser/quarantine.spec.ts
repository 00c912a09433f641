// The review queue by keyboard, alone and in bulk: nothing is decided without a reason.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REJECTED } from "../mock/verdicts";
import { launch, Visit } from "./chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
});

async function queue(key = "rs_review"): Promise<Visit> {
  const visit = await Visit.open(browser);
  await visit.enter(key);
  await visit.go("#/quarantine");
  await visit.page.locator(".queue li").nth(3).waitFor();
  return visit;
}

const current = (visit: Visit) => visit.page.locator(".queue-current .queue-name").textContent();

describe("Quarantine", () => {
  it("is walked through by j and k", async () => {
    const visit = await queue();
    expect(await current(visit)).toBe("people/stealth.md");
    await visit.page.keyboard.press("j");
    await visit.page.keyboard.press("j");
    expect(await current(visit)).toBe("safety/fire-drill.md");
    await visit.page.keyboard.press("k");
    await visit.page.keyboard.press("k");
    await visit.page.keyboard.press("k");
    expect(await current(visit)).toBe("people/stealth.md");
    await visit.close();
  });

  it("decides nothing without a reason, then releases by r", async () => {
    const visit = await queue();
    const { page, mock } = visit;
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await dialog.getByRole("button", { name: "Release" }).isDisabled()).toBe(true);
    await page.keyboard.type(" -.! ");
    await page.keyboard.press("Control+Enter");
    expect(mock.state.log).toEqual([]);
    await page.getByLabel("Reason").fill("");
    await page.keyboard.type("jkrxn: checked with People Operations"); // letters are letters here
    await visit.shot("quarantine-reason");
    await visit.expectAccessible();
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    expect(mock.state.log).toMatchObject([
      {
        path: "/v1/quarantine/d-101/release",
        body: { reason: "jkrxn: checked with People Operations", report: REJECTED.report },
      },
    ]);
    expect(await page.locator(".queue li").count()).toBe(3);
    expect(await current(visit)).toContain("handbook/");
    expect(await page.locator("[aria-live=polite]").textContent()).toBe(
      "Released: 1 document. 3 documents left.",
    );
    await visit.close();
  });

  it("rejects by x, notes by n, and lets go by Escape", async () => {
    const visit = await queue();
    const { page, mock } = visit;
    await page.keyboard.press("x");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(mock.state.log).toEqual([]);
    await page.keyboard.press("n");
    await page.keyboard.type("asked the author");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.locator(".queue li").count()).toBe(4);
    await page.keyboard.press("x");
    await page.keyboard.type("false figure");
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(mock.state.log.map((entry) => entry.path)).toEqual([
      "/v1/quarantine/d-101/note",
      "/v1/quarantine/d-101/reject",
    ]);
    await visit.close();
  });

  it("decides on many at once, and tells which could not be", async () => {
    const visit = await queue();
    const { page, mock } = visit;
    await page.keyboard.press("s");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("s");
    await page.getByText("2 documents selected").waitFor();
    mock.state.decide("d-103", "reject", "someone else", "was faster");
    await page.keyboard.press("x");
    await page.keyboard.type("duplicates of an older lie");
    await page.keyboard.press("Control+Enter");
    await page.getByText("1 document decided, 1 refused").waitFor();
    await page.getByText("d-103: this report was decided on already").waitFor();
    expect(mock.state.log[0]).toMatchObject({
      path: "/v1/quarantine/decisions",
      body: { action: "reject", documents: ["d-101", "d-103"] },
    });
    await visit.close();
  });

  it("keeps what was typed when the service refuses, and a retry decides once", async () => {
    const visit = await queue();
    const { page, mock } = visit;
    mock.faults.set("POST /v1/quarantine/d-101/release", {
      status: 503,
      code: "busy",
      detail: "the state is busy",
    });
    await page.keyboard.press("r");
    await page.keyboard.type("a new contract");
    await page.keyboard.press("Control+Enter");
    await page.getByText("the state is busy").waitFor();
    expect(await page.getByLabel("Reason").inputValue()).toBe("a new contract");
    mock.faults.clear();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.locator(".queue li").count()).toBe(3);
    await visit.close();
  });

  it("screens a document again on demand", async () => {
    const visit = await queue();
    await visit.page.getByRole("button", { name: "Screen again" }).click();
    await visit.page
      .locator("[aria-live=polite]", { hasText: "Screened again." })
      .waitFor({ state: "attached" });
    expect(visit.mock.state.log.map((entry) => entry.path)).toEqual(["/v1/quarantine/d-101/screen"]);
    visit.mock.faults.set("POST /v1/quarantine/d-101/screen", {
      status: 422,
      code: "invalid_input",
      detail: "its text was forgotten",
    });
    await visit.page.getByRole("button", { name: "Screen again" }).click();
    await visit.page.getByText("its text was forgotten").waitFor();
    await visit.close();
  });

  it("is read only for a key that may not review", async () => {
    const visit = await queue("rs_read");
    await visit.page.getByText("This key may read the queue, not decide.").waitFor();
    await visit.page.keyboard.press("r");
    expect(await visit.page.getByRole("dialog").count()).toBe(0);
    expect(await visit.page.getByRole("button", { name: "Release" }).isDisabled()).toBe(true);
    await visit.close();
  });

  it("says so when nothing waits", async () => {
    const visit = await Visit.open(browser);
    visit.mock.state.documents.clear();
    await visit.enter();
    await visit.go("#/quarantine");
    await visit.page.getByText("Nothing waits").waitFor();
    await visit.shot("quarantine-empty");
    await visit.expectAccessible();
    await visit.close();
  });
});
