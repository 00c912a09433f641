// The map of what probes reach: its figures, its text, its keys, and ten thousand cells.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coverageOf } from "../mock/coverage";
import { launch, Visit } from "./chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
});

// Of the map, by colour, the most frequent ones; empty as long as nothing is drawn.
function coloursOf(page: Page): Promise<string[]> {
  return page.locator(".cover-map canvas").evaluate((node) => {
    const canvas = node as HTMLCanvasElement;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const counts = new Map<string, number>();
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3] === 255) {
        const colour = `${data[i]},${data[i + 1]},${data[i + 2]}`;
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
    return [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5)
      .map(([colour]) => colour);
  });
}

async function openMap(visit: Visit): Promise<void> {
  await visit.go("#/probes");
  await visit.page.getByRole("button", { name: "Show what they reach" }).click();
}

describe("CoverageMap", () => {
  it("says what is reached, and leads from a topic to its documents", async () => {
    const visit = await Visit.open(browser);
    const { page } = visit;
    await visit.enter();
    await openMap(visit);
    const { reached } = coverageOf("handbook", 650);
    await page.getByText(`${reached} of 650 documents`).waitFor();
    await page.getByText("30 probes, each with the 5 chunks that it retrieves.").waitFor();
    const rows = page.locator(".plain-table tbody tr");
    expect(await rows.count()).toBe(12);
    await rows.nth(0).getByText("nothing reached").waitFor();
    await page.getByRole("button", { name: "Show all 14 topics" }).click();
    expect(await rows.count()).toBe(14);
    expect(await page.locator("main b, main img").count()).toBe(0);
    await page.getByRole("button", { name: "On call" }).click();
    await page.getByRole("group", { name: /^46 documents/ }).waitFor();
    expect(await page.getByLabel("Topic").inputValue()).not.toBe("-1");
    await page.getByText("46 documents out of reach").click();
    await page.getByText("handbook/page-8", { exact: true }).waitFor();
    await visit.shot("coverage-of-a-topic");
    await visit.expectAccessible();
    await page.getByRole("button", { name: "Show all topics" }).click();
    await page.getByRole("group", { name: /^650 documents/ }).waitFor();
    expect(
      await page.getByRole("link", { name: "begin the probes of this corpus" }).getAttribute("href"),
    ).toBe("#/probes/handbook?new=1");
    await visit.close();
  });
  it("is gone through by keys and by pointer, and says each cell", async () => {
    const visit = await Visit.open(browser);
    const { page } = visit;
    await visit.enter();
    await openMap(visit);
    const map = page.getByRole("group", { name: /^650 documents/ });
    await map.focus();
    await page.keyboard.press("End");
    const last = await page.locator(".cover-line .hostile").first().innerText();
    expect(last).toMatch(/^handbook\/page-\d+$/);
    expect(await page.locator("p[aria-live]").innerText()).toContain(`${last}, `);
    const line = page.locator(".cover-line");
    await page.keyboard.press("Home");
    await line.getByText("handbook/page-3", { exact: true }).waitFor();
    await line.getByText("no probe reaches it").waitFor();
    await page.keyboard.press("ArrowRight");
    await line.getByText("handbook/page-17", { exact: true }).waitFor();
    await page.locator(".cover-map canvas").click({ position: { x: 5, y: 5 } });
    await line.getByText("handbook/page-3", { exact: true }).waitFor();
    await line.getByRole("button").click();
    await page.getByRole("group", { name: /^47 documents/ }).waitFor();
    await visit.close();
  });
  it("has the colours of the theme", async () => {
    const visit = await Visit.open(browser);
    const { page } = visit;
    await visit.enter();
    await openMap(visit);
    await expect.poll(() => coloursOf(page)).toHaveLength(5);
    const light = await coloursOf(page);
    await page.getByRole("button", { name: "Theme: auto" }).click();
    await page.getByRole("button", { name: "Theme: light" }).click();
    await expect.poll(() => coloursOf(page)).not.toEqual(light);
    await visit.close();
  });
  it("bears ten thousand cells without a node for each", async () => {
    const visit = await Visit.open(browser);
    const { page, mock } = visit;
    mock.state.coverage.set("handbook", coverageOf("handbook", 12_000, 10_000));
    await visit.enter();
    await openMap(visit);
    await page.getByText("The map shows the first 10,000 documents of the corpus.").waitFor();
    await expect.poll(() => coloursOf(page)).toHaveLength(5);
    expect(await page.locator("*").count()).toBeLessThan(600);
    await page.getByRole("group", { name: /^10,000 documents/ }).focus();
    await page.keyboard.press("End");
    await page.locator(".cover-line .hostile").first().waitFor();
    expect(await page.locator(".cover-map").evaluate((node) => node.scrollTop)).toBeGreaterThan(0);
    await visit.shot("coverage-10000");
    await visit.expectAccessible();
    await visit.close();
  });
  it("says so where there is no corpus ready, nothing in it, or nothing out of reach", async () => {
    const visit = await Visit.open(browser);
    const { page, mock } = visit;
    await visit.enter("rs_read");
    await openMap(visit);
    await page.getByText("are reached by a probe").waitFor();
    await page.getByLabel("Corpus").selectOption("support");
    await page.getByRole("button", { name: "Show what they reach" }).click();
    await page.getByText("corpus 'support' is not ready: it is indexing").waitFor();
    const whole = coverageOf("support", 40);
    const items = whole.items.map((item) => ({ ...item, probes: 2, best_rank: 1 }));
    const topics = whole.topics.map((topic) => ({ ...topic, reached: topic.documents }));
    mock.state.coverage.set("support", { ...whole, reached: 40, topics, items });
    for (const corpus of mock.state.corpora) corpus.state = "ready";
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Every document is reached").waitFor();
    expect(await page.getByText("out of reach").filter({ visible: true }).count()).toBe(1); // a column
    mock.state.coverage.set("handbook", { ...whole, documents: 0, reached: 0, topics: [], items: [] });
    await page.getByLabel("Corpus").selectOption("handbook");
    await page.getByRole("button", { name: "Show what they reach" }).click();
    await page.getByText("The corpus holds no document").waitFor();
    await visit.close();
  });
});
