import { type EndpointMessage, limits } from '@bord/engine';
import { oneLine } from '../web/clean.ts';
import { FROM_BORD, type Letter, type Part, textPart } from './letter.ts';

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
    ...FROM_BORD,
    to,
    language: 'en',
    subject,
    preview: `${count} events in a row could not be delivered.`,
    title: subject,
    parts: [
      textPart(
        `The last ${count} events for this endpoint could not be delivered, although each was tried several times.`,
      ),
      {
        kind: 'facts',
        head: oneLine(message.url, limits.WEBHOOK_URL_LENGTH_MAX),
        lines: [...(partner === null ? [] : [`Partner: ${partner}`]), `Endpoint: ${message.endpointId}`],
        lapsed: false,
      },
      ...(failing ? failingParts(message) : disabledParts(message)),
    ],
  };
}

function failingParts({ endpointId, partner }: EndpointMessage): Part[] {
  const fixed = partner === null ? 'the receiver is fixed' : 'the partner has fixed the receiver';
  return [
    textPart(
      `The endpoint is still enabled. After ${limits.FAILED_EVENTS_MAX} failed events in a row it is disabled; a delivered event resets the count. Bookings are not affected.`,
    ),
    lookUp(endpointId),
    command(`Send a test event once ${fixed}:`, `test ${endpointId}`),
    sendAgain(endpointId),
  ];
}

function disabledParts({ endpointId }: EndpointMessage): Part[] {
  return [
    textPart(
      `The endpoint is disabled and gets no more events. New events wait, for ${limits.EVENTS_WAIT_DAYS} days at most, and go out when it is enabled again. Bookings are not affected.`,
    ),
    lookUp(endpointId),
    command('See whether the receiver works again:', `test ${endpointId}`),
    command('Enable it, which also sends what waits:', `enable ${endpointId}`),
    sendAgain(endpointId),
  ];
}

function lookUp(endpointId: string): Part {
  return command('See what the receiver answered:', `deliveries ${endpointId}`);
}

function sendAgain(endpointId: string): Part {
  const does = 'Send a failed event again (the list of deliveries shows its id):';
  return command(does, `replay ${endpointId} --event EVENT_ID`);
}

function command(does: string, subcommand: string): Part {
  return { kind: 'command', does, command: `bord webhooks ${subcommand}` };
}
