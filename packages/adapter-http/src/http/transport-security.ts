import type { Headers } from './answer.ts';

/** HTTPS only, for a year (RFC 6797), for this host alone: subdomains and preload lists are not the server's to decide. */
const TRANSPORT_SECURITY: Headers = ['strict-transport-security', 'max-age=31536000'];

/** The header for a server that people reach at this URL; none where that is not https. */
export function transportSecurityAt(publicUrl: string | undefined): Headers {
  return publicUrl?.toLowerCase().startsWith('https:') === true ? TRANSPORT_SECURITY : [];
}
