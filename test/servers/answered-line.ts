/** A connection whose answers are counted. */
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

export class AnsweredLine {
  readonly socket: Socket;
  /** No further request may be sent on it. */
  isLast = false;
  /** Methods of the requests without an answer so far. */
  readonly #missing: string[] = [];
  #text = '';

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay();
    this.socket.on('error', () => undefined);
    this.socket.on('data', (chunk) => (this.#text += String(chunk)));
  }

  /** Sends whole requests. */
  send(...requests: readonly string[]): void {
    this.#missing.push(...requests.map((text) => text.slice(0, text.indexOf(' '))));
    this.socket.write(requests.join(''));
  }

  /** Requests that wait for their answers; empty once the server has announced the end of the connection. */
  missing(): readonly string[] {
    while (this.#missing.length > 0 && this.#take());
    return this.isLast ? [] : this.#missing;
  }

  #take(): boolean {
    const end = this.#text.indexOf(HEAD_END);
    if (end < 0) return false;
    const head = this.#text.slice(0, end).toLowerCase();
    const status = head.slice(9, 12);
    const isInterim = status === '100';
    const hasBody = !isInterim && this.#missing[0] !== 'HEAD' && status !== '304';
    const length = /content-length: (\d+)/.exec(head)?.[1];
    const after = end + HEAD_END.length;
    const over = hasBody ? (length === undefined ? this.#endOfChunks(after) : after + Number(length)) : after;
    if (over === null || this.#text.length < over) return false;
    this.#text = this.#text.slice(over);
    if (!isInterim) this.#missing.shift();
    this.isLast ||= head.includes('connection: close');
    return true;
  }

  /** Null: the last one has not come. */
  #endOfChunks(from: number): number | null {
    for (let at = from; ;) {
      const lineEnd = this.#text.indexOf('\r\n', at);
      if (lineEnd < 0) return null;
      const size = parseInt(this.#text.slice(at, lineEnd), 16);
      at = lineEnd + 2 + size + 2;
      if (size === 0) return at;
    }
  }
}
