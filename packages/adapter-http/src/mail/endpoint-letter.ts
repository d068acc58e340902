import { type EndpointMessage, limits } from '@bord/engine';
import { oneLine } from '../web/clean.ts';
import type { Letter, Part } from './letter.ts';

/** A mail to the operator: a webhook endpoint fails, or was disabled because of failures (§6.5). */
export function endpointLetter(message: EndpointMessage, to: string): Letter {
  const partner = message.partner === null ? null : oneLine(message.partner);
  const receiver = partner ?? 'your endpoint';
  const failing = message.kind === 'endpoint_failing';
  const subject = failing
    ? `Webhooks to ${receiver} are failing`
    : `Webhooks to ${receiver} have been disabled`;
  const count = message.failedInARow;
  return {
    to,
    sender: null,
    replyTo: null,
    language: 'en',
    subject,
    preview: `${count} events in a row could not be delivered.`,
    brand: null,
    masthead: 'Bord',
    title: subject,
    parts: [
      {
        kind: 'text',
        text: `The last ${count} events for this endpoint could not be delivered, although each was tried several times.`,
      },
      {
        kind: 'facts',
        head: oneLine(message.url, limits.WEBHOOK_URL_LENGTH_MAX),
        lines: [...(partner === null ? [] : [`Partner: ${partner}`]), `Endpoint: ${message.endpointId}`],
        lapsed: false,
      },
      ...(failing ? failingParts(message) : disabledParts(message)),
    ],
    calendar: null,
  };
}

function failingParts({ endpointId, partner }: EndpointMessage): Part[] {
  return [
    {
      kind: 'text',
      text: `The endpoint is still enabled. After ${limits.FAILED_EVENTS_MAX} failed events in a row it is disabled; a delivered event resets the count. Bookings are not affected.`,
    },
    ...lookUp(endpointId),
    {
      kind: 'command',
      does: `Send a test event once ${partner === null ? 'the receiver is fixed' : 'the partner has fixed the receiver'}:`,
      command: `bord webhooks test ${endpointId}`,
    },
    ...sendAgain(endpointId),
  ];
}

function disabledParts({ endpointId }: EndpointMessage): Part[] {
  return [
    {
      kind: 'text',
      text: `The endpoint is disabled and gets no more events. New events wait, for ${limits.EVENTS_WAIT_DAYS} days at most, and go out when it is enabled again. Bookings are not affected.`,
    },
    ...lookUp(endpointId),
    {
      kind: 'command',
      does: 'See whether the receiver works again:',
      command: `bord webhooks test ${endpointId}`,
    },
    {
      kind: 'command',
      does: 'Enable it, which also sends what waits:',
      command: `bord webhooks enable ${endpointId}`,
    },
    ...sendAgain(endpointId),
  ];
}

function lookUp(endpointId: string): Part[] {
  return [
    {
      kind: 'command',
      does: 'See what the receiver answered:',
      command: `bord webhooks deliveries ${endpointId}`,
    },
  ];
}

function sendAgain(endpointId: string): Part[] {
  return [
    {
      kind: 'command',
      does: 'Send a failed event again (the list of deliveries shows its id):',
      command: `bord webhooks replay ${endpointId} --event EVENT_ID`,
    },
  ];
}
