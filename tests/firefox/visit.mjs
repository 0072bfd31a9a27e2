// Visits pages in Firefox over WebDriver BiDi: node visit.mjs URL. Each line of the input is a path, and gets a line of
// JSON: {shown, wrong}, or {failed} with the reason why the visit did not come to its end.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const puppeteer = createRequire(`${process.cwd()}/`)("puppeteer-core");
const TIMEOUT = 120_000; // a slow machine is no failure
const [base] = process.argv.slice(2);

const sleep = (milliseconds) =>
  new Promise((done) => setTimeout(done, milliseconds));

/** Wait until a function returns something in the page, and return that. */
async function poll(page, read, ...values) {
  for (const end = Date.now() + TIMEOUT; Date.now() < end; await sleep(50)) {
    const value = await page.evaluate(read, ...values).catch(ignoreNavigation);
    if (value) return value;
  }
  throw new Error(`never: ${read}`);
}

/** Click an element once it lies still: content that arrives above it would move it away from the pointer. */
const click = (page, selector) =>
  page.locator(selector).setTimeout(TIMEOUT).click();

function ignoreNavigation(error) {
  if (!/context|realm|no such frame/i.test(error.message)) throw error;
}

const countEntries = () => document.querySelectorAll("#log ol > li").length;
const hasEntries = (count) =>
  document.querySelectorAll("#log ol > li").length > count;
const readVerdict = () => {
  const { state } = document.querySelector("#verdict").dataset;
  return (
    !["empty", "busy"].includes(state) &&
    document.querySelector("#verdict-text").textContent
  );
};

/**
 * Deal every stage of the game that the link seals, reveal the shoe, and follow the link to its receipt on the page
 * Verify.
 */
async function play(page) {
  await poll(page, () => !document.querySelector("#sealed").hidden);
  do {
    const count = await page.evaluate(countEntries);
    await click(page, "#deal-stage");
    await poll(page, hasEntries, count);
  } while (
    await page.evaluate(
      () =>
        !document
          .querySelector("#deal-stage")
          .textContent.endsWith("next hand"),
    )
  );
  await click(page, "#reveal");
  await poll(page, readVerdict);
  await click(page, "#log > summary"); // which is closed, and has the link
  await click(page, "#hand-over");
  await poll(page, () => location.pathname.endsWith("/verify"));
  return poll(page, readVerdict);
}

const readSign = () =>
  document.querySelector("#outcome").dataset.state !== "busy" &&
  document.querySelector("#sign").textContent;

/** Seal a draw from a list, draw with the words of the audience, and follow the link to the page of its result. */
async function drawInPublic(page) {
  await page.type("#lines", "Ann\nBob\nCem");
  await poll(page, () =>
    document.querySelector("#lines-count").textContent.startsWith("3 "),
  );
  await click(page, "[name=how][value=sealed]");
  await page.select("#decides", "words");
  await page.type("#occasion", "Raffle");
  await click(page, "#draw");
  await poll(
    page,
    () =>
      document.querySelector("#sealed .code") &&
      !document.querySelector("#sealed").hidden,
  );
  await page.type("#audience", "banana");
  await click(page, ".deciding .primary");
  const proof = await poll(
    page,
    () =>
      !document.querySelector("#proof").hidden &&
      document.querySelector("#check").href,
  );
  await page.goto(proof);
  return poll(page, readSign);
}

const readHeading = (page) =>
  poll(page, () => document.querySelector("h1").textContent);

/** What a visitor does on a page, and what is shown then. */
const visits = {
  "/": async (page) => {
    await page.evaluate(() =>
      document.querySelector(".door a[href*=holdem]").click(),
    );
    return poll(page, () => {
      const images = [...document.querySelectorAll("#felt .cards img")];
      return (
        images.length > 0 &&
        images.every((image) => image.complete && image.naturalWidth > 0) &&
        images.length
      );
    });
  },
  "/#v1/shoes?game=holdem&players=3": play,
  "/draw": drawInPublic,
  "/fairness": async (page) => {
    await page.evaluate(() =>
      document.querySelector("#gallery").scrollIntoView(),
    );
    await poll(page, () =>
      /Heat maps/.test(document.querySelector("#maps-status").textContent),
    );
    await page.evaluate(() =>
      document.querySelector("#chart").scrollIntoView(),
    );
    return poll(
      page,
      () => document.querySelectorAll("#riffle-table tbody tr").length,
    );
  },
  "/docs": async (page) => {
    await page.evaluate(() => document.querySelector("#list a").click()); // which loads the viewer
    return poll(
      page,
      () =>
        document.querySelector(".opblock") &&
        document.querySelectorAll("#list a").length,
    );
  },
  // Breaks the policy, to show that the others would be seen to do so.
  "/verify#inline": async (page, wrong) => {
    await page.evaluate(() =>
      document.body.append(
        Object.assign(document.createElement("script"), { text: "0" }),
      ),
    );
    for (
      const end = Date.now() + TIMEOUT;
      wrong.length === 0 && Date.now() < end;
    )
      await sleep(50);
  },
};

/** Let the page paint, and its queues become empty: Firefox reports errors a little later. */
const settle = () =>
  new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));

let browser;

/** Return the browser, which is launched anew if a page has ended it. */
async function findBrowser() {
  if (!browser?.connected) {
    browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: process.env.FIREFOX,
      headless: true,
      timeout: TIMEOUT,
    });
    console.error(await browser.version());
  }
  return browser;
}

/** Do on a page what a visitor does; return what is shown then, and what went wrong. */
async function visit(page, path) {
  page.setDefaultTimeout(TIMEOUT);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on(
    "console",
    (message) =>
      ["error", "warn"].includes(message.type()) &&
      wrong.push(`console: ${message.text()}`),
  );
  page.on(
    "response",
    (response) =>
      response.status() >= 400 &&
      wrong.push(`${response.status()}: ${response.url()}`),
  );
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== base)
      wrong.push(`requested another host: ${request.url()}`);
  });
  await page.goto(base + path);
  const shown = await (visits[path] ?? readHeading)(page, wrong);
  await page.evaluate(settle);
  return { shown, wrong };
}

for await (const path of createInterface({ input: process.stdin })) {
  let page;
  try {
    page = await (await findBrowser()).newPage();
    console.log(JSON.stringify(await visit(page, path)));
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error) }));
  } finally {
    await page?.close().catch(() => {}); // it may be gone with its browser
  }
}
await browser?.close();
