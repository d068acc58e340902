/** Open consoles in a separate process: each receives changes and then reads the day, as the script in a browser does. */
import { get, Agent } from 'node:http';

const { url, path, cookies } = JSON.parse(process.argv[2]!) as {
  readonly url: string;
  readonly path: string;
  /** Of one session each. */
  readonly cookies: readonly string[];
};
const agent = new Agent({ keepAlive: true });
let reads = 0;
let open = 0;

/** Reads the day, or the difference to the shown version; returns the new version. */
function read(cookie: string, shows: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      'x-bord-fragment': '1',
      'accept-encoding': 'gzip',
      ...(shows !== '' && { 'x-bord-shows': shows }),
    };
    get(url + path, { headers, agent }, (answer) => {
      if (answer.statusCode !== 200 && answer.statusCode !== 503) reject(new Error(`${answer.statusCode}`));
      let version = '';
      // The day begins with its version, in an uncompressed part.
      answer.once('data', (begin: Buffer) => {
        version = /data-version="([\w-]{22})"/.exec(begin.toString('latin1'))?.[1] ?? '';
      });
      answer.on('end', () => {
        reads += 1;
        resolve(version);
      });
    }).on('error', reject);
  });
}

for (const cookie of cookies) {
  let reading: Promise<void> | null = null;
  let isWanted = false;
  let shows = '';
  const refresh = async (): Promise<void> => {
    isWanted = true;
    reading ??= (async () => {
      while (isWanted) {
        isWanted = false;
        shows = await read(cookie, shows);
      }
      reading = null;
    })();
    await reading;
  };
  get(`${url}${path}/live`, { headers: { cookie, accept: 'text/event-stream' } }, (answer) => {
    if (answer.statusCode !== 200) throw new Error(`stream: ${answer.statusCode}`);
    open += 1;
    if (open === cookies.length) process.send?.('open');
    answer.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('event: changed')) void refresh();
    });
  });
}
process.on('message', () => process.send?.(reads));
process.on('disconnect', () => process.exit());
