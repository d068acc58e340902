/** The content of a followed day: parties, rows, and the text of a dragged party. */
import type { Page } from 'playwright-core';

export const party = (page: Page, name: string) =>
  page.locator('svg.chart a.party', { hasText: name }).first();
const row = (page: Page, table: string) =>
  page.locator(`svg.chart g.row[data-table="${table}"] rect.ground`).first();
export const panel = (page: Page) => page.locator('#carry');

/** The middle of a party's box. */
export async function middleOf(
  page: Page,
  name: string,
): Promise<{ readonly x: number; readonly y: number }> {
  const box = (await party(page, name).locator('rect.box').first().boundingBox())!;
  return { x: box.x + Math.min(30, box.width / 2), y: box.y + box.height / 2 };
}

export async function rowAt(page: Page, table: string): Promise<number> {
  const box = (await row(page, table).boundingBox())!;
  return box.y + box.height / 2;
}
