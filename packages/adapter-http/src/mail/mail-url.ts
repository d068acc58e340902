/** The parameters in the URL of a mail server. Public as `@bord/adapter-http/mail-url`. */

/**
 * The names of all parameters that have an effect. Other parameters of nodemailer are ignored: they would log conversations, connect to another
 * host, or disable the limits of the mailer.
 */
export const MAIL_URL_PARAMETERS: readonly string[] = [
  'authMethod',
  'ignoreTLS',
  'name',
  'requireTLS',
  'tls.ca',
  'tls.cert',
  'tls.ciphers',
  'tls.ecdhCurve',
  'tls.key',
  'tls.maxVersion',
  'tls.minDHSize',
  'tls.minVersion',
  'tls.passphrase',
  'tls.rejectUnauthorized',
  'tls.servername',
  'tls.sigalgs',
];

/** The names of the parameters that have no effect, each once. Reads only the text and does not connect. */
export function unknownMailUrlParameters(url: string): readonly string[] {
  const names = new Set(new URL(url).searchParams.keys());
  return [...names].filter((name) => !MAIL_URL_PARAMETERS.includes(name));
}
