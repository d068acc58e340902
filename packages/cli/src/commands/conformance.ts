import { Option } from 'commander';
import { type BordCommand, type CommonOptions, print } from '../command.ts';
import { BASE_PATH } from '../conformance/rules/base.ts';
import { AGENT_SECTIONS, checkAgent } from '../conformance/agent/check-agent.ts';
import { checkConformance } from '../conformance/check-conformance.ts';
import { reportWriter } from '../conformance/report-text.ts';
import { levelOf, needsOf, type Rule } from '../conformance/rule.ts';
import { SECTIONS } from '../conformance/sections.ts';
import {
  KEY_NAMES,
  type KeyName,
  PARTY_DEFAULT,
  type Settings,
  settingsOf,
  type Surroundings,
  TIMEOUT_DEFAULT_SECONDS,
} from '../conformance/settings.ts';
import { isWanted, type Report, type RunListeners } from '../conformance/try-rules.ts';
import { each, localDate, locationId, reading, wholeNumber } from '../config/option-values.ts';
import { pathFault, SECRET_FORMS, secretOf, targetUrl } from '../config/target.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { printNotice, printText } from '../output/printer.ts';
import { paintError } from '../output/terminal.ts';
import { stopOnSignals } from '../stop-on-signals.ts';

const EXAMPLE = `conformance http://127.0.0.1:3000${BASE_PATH}`;
const EXAMPLE_LOCATION = '00000000-0000-4000-8000-00000000d311';

type KeyOptions = Readonly<
  Partial<Record<'key' | 'secondKey' | 'elsewhereKey' | 'unlistedKey' | 'readOnlyKey', string>>
>;

interface ConformanceOptions extends CommonOptions, KeyOptions {
  readonly agent?: string;
  readonly restaurant?: string;
  readonly expiry?: number;
  readonly location?: string;
  readonly date?: string;
  readonly party: number;
  readonly closedDate?: string;
  readonly endedBooking?: string;
  readonly sandbox?: boolean;
  readonly added?: boolean;
  readonly withRateLimit?: number | true;
  readonly receive?: { readonly host: string; readonly port: number };
  readonly webhookSecret?: string;
  readonly receiveNamed?: { readonly host: string; readonly port: number };
  readonly rounds: number;
  readonly timeout: number;
  readonly only?: readonly string[];
  readonly strict?: boolean;
  readonly list?: boolean;
}

