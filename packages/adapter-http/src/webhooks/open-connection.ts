import { once } from 'node:events';
import { isIP, type NetConnectOpts, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { FindAddresses } from './find-addresses.ts';
import { connectFault, handshakeFault, lookupFault, NoAnswerError } from './no-answer.ts';
import { isPublicAddress } from './public-address.ts';
import { hostOf, hostAndPortOf, portOf } from './webhook-url.ts';

export interface Way {
  /** Allows private addresses. */
  readonly allowPrivate: boolean;
  readonly findAddresses: FindAddresses;
  /** `connect` of `node:net`. */
  readonly connect: (options: NetConnectOpts) => Socket;
  /** Certificates to trust, in PEM, instead of Node's defaults. */
  readonly ca: string | undefined;
}

/**
 * Connects to a URL's host, with TLS for https. Unless private addresses are allowed, all addresses of the host must be public, or the attempt
 * fails. Only checked addresses are tried, and the remote address is checked before a byte is sent (D25). Rejects with a `NoAnswerError`, with
 * `timeout` when the signal aborts; the socket is closed then.
 */
export async function openConnection(url: URL, way: Way, signal: AbortSignal): Promise<Socket> {
  const addresses = await addressesOf(hostOf(url), way, signal);
  const socket = await connectTo(addresses, url, way, signal);
  const fault = way.allowPrivate ? null : faultOf(socket.remoteAddress, url);
  if (fault) {
    socket.destroy();
    throw fault;
  }
  return url.protocol === 'https:' ? await secure(socket, url, way, signal) : socket;
}

async function addressesOf(host: string, way: Way, signal: AbortSignal): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? [...(await find(host, way, signal))] : [host];
  if (addresses.length === 0) throw new NoAnswerError('unreachable', `${host} has no address`);
  const bad = addresses.find((address) => !isPublicAddress(address));
  if (bad !== undefined && !way.allowPrivate) throw forbidden(host, bad);
  return addresses;
}

/** The error for the remote address of a connection, which is undefined if it has closed already. */
function faultOf(address: string | undefined, url: URL): NoAnswerError | null {
  if (address === undefined)
    return new NoAnswerError('unreachable', `${hostAndPortOf(url)} closed the connection immediately`);
  return isPublicAddress(address) ? null : forbidden(hostAndPortOf(url), address);
}

function forbidden(where: string, address: string): NoAnswerError {
  return new NoAnswerError(
    'forbidden_address',
    `${where} leads to ${address}, which is not a public address`,
  );
}

function find(name: string, way: Way, signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new NoAnswerError('timeout', `the lookup of ${name} took too long`));
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    way.findAddresses(name, signal).then(resolve, (error) => reject(lookupFault(error, name)));
  });
}

async function connectTo(
  addresses: readonly string[],
  url: URL,
  way: Way,
  signal: AbortSignal,
): Promise<Socket> {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  const socket = way.connect({
    host: hostOf(url),
    port: portOf(url),
    lookup: (_name, _options, callback) => callback(null, checked), // no second lookup
    autoSelectFamily: true,
    noDelay: true,
  });
  try {
    await opened(socket, 'connect', signal);
    return socket;
  } catch (error) {
    if (signal.aborted) throw new NoAnswerError('timeout', `no connection to ${hostAndPortOf(url)} in time`);
    throw connectFault(error, hostAndPortOf(url));
  }
}

async function secure(socket: Socket, url: URL, way: Way, signal: AbortSignal): Promise<Socket> {
  const host = hostOf(url);
  const secured = connectTls({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(way.ca !== undefined && { ca: way.ca }),
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  });
  try {
    await opened(secured, 'secureConnect', signal);
    return secured;
  } catch (error) {
    socket.destroy();
    if (signal.aborted) throw new NoAnswerError('timeout', 'the TLS handshake took too long');
    throw handshakeFault(error);
  }
}

async function opened(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  socket.on('error', () => undefined); // catches errors after the caller has stopped listening
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
