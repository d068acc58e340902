/** Bord below `/partners` of a Fastify server: `DATABASE_URL=postgres://… node src/fastify.ts` */
import { once } from 'node:events';
import Fastify from 'fastify';
import { openBord, openRestaurant } from './bord.ts';
import { countVisit, openHost, openPool, PORT } from './host.ts';

const pool = openPool();
await openHost(pool);
const bord = await openBord(pool);

const app = Fastify();
app.get('/visits', () => countVisit(pool));
app.post('/echo', ({ body }) => body);

await app.register(
  (partners, _options, done) => {
    // Before Fastify parses the body: Bord reads it itself, within its own limits.
    partners.addHook('onRequest', async ({ raw }, reply) => {
      reply.hijack();
      raw.url = raw.url!.slice('/partners'.length);
      await bord.api.listener(raw, reply.raw);
    });
    partners.all('/*', () => undefined); // so that the hook is asked, whatever the path
    done();
  },
  { prefix: '/partners' },
);

const url = await app.listen({ port: PORT, host: '127.0.0.1' });
console.log(JSON.stringify({ url, ...(await openRestaurant(bord.engine)) }));

await once(process, 'SIGTERM');
bord.api.drain(); // connections end with the answer that is under way
await app.close();
await bord.close();
await countVisit(pool); // Bord has gone, the pool is still the host's
await pool.end();
