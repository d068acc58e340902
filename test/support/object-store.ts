import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ObjectStore {
  readonly url: string;
  readonly bucket: string;
  /** The objects of the bucket by key. */
  readonly objects: ReadonlyMap<string, Buffer>;
  close(): Promise<void>;
}

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/[\w-]+\/s3\/aws4_request, SignedHeaders=[\w;-]*host[\w;-]*, Signature=[0-9a-f]{64}$/;

/** A store that speaks as much of S3 as unstorage asks: one bucket, and each request signed by the key `key`. */
export async function startObjectStore(bucket = 'pictures'): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const answer = (status: number, content: string | Buffer = ''): void => {
      response.writeHead(status).end(content);
    };
    if (!SIGNED.test(request.headers.authorization ?? ''))
      return answer(403, '<Error><Code>AccessDenied</Code></Error>');
    const [, name, key] = /^\/([^/]+)(?:\/(.*))?$/.exec(request.url ?? '') ?? [];
    if (name !== bucket) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
    if (!key) {
      const contents = [...objects.keys()].map((one) => `<Contents><Key>${one}</Key></Contents>`).join('');
      return answer(200, `<?xml version="1.0"?><ListBucketResult>${contents}</ListBucketResult>`);
    }
    if (request.method === 'PUT') {
      objects.set(key, body);
      return answer(200);
    }
    const object = objects.get(key);
    if (!object) return answer(404, '<Error><Code>NoSuchKey</Code></Error>');
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    answer(200, request.method === 'HEAD' ? '' : object);
  };
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    bucket,
    objects,
    url: `s3:http://key:secret@127.0.0.1:${port}/${bucket}?region=eu-north-1`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
