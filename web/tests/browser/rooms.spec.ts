// Every room, in both themes and at two widths: it shows what it should, pleases axe, and fits.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, Visit } from "./chromium";

interface Room {
  name: string;
  hash: string;
  key?: string;
  shows: (page: Page) => Promise<void>;
}

async function sees(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
}

const ROOMS: Room[] = [
  {
    name: "overview",
    hash: "#/overview",
    shows: async (page) => {
      await sees(page, "waiting for review");
      await page.locator(".u-wrap canvas").waitFor();
      await sees(page, "shifted");
      await sees(page, "people/stealth.md");
      await sees(page, "3 documents newly flagged");
    },
  },
  { name: "monitors", hash: "#/monitor", key: "rs_admin", shows: (page) => sees(page, "Watch a corpus") },
  {
    name: "monitor",
    hash: "#/monitor/handbook-daily",
    key: "rs_admin",
    shows: async (page) => {
      await sees(page, "poison-copy-1a");
      await page.locator(".u-wrap canvas").waitFor();
      await page.getByRole("button", { name: "Change" }).click();
      await sees(page, "enter it anew");
    },
  },
  {
    name: "screen",
    hash: "#/screen",
    key: "rs_admin",
    shows: (page) => sees(page, "Drop a text or Markdown file here"),
  },
  {
    name: "quarantine",
    hash: "#/quarantine",
    shows: async (page) => {
      await sees(page, "would be retrieved for a question about it");
      await page.locator(".document-text mark").first().waitFor();
    },
  },
  { name: "audits", hash: "#/audit", shows: (page) => sees(page, "Made so far") },
  {
    name: "audit",
    hash: "#/audit/a-7",
    shows: async (page) => {
      await page
        .getByRole("button", { name: /poison-copy-1a/ })
        .first()
        .click();
      await page.locator("svg.graph").waitFor();
    },
  },
  { name: "documents", hash: "#/documents", shows: (page) => sees(page, "people/stealth.md") },
  {
    name: "document",
    hash: "#/document/d-102",
    shows: async (page) => {
      await sees(page, "The seal");
      await page.locator(".document-text .chip").first().waitFor();
    },
  },
  {
    name: "probes",
    hash: "#/probes",
    shows: async (page) => {
      await sees(page, "Name of a new set");
      await page.getByRole("button", { name: "Show what they reach" }).click();
      await sees(page, "are reached by a probe");
      await page.locator(".cover-map canvas").waitFor();
    },
  },
  {
    name: "probe-set",
    hash: "#/probes/leave",
    shows: async (page) => {
      await sees(page, "30 probes");
    },
  },
  {
    name: "settings",
    hash: "#/settings",
    key: "rs_admin",
    shows: async (page) => {
      await sees(page, "all-minilm-l6-v2-f32");
      await sees(page, "old laptop");
    },
  },
];

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 375]) {
    describe(`in the ${theme} theme at ${width} px`, () => {
      it("the key page is accessible and fits", async () => {
        const visit = await Visit.open(browser, { width, theme });
        await visit.page.getByLabel("API key").waitFor();
        await visit.expectAccessible();
        await visit.expectNoSideScroll();
        await visit.shot(`key-${theme}-${width}`);
        await visit.close();
      });
      it.each(ROOMS)("$name is accessible and fits", async (room) => {
        const visit = await Visit.open(browser, { width, theme });
        await visit.enter(room.key);
        await visit.go(room.hash);
        await room.shows(visit.page);
        await visit.page.waitForTimeout(150); // bars grow for a moment
        await visit.shot(`${room.name}-${theme}-${width}`);
        await visit.expectAccessible();
        await visit.expectNoSideScroll();
        expect(await visit.page.locator("h1").count()).toBe(1);
        await visit.close();
      });
    });
  }
}
