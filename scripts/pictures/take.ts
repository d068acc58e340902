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
const QUALITY = 80;

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
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    ...(box && {
      clip: { ...framed(box, page.viewportSize()!.width), scale: 1 },
      captureBeyondViewport: true,
    }),
  });
  return Buffer.from(data, 'base64');
}
