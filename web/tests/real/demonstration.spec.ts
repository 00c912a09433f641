// The demonstration of the README on the page that the program itself serves: poisons are rejected
// with their evidence, a seal holds until its document is edited, a reviewer decides. Then every
// room as it is after that, in both themes. The tests build on each other, in this order.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, PageVisit, type View } from "../browser/chromium";
import { CORPUS, Program, ROOT, sample } from "./program";

const POISON = "samples/demo/poison.md";
const STEALTH = "samples/demo/stealth.md";
const QUESTION = "How many days of unused annual leave may be carried into the next year?";

const program = new Program();
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
  await program.start();
});
afterAll(async () => {
  await browser.close();
  await program.stop();
});

async function enter(view?: View): Promise<PageVisit> {
  const visit = await PageVisit.to(browser, program.base, "real", view);
  await visit.enter(program.key);
  return visit;
}

async function upload(visit: PageVisit, file: string): Promise<void> {
  await visit.go("#/screen");
  await visit.page.setInputFiles("input[type=file]", ROOT + file);
  await visit.page.getByRole("button", { name: "Screen", exact: true }).click();
}

const sees = (page: Page, text: string) => page.getByText(text).first().waitFor();

describe("ThePageOfTheProgram", () => {
  it("rejects a poison with the moved probe, its two answers and a seal that an edit breaks", async () => {
    const visit = await enter();
    const { page } = visit;
    await upload(visit, POISON);
    await page.locator(".verdict-large", { hasText: "REJECT" }).waitFor();
    await sees(page, "It contradicts a fact that the trusted corpus supports, and would be retrieved");
    const answers = page.locator(".answers", { hasText: QUESTION });
    expect(await answers.locator(".answer-before").textContent()).toContain("six days");
    expect(await answers.locator(".answer-after").textContent()).toContain("Seventeen days");
    await sees(page, "the corpus supports the answer before");
    await visit.shot("poison-rejected");
    await page.getByRole("button", { name: "Check the seal" }).click();
    await sees(page, "The seal holds.");
    await visit.shot("seal-holds");
    const edited = sample("demo/poison.md").replace("Seventeen", "Seventy");
    await page.getByLabel("Document to check the seal against").fill(edited);
    await page.getByRole("button", { name: "Check the seal" }).click();
    await sees(page, "Does not verify.");
    await sees(page, "the file changed since the report");
    await visit.shot("seal-broken");
    await visit.expectAccessible();
    await visit.close();
  });

  it("shows the one false number of a stealthy document as two lines", async () => {
    const visit = await enter();
    const { page } = visit;
    await upload(visit, STEALTH);
    await page.locator(".verdict-large", { hasText: /REJECT|QUARANTINE/ }).waitFor();
    const conflict = page.locator(".conflict").first();
    expect(await conflict.locator(".diff-before del").allTextContents()).toEqual(["six"]);
    expect(await conflict.locator(".diff-after ins").allTextContents()).toEqual(["seventeen"]);
    expect(await conflict.textContent()).toContain("handbook/annual-leave#3");
    expect(await page.locator(".paper mark").allTextContents()).toContainEqual(
      expect.stringContaining("seventeen days"),
    );
    await visit.shot("stealth-rejected");
    await visit.close();
  });

  it("lets a reviewer release a document with a reason, and it waits no more", async () => {
    const visit = await enter();
    const { page } = visit;
    await visit.go("#/quarantine");
    const rows = page.locator(".queue li");
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    await page.getByRole("button", { name: /stealth\.md/ }).click();
    await sees(page, "trusted source, handbook/annual-leave#3");
    await page.getByRole("button", { name: /^Release/ }).click();
    await page.getByLabel("Reason").fill("People Operations changed the limit");
    await page.getByRole("dialog").getByRole("button", { name: "Release" }).click();
    await rows.nth(1).waitFor({ state: "detached" });
    expect(await page.locator(".queue-name").allTextContents()).toEqual(["poison.md"]);
    await visit.go("#/documents");
    await page.getByRole("link", { name: "stealth.md" }).click();
    await sees(page, "People Operations changed the limit");
    await visit.shot("released");
    await visit.close();
  });

  it("saves probes as a new version", async () => {
    const visit = await enter();
    const { page } = visit;
    await visit.go(`#/probes/${CORPUS}`);
    await sees(page, "30 probes");
    await page.getByRole("button", { name: "Add a probe" }).click();
    await page.locator(".probe-question textarea").first().fill("Who signs the leave calendar?");
    await page.getByRole("button", { name: "Save as a new version" }).click();
    await sees(page, "version 2");
    await visit.shot("probes-saved");
    await visit.expectAccessible();
    await visit.close();
  });

  it("starts an audit and lists the documents by risk", async () => {
    const visit = await enter();
    const { page } = visit;
    await visit.go("#/audit");
    await page.getByRole("button", { name: "Start" }).click();
    await sees(page, "650 documents");
    await page.getByLabel("flagged only").uncheck();
    await page.locator(".risks li").nth(50).waitFor();
    await page.locator("svg.graph").waitFor();
    await visit.shot("audit");
    await visit.expectAccessible();
    await visit.close();
  });
});

interface Room {
  name: string;
  hash: string;
  shows: string[];
}

const ROOMS: Room[] = [
  { name: "overview", hash: "#/overview", shows: ["waiting for review", "poison.md"] },
  { name: "screen", hash: "#/screen", shows: ["Drop a text or Markdown file here"] },
  { name: "quarantine", hash: "#/quarantine", shows: ["Facts that differ", "poison.md"] },
  { name: "audits", hash: "#/audit", shows: ["Made so far", "started by"] },
  { name: "documents", hash: "#/documents", shows: ["stealth.md", "poison.md"] },
  { name: "probes", hash: "#/probes", shows: [CORPUS, "version 2"] },
  { name: "probe-set", hash: `#/probes/${CORPUS}`, shows: ["31 probes"] },
  {
    name: "settings",
    hash: "#/settings",
    shows: ["This page speaks as", "corpus.jsonl", "Effective configuration"],
  },
];

const VIEWS: View[] = [
  { width: 1280, theme: "light" },
  { width: 1280, theme: "dark" },
  { width: 375, theme: "light" },
  { width: 375, theme: "dark" },
];

describe.each(VIEWS)("TheRoomsOfTheProgram at $width px, $theme", (view) => {
  it("are accessible and fit", async () => {
    const visit = await enter(view);
    for (const room of ROOMS) {
      await visit.go(room.hash);
      for (const text of room.shows) await sees(visit.page, text);
      await visit.page.waitForLoadState("networkidle");
      await visit.page.waitForTimeout(150); // bars grow for a moment
      await visit.shot(`${room.name}-${view.theme}-${view.width}`);
      expect([room.name, await visit.breaks()]).toEqual([room.name, []]);
      await visit.expectNoSideScroll();
    }
    await visit.go("#/documents");
    await visit.page.getByRole("link", { name: "stealth.md" }).click();
    await sees(visit.page, "The seal");
    await visit.shot(`document-${view.theme}-${view.width}`);
    await visit.expectAccessible();
    await visit.expectNoSideScroll();
    await visit.close();
  });
});

describe("TheLogOfTheProgram", () => {
  it("holds neither the key nor a word of a document", () => {
    expect(program.log).toContain("POST /v1/screen 20");
    expect(program.log).not.toContain(program.key);
    expect(program.log).not.toMatch(/Seventeen|unused annual leave|People Operations/i);
  });
});
