import {
  DAY_MS,
  type Endpoint,
  EVENT_TYPES,
  type EventType,
  type ManualDelivery,
  type ReplayedFailures,
} from '@bord/engine';
import { isPartnerSlug } from '@bord/engine/adapters';
import { Option } from 'commander';
import { type Answer, type BordCommand, LOCATION_NAMES } from '../command.ts';
import type { Config } from '../config/config.ts';
import { locationIdsNamed } from '../config/location-named.ts';
import { Failure } from '../output/failure.ts';
import { durationMs, each, oneOf, reading, wholeNumber } from '../config/option-values.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { endProgress, printProgress } from '../output/printer.ts';
import {
  attemptJson,
  attemptText,
  deliveriesText,
  deliveryJson,
  endpointJson,
  endpointsText,
  madeEndpointAnswer,
  ownerText,
} from '../output/webhook-text.ts';
import { defineListen } from './webhooks-listen.ts';

const EXAMPLE_ID = 'ep_4pQ7cZk1TmVb9';
const EXAMPLE_LOCATION = '"Bistro Nord"';

export function define(command: BordCommand): void {
  defineAdd(command);

  command
    .subcommand('list', 'all endpoints, and how they fare', ['webhooks list', 'webhooks list --json'])
    .answers(async ({ engine }) => {
      const endpoints = await engine.operator.webhooks.list();
      return { json: endpoints.map(endpointJson), text: () => endpointsText(endpoints) };
    });

  command
    .subcommand('enable <id>', 'enable an endpoint: what has waited goes out', [
      `webhooks enable ${EXAMPLE_ID}`,
    ])
    .answers(async ({ engine }, _, id) => {
      const endpoint = await engine.operator.webhooks.enable(id);
      const text = `Endpoint ${id} is enabled. Waiting events are sent now; bord webhooks deliveries ${id} shows it.`;
      return { json: endpointJson(endpoint), text: () => text };
    });

  command
    .subcommand('disable <id>', 'disable an endpoint: its events wait for 7 days', [
      `webhooks disable ${EXAMPLE_ID}`,
      `webhooks disable ${EXAMPLE_ID} --yes`,
    ])
    .option('--yes', 'do not ask')
    .answers(async ({ engine }, options: ConfirmOptions, id) => {
      const known = await engine.operator.webhooks.read(id);
      if (known.disabledMs === null) await confirm(`Disable endpoint ${named(known)}?`, options);
      const endpoint = await engine.operator.webhooks.disable(id);
      return {
        json: endpointJson(endpoint),
        text: () => `Endpoint ${id} is disabled. Its events wait for 7 days.`,
      };
    });

  defineRemove(command);
  defineRotate(command);
  defineTest(command);
  defineDeliveries(command);
  defineReplay(command);
  defineListen(command);
}

function named(endpoint: Endpoint): string {
  return `${endpoint.id} of ${ownerText(endpoint)} (${new URL(endpoint.url).host})`;
}

interface AddOptions {
  readonly partner?: string;
  readonly all?: boolean;
  readonly url: string;
  readonly event?: readonly EventType[];
  readonly location?: readonly string[];
  readonly includeGuest?: boolean;
}

