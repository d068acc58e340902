/** Takes the pictures of the README and the handbook: the same each time, but for their compression. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openBrowser } from '../test/browser/browser.ts';
import { readOptions } from '../test/support/instrument-options.ts';
import { root } from './packages.ts';
import { BOOKING_PAGE, HANDBOOK, README, STATES } from './pictures/shots.ts';
import { takePicture } from './pictures/take.ts';

const HELP = `Takes the pictures of README.md and of the handbook, from the demo restaurant on a Friday.

npm run picture [-- options]

  --only NAME      takes the pictures of this name only; can be repeated
  --states FOLDER  takes the states of the console instead, on three devices, light and dark, into a folder

Exit code: 0 all pictures were taken, 1 a picture was not, 2 wrong usage.`;

const { states, only } = readOptions(HELP, { only: [], states: undefined });

const SCHEMES = ['light', 'dark'] as const;
const all =
  states === undefined
    ? [
        ...[README, BOOKING_PAGE].flatMap((shot) =>
          SCHEMES.map((scheme) => ({ shot, scheme, language: 'en', file: `docs/${shot.name}-${scheme}` })),
        ),
        ...(['en', 'sv'] as const).flatMap((language) =>
          HANDBOOK.map((shot) => ({
            shot,
            scheme: 'light' as const,
            language,
            file: `docs/restaurant/handbook/pictures/${language === 'sv' ? 'sv/' : ''}${shot.name}`,
          })),
        ),
      ]
    : SCHEMES.flatMap((scheme) =>
        STATES.map((shot) => ({
          shot,
          scheme,
          language: 'en',
          file: join(resolve(states), `${shot.name}-${scheme}`),
        })),
      );
const wanted = all.filter(({ shot }) => only.length === 0 || only.includes(shot.name));

let bytes = 0;
for (const [language, pictures] of Map.groupBy(wanted, (one) => one.language)) {
  // Fields of dates and times follow the locale of the browser's process.
  process.env['LC_ALL'] = language === 'sv' ? 'sv_SE.UTF-8' : 'en_GB.UTF-8';
  const browser = await openBrowser();
  try {
    for (const { shot, scheme, file } of pictures) {
      const picture = await takePicture(browser, shot, { scheme, language });
      const target = resolve(root, `${file}.webp`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, picture);
      bytes += picture.length;
      console.log(`${file}.webp ${Math.ceil(picture.length / 1000)} kB`);
    }
  } finally {
    await browser.close();
  }
}
console.log(`${wanted.length} pictures, ${Math.ceil(bytes / 1000)} kB`);
