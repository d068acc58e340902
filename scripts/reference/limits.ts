/** The page of limits, from the engine's `limits` and the limits of the HTTP side. */
import { DEFAULT_LIMITS, LOADS } from '@bord/adapter-http';
import { limits } from '@bord/engine';
import { BODY_BYTES_MAX } from '../../packages/adapter-http/src/http/read-body.ts';
import type { Entry } from '../public-surface.ts';
import { anchor, code, noteOf, page, table } from './markdown.ts';
import { plainDescription } from './schema.ts';

export function limitsPage(entries: readonly Entry[]): string {
  const named = entries.flatMap(({ names }) => names.filter(({ name }) => name.startsWith('limits.')));
  const values = new Map<string, number>(
    Object.entries(limits).map(([name, value]) => [`limits.${name}`, value]),
  );
  const number = (value: number): string => value.toLocaleString('en');
  return page([
    noteOf('packages/engine/src/core/limits.ts and packages/adapter-http/src/http'),
    '# Limits',
    'This page lists the limits of Bord, for partners’ developers and operators. Lengths of texts are in Unicode code points.',
    '## Requests and data',
    table(
      ['limit', 'value', 'meaning'],
      named.map(({ name, text }) => {
        const short = name.slice('limits.'.length);
        return [`${anchor(short)}${code(short)}`, number(values.get(name)!), plainDescription(text)];
      }),
    ),
    '## Load of a server',
    `A request body has at most ${number(BODY_BYTES_MAX)} bytes. A server sheds requests beyond these limits with 503, see [Scale](../operate/scale.md#overload).`,
    table(
      ['class', 'running', 'waiting', 'longest wait', 'arriving bodies', 'of one sender'],
      LOADS.map((load) => {
        const { atOnce, waiting, waitMs, arriving, arrivingEach } = DEFAULT_LIMITS[load];
        return [
          `${anchor(`load-${load}`)}${code(load)}`,
          number(atOnce),
          number(waiting),
          `${waitMs / 1000} s`,
          number(arriving),
          number(arrivingEach),
        ];
      }),
    ),
  ]);
}