function defineAdd(command: BordCommand): void {
  command
    .subcommand('add', 'register a URL for the events of bookings', [
      'webhooks add --partner acme --url https://acme.example/bord',
      `webhooks add --partner acme --url https://acme.example/bord --event booking.cancelled --location ${EXAMPLE_LOCATION}`,
      'webhooks add --partner acme --url https://acme.example/times --event availability.changed',
      `webhooks add --all --location ${EXAMPLE_LOCATION} --url https://crm.example/bord`,
    ])
    .option(
      '--partner <slug>',
      'partner of the bookings',
      reading('1 to 60 lower-case letters, digits and inner hyphens', (text) =>
        isPartnerSlug(text) ? text : undefined,
      ),
    )
    .addOption(new Option('--all', 'bookings of every channel; needs --location').conflicts('partner'))
    .requiredOption(
      '--url <url>',
      'where events are posted: https, to a public address (BORD_WEBHOOK_ALLOW_PRIVATE=1: any)',
    )
    .option(
      '--event <type>',
      `event types, repeatable: ${EVENT_TYPES.join(', ')} (default: the three of bookings)`,
      each(oneOf(EVENT_TYPES)),
    )
    .option(
      '--location <location>',
      `of which location (${LOCATION_NAMES}), repeatable (default: all of the partner)`,
      each((text: string) => text),
    )
    .option('--include-guest', 'send name, e-mail and phone: only with a processing agreement')
    .checks(({ partner, all, location }: AddOptions) => {
      if (all) return !location && '--all needs the locations: --location LOCATION';
      return partner === undefined && 'give --partner SLUG, or --all for every channel';
    })
    .answers(
      async ({ engine, config }, { partner, url, event, location, includeGuest }: AddOptions) => {
        await assertAllowed(url, config);
        const made = await engine.operator.webhooks.add({
          partner: partner ?? null,
          url,
          eventTypes: event ?? null,
          locationIds: await locationIdsNamed(engine, location),
          includeGuest: includeGuest ?? false,
        });
        const { json, text } = madeEndpointAnswer(made);
        const keys = partner === undefined ? null : await engine.operator.keys.list();
        if (!keys || keys.some((key) => key.partner === partner)) return { json, text };
        const note = `Partner ${partner} has no API key: check the name, or: bord keys create --partner ${partner}`;
        return { json, text: () => `${text()}\n\n${note}` };
      },
      { sends: true },
    );
}

/** Names the setting that allows a URL: for local tests. */
async function assertAllowed(url: string, { webhookAllowPrivate }: Config): Promise<void> {
  if (webhookAllowPrivate) return;
  const { createWebhookSender } = await import('@bord/adapter-http/webhooks');
  const [fault, ofLocal] = [false, true].map((allowPrivate) =>
    createWebhookSender({ allowPrivate }).checkUrl(url),
  );
  if (fault && !ofLocal)
    throw new Failure(
      `${fault}. For local tests, BORD_WEBHOOK_ALLOW_PRIVATE=1 allows http and private addresses: set it here and for bord serve`,
    );
}

function defineRemove(command: BordCommand): void {
  command
    .subcommand('remove <id>', 'delete an endpoint and its waiting events', [
      `webhooks remove ${EXAMPLE_ID}`,
      `webhooks remove ${EXAMPLE_ID} --yes`,
    ])
    .description(
      'Deletes an endpoint permanently: its secret, and the events that wait for it, which cannot be sent again. To have them wait\n' +
        'instead, for 7 days, disable it.',
    )
    .option('--yes', 'do not ask')
    .answers(async ({ engine }, options: ConfirmOptions, id) => {
      const known = await engine.operator.webhooks.read(id);
      await confirm(`Delete endpoint ${named(known)}, and its waiting events?`, options);
      const removed = await engine.operator.webhooks.remove(id);
      return { json: endpointJson(removed), text: () => `Endpoint ${id} is deleted.` };
    });
}

function defineRotate(command: BordCommand): void {
  command
    .subcommand('rotate <id>', 'give an endpoint a new signing secret', [
      `webhooks rotate ${EXAMPLE_ID}`,
      `webhooks rotate ${EXAMPLE_ID} --overlap 7d`,
    ])
    .description(
      'Gives an endpoint a new signing secret. For the overlap deliveries are signed with both, the new one first:\n' +
        'a receiver that knows either accepts them.',
    )
    .addOption(
      new Option('--overlap <duration>', 'how long the old secret still signs; 0 ends it now')
        .argParser((text) => (text === '0' ? 0 : durationMs(text)))
        .default(DAY_MS, '24h'),
    )
    .answers(async ({ engine }, { overlap }: { readonly overlap: number }, id) =>
      madeEndpointAnswer(await engine.operator.webhooks.rotateSecret(id, overlap)),
    );
}

