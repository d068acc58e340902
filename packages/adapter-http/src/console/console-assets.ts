/** The styles and the script of the console: files with hashed names that a browser caches permanently. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { acceptsGzip } from '../http/accepts-gzip.ts';
import type { Answer } from '../http/answer.ts';
import { tagged } from '../http/entity-tag.ts';
import { BOOKING_STYLE } from './bookings/booking-style.ts';
import { CONSOLE_STYLE } from './console-style.ts';
import { EVENING_STYLE } from './evening/evening-style.ts';
import { EVENING_WIDTHS } from './evening/evening-widths.ts';
import { HOUSE_STYLE } from './house/house-style.ts';
import { LIVE_STYLE } from './live/live-style.ts';
import { WAITLIST_STYLE } from './waitlist/waitlist-style.ts';
import { CONSOLE_SCRIPT } from './script/console-script.ts';

const STYLES: readonly string[] = [
  CONSOLE_STYLE,
  EVENING_STYLE,
  EVENING_WIDTHS,
  BOOKING_STYLE,
  WAITLIST_STYLE,
  LIVE_STYLE,
];

interface Asset {
  /** `console.3fA9xK0qLm2t.css`: named by the hash of its content. */
  readonly file: string;
  readonly type: string;
  readonly bytes: Buffer<ArrayBuffer>;
  /** Compressed on first use. */
  packed(): Buffer<ArrayBuffer>;
}

export interface ConsoleAssets {
  readonly style: Asset;
  /** For the pages besides the day, which are opened less often. */
  readonly houseStyle: Asset;
  readonly script: Asset;
}

let made: ConsoleAssets | undefined;

export function consoleAssets(): ConsoleAssets {
  made ??= {
    style: styleOf('console', STYLES.join('')),
    houseStyle: styleOf('house', HOUSE_STYLE),
    script: assetOf('console', 'js', 'text/javascript; charset=utf-8', CONSOLE_SCRIPT),
  };
  return made;
}

/** Removes optional spaces. */
function styleOf(name: string, text: string): Asset {
  const small = text.replaceAll(/\s*([{};,>])\s*/g, '$1').replaceAll(/: +/g, ':');
  return assetOf(name, 'css', 'text/css; charset=utf-8', small);
}

function assetOf(name: string, ending: string, type: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 12);
  const bytes = Buffer.from(text);
  let packed: Buffer<ArrayBuffer> | undefined;
  return {
    file: `${name}.${hash}.${ending}`,
    type,
    bytes,
    packed: () => (packed ??= gzipSync(bytes, { level: 9 })),
  };
}

/** The file of this name; null if there is none. During an upgrade clients request files of another version; they get the current one, uncached. */
export function assetAnswer(file: string, headers: Pick<Headers, 'get'>): Answer | null {
  const [, name, ending] = /^([a-z]+\.)\w{1,40}(\.[a-z]+)$/.exec(file) ?? [];
  const assets = Object.values<Asset>({ ...consoleAssets() });
  const asset = assets.find((one) => name && one.file.startsWith(name) && one.file.endsWith(ending!));
  if (!asset) return null;
  const isPacked = acceptsGzip(headers.get('accept-encoding'));
  const answer: Answer = {
    status: 200,
    type: asset.type,
    body: isPacked ? asset.packed() : asset.bytes,
    cacheControl: asset.file === file ? 'public, max-age=31536000, immutable' : 'no-store',
    headers: [
      'vary',
      'accept-encoding',
      'cross-origin-resource-policy',
      'same-origin',
      ...(isPacked ? ['content-encoding', 'gzip'] : []),
    ],
  };
  return tagged(answer, `"${asset.file}${isPacked ? '.gz' : ''}"`, headers);
}
