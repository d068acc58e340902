/** The examples on `/docs` do what they show: in the shell, in JavaScript and in Python, one after the other against a real server. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { readFileSync } from 'node:fs';
import { openApiDocument, serveHttp } from '@bord/adapter-http';
import { signatureHeader } from '@bord/engine/adapters';
import { inFull } from '../../support/long.ts';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { BASE, DEMO_ID } from '../../support/world.ts';
import { openDemo } from './demo.ts';
import { blocksOf, textOf } from './page-code.ts';

const isThere = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** The demo restaurant, and its page. */
async function openServer() {
  const demo = await openDemo();
  demo.clock.ms = Date.now();
  const server = await serveHttp({ api: demo.api });
  onTestFinished(() => server.close(0));
  const page = await (await fetch(`${server.url}/docs`)).text();
  const env = { ...process.env, BORD: server.url + BASE, KEY: demo.key, LOCATION: DEMO_ID };
  return { env, page, samples: blocksOf(page) };
}

/** An example whose answer has an id for those that follow. */
const KEEPS = /^export \w+=\$\(curl -s /;

/**
 * Each runner executes all samples in one process and prints each status on a line, and the first booking on the standard error. Values that later
 * samples need are kept: by the command itself, or as a reader copies them.
 */
const RUNNERS = {
  curl: (samples: readonly string[]) => {
    const each = samples.map((sample) =>
      KEEPS.test(sample)
        ? `: > "$shown"; { ${sample}; } 2> "$shown"; tail -n 1 "$shown"`
        : `out=$(${sample})\nnote`,
    );
    // A command that keeps an id prints the answer on the standard error.
    const shown = `shown=$(mktemp); trap 'rm "$shown"' EXIT
    curl() { command curl -s -S -w '\\n%{http_code}\\n' "$@"; }`;
    const note = `note() { printf '%s\\n' "$out" | tail -n 1; }`;
    const booking = 'echo "$BOOKING" >&2';
    return ['sh', ['-c', [shown, note, ...each, booking].join('\n')]] as const;
  },
  javascript: (samples: readonly string[]) => {
    const script = `const names = { bk: 'BOOKING', hd: 'HOLD', wt: 'WAITING' };
      const say = console.log;
      console.log = (status, body) => {
        say(status);
        const name = names[body?.id?.slice(0, 2)];
        if (name) process.env[name] = body.id;
        const times = (body.slots ?? []).filter(({ available }) => available).map(({ slot }) => slot);
        if (times.length > 0) Object.assign(process.env, { SLOT: times[0], LATER: times.at(-1) });
      };
      for (const [i, code] of ${JSON.stringify(samples)}.entries())
        await import('data:text/javascript,' + encodeURIComponent(code + '//' + i));
      console.error(process.env.BOOKING);`;
    return [process.execPath, ['--input-type=module', '-e', script]] as const;
  },
  python: (samples: readonly string[]) => {
    const script = `import json, os, sys
names = {"bk": "BOOKING", "hd": "HOLD", "wt": "WAITING"}
def say(status, body):
    print(status)
    name = names.get(str(body.get("id"))[:2])
    if name: os.environ[name] = body["id"]
    times = [each["slot"] for each in body.get("slots", []) if each["available"]]
    if times: os.environ.update(SLOT=times[0], LATER=times[-1])
for code in json.loads(sys.argv[1]):
    exec(code, {"print": say})
print(os.environ["BOOKING"], file=sys.stderr)`;
    return ['python3', ['-c', script, JSON.stringify(samples)]] as const;
  },
};

const BEGINS = {
  curl: /^(?:export \w+=\$\()?curl /,
  javascript: /^const \{/,
  python: /^import json, os, urllib/,
} as const;
/** Those of the document's examples. */
const IDEMPOTENCY_KEYS = Array.from(
  JSON.stringify(openApiDocument()).matchAll(/"idempotencyKey":("[^"]+")/g),
  ([, key]) => key!,
);
const operations = Object.values(openApiDocument().paths).flatMap((item) => Object.values(item));

type Language = keyof typeof RUNNERS;

const LANGUAGES = (['curl', 'javascript', 'python'] as const).filter(
  (language) => language === 'javascript' || isThere(language === 'curl' ? 'curl' : 'python3'),
);

/** The statuses of the samples, and the booking of the first one that makes any. */
async function runSamples(language: Language, samples: readonly string[], env: NodeJS.ProcessEnv) {
  const [program, given] = RUNNERS[language](samples);
  const { stdout, stderr } = await promisify(execFile)(program, [...given], { env });
  return { statuses: stdout.trim().split('\n'), booking: stderr.trim().split('\n').at(-1) };
}

test.each(LANGUAGES)(
  'the page’s examples in %s do what they show, one after the other, for a day that is still ahead',
  async (language) => {
    const { env, samples: all } = await openServer();
    const samples = all.filter((code) => BEGINS[language].test(code));
    expect(samples.length).toBeGreaterThan(operations.length); // each in its place, and the first steps
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const dated = samples.filter((code) => /\d{4}-\d\d-\d\d/.test(code));
    expect(dated.filter((code) => !code.includes(tomorrow))).toEqual([]);
    expect(dated.length).toBeGreaterThanOrEqual(4);
    // The keys of the sandbox are everybody's (§4.3.6).
    expect(IDEMPOTENCY_KEYS.length).toBeGreaterThan(0);
    expect(samples.filter((code) => IDEMPOTENCY_KEYS.some((key) => code.includes(key)))).toEqual([]);
    const { statuses } = await runSamples(language, samples, env);
    expect(samples.map((code, i) => [code, statuses[i]?.slice(0, 2)])).toEqual(
      samples.map((code) => [code, '20']),
    );
    expect(statuses).toHaveLength(samples.length);
  },
);

test('the samples of docs/reference/api.md are those of the page', async () => {
  const { samples } = await openServer();
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const text = readFileSync('docs/reference/api.md', 'utf8');
  const shown = Array.from(text.matchAll(/^```(?:sh|js|python)\n([^]*?)\n```$/gm), ([, code]) =>
    code!.replaceAll('2026-12-01', day(1)).replaceAll('2026-12-02', day(2)),
  );
  expect(shown).toHaveLength(3 * operations.length);
  expect(shown.filter((code) => !samples.includes(code))).toEqual([]);
});

/** In the long run as many as the demo restaurant has room for. */
const DEVELOPERS = inFull(6, 2);

/** Of the steps that ask an endpoint: as many as there are before the rest of the page. */
const FIRST_STEPS = 6;

test.each(LANGUAGES)(
  '§4.3.6 developers who take the first steps in %s one after the other each get a separate booking',
  async (language) => {
    const { env, samples: all } = await openServer();
    const samples = all.filter((code) => BEGINS[language].test(code)).slice(0, FIRST_STEPS - 1); // all but to cancel
    const bookings = new Set<string | undefined>();
    for (let developer = 0; developer < DEVELOPERS; developer++) {
      const { statuses, booking } = await runSamples(language, samples, env);
      expect([developer, statuses.map((status) => status.slice(0, 2))]).toEqual([
        developer,
        samples.map(() => '20'),
      ]);
      bookings.add(booking);
    }
    expect(bookings.size).toBe(DEVELOPERS);
  },
);

const SECRET = 'whsec_new';
const body = Buffer.from(
  '{"id":"bk_1:booking.created:1","type":"booking.created","data":{"bookingId":"bk_1"}}',
);

/** Deliveries as [secret, header, body, now], and whether each is genuine. */
function deliveries(page: string): [[string, string, string, number], boolean][] {
  const header = signatureHeader([SECRET, 'whsec_old'], 1000, body);
  const text = body.toString();
  const zeros = '0'.repeat(64);
  const bad = ['', 't=1000', 'v1=00', `t=x,v1=${zeros}`, 't=1000,v1=', 't=1000,v1=zz', `t=1000,v1=${zeros}`];
  const shown = blocksOf(page).find((code) => code.startsWith('x-partner-signature'))!;
  const [, signature, rawBody] = /^x-partner-signature: (\S+)\n\n(.*)$/.exec(shown)!;
  const [, t, secret] = /signed at (\d+) with (whsec_\w+)/.exec(textOf(page).replaceAll(/\s+/g, ' '))!;
  return [
    ...[SECRET, 'whsec_old'].flatMap((key) =>
      [699, 700, 1000, 1300, 1301].map((now): [[string, string, string, number], boolean] => [
        [key, header, text, now],
        now > 699 && now < 1301,
      ]),
    ),
    [['whsec_other', header, text, 1000], false],
    [[SECRET, header, '{}', 1000], false],
    ...bad.map((each): [[string, string, string, number], boolean] => [[SECRET, each, text, 1000], false]),
    [[secret!, signature!, rawBody!, Number(t)], true],
  ];
}

test('§6.4 the checks of a signature that the page shows are right, in JavaScript and in Python', async () => {
  const { page, samples } = await openServer();
  const cases = deliveries(page);
  const expected = cases.map(([, isGenuine]) => isGenuine);
  const js = samples.find((code) => code.includes('export function isGenuine'))!;
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(js)}`)) as {
    isGenuine(secret: string, header: string, rawBody: Buffer, now?: number): boolean;
  };
  expect(
    cases.map(([[secret, header, raw, now]]) => isGenuine(secret, header, Buffer.from(raw), now)),
  ).toEqual(expected);
  if (!isThere('python3')) return;
  const py = samples.find((code) => code.startsWith('import hashlib'))!;
  const run = `import json, sys
print(json.dumps([is_genuine(secret, header, raw.encode(), now) for secret, header, raw, now in json.loads(sys.argv[1])]))`;
  const given = JSON.stringify(cases.map(([each]) => each));
  const { stdout } = await promisify(execFile)('python3', ['-c', `${py}\n${run}`, given]);
  expect(JSON.parse(stdout)).toEqual(expected);
});

test.each([
  ['import { createServer }', process.execPath, ['--input-type=module', '-e']],
  ['import json, os\nfrom http', 'python3', ['-c']],
] as const)('§6.4 the receiver that the page shows is complete: %j', async (begin, program, options) => {
  if (!isThere(program)) return;
  const { samples } = await openServer();
  const port = await freePort();
  const code = samples.find((sample) => sample.startsWith(begin))!.replace('8787', `${port}`);
  const receiver = spawn(program, [...options, code], { env: { ...process.env, SECRET } });
  onTestFinished(() => void receiver.kill());
  let output = '';
  receiver.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const post = (secret: string, sent = body): Promise<number> => {
    const header = signatureHeader([secret], Math.floor(Date.now() / 1000), sent);
    const headers = { 'content-type': 'application/json', 'x-partner-signature': header };
    return fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: sent }).then(
      ({ status }) => status,
      () => 0,
    );
  };
  await expect.poll(() => post('whsec_forged'), { timeout: 20_000 }).toBe(401);
  expect([await post(SECRET), await post(SECRET)]).toEqual([204, 204]);
  // The last one arrives after all others.
  expect(await post(SECRET, Buffer.from(body.toString().replaceAll('bk_1', 'bk_2')))).toBe(204);
  await expect.poll(() => output, { timeout: 20_000 }).toContain('bk_2');
  expect(output.match(/bk_1/g)).toHaveLength(1);
});
