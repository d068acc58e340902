/** The costs of the widget for the page of the restaurant around it, against the same page without it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { openProfile } from '../../browser/browser.ts';
import { quantile } from '../../load/load.ts';

export interface HostCosts {
  /** Of the widget's script. */
  readonly bytes: number;
  /** Time of the main thread that the widget adds, in milliseconds: the median of the loads. */
  readonly addedMs: number;
}

/** A website on another origin, with pages `/` without and `/widget` with the widget. */
export async function openHost() {
  const link = (bord: string): string => `<a href="${bord}">Book a table</a>`;
  let bord = '';
  const server = createServer(({ url }, answer) => {
    const { origin } = new URL(bord);
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    const widget = `<script async src="${origin}/embed.js"></script><bord-booking>${link(bord)}</bord-booking>`;
    answer.end(`<!doctype html><title>Host</title>${url === '/widget' ? widget : link(bord)}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** The booking page that the links lead to. */
    lead(url: string): void {
      bord = url;
    },
    close: () => server.close(),
  };
}

export async function costsAt(browser: Browser, origin: string, rounds: number): Promise<HostCosts> {
  const withoutMs: number[] = [];
  const withMs: number[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    withoutMs.push((await load(browser, `${origin}/`)).taskMs);
    const loaded = await load(browser, `${origin}/widget`);
    withMs.push(loaded.taskMs);
    bytes = loaded.bytes;
  }
  return { bytes, addedMs: quantile(withMs, 0.5) - quantile(withoutMs, 0.5) };
}

/** Loads a page in a fresh profile. The times are those of the processor, without the frame, which has another process. */
async function load(browser: Browser, url: string): Promise<{ taskMs: number; bytes: number }> {
  const context = await openProfile(browser);
  try {
    const page = await context.newPage();
    let bytes = 0;
    page.on('response', async (response) => {
      if (response.url().endsWith('/embed.js')) bytes = Number(response.headers()['content-length']);
    });
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url, { waitUntil: 'networkidle' }); // the frame has its height
    const { metrics } = await session.send('Performance.getMetrics');
    if (url.endsWith('/widget')) await page.locator('iframe').waitFor({ state: 'visible' });
    const seconds = (name: string): number => metrics.find((metric) => metric.name === name)!.value;
    // Commands of this test run on the same thread.
    return { taskMs: 1000 * (seconds('TaskDuration') - seconds('DevToolsCommandDuration')), bytes };
  } finally {
    await context.close();
  }
}
