/** A webhook request and its result. */

/** A request to a receiver, signed and ready. */
export interface WebhookRequest {
  /** The URL. */
  readonly url: string;
  /** Names in lower case, including the signature (§6.3). */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body, sent unchanged. */
  readonly body: string;
}

/** The reason for a missing answer. */
export type NoAnswer =
  /** Too slow: the whole attempt has one deadline, from the name lookup to the last byte read (§6.5). */
  | 'timeout'
  /** An unknown host, a refused connection, or a broken one. */
  | 'unreachable'
  /** No trusted connection, because of the certificate or the protocol. */
  | 'tls'
  /** An address to which webhooks must not be sent (D25). */
  | 'forbidden_address'
  /** The answer was not HTTP. */
  | 'not_http';

/** The result of a request. Redirects are answers like others; they are not followed (D23). */
export type WebhookAnswer =
  | {
      /** The receiver has answered, with any status. */
      readonly kind: 'answered';
      /** HTTP status; only 2xx counts as delivered (§6.5). */
      readonly status: number;
      /** The beginning of the answer's body as text, of at most 1 KiB. */
      readonly start: string;
    }
  | {
      /** The receiver has not answered. */
      readonly kind: 'failed';
      /** The reason. */
      readonly why: NoAnswer;
      /** The error of the system or library, for the operator. */
      readonly detail: string;
    };