export function define(command: BordCommand): void {
  command
    .examples([
      `${EXAMPLE} --location ${EXAMPLE_LOCATION} --key @key.txt`,
      `${EXAMPLE} --location ${EXAMPLE_LOCATION} --key @key.txt --only 4.3 --json`,
      `${EXAMPLE} --location ${EXAMPLE_LOCATION} --key @key.txt --added`,
      'conformance --agent http://127.0.0.1:3000/mcp',
      'conformance --list',
    ])
    .description(
      'Tries the Partner Booking API specification, rule by rule, against any server that claims it. It needs no Bord there, ' +
        'and no configuration here.\n\n' +
        'It books a few tables about three weeks ahead, under the name "Bord conformance", fills one slot for a moment, and ' +
        'cancels all of it at the end, also after Ctrl-C. Where the specification is broken, it exits with 1. Where the ' +
        'specification is silent and the server does not do what Bord does, it warns. Checks that lack an ' +
        'option are skipped.\n\n' +
        'The additions to v1 (moves, lists, searches, holds, the waitlist, events by name) are checked only with --added. ' +
        'A server that has none of it conforms to the specification: an addition that it lacks is skipped, and ' +
        'one that differs is a warning.\n\n' +
        'With --agent it tries an MCP server that books tables for assistants, with or without --key. A call with another ' +
        'day, hour or party size, a repeated call and an altered offer must not lead to a wrong booking. Texts of guests ' +
        'must not reach the model.\n\n' +
        `A KEY or SECRET ${SECRET_FORMS}`,
    )
    .argument('[url]', `the base URL, with ${BASE_PATH}`, targetUrl)
    .option('--agent <url>', 'try an MCP server that books tables (see above)', targetUrl)
    .option('--restaurant <id>', 'with --agent: the restaurant (default: the first that it lists)')
    .option('--expiry <min>', 'with --agent: wait so long for an offer to expire', wholeNumber(1, 60))
    .option('--location <id>', 'the location to book at', locationId)
    .option('--key <KEY>', 'a key for that location, with all scopes and a location list')
    .option('--second-key <KEY>', 'a key of another partner for the location: what is hidden from it')
    .option('--elsewhere-key <KEY>', 'a key whose location list does not have the location')
    .option('--unlisted-key <KEY>', 'a key without a location list')
    .option('--read-only-key <KEY>', 'a key for the location without the scope bookings:write')
    .option('--ended-booking <id>', 'a booking of the key’s that is completed or a no-show')
    .option(
      '--closed-date <date>',
      'a day on which the location is closed (default: looks for one)',
      localDate,
    )
    .option('--date <date>', 'the day to book on (default: looks for one, in three weeks)', localDate)
    .option('--party <n>', 'the size of the party to book for', wholeNumber(1, 50), PARTY_DEFAULT)
    .option('--sandbox', 'the location is the sandbox restaurant of the specification')
    .option('--added', 'also try what was added within v1 (see above)')
    .option('--rounds <n>', 'how often the last table is raced for', wholeNumber(1, 1000), 1)
    .addOption(
      new Option('--with-rate-limit [n]', 'use the key’s minute up, at n requests').argParser(
        wholeNumber(1, 100_000),
      ),
    )
    .option('--receive <port>', 'listen for the target’s events, at a port or host:port', hostAndPort)
    .option('--webhook-secret <SECRET>', 'of the endpoint that sends there')
    .option(
      '--receive-named <port>',
      'listen for the events of an endpoint that names availability.changed and waitlist.offered, with --added',
      hostAndPort,
    )
    .option('--timeout <s>', 'seconds that an answer may take', wholeNumber(1, 600), TIMEOUT_DEFAULT_SECONDS)
    .option('--only <rule>', 'a section or rule, such as 4.2 or 4.2.1/days-93; may be repeated', each(String))
    .option('--strict', 'warnings are failures')
    .option('--list', 'list the rules, and try none')
    .checks(faultIn)
    .action(run);
}

const hostAndPort = reading('a port such as 8080, or a host and a port', (text) => {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  return port !== undefined && Number(port) > 0 && Number(port) < 65_536
    ? { host, port: Number(port) }
    : undefined;
});

/** The reason why the options do not go together. */
function faultIn(options: ConformanceOptions, [url]: readonly (string | undefined)[]): string | undefined {
  const { only, list: lists, agent, restaurant, expiry, location, key } = options;
  const { receive, webhookSecret, receiveNamed, added } = options;
  const unknown = only?.find((one) => !rulesFor(options).some(({ id }) => isWanted(id, { only: [one] })));
  if (unknown !== undefined) return `no rule begins with ${unknown}: see bord conformance --list`;
  if (lists) return undefined;
  if (agent !== undefined) return url === undefined ? undefined : '--agent takes the place of the base URL';
  if (restaurant !== undefined || expiry !== undefined) return '--restaurant and --expiry are for --agent';
  if (url === undefined)
    return 'the base URL is missing: bord conformance http://127.0.0.1:3000/v1/partner-api';
  const fault = pathFault(url);
  if (fault) return fault;
  if (location === undefined) return 'the location is missing: --location ID';
  if (key === undefined) return 'the API key is missing: --key @FILE';
  if ((receive === undefined) !== (webhookSecret === undefined))
    return '--receive and --webhook-secret belong together';
  if (receiveNamed && !added) return '--receive-named is for the additions to v1: use it with --added';
  return undefined;
}

function rulesFor({ agent }: ConformanceOptions): readonly Omit<Rule, 'run'>[] {
  return agent === undefined
    ? SECTIONS.flatMap(({ rules }) => rules)
    : AGENT_SECTIONS.flatMap(({ rules }) => rules);
}

