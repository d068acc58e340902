import { Failure } from '../output/failure.ts';
import { reached } from './errors.ts';
import { gotOf } from './exchange.ts';
import { openReceivers } from './receiver.ts';
import { cleanUp } from './fixtures/clean-up.ts';
import { firstDay, startDate } from './fixtures/survey.ts';
import { SECTIONS } from './sections.ts';
import { type GivenSettings, settingsOf, type Surroundings } from './settings.ts';
import { openRun, type Run } from './run.ts';
import { hidden, REAL_SURROUNDINGS, type Report, type RunListeners, tryRules } from './try-rules.ts';

/**
 * Checks a server against the rules of the contract. Its bookings are cancelled at the end, also after a stop or failure.
 *
 * Throws `Failure` when the server is unreachable or rejects the API key or the location: then no rule can be checked.
 */
export async function checkConformance(
  given: GivenSettings,
  around: Partial<Surroundings> = {},
  { onStart, onVerdict }: RunListeners = {},
): Promise<Report> {
  const settings = settingsOf(given);
  const receivers = await openReceivers(settings);
  const run = openRun(settings, { ...REAL_SURROUNDINGS, ...around }, receivers);
  const begin = async (): Promise<void> => {
    await mustAnswer(run);
    onStart?.(startDate(run));
  };
  try {
    return await tryRules(run, { sections: SECTIONS, begin, cleanUp: () => cleanUp(run) }, onVerdict);
  } finally {
    await receivers.close();
  }
}

async function mustAnswer(run: Run): Promise<void> {
  const { baseUrl, locationId } = run.settings;
  const { exchange } = await reached(baseUrl, firstDay(run));
  const { status } = exchange;
  const got = hidden(gotOf(exchange), run.settings);
  if (status === 401) throw new Failure(`${baseUrl} refuses the key: ${got}. Check the key`);
  if (status === 403)
    throw new Failure(`the key may not see the location ${locationId}: ${got}. Use a key whose list has it`);
  if (status === 503)
    throw new Failure(`the API is not enabled at the moment: ${got}. Enable it (Bord: bord service enable)`);
  if (status === 404 || (status >= 300 && status < 400))
    throw new Failure(
      `location ${locationId} or the partner API does not exist at ${baseUrl}: ${got} (the base URL must end with /v1/partner-api)`,
    );
  if (exchange.json === undefined)
    throw new Failure(`${baseUrl} has no partner API: availability is answered with ${got}. Check the URL`);
}
