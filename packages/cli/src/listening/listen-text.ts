import { plain } from '../output/plain.ts';
import { printJsonLine, printNotice, printText } from '../output/printer.ts';
import { paint, paintError } from '../output/terminal.ts';
import type { FetchedEvent } from './event-source.ts';
import type { Forwarded } from './forward.ts';

interface Ready {
  readonly baseUrl: string;
  readonly forwardTo: string;
  readonly session: string;
  readonly secret: string;
  readonly events: readonly string[];
}

export interface ListenWriter {
  ready(at: Ready): void;
  forwarded(event: FetchedEvent, outcome: Exclude<Forwarded, { kind: 'unreachable' }>): void;
  /** The developer's port does not answer: the event waits. */
  unreachable(event: FetchedEvent, why: string): void;
  notice(text: string): void;
}

export function listenWriter(isJson: boolean, forwardTo: string): ListenWriter {
  const notice = (text: string): void => printNotice(paintError.dim(text));
  if (isJson)
    return {
      ready: (at) => printJsonLine({ kind: 'ready', ...at }),
      forwarded: (event, outcome) => printJsonLine({ kind: 'event', ...nameOf(event), ...resultOf(outcome) }),
      unreachable: (event, fault) => printJsonLine({ kind: 'waiting', ...nameOf(event), fault }),
      notice,
    };
  const line = (event: FetchedEvent, outcome: string): void => {
    const { type, event: id } = nameOf(event);
    const [about = ''] = id.split(':');
    printText(`${plain(type).padEnd(TYPE_WIDTH)}  ${plain(about)}  → ${outcome}`);
  };
  return {
    ready: (at) => printText(readyText(at)),
    forwarded: (event, outcome) => line(event, outcomeText(outcome)),
    unreachable(event, why) {
      line(event, paint.yellow(`no server answers (${plain(why)})`));
      notice(`Start your server at ${plain(forwardTo)}: the event waits, and goes there as soon as it can.`);
    },
    notice,
  };
}

const TYPE_WIDTH = 'booking.cancelled'.length;

function readyText({ baseUrl, forwardTo, secret, events }: Ready): string {
  return [
    `Events of this key at ${plain(baseUrl)}: ${events.map(plain).join(', ')}.`,
    `They are signed with this secret, the same each time with this key:`,
    '',
    `  export SECRET=${paint.bold(plain(secret))}`,
    '',
    `${paint.green('Ready')}: forwarding what happens from now on to ${paint.bold(plain(forwardTo))}. Ctrl-C ends it.`,
  ].join('\n');
}

function outcomeText(outcome: Exclude<Forwarded, { kind: 'unreachable' }>): string {
  if (outcome.kind === 'unanswered')
    return paint.red(`no answer after ${outcome.ms} ms (${plain(outcome.why)})`);
  const { status, ms } = outcome;
  const isTaken = status >= 200 && status < 300;
  return `${isTaken ? paint.green(status) : paint.red(status)} in ${ms} ms`;
}

function resultOf(outcome: Exclude<Forwarded, { kind: 'unreachable' }>): object {
  return outcome.kind === 'answered'
    ? { status: outcome.status, ms: outcome.ms, fault: null }
    : { status: null, ms: outcome.ms, fault: outcome.why };
}

function nameOf({ headers, body }: FetchedEvent): { readonly type: string; readonly event: string } {
  return { type: typeOf(body), event: headers['x-partner-event-id'] ?? '' };
}

function typeOf(body: string): string {
  try {
    const { type } = JSON.parse(body) as { readonly type?: unknown };
    return typeof type === 'string' ? type : '?';
  } catch {
    return '?';
  }
}