function defineTest(command: BordCommand): void {
  command
    .subcommand('test <id>', 'post a signed test event, and say what came back', [
      `webhooks test ${EXAMPLE_ID}`,
    ])
    .description(
      'Posts a signed event of a booking that does not exist (its id begins bk_test_), once and now, also to a\n' +
        'disabled endpoint; to one without booking events, an event of its first type. Fails when it was\n' +
        'not accepted. The result does not count as failure or success.',
    )
    .answers(
      async ({ engine }, _, id) => manualAnswer(await engine.operator.webhooks.test(id), 'test event'),
      { sends: true },
    );
}

function defineDeliveries(command: BordCommand): void {
  command
    .subcommand('deliveries <id>', 'the latest deliveries, with every attempt', [
      `webhooks deliveries ${EXAMPLE_ID}`,
      `webhooks deliveries ${EXAMPLE_ID} --limit 500 --json`,
    ])
    .option('--limit <n>', 'at most so many, the newest first', wholeNumber(1, 10_000), 20)
    .answers(async ({ engine }, { limit }: { readonly limit: number }, id) => {
      const [endpoint, deliveries] = [
        await engine.operator.webhooks.read(id),
        await engine.operator.webhooks.deliveries(id, limit),
      ];
      return { json: deliveries.map(deliveryJson), text: () => deliveriesText(endpoint, deliveries) };
    });
}

interface ReplayOptions {
  readonly event?: string;
  readonly failed?: boolean;
}

function defineReplay(command: BordCommand): void {
  command
    .subcommand('replay <id>', 'send an event again, or all that failed', [
      `webhooks replay ${EXAMPLE_ID} --event bk_6mPz4vXq1Tn8RkWb2yLc0D:booking.created:1796151600`,
      `webhooks replay ${EXAMPLE_ID} --failed`,
    ])
    .description(
      'Sends an event again: the same id and body, signed afresh, once and now, also to a disabled endpoint. It does\n' +
        'not count towards the 15 failures that disable an endpoint. With --failed every permanently failed event\n' +
        'is sent so, the oldest first, until one is refused.',
    )
    .option('--event <id>', 'the event, as webhooks deliveries names it')
    .addOption(new Option('--failed', 'all permanently failed events').conflicts('event'))
    .checks(
      ({ event, failed }: ReplayOptions) =>
        event === undefined && !failed && 'give --event EVENT_ID or --failed',
    )
    .answers(
      async ({ engine }, { event }: ReplayOptions, id) => {
        if (event !== undefined)
          return manualAnswer(
            await engine.operator.webhooks.replay({ endpointId: id, eventId: event }),
            'event',
          );
        const made = await engine.operator.webhooks.replayFailed(id, (delivered, of) =>
          printProgress(`${delivered} of ${of}`),
        );
        if (made.delivered > 0) endProgress();
        return replayedAnswer(made);
      },
      { sends: true },
    );
}

function replayedAnswer({ delivered, left, refused }: ReplayedFailures): Answer {
  const events = (count: number): string => (count === 1 ? '1 event' : `${count} events`);
  if (refused)
    throw new Failure(
      `${events(delivered)} delivered, ${left} left: ${refused.eventId} was not accepted: ${attemptText(refused.attempt)}. Correct the receiver, then repeat`,
    );
  const text =
    delivered === 0 ? 'No event of this endpoint has failed permanently.' : `${events(delivered)} delivered.`;
  return { json: { delivered }, text: () => text };
}

/** Programs learn of a refusal by the exit code, like people. */
function manualAnswer({ eventId, delivered, attempt }: ManualDelivery, what: string): Answer {
  if (!delivered)
    throw new Failure(
      `the ${what} ${eventId} was not accepted: ${attemptText(attempt)}. Correct the receiver, then repeat`,
    );
  return {
    json: { event: eventId, delivered, ...attemptJson(attempt) },
    text: () => `The ${what} ${eventId} was accepted: ${attemptText(attempt)}.`,
  };
}
