/** Bord below `/partners` of a Hono app: `DATABASE_URL=postgres://… node src/hono.ts` */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { openBord, openRestaurant } from './bord.ts';
import { countVisit, openHost, openPool, PORT } from './host.ts';

const pool = openPool();
await openHost(pool);
const bord = await openBord(pool);

const app = new Hono();
app.mount('/partners', bord.api.fetch); // removes the prefix before it calls the API
app.get('/visits', async (context) => context.json(await countVisit(pool)));
app.post('/echo', async (context) => context.json(await context.req.json()));

const server = serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' });
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
console.log(JSON.stringify({ url, ...(await openRestaurant(bord.engine)) }));

await once(process, 'SIGTERM');
bord.api.drain(); // connections end with the answer that is under way
server.close();
await once(server, 'close');
await bord.close();
await countVisit(pool); // Bord has gone, the pool is still the host's
await pool.end();
