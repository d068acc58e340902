/** A page that is too large, too slow, moves, and stores a cookie: the checks must notice it. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function openPlanted(url: string) {
  const page = await (await fetch(url)).text();
  const busy = `<script>
    requestAnimationFrame(() => setTimeout(() => {
      const end = performance.now() + 300;
      while (performance.now() < end);
    }));
  </script>`;
  const planted = page
    .replace('</head>', `${busy}</head>`)
    .replace('</body>', `<!--${randomBytes(20_000).toString('hex')}--></body>`);
  const server = createServer((_, answer) => {
    answer.setHeader('set-cookie', 'visitor=1');
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end(planted);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
}
