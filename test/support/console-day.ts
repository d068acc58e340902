/** A day on the console as its route answers it, from a given sheet: for states that take a whole day to produce. */
import type { DaySheet } from '@bord/engine';
import { type Language, consoleWordsIn } from '../../packages/adapter-http/src/i18n/languages.ts';
import type {
  ConsoleAnswer,
  ConsoleContext,
  ConsoleInput,
} from '../../packages/adapter-http/src/console/console-route.ts';
import { assetAnswer } from '../../packages/adapter-http/src/console/console-assets.ts';
import { eveningRoutes } from '../../packages/adapter-http/src/console/evening/evening-routes.ts';

interface DayOptions {
  readonly view?: string | null;
  readonly language?: Language;
  readonly wantsFragment?: boolean;
  readonly formToken?: string;
  /** The version that the script shows already. */
  readonly shows?: string;
}

/** As one person asks; a server that answers several is made once and asked with each. */
export function daysServer() {
  const [route] = eveningRoutes({} as ConsoleContext);
  return async (sheet: DaySheet, options: DayOptions = {}): Promise<ConsoleAnswer> => {
    const { view = null, language = 'en', wantsFragment = false, formToken = 'form-token', shows } = options;
    const { location, nowMs, date } = sheet;
    const roles = [{ locationId: location.id, role: 'host' as const }];
    const input = {
      caller: { staffId: 'st_1', name: 'Alva', sessionId: 'se_1', roles },
      house: { bookings: { sheet: async () => sheet } },
      location,
      role: 'host',
      here: '/console/nord',
      root: '/console',
      ids: {},
      query: { date, ...(view && { view }) },
      // Not of `fetch`, which would have to be loaded first.
      headers: { get: (name: string) => (name === 'x-bord-shows' ? (shows ?? null) : null) },
      nowMs,
      language,
      words: consoleWordsIn(language),
      formToken,
      wantsFragment,
    };
    return route!.read(input as unknown as ConsoleInput);
  };
}

/** From a server without earlier requests. */
export const dayAnswer = (sheet: DaySheet, options: DayOptions = {}): Promise<ConsoleAnswer> =>
  daysServer()(sheet, options);

/** The style or the script of the console, as it is asked for by its path; null for any other path. */
export function assetAt(path: string): { readonly contentType: string; readonly body: Buffer } | null {
  const asset = path.startsWith(ASSETS) ? assetAnswer(path.slice(ASSETS.length), new Headers()) : null;
  return asset && { contentType: asset.type!, body: Buffer.from(asset.body as Uint8Array) };
}

const ASSETS = '/console/assets/';
