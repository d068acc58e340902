import type { Headers } from './answer.ts';

/** HTTPS only, for a year (RFC 6797), for this host only: the server does not decide about subdomains and preload lists. */
const TRANSPORT_SECURITY: Headers = ['strict-transport-security', 'max-age=31536000'];

/** The header for a server with this public URL; empty unless it is https. */
export function transportSecurityAt(publicUrl: string | undefined): Headers {
  return publicUrl?.toLowerCase().startsWith('https:') === true ? TRANSPORT_SECURITY : [];
}
