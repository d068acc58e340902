/** A console in memory, and browsers that keep its cookies. */
import { mountPages, type PagesOptions } from '@bord/adapter-http/pages';
import type { Role } from '@bord/engine';
import { tokenIn } from '../../../test/support/signed-in.ts';
import { MAILER, openRuntime, tokenOf } from './runtime.ts';

const ORIGIN = 'https://bord.example';
const FORM = 'application/x-www-form-urlencoded';

/** Sends requests like a browser, without following redirects. */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends a form as a page of the console does, unless its headers say otherwise. */
  post(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string | null>,
  ): Promise<Response>;
}

export async function openConsole(options: Partial<PagesOptions> = {}) {
  const runtime = await openRuntime({ mailer: MAILER });
  const { api, engine, location, storage } = runtime;
  const publicUrl = options.publicUrl ?? ((): string => ORIGIN);
  const pages = { api, engine, demoLocationId: null, publicUrl, mailFrom: 'a@b.se', console: true };
  mountPages({ ...pages, nowMs: runtime.clock.nowMs, ...options });
  const links: string[] = [];
  const { amend } = storage.records;
  storage.records.amend = ({ select, rule }) =>
    amend({
      select,
      rule(found, nowMs) {
        const change = rule(found, nowMs);
        for (const { id } of change.save?.links ?? []) links.push(tokenOf('sign-in', id));
        return change;
      },
    });

  function browser(ip = '192.0.2.1'): TestBrowser {
    const cookies = new Map<string, string>();
    const ask = async (path: string, init: RequestInit): Promise<Response> => {
      const headers = new Headers(init.headers);
      if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
      if (!headers.has('host')) headers.set('host', new URL(publicUrl()).host);
      const response = await api.fetch(
        Object.assign(new Request(`${new URL(publicUrl()).origin}${path}`, { ...init, headers }), { ip }),
      );
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    };
    return {
      cookies,
      get: (path, headers = {}) => ask(path, { headers }),
      post: (path, fields = {}, headers = {}) => {
        const sent = { 'sec-fetch-site': 'same-origin', 'content-type': FORM, ...headers };
        const given = Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== null);
        return ask(path, { method: 'POST', headers: given, body: new URLSearchParams(fields) });
      },
    };
  }

  async function askForLink(by: TestBrowser, email: string, to = ''): Promise<string> {
    await by.post('/console/sign-in', { email, to });
    return `/console/sign-in/${links.at(-1)}`;
  }

  async function signIn(by: TestBrowser, email: string, to = ''): Promise<Response> {
    const link = await askForLink(by, email, to);
    return by.post(link, { token: tokenIn(await (await by.get(link)).text()) });
  }

  return {
    ...runtime,
    links,
    browser,
    askForLink,
    signIn,
    invite: (email: string, role: Role = 'host', locationId = location.id) =>
      engine.operator.staff.add({ email, name: email.split('@', 1)[0]!, role, locationId }),
    /** A signed-in member of staff. */
    async member(email = 'anna@example.se', role: Role = 'host'): Promise<TestBrowser> {
      await engine.operator.staff.add({ email, name: 'Anna', role, locationId: location.id });
      const by = browser();
      await signIn(by, email);
      return by;
    },
  };
}
