/** Verifies a delivery in Node.js, without packages. */
export const VERIFY_SAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** rawBody: a Buffer, as it arrived. header: x-partner-signature. */
export function isGenuine(secret, header, rawBody, now = Date.now() / 1000) {
  const parts = header.split(',').map((part) => part.split('='));
  const t = Number(parts.find(([name]) => name === 't')?.[1]);
  if (!(Math.abs(now - t) <= 300)) return false;
  const expected = createHmac('sha256', secret)
    .update(\`\${t}.\`).update(rawBody).digest();
  return parts.some(([name, hex]) => {
    const given = Buffer.from(hex ?? '', 'hex');
    return name === 'v1' && given.length === expected.length
      && timingSafeEqual(given, expected);
  });
}
`;

/** The same in Python. */
export const VERIFY_SAMPLE_PYTHON = `import hashlib, hmac, time

def is_genuine(secret, header, raw_body, now=None):
    """raw_body: bytes, as they arrived. header: x-partner-signature."""
    parts = [part.partition("=")[::2] for part in header.split(",")]
    t = next((value for name, value in parts if name == "t"), "")
    now = time.time() if now is None else now
    if not (t.isascii() and t.isdigit()) or abs(now - int(t)) > 300:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + raw_body,
                        hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode())
               for name, value in parts)
`;

/** A complete receiver except for the handling of events: it verifies, answers, and drops duplicates. */
export const RECEIVER_SAMPLE = `import { createServer } from 'node:http';
${VERIFY_SAMPLE.replace('export function', 'function')}
const seen = new Set(); // in production: a table, unique by event id
createServer(async (request, response) => {
  const rawBody = Buffer.concat(await request.toArray());
  const header = request.headers['x-partner-signature'] ?? '';
  if (!isGenuine(process.env.SECRET, header, rawBody))
    return response.writeHead(401).end();
  response.writeHead(204).end();
  const event = JSON.parse(rawBody);
  if (seen.has(event.id)) return;
  seen.add(event.id);
  console.log(event.type, event.data);
}).listen(8787, '127.0.0.1');
`;

export const RECEIVER_SAMPLE_PYTHON = `import json, os
from http.server import BaseHTTPRequestHandler, HTTPServer
${VERIFY_SAMPLE_PYTHON}
seen = set()  # in production: a table, unique by event id

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers["content-length"]))
        header = self.headers.get("x-partner-signature", "")
        genuine = is_genuine(os.environ["SECRET"], header, raw_body)
        self.send_response(204 if genuine else 401)
        self.end_headers()
        event = json.loads(raw_body) if genuine else {"id": None}
        if genuine and event["id"] not in seen:
            seen.add(event["id"])
            print(event["type"], event["data"], flush=True)

HTTPServer(("127.0.0.1", 8787), Receiver).serve_forever()
`;
