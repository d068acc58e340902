import { NodeRequest } from 'srvx/node';
import type { Overload } from './overload.ts';
import { loadOf, type Pipeline } from './pipeline.ts';
import { ROUTES } from './routes.ts';
import type { Shortcut } from './shortcut.ts';

/**
 * Says 503 before a web request is made of what would be turned away in any case: to say no must cost much less than the
 * work itself, or saying no would be the overload.
 */
export function turnAway(base: string, pipeline: Pipeline, overload: Overload): Shortcut {
  const routes = ROUTES.map((route) => {
    const path = new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/?]+')}(?:\\?|$)`);
    return { route, path, load: loadOf(route) };
  });
  return (req, res) => {
    const { method = '', url = '' } = req;
    if (!url.startsWith(base) || !routes.some(({ load }) => overload.turnsAway(load))) return null;
    const below = url.slice(base.length);
    const asked = routes.find(({ route, path }) => route.method === method && path.test(below));
    if (!asked || !overload.turnsAway(asked.load)) return null;
    const { headers } = new NodeRequest({ req, res });
    return pipeline.turnAway({ method, headers }, asked.route);
  };
}
