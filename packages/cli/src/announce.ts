import { addDays, localDateAt } from '@bord/engine';
import type { Logger } from 'pino';
import { type CommonOptions, print } from './command.ts';
import type { Runtime } from './composition.ts';
import { baseUrl, publicUrl } from './config/base-url.ts';
import { DEMO_LOCATION_ID } from './demo.ts';
import { makeDemoLink } from './demo/demo-console.ts';
import { printNotice, printText } from './output/printer.ts';
import { paint } from './output/terminal.ts';

const SANDBOX_KEY_COMMAND = 'npx bord sandbox key --email you@example.com --system "My app"';

/** The link to the demo restaurant (D55); null where there is none. It is never written to the log. */
async function demoUrl({ config, engine, publicUrl: base }: Runtime, log: Logger): Promise<string | null> {
  if (!config.demo) return null;
  try {
    return `${base()}${(await makeDemoLink(engine)).path}`;
  } catch (err) {
    log.warn({ err }, 'no link to the demo restaurant could be made: bord staff link --demo prints one');
    return null;
  }
}

/** Says where it listens: to people on a terminal, else to programs in the first line of the log. The link to the demo is printed next to the log. */
export async function announce(
  runtime: Runtime,
  port: number,
  log: Logger,
  options: CommonOptions,
): Promise<void> {
  const { config } = runtime;
  const demo = await demoUrl(runtime, log);
  const listening = {
    url: publicUrl(config, port),
    baseUrl: baseUrl(config, port),
    host: config.host,
    port,
    docs: `${publicUrl(config, port)}/docs`,
    console: `${publicUrl(config, port)}/console`,
    demoLocationId: config.demo ? DEMO_LOCATION_ID : null,
    sandbox: config.demo ? `${publicUrl(config, port)}/sandbox` : null,
    sandboxKey: config.demo ? SANDBOX_KEY_COMMAND : null,
  };
  if (options.json) return print({ json: { ...listening, demo }, text: () => '' }, options);
  if (process.stdout.isTTY) return printText(welcome({ ...listening, demo }));
  // With port 0 the system picks the port, so it is shown at every log level.
  log.child({}, { level: config.logLevel === 'silent' ? 'silent' : 'info' }).info(listening, 'listening');
  if (demo !== null) printNotice(`Demo console and mailbox (once, within 24 hours): ${demo}\n`);
}

interface Listening {
  readonly baseUrl: string;
  readonly docs: string;
  readonly console: string;
  readonly demoLocationId: string | null;
  readonly sandbox: string | null;
  readonly demo: string | null;
}

function welcome(at: Listening): string {
  const tomorrow = addDays(localDateAt('UTC', Date.now()), 1);
  const demo = [
    `  ${paint.dim('Demo location')}  ${at.demoLocationId}`,
    '',
    ...(at.demo === null
      ? []
      : ['  Open its console and mailbox, once, within 24 hours:', `    ${paint.cyan(at.demo)}`, '']),
    `  Get a key for it at ${paint.cyan(at.sandbox ?? '')}, or here:`,
    `    ${paint.cyan(SANDBOX_KEY_COMMAND)}`,
    '  Then ask for a table:',
    `    ${paint.cyan(`curl -H "Authorization: Bearer KEY" \\`)}`,
    `      ${paint.cyan(`"${at.baseUrl}/locations/${at.demoLocationId}/availability?date=${tomorrow}&partySize=2"`)}`,
  ];
  return [
    '',
    `  ${paint.bold('Bord')} is serving. Ctrl-C stops it.`,
    '',
    `  ${paint.dim('Base URL')}       ${paint.bold(at.baseUrl)}`,
    `  ${paint.dim('Docs')}           ${at.docs}`,
    `  ${paint.dim('Console')}        ${at.console}`,
    ...(at.demoLocationId === null ? [] : demo),
    '',
    '',
  ].join('\n');
}
