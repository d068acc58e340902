import { isLoopback } from './console/visitor.ts';

const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** A request was sent to this machine by its own name for itself. What comes through a proxy comes from elsewhere. */
export function isOfThisMachine(headers: Pick<Headers, 'get'>): boolean {
  return isLoopback(headers.get('host') ?? '') && OF_PROXIES.every((name) => headers.get(name) === null);
}