async function run(url: string | undefined, options: ConformanceOptions): Promise<void> {
  if (options.list) return list(options);
  const { agent, restaurant = '', expiry } = options;
  if (agent !== undefined) {
    const given = { ...settingsFrom(agent, options), locationId: restaurant };
    const settings = { ...given, expiryMs: expiry === undefined ? null : expiry * 60_000 };
    return report(
      options,
      (around, listeners) => checkAgent(settings, around, listeners),
      (date) => agentText(settings, date),
    );
  }
  const settings = settingsFrom(url!, options);
  return report(
    options,
    (around, listeners) => checkConformance(settings, around, listeners),
    (date) => noticeText(settings, date),
  );
}

/** Tries the rules, and prints what was found. */
async function report(
  options: ConformanceOptions,
  check: (around: Partial<Surroundings>, listeners: RunListeners) => Promise<Report>,
  openingText: (date: string) => string,
): Promise<void> {
  const stop = new AbortController();
  const forget = stopOnSignals(stop, () =>
    printNotice('Stopping: cancels what it has booked. A second Ctrl-C ends it immediately.'),
  );
  // Without a terminal all is printed at the end: a closed pipe must not end a run that has bookings.
  let printed = '';
  const writer = reportWriter((text) => {
    if (process.stdout.isTTY) printText(text);
    else printed += text;
  });
  try {
    const around = { signal: stop.signal, onWait: sayWait };
    const onStart = (date: string): void => printNotice(openingText(date));
    const listeners = { ...writer, onStart };
    const found = await check(around, options.json ? {} : listeners);
    const end = writer.end(found);
    await print({ json: found, text: () => printed + end }, options);
    process.exitCode = exitCode(found);
  } finally {
    forget();
  }
}

function exitCode({ failed, interrupted }: Report): number {
  if (interrupted) return 130;
  return failed > 0 ? 1 : 0;
}

function sayWait(seconds: number, why: string): void {
  printNotice(paintError.dim(`  waits ${seconds} s: ${plain(why)}`));
}

function noticeText(
  { baseUrl: target, locationId: location, party, date: given }: Settings,
  date: string,
): string {
  const when = given === null ? `on ${date} or soon after` : `on ${date}`;
  return [
    `The Partner Booking API v1 at ${target}`,
    `Books tables for ${party} and for larger parties at ${location}, ${when}, as "Bord conformance", and cancels them all.`,
    '',
  ].join('\n');
}

function agentText({ baseUrl, party }: Settings, date: string): string {
  return [
    `The MCP server at ${baseUrl}`,
    `Holds and books tables for ${party} from ${date} on, as "Bord conformance", and cancels its bookings. Its holds expire.`,
    '',
  ].join('\n');
}

function settingsFrom(url: string, options: ConformanceOptions): Settings {
  const given = KEY_NAMES.map((name): [KeyName, string | undefined] => [
    name,
    options[name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof KeyOptions],
  ]);
  const keys = given.flatMap(([name, text]) =>
    text === undefined ? [] : [[name, secretOf(`--${name}`, text)]],
  );
  const { receive, webhookSecret } = options;
  const webhook =
    receive && webhookSecret ? { ...receive, secret: secretOf('--webhook-secret', webhookSecret) } : null;
  return settingsOf({
    baseUrl: url,
    locationId: options.location ?? '',
    keys: { key: '', ...(Object.fromEntries(keys) as Partial<Settings['keys']>) },
    date: options.date ?? null,
    party: options.party,
    closedDate: options.closedDate ?? null,
    endedBooking: options.endedBooking ?? null,
    sandbox: options.sandbox ?? false,
    added: options.added ?? false,
    rateLimit: options.withRateLimit ?? null,
    webhook,
    namedWebhook: options.receiveNamed ?? null,
    rounds: options.rounds,
    timeoutMs: options.timeout * 1000,
    only: options.only ?? [],
    strict: options.strict ?? false,
  });
}

function list(options: ConformanceOptions): Promise<void> {
  const { only = [] } = options;
  const rules = rulesFor(options)
    .filter(({ id }) => isWanted(id, { only }))
    .map((rule) => ({
      id: rule.id,
      title: rule.title,
      level: levelOf(rule),
      needs:
        needsOf(rule)
          .map((need) => `--${need}`)
          .join(' ') || null,
    }));
  const rows = rules.map(({ id, title, level, needs }) => [id, level, title, needs ?? '']);
  return print(
    { json: rules, text: () => tableText(['rule', 'level', 'what holds', 'needs'], rows) },
    options,
  );
}
