/** A webhook on its way to a receiver, and what comes back. */

/** A request to a receiver, signed and ready. */
export interface WebhookRequest {
  /** Where to. */
  readonly url: string;
  /** Names in lower case, with the signature among them (§6.3). */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body, sent unchanged. */
  readonly body: string;
}

/** Why a receiver gave no answer. */
export type NoAnswer =
  /** Too slow: the whole attempt has one deadline, from the name's lookup to the last byte that is read (§6.5). */
  | 'timeout'
  /** No such name, nobody listens, or the connection broke off. */
  | 'unreachable'
  /** No connection that can be trusted: certificate or protocol. */
  | 'tls'
  /** A place that webhooks must not go to (D25). */
  | 'forbidden_address'
  /** The connection stood, and what came back was no HTTP. */
  | 'not_http';

/** The result of a request. Redirects are answers like others; they are not followed (D23). */
export type WebhookAnswer =
  | {
      /** There was an answer, of whatever status. */
      readonly kind: 'answered';
      /** HTTP status; only 2xx counts as delivered (§6.5). */
      readonly status: number;
      /** The beginning of the answer's body as text, of at most 1 KiB. */
      readonly start: string;
    }
  | {
      /** There was no answer. */
      readonly kind: 'failed';
      /** Why there was none. */
      readonly why: NoAnswer;
      /** What the system or the library said, for the operator. */
      readonly detail: string;
    };
