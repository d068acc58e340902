import { EVENT_TYPES, type EventType } from '@bord/engine';
import { Option } from 'commander';
import type { BordCommand, CommonOptions } from '../command.ts';
import { configuration } from '../config/config.ts';
import { baseUrlAt, publicUrl } from '../config/base-url.ts';
import { oneOf, reading } from '../config/option-values.ts';
import { runningServer } from '../config/running-server.ts';
import { pathFault, SECRET_FORMS, secretOf, targetUrl } from '../config/target.ts';
import { BASE_PATH } from '../conformance/rules/base.ts';
import { Failure } from '../output/failure.ts';
import { eventSource } from '../listening/event-source.ts';
import { listenWriter } from '../listening/listen-text.ts';
import { listen } from '../listening/listen.ts';
import { stopOnSignals } from '../stop-on-signals.ts';

interface ListenOptions extends CommonOptions {
  readonly key?: string;
  readonly forwardTo: string;
  readonly events?: readonly EventType[];
}

const EXAMPLE = `webhooks listen http://127.0.0.1:3000${BASE_PATH} --key @key.txt`;

export function defineListen(command: BordCommand): void {
  const listening = command
    .subcommand('listen', 'post the events of a sandbox key to a server on this machine', [
      `${EXAMPLE} --forward-to http://localhost:8787/hooks`,
      `${EXAMPLE} --forward-to http://localhost:8787 --events booking.created,availability.changed`,
      'webhooks listen --key "$KEY" --forward-to http://localhost:8787 --json',
    ])
    .description(
      'Fetches the events of a sandbox key and posts each to a server on this machine, signed, with the body and headers ' +
        'of a webhook. No server needs to reach this machine, and no operator is needed. It works against any Bord with a ' +
        'sandbox, and needs no configuration here.\n\n' +
        'It receives events from now on, and shows the signing secret: the same each time with this key. While ' +
        'no server answers there, events wait; an event that is answered comes once, with whatever status. One runs at a time ' +
        'with a key: another that is started takes over. Ctrl-C ends it.\n\n' +
        `A KEY ${SECRET_FORMS}`,
    )
    .argument('[url]', `the base URL, with ${BASE_PATH} (default: the server that runs here)`, targetUrl)
    .option('--key <KEY>', 'a sandbox key')
    .requiredOption('--forward-to <url>', 'where events are posted: http or https', forwardUrl)
    .addOption(
      new Option(
        '--events <types>',
        `event types, with commas or repeated: ${EVENT_TYPES.join(', ')} (default: the three of bookings)`,
      ).argParser((text: string, before: readonly EventType[] | undefined) => [
        ...(before ?? []),
        ...text.split(',').map((type) => oneOf(EVENT_TYPES)(type.trim())),
      ]),
    )
    .checks(({ key }: ListenOptions, [url]) => {
      const fault = url === undefined ? undefined : pathFault(url);
      return fault ?? (key === undefined && 'give a sandbox key: --key @FILE');
    })
    .action(run);
  const json = listening.options.find(({ long }) => long === '--json');
  if (json) json.description = 'print a JSON document a line';
}

const forwardUrl = reading('an http or https URL such as http://localhost:8787/hooks', (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
});

async function run(url: string | undefined, options: ListenOptions): Promise<void> {
  const { forwardTo, events = null, json = false } = options;
  const key = secretOf('--key', options.key!);
  const baseUrl = url ?? (await ownBaseUrl());
  const writer = listenWriter(json, forwardTo);
  const stop = new AbortController();
  const forget = stopOnSignals(stop);
  try {
    const source = eventSource(baseUrl, key);
    const count = await listen({ source, baseUrl, forwardTo, events, writer, signal: stop.signal });
    writer.notice(`Ended. ${count === 1 ? '1 event was' : `${count} events were`} forwarded.`);
  } finally {
    forget();
  }
}

async function ownBaseUrl(): Promise<string> {
  const config = configuration();
  const url = await runningServer(config);
  if (url === null)
    throw new Failure(
      `no server answers at ${publicUrl(config)}: start it with bord serve, or say where: bord webhooks listen URL`,
    );
  return baseUrlAt(url);
}
