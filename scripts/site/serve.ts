/** Serves a built site on 127.0.0.1. */
import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** A server of the files in a folder; its URL ends with the path of the site. */
export async function serveFolder(
  folder: string,
  base: string,
  port = 0,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
    const file = path.startsWith(base) ? fileOf(folder, path.slice(base.length)) : undefined;
    response.setHeader('content-type', TYPES[extname(file ?? '')] ?? 'application/octet-stream');
    if (file === undefined) response.writeHead(404).end();
    else createReadStream(file).pipe(response);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`, server };
}

function fileOf(folder: string, path: string): string | undefined {
  const file = join(folder, normalize(`/${path}`), path.endsWith('/') || path === '' ? 'index.html' : '');
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}
