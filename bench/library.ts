import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { startService } from './support/service.ts';

// A library in a real Chromium: how soon the first thumbnails are there, and how long the frames take while it scrolls,
// each beside a reference of the same run, which says how much of it the machine and the browser take by themselves:
// a page without scripts of the same service, and an empty page that is scrolled the same way.
//   node bench/library.ts [IMAGES]

/** What the page saw while it scrolled: milliseconds between frames and of tasks over 50 ms, and how far it came. */
interface Scrolled {
  gaps: number[];
  tasks: number[];
  pixels: number;
  last: number;
  mostTiles: number;
}

const FIRST_PAGE_GOAL_MS = 300;
const FRAME_GOAL_MS = 50;
const VISITS = 7;
const SCROLL_MS = 10_000;
const EMAIL = 'library@example.com';
const PASSWORD = 'a long password';
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Pixels a second: as a wheel goes through a library, and as a scroll bar is dragged. */
const SPEEDS = [
  ['read', 2_400],
  ['flung', 16_000],
] as const;
const images = process.argv[2] ?? '100000';
const seed = fileURLToPath(new URL('seed.ts', import.meta.url));

const service = await startService();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
try {
  const args = ['--images', images, '--data-dir', service.dataDir, '--email', EMAIL, '--password', PASSWORD];
  execFileSync(process.execPath, ['--no-warnings', seed, ...args], { stdio: 'inherit' });
  const base = service.url.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  const answer = await context.request.post(`${base}/api/v1/auth/login`, {
    data: { email: EMAIL, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  const page = await context.newPage();
  await page.addInitScript({ path: fileURLToPath(new URL('support/in-page.js', import.meta.url)) });

  // The first visit fills the browser's cache of scripts, as the pages before the library do.
  await page.goto(`${base}/library`);
  await page.locator('.tile img').first().waitFor();
  const plainMs: number[] = [];
  const firstMs: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    plainMs.push(await visitMs(page, `${base}/about`, 'loadedMs()'));
    firstMs.push(await visitMs(page, `${base}/library`, 'firstPageMs()'));
  }
  say(`${images} images`);
  say(
    `first thumbnails drawn: median ${median(firstMs)} ms, at most ${Math.round(Math.max(...firstMs))} ms (goal ${FIRST_PAGE_GOAL_MS} ms); ` +
      `a page without scripts: median ${median(plainMs)} ms, at most ${Math.round(Math.max(...plainMs))} ms`,
  );
  let beyond = 0;
  for (const [name, speed] of SPEEDS) {
    await page.goto('about:blank');
    await page.setContent('<body style="height:1000000px">');
    const empty = await page.evaluate<Scrolled>(`scrollDown(${SCROLL_MS}, ${speed})`);
    await page.goto(`${base}/library`);
    await page.evaluate('firstPageMs()');
    const library = await page.evaluate<Scrolled>(`scrollDown(${SCROLL_MS}, ${speed})`);
    say(`${name}, ${speed.toLocaleString('en-US')} pixels a second:`);
    say(`  library     ${describe(library)}; as far as image ${library.last}, at most ${library.mostTiles} tiles`);
    say(`  empty page  ${describe(empty)}`);
    beyond += Math.max(0, long(library) - long(empty));
  }
  say(`frames over ${FRAME_GOAL_MS} ms beyond those of the empty page: ${beyond} (goal 0)`);
  process.exitCode = median(firstMs) <= FIRST_PAGE_GOAL_MS && beyond === 0 ? 0 : 1;
} finally {
  await browser.close();
  await service[Symbol.asyncDispose]();
}

async function visitMs(page: Page, url: string, measure: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(url);
  return page.evaluate<number>(measure);
}

function describe(scrolled: Scrolled): string {
  const { gaps, tasks, pixels } = scrolled;
  return (
    `${long(scrolled)} of ${gaps.length} frames over ${FRAME_GOAL_MS} ms, longest ${Math.round(Math.max(...gaps))} ms; ` +
    `${tasks.length} long tasks of ${Math.round(tasks.reduce((sum, ms) => sum + ms, 0))} ms together; ` +
    `${Math.round(pixels).toLocaleString('en-US')} pixels`
  );
}

function long({ gaps }: Scrolled): number {
  return gaps.filter((gap) => gap > FRAME_GOAL_MS).length;
}

function median(values: readonly number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[values.length >> 1] ?? 0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
