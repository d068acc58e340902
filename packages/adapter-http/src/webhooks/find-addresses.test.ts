import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { addressesInDns, addressesOfSystem } from './find-addresses.ts';

const A = 1;
const AAAA = 28;
const NXDOMAIN = 3;

type Records = Readonly<Record<number, readonly Buffer[] | 'silence'>>;

/** A DNS server that knows one name and counts its queries. */
async function dns(records: Records) {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 5;
    const known = query.includes('\x05hooks\x07example\x03com\0', 12, 'latin1');
    const found = known ? (records[query.readUInt16BE(end - 4)] ?? []) : [];
    if (found === 'silence') return;
    const head = Buffer.from(query.subarray(0, end));
    head.writeUInt16BE(0x8180 | (known ? 0 : NXDOMAIN), 2);
    head.writeUInt16BE(found.length, 6);
    head.fill(0, 8, 12);
    const answers = found.map((data) =>
      Buffer.concat([
        Buffer.from([0xc0, 12]),
        query.subarray(end - 4, end),
        Buffer.from([0, 0, 0, 60, 0, data.length]),
        data,
      ]),
    );
    socket.send(Buffer.concat([head, ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return addressesInDns([`127.0.0.1:${socket.address().port}`]);
}

const NAME = 'hooks.example.com';
const forever = (): AbortSignal => new AbortController().signal;
const v4 = Buffer.from([93, 184, 215, 14]);
const v6 = Buffer.from('26064700470000000000000000001111', 'hex');

test('D25 all IPv4 and IPv6 addresses of a name are found', async () => {
  const find = await dns({ [A]: [v4, Buffer.from([10, 0, 0, 1])], [AAAA]: [v6] });
  const found = await find(NAME, forever());
  expect(found.toSorted()).toEqual(['10.0.0.1', '2606:4700:4700::1111', '93.184.215.14']);
});

test('D25 one address family is enough', async () => {
  expect(await (await dns({ [A]: [v4] }))(NAME, forever())).toEqual(['93.184.215.14']);
  expect(await (await dns({ [AAAA]: [v6] }))(NAME, forever())).toEqual(['2606:4700:4700::1111']);
});

test('§6.5 an unknown name and one without an address are rejected', async () => {
  const find = await dns({});
  await expect(find('other.example.com', forever())).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(find(NAME, forever())).rejects.toMatchObject({ code: 'ENODATA' });
});

test('§6.5 a query to a silent DNS server ends with the attempt', async () => {
  const find = await dns({ [A]: 'silence', [AAAA]: 'silence' });
  const attempt = new AbortController();
  const found = find(NAME, attempt.signal);
  attempt.abort();
  await expect(found).rejects.toMatchObject({ code: 'ECANCELLED' });
});

test('the system resolver knows the names of its network', async () => {
  expect(await addressesOfSystem('localhost', forever())).toContain('127.0.0.1');
});
