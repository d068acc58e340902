/** Bord below `/partners` of an Express app: `DATABASE_URL=postgres://… node src/express.ts` */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { openBord, openRestaurant } from './bord.ts';
import { countVisit, openHost, openPool, PORT } from './host.ts';

const pool = openPool();
await openHost(pool);
const bord = await openBord(pool);

const app = express();
app.use('/partners', bord.api.listener); // before any body parser: Bord reads the body itself, within its own limits
app.use(express.json());
app.get('/visits', async (_request, response) => void response.json(await countVisit(pool)));
app.post('/echo', (request, response) => void response.json(request.body));

const server = app.listen(PORT, '127.0.0.1');
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
