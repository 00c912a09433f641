// Watched corpora: what their looks found, a look now, and how an administrator changes them.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, Visit } from "./chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
});

describe("Monitors", () => {
  it("lead from the overview to what the latest look found", async () => {
    const visit = await Visit.open(browser);
    const { page } = visit;
    await visit.enter();
    await page.getByText("3 documents newly flagged, 1 verdict re-opened").waitFor();
    await page.getByText("2 messages given up, 1 message waiting").waitFor();
    await page.getByRole("link", { name: "handbook-daily" }).click();
    await page.getByText("653 documents", { exact: true }).waitFor();
    expect(await page.title()).toBe("Watched corpora · ragsieve");
    const flagged = page.getByRole("region", { name: "Newly flagged" });
    await flagged.getByText("fdp.retnirp<b>x</b>").waitFor();
    await flagged.getByText("2 of 3 are listed.").waitFor();
    expect(await page.locator("main b, main img").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Change" }).count()).toBe(0);
    await page.getByRole("button", { name: "Show more looks" }).click();
    await page.locator(".look-table tbody tr").nth(12).waitFor();
    await page.getByRole("link", { name: "d-099" }).click();
    await page.getByRole("heading", { level: 1, name: "safety/assembly-points.md" }).waitFor();
    await visit.close();
  });
  it("are looked at now, once, and the job is followed", async () => {
    const visit = await Visit.open(browser);
    const { page, mock } = visit;
    mock.eventPauseMs = 80;
    await visit.enter();
    await visit.go("#/monitor/handbook-daily");
    mock.faults.set("POST /v1/monitors/handbook-daily/looks", {
      status: 503,
      code: "unavailable",
      detail: "the state cannot be written",
    });
    await page.getByRole("button", { name: "Look now" }).click();
    await page.getByText("the state cannot be written").waitFor();
    mock.faults.clear();
    await page.getByRole("button", { name: "Look now" }).click();
    await page.locator("progress").waitFor();
    expect(await page.getByRole("button", { name: "Looking …" }).isDisabled()).toBe(true);
    await page.getByText("no document had changed").waitFor();
    await page.getByText("The look is done.").waitFor();
    expect(mock.state.log.map((one) => one.path)).toEqual(["/v1/monitors/handbook-daily/looks"]);
    expect(mock.eventHeaders).toEqual([undefined, "3"]);
    await visit.close();
  });
  it("say so where there is none, no look, or no answer", async () => {
    const visit = await Visit.open(browser);
    const { page, mock } = visit;
    await visit.enter("rs_read");
    await visit.go("#/monitor/support-hourly");
    await page.getByText("No look yet").waitFor();
    expect(await page.getByRole("button", { name: "Look now" }).count()).toBe(0);
    await visit.expectAccessible();
    await visit.go("#/monitor/nowhere");
    await page.getByText("There is no monitor of this name").waitFor();
    mock.state.watched.clear();
    await visit.go("#/monitor");
    await page.getByText("No corpus is watched").waitFor();
    mock.faults.set("GET /v1/monitors", { status: 503, code: "unavailable", detail: "the state is gone" });
    await visit.go("#/overview");
    await page.getByText("the state is gone").waitFor();
    mock.faults.clear();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No corpus is watched").waitFor();
    await visit.close();
  });
});

describe("MonitorForm", () => {
  it("has a corpus watched, and tells what is wrong beside its field", async () => {
    const visit = await Visit.open(browser);
    const { page, mock } = visit;
    await visit.enter("rs_admin");
    await visit.go("#/monitor");
    await page.getByText("650 documents").waitFor({ state: "attached" });
    await page.getByLabel("Name of the monitor").fill("support-hourly");
    await page.getByLabel("Look at it every").fill("1 week");
    await page.getByLabel("Tell a webhook").check();
    await page.getByRole("button", { name: "Watch it" }).click();
    await page.getByText("There is a monitor of this name.").waitFor();
    await page.getByText("from 1m to 31d").waitFor();
    await page.getByText("Which address is told?").waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest(".field")?.textContent)).toContain(
      "Name",
    );
    await visit.shot("monitor-form-refused");
    await visit.expectAccessible();
    await page.getByLabel("Name of the monitor").fill("handbook-weekly");
    await page.getByLabel("Look at it every").fill("7d");
    await page.getByText("every 7 days").waitFor();
    await page.getByLabel("Address of the webhook").fill("ftp://chat.example/s3cret");
    await page.keyboard.press("Enter");
    await page.getByText("expected an address that begins with https://").waitFor();
    expect(await page.getByLabel("Address of the webhook").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Address of the webhook").fill("https://chat.example/s3cret");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "handbook-weekly" }).waitFor();
    expect(mock.state.log.at(-1)).toMatchObject({
      method: "PUT",
      path: "/v1/monitors/handbook-weekly",
      body: { corpus: "handbook", schedule: "7d", webhook: "https://chat.example/s3cret" },
    });
    expect(await page.content()).not.toContain("s3cret");
    await visit.close();
  });
  it("changes a monitor only with the address anew, and tells nobody when that is wished", async () => {
    const visit = await Visit.open(browser);
    const { page, mock } = visit;
    await visit.enter("rs_admin");
    await visit.go("#/monitor/handbook-daily");
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByText("is not shown and not kept by a change").waitFor();
    await page.getByLabel("Look at it every").fill("12h");
    await page.getByRole("button", { name: "Save the change" }).click();
    await page.getByText("Which address is told?").waitFor();
    expect(mock.state.log).toEqual([]);
    await page.getByLabel("Tell a webhook").uncheck();
    await page.getByRole("button", { name: "Save the change" }).click();
    await page.getByText("every 12 hours").waitFor();
    await page.getByText("nobody", { exact: true }).waitFor();
    expect(mock.state.log[0]?.body).toEqual({ corpus: "handbook", schedule: "12h" });
    await visit.close();
  });
  it("stops a monitor after asking again", async () => {
    const visit = await Visit.open(browser);
    const { page, mock } = visit;
    await visit.enter("rs_admin");
    await visit.go("#/monitor/handbook-daily");
    await page.getByRole("button", { name: "Stop watching" }).click();
    await page.getByRole("dialog").getByText("Its looks are forgotten").waitFor();
    await visit.expectAccessible();
    await page.keyboard.press("Escape");
    expect(mock.state.watched.has("handbook-daily")).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Stop watching");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Stop watching" }).click();
    await page.getByRole("heading", { level: 1, name: "Watched corpora" }).waitFor();
    await page.getByRole("link", { name: "support-hourly" }).waitFor();
    expect(mock.state.watched.has("handbook-daily")).toBe(false);
    await visit.close();
  });
});
