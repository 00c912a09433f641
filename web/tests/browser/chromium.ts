// One real Chromium for a file of tests; a page of its own for each test, which fails on anything
// that the page's policy refuses and on any request to another host. A Visit is to a mock service
// of its own, a PageVisit to any service.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { MockServer } from "../mock/server";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PAGE = fileURLToPath(new URL("../../../build/web/index.html", import.meta.url));
const RESULTS = fileURLToPath(new URL("../../../build/web-results", import.meta.url));

export async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.RAGSIEVE_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--font-render-hinting=none",
    ],
  });
}

export interface View {
  width: number;
  theme: "light" | "dark";
}

const FIRST_VIEW: View = { width: 1280, theme: "light" };

async function newPage(browser: Browser, view: View): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: view.width, height: view.width < 600 ? 740 : 860 },
    colorScheme: view.theme,
    timezoneId: "UTC",
    locale: "en-GB",
  });
  return context.newPage();
}

export class PageVisit {
  readonly complaints: string[] = []; // of the policy, of the console, of requests elsewhere
  protected constructor(
    readonly page: Page,
    readonly base: string,
    private readonly shots: string, // a folder of the results
  ) {
    page.on("console", (message) => {
      // A refused key or request is logged by the browser itself; the page shows it as a problem.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith("data:"))
        this.complaints.push(`request to ${request.url()}`);
    });
  }

  static async to(browser: Browser, base: string, shots: string, view = FIRST_VIEW): Promise<PageVisit> {
    const visit = new PageVisit(await newPage(browser, view), base, shots);
    await visit.page.goto(base);
    return visit;
  }

  async enter(key: string): Promise<void> {
    await this.page.getByLabel("API key").fill(key);
    await this.page.getByRole("button", { name: "Enter" }).click();
    await this.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  }

  async go(hash: string): Promise<void> {
    await this.page.evaluate((to) => {
      location.hash = to;
    }, hash);
  }

  async shot(name: string): Promise<void> {
    mkdirSync(`${RESULTS}/${this.shots}`, { recursive: true });
    await this.page.screenshot({ path: `${RESULTS}/${this.shots}/${name}.png`, fullPage: true });
  }

  // Every rule of axe that concerns WCAG 2 A and AA and good practice; a break is named.
  async breaks(): Promise<string[]> {
    await this.page.evaluate(AXE);
    return this.page.evaluate(async () => {
      const axe = (
        window as unknown as {
          axe: {
            run: (
              where: Document,
              options: unknown,
            ) => Promise<{
              violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
            }>;
          };
        }
      ).axe;
      const { violations } = await axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      });
      return violations.map(
        (one) =>
          `${one.id}: ${one.nodes
            .slice(0, 4)
            .map((node) => `${node.target.join(" ")} (${node.failureSummary.split("\n")[1]?.trim()})`)
            .join("; ")}`,
      );
    });
  }

  async expectAccessible(): Promise<void> {
    expect(await this.breaks()).toEqual([]);
  }

  // Nothing is wider than the window.
  async expectNoSideScroll(): Promise<void> {
    const widths = await this.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  }

  async close(): Promise<void> {
    await this.page.context().close();
    expect(this.complaints).toEqual([]);
  }
}

export class Visit extends PageVisit {
  private constructor(
    page: Page,
    base: string,
    readonly mock: MockServer,
  ) {
    super(page, base, "screenshots");
  }

  static async open(browser: Browser, view = FIRST_VIEW): Promise<Visit> {
    if (!existsSync(PAGE)) throw new Error("the page is not built: run scripts/web.sh first");
    const mock = new MockServer();
    const base = await mock.start();
    const visit = new Visit(await newPage(browser, view), base, mock);
    await visit.page.goto(base);
    return visit;
  }

  override async enter(key = "rs_review"): Promise<void> {
    await super.enter(key);
  }

  override async close(): Promise<void> {
    await this.page.context().close();
    await this.mock.stop();
    expect(this.complaints).toEqual([]);
  }
}
