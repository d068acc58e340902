/** Takes a picture of a state of the console, as WebP. */
import type { Browser, Page } from 'playwright-core';
import { openRestaurant } from './restaurant.ts';
import { type Shot, TIMELINE } from './shots.ts';

export interface Look {
  readonly scheme: 'light' | 'dark';
  readonly language: string;
}

/** Points of the picture for each pixel of the page. */
const SCALE = 1.5;
const QUALITY = 0.6;

export async function takePicture(browser: Browser, shot: Shot, { scheme, language }: Look): Promise<Buffer> {
  const restaurant = await openRestaurant(shot.time ?? '19:25', shot.isEmpty);
  restaurant.clock.ms += (shot.idleMinutes ?? 0) * 60_000;
  try {
    const page = await restaurant.open(browser, shot.path ?? TIMELINE, {
      ...shot.profile,
      deviceScaleFactor: SCALE,
      colorScheme: scheme,
      locale: language === 'sv' ? 'sv-SE' : 'en-GB',
    });
    const part = shot.take ? await shot.take(page, restaurant) : null;
    const picture = await capture(page, part && (await part.boundingBox()));
    await page.context().close();
    return picture;
  } finally {
    await restaurant.close();
  }
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels around a part of a page that does not touch its edges, and the most that a picture is high. */
const MARGIN = 12;
const HEIGHT_MAX = 820;

function framed({ x, y, width, height }: Box, screen: number): Box {
  const margin = x > MARGIN && x + width + MARGIN < screen ? MARGIN : 0;
  return {
    x: x - margin,
    y: y - margin,
    width: width + 2 * margin,
    height: Math.min(HEIGHT_MAX, height + 2 * margin),
  };
}

async function capture(page: Page, box: Box | null): Promise<Buffer> {
  await page.evaluate('document.fonts.ready');
  const png = await page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    ...(box && { clip: framed(box, page.viewportSize()!.width) }),
  });
  return webpOf(await page.context().newPage(), png);
}

/** An empty page encodes the picture: the format is the browser's. */
async function webpOf(page: Page, png: Buffer): Promise<Buffer> {
  const source = JSON.stringify(`data:image/png;base64,${png.toString('base64')}`);
  const url: string = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = ${source};
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${QUALITY});
  })()`);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
